// Checks JSON against the schemas of this package: the subset of JSON Schema 2020-12 that they use, and nothing more.
// The same schemas come from the Rust types that the server reads and writes.

import schemas from './schemas.js';

/** The names of all types that can be checked. */
export const names = Object.keys(schemas);

/**
 * Whether a value is of the named type.
 *
 * @returns {{ field: string, expected: string, actual: unknown }[]} what is wrong; empty if nothing is.
 */
export function check(name, value) {
  if (!Object.hasOwn(schemas, name)) throw new RangeError(`there is no type ${name}`);
  const faults = [];
  test(schemas[name], value, '', faults);
  return faults;
}

/** Whether a value is of the named type. */
export function is(name, value) {
  return check(name, value).length === 0;
}

/** The value itself if it is of the named type; throws a `TypeError` that names the field otherwise. */
export function parse(name, value) {
  const [fault] = check(name, value);
  if (!fault) return value;
  const error = new TypeError(`${fault.field}: expected ${fault.expected}, got ${shorten(fault.actual)}`);
  throw Object.assign(error, fault);
}

/** Adds what is wrong with the value to the faults. */
function test(schema, value, field, faults) {
  if (schema === true) return;
  const wrong = (expected, at = field, actual = value) => {
    faults.push({ field: at === '' ? 'body' : at, expected, actual });
  };
  if (schema === false) return wrong('nothing');
  if (schema.$ref) test(schemas[schema.$ref.slice('#/$defs/'.length)], value, field, faults);
  if (schema.type && ![schema.type].flat().some((type) => isOf(type, value))) {
    return wrong([schema.type].flat().join(' or '));
  }
  if ('const' in schema && !same(schema.const, value)) return wrong(JSON.stringify(schema.const));
  if (schema.enum && !schema.enum.some((one) => same(one, value))) {
    return wrong(`one of ${schema.enum.map((one) => JSON.stringify(one)).join(', ')}`);
  }
  if (typeof value === 'number') testNumber(schema, value, wrong);
  else if (typeof value === 'string') testString(schema, value, wrong);
  else if (Array.isArray(value)) testList(schema, value, field, faults, wrong);
  else if (value !== null && typeof value === 'object') testObject(schema, value, field, faults, wrong);
  for (const part of schema.allOf ?? []) test(part, value, field, faults);
  for (const [options, one] of [[schema.anyOf, false], [schema.oneOf, true]]) {
    if (options) testOptions(options, one, value, field, faults, wrong);
  }
}

function testNumber(schema, value, wrong) {
  if (schema.minimum !== undefined && value < schema.minimum) wrong(`at least ${schema.minimum}`);
  if (schema.maximum !== undefined && value > schema.maximum) wrong(`at most ${schema.maximum}`);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function testString(schema, value, wrong) {
  const length = schema.minLength !== undefined || schema.maxLength !== undefined ? [...value].length : 0;
  if (length < (schema.minLength ?? 0)) wrong(`at least ${schema.minLength} characters`);
  if (length > (schema.maxLength ?? Infinity)) wrong(`at most ${schema.maxLength} characters`);
  if (schema.pattern && !new RegExp(schema.pattern, 'u').test(value)) wrong(`text like ${schema.pattern}`);
  if (schema.format === 'uuid' && !UUID.test(value)) wrong('a UUID');
}

function testList(schema, value, field, faults, wrong) {
  if (value.length < (schema.minItems ?? 0)) wrong(`at least ${schema.minItems} items`);
  if (value.length > (schema.maxItems ?? Infinity)) wrong(`at most ${schema.maxItems} items`);
  const first = schema.prefixItems ?? [];
  value.forEach((item, place) => {
    const part = first[place] ?? schema.items;
    if (part !== undefined) test(part, item, `${field}[${place}]`, faults);
  });
}

function testObject(schema, value, field, faults, wrong) {
  const inside = (name) => (field === '' ? name : `${field}.${name}`);
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(value, name)) wrong('a value', inside(name), undefined);
  }
  const known = schema.properties ?? {};
  for (const [name, item] of Object.entries(value)) {
    if (Object.hasOwn(known, name)) test(known[name], item, inside(name), faults);
    else if (schema.additionalProperties === false) wrong('a field that is known', inside(name), item);
    else if (schema.additionalProperties) test(schema.additionalProperties, item, inside(name), faults);
  }
}

function testOptions(options, one, value, field, faults, wrong) {
  const tries = options.map((option) => {
    const found = [];
    test(option, value, field, found);
    return found;
  });
  const fits = tries.filter((found) => found.length === 0).length;
  if (one ? fits === 1 : fits > 0) return;
  if (fits > 1) return wrong('one of several types, not more than one');
  // What comes closest is what was meant: the option whose tag fits.
  const meant = options.findIndex((option) => tagged(option, value));
  if (meant >= 0) faults.push(...tries[meant]);
  else wrong(expectation(options));
}

/** Whether a constant of the option is in the value. */
function tagged(option, value) {
  const schema = option.$ref && !option.properties ? schemas[option.$ref.slice('#/$defs/'.length)] : option;
  return Object.entries(schema.properties ?? {}).some(
    ([name, part]) => 'const' in part && value !== null && typeof value === 'object' && value[name] === part.const,
  );
}

/** What a union takes, in a few words. */
function expectation(options) {
  const tags = options.flatMap((option) =>
    Object.entries(option.properties ?? {}).flatMap(([name, part]) =>
      'const' in part ? [`${name} ${JSON.stringify(part.const)}`] : [],
    ),
  );
  if (tags.length) return `one of ${tags.join(', ')}`;
  const words = options.map((option) =>
    'const' in option ? JSON.stringify(option.const) : (option.$ref?.slice('#/$defs/'.length) ?? option.type ?? 'another type'),
  );
  return words.join(' or ');
}

function isOf(type, value) {
  switch (type) {
    case 'null': return value === null;
    case 'array': return Array.isArray(value);
    case 'object': return value !== null && typeof value === 'object' && !Array.isArray(value);
    case 'integer': return Number.isInteger(value);
    case 'number': return typeof value === 'number' && Number.isFinite(value);
    default: return typeof value === type;
  }
}

function same(a, b) {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}

function shorten(value) {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}
