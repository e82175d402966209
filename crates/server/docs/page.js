// The API from /openapi.json and the messages from /asyncapi.json, as a page. It asks nobody but this server.
'use strict';

const METHODS = ['get', 'post', 'patch', 'put', 'delete'];

/** Makes an element; texts are texts, never markup. */
function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === 'class') element.className = value;
    else if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== null && child !== ''));
  return element;
}

/** Text with its `code` in code. */
function prose(text) {
  return text.split('`').map((part, index) => (index % 2 ? make('code', {}, part) : part));
}

/** JSON for people: short lists and objects stay on a line. */
function pretty(value, indent = '') {
  const line = JSON.stringify(value);
  if (value === null || typeof value !== 'object') return line;
  const isFlat = Object.values(value).every((item) => item === null || typeof item !== 'object');
  const spaced = line.replace(/("(?:[^"\\]|\\.)*")|([,:])/g, (match, text) => text ?? `${match} `);
  if (isFlat && spaced.length + indent.length <= 72) return spaced;
  const deeper = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => deeper + pretty(item, deeper))
    : Object.entries(value).map(([key, item]) => `${deeper}${JSON.stringify(key)}: ${pretty(item, deeper)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return items.length ? `${open}\n${items.join(',\n')}\n${indent}${close}` : open + close;
}

/** Follows a reference into the document, which names the type. */
function resolve(api, schema) {
  let name;
  let found = schema;
  for (let hops = 0; found && found.$ref && hops < 20; hops += 1) {
    const parts = found.$ref.replace(/^#\//, '').split('/').map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));
    name = parts.at(-1);
    found = parts.reduce((place, part) => (place ? place[part] : undefined), api);
  }
  return { name, schema: found ?? {} };
}

/** The kinds a schema allows, without null. */
function kinds(schema) {
  return [schema.type ?? []].flat().filter((kind) => kind !== 'null');
}

function alternatives(schema) {
  return (schema.oneOf ?? schema.anyOf ?? []).filter((part) => part.type !== 'null');
}

function isOptionalNull(schema) {
  const parts = schema.oneOf ?? schema.anyOf ?? [];
  return [schema.type ?? []].flat().includes('null') || parts.some((part) => part.type === 'null');
}

/** What a value is, in a few words. */
function describeType(api, given) {
  const { name, schema } = resolve(api, given);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) {
    const shown = schema.enum.slice(0, 14).map((value) => JSON.stringify(value)).join(' | ');
    return schema.enum.length > 14 ? `${shown} | …` : shown;
  }
  const parts = alternatives(schema);
  const constants = parts.map((part) => resolve(api, part).schema.const);
  if (parts.length > 1 && constants.every((value) => value !== undefined)) {
    return constants.map((value) => JSON.stringify(value)).join(' | ');
  }
  if (parts.length === 1) return describeType(api, parts[0]) + (isOptionalNull(schema) ? ' or null' : '');
  if (parts.length > 1) return name ?? parts.map((part) => describeType(api, part)).join(' | ');
  const words = kinds(schema).map((kind) => {
    if (kind === 'array') {
      if (Array.isArray(schema.prefixItems)) return `list of ${schema.prefixItems.length}`;
      const item = schema.items && schema.items !== true ? describeType(api, schema.items) : 'anything';
      return schema.minItems !== undefined && schema.minItems === schema.maxItems
        ? `list of ${schema.minItems} × ${item}`
        : `list of ${item}`;
    }
    if (kind === 'object') return name ?? 'object';
    return schema.format && !/^u?int|double|float/.test(schema.format) ? `${kind} (${schema.format})` : kind;
  });
  const limits = [];
  if (schema.minimum !== undefined) limits.push(`from ${schema.minimum}`);
  if (schema.maximum !== undefined) limits.push(`to ${schema.maximum}`);
  if (schema.minLength !== undefined) limits.push(`at least ${schema.minLength} characters`);
  if (schema.maxLength !== undefined) limits.push(`at most ${schema.maxLength} characters`);
  const text = [words.join(' or ') || name || 'anything', ...limits].join(' ');
  return isOptionalNull(schema) ? `${text} or null` : text;
}

/** Whether there is anything to see inside a value. */
function isDeep(api, given, seen) {
  const { name, schema } = resolve(api, given);
  if (name && seen.includes(name)) return false;
  const way = name ? [...seen, name] : seen;
  const parts = [...(schema.allOf ?? []), ...alternatives(schema)];
  const others = [schema.items, schema.additionalProperties].filter((one) => one && typeof one === 'object');
  return Object.keys(schema.properties ?? {}).length > 0 || [...parts, ...others].some((part) => isDeep(api, part, way));
}

/** The parts of a value, one level at a time. */
function inside(api, given, seen) {
  const { name, schema } = resolve(api, given);
  const way = name ? [...seen, name] : seen;
  const box = make('div');
  if (Object.keys(schema.properties ?? {}).length) box.append(fieldsOf(api, schema, way));
  for (const part of schema.allOf ?? []) if (isDeep(api, part, way)) box.append(inside(api, part, way));
  const deep = alternatives(schema).filter((part) => isDeep(api, part, way));
  if (deep.length === 1) box.append(inside(api, deep[0], way));
  if (deep.length > 1) {
    box.append(make('ul', { class: 'fields' }, ...deep.map((part) =>
      make('li', {}, folded(variantName(api, part), '', () => inside(api, part, way))))));
  }
  if (schema.items && isDeep(api, schema.items, way)) box.append(inside(api, schema.items, way));
  const any = schema.additionalProperties;
  if (any && typeof any === 'object' && isDeep(api, any, way)) {
    const label = make('span', { class: 'name' }, 'any name');
    box.append(make('ul', { class: 'fields' }, make('li', {}, folded(label, describeType(api, any), () => inside(api, any, way)))));
  }
  return box;
}

/** What tells one form of a value from the others: its constant field, or its type. */
function variantName(api, part) {
  const { schema } = resolve(api, part);
  const tags = Object.entries(schema.properties ?? {}).filter(([, field]) => field.const !== undefined);
  return tags.length ? tags.map(([key, field]) => `${key} ${JSON.stringify(field.const)}`).join(', ') : describeType(api, part);
}

function folded(name, type, body) {
  const details = make('details', {}, make('summary', {}, name, ' ', make('span', { class: 'type' }, type)));
  // Made when it is opened: a schema can be deep.
  details.addEventListener('toggle', () => details.append(body()), { once: true });
  return details;
}

function fieldsOf(api, schema, seen) {
  const required = new Set(schema.required ?? []);
  const list = make('ul', { class: 'fields' });
  for (const [key, field] of Object.entries(schema.properties ?? {})) {
    const name = make('span', {}, make('span', { class: 'name' }, key), ' ',
      required.has(key) ? make('span', { class: 'required' }, 'required ') : '');
    const type = describeType(api, field);
    const about = field.description ?? resolve(api, field).schema.description;
    list.append(make('li', {},
      isDeep(api, field, seen)
        ? folded(name, type, () => inside(api, field, seen))
        : make('span', {}, name, make('span', { class: 'type' }, type)),
      about ? make('div', { class: 'note' }, ...prose(about)) : ''));
  }
  return list;
}

/** A value that fits the schema, as far as the schema tells. */
function example(api, given, depth = 0) {
  const { schema } = resolve(api, given);
  if (given.example !== undefined) return given.example;
  if (schema.example !== undefined) return schema.example;
  if (Array.isArray(schema.examples) && schema.examples.length) return schema.examples[0];
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (depth > 6) return null;
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => example(api, part, depth + 1)));
  const parts = alternatives(schema);
  const merged = {};
  for (const [key, field] of Object.entries(schema.properties ?? {})) {
    if ((schema.required ?? []).includes(key)) merged[key] = example(api, field, depth + 1);
  }
  if (parts.length) {
    const first = example(api, parts[0], depth + 1);
    return first && typeof first === 'object' && !Array.isArray(first) ? { ...merged, ...first } : first;
  }
  const kind = kinds(schema)[0];
  if (kind === 'object' || schema.properties) return merged;
  if (kind === 'array') {
    if (Array.isArray(schema.prefixItems)) return schema.prefixItems.map((item) => example(api, item, depth + 1));
    const count = Math.min(schema.minItems ?? (schema.items ? 1 : 0), 20);
    return Array.from({ length: count }, () => example(api, schema.items ?? {}, depth + 1));
  }
  if (kind === 'integer' || kind === 'number') return schema.minimum ?? 1;
  if (kind === 'boolean') return false;
  if (kind === 'string') {
    if (schema.format === 'uuid') return '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
    if (schema.format === 'date-time') return '2026-01-01T12:00:00Z';
    return 'text'.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength ?? 80);
  }
  return null;
}

const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Everything about one operation that the page needs. */
function operationOf(api, path, method, item) {
  const operation = item[method];
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) => resolve(api, one).schema);
  const body = operation.requestBody && resolve(api, operation.requestBody).schema;
  const content = body?.content?.['application/json'];
  const security = operation.security ?? api.security ?? [];
  const needsToken = security.length > 0 && !security.some((one) => Object.keys(one).length === 0);
  return {
    path, method, operation, parameters, needsToken,
    takesToken: security.some((one) => Object.keys(one).length > 0),
    id: operation.operationId ?? `${method}${path}`,
    tag: (operation.tags ?? ['other'])[0],
    body: content ? { schema: content.schema ?? {}, example: content.example ?? Object.values(content.examples ?? {})[0]?.value, required: body.required !== false } : undefined,
  };
}

function curlOf(api, one, bodyText) {
  const lines = [`curl ${quoted(location.origin + filled(one.path, one.parameters.filter((p) => p.in === 'path'), {}))}`];
  if (one.method !== 'get' && !(one.method === 'post' && one.body)) lines[0] = lines[0].replace('curl ', `curl -X ${one.method.toUpperCase()} `);
  if (one.needsToken) lines.push('-H "Authorization: Bearer $TOKEN"');
  if (one.body) lines.push("-H 'Content-Type: application/json'", `-d ${quoted(bodyText)}`);
  return lines.join(' \\\n  ');
}

/** The path with its names replaced by values, or left in capitals. */
function filled(path, parameters, values) {
  return path.replace(/\{([^}]+)\}/g, (_, name) => {
    const value = values[name];
    return value ? encodeURIComponent(value) : name.toUpperCase();
  });
}

function copyable(text, label) {
  const button = make('button', { type: 'button', class: 'quiet', 'aria-label': `Copy ${label}` }, 'Copy');
  const pre = make('pre', { tabindex: '0' }, text);
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(pre.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(pre);
      button.textContent = 'Selected';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
  return make('div', { class: 'copied' }, pre, button);
}

/** A form that asks the server, with the token that was given. */
function tryIt(api, one, bodyText) {
  const inputs = one.parameters.filter((parameter) => parameter.in === 'path' || parameter.in === 'query');
  const fields = inputs.map((parameter) => {
    const id = `${one.id}-${parameter.name}`;
    const type = describeType(api, parameter.schema ?? {});
    return [
      make('label', { for: id }, `${parameter.name}${parameter.required ? ' (required)' : ''}: ${parameter.description ?? type}`),
      make('input', { id, name: parameter.name, required: parameter.required === true, autocomplete: 'off', spellcheck: 'false' }),
    ];
  });
  const area = one.body && make('textarea', { id: `${one.id}-body`, spellcheck: 'false' });
  if (area) area.value = bodyText;
  const output = make('output', { 'aria-live': 'polite' });
  const send = make('button', { type: 'submit' }, 'Send');
  const form = make('form', { class: 'try' }, ...fields.flat(),
    ...(area ? [make('label', { for: area.id }, 'Body'), area] : []), make('div', { class: 'row' }, send,
      one.needsToken ? make('span', { class: 'note' }, 'sends the token from the top of the page') : ''), output);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(form));
    const query = new URLSearchParams(inputs.filter((parameter) => parameter.in === 'query' && values[parameter.name])
      .map((parameter) => [parameter.name, values[parameter.name]]));
    const path = filled(one.path, inputs, values) + (query.size ? `?${query}` : '');
    const headers = {};
    const token = document.getElementById('token').value.trim();
    if (token && one.takesToken) headers.authorization = `Bearer ${token}`;
    if (area) headers['content-type'] = 'application/json';
    send.disabled = true;
    const started = performance.now();
    try {
      const response = await fetch(path, { method: one.method.toUpperCase(), headers, body: area?.value, credentials: 'omit', cache: 'no-store' });
      const text = await response.text();
      let shown = text;
      try {
        const answer = JSON.parse(text);
        shown = pretty(answer);
        // A new player wants to continue as that player.
        if (response.ok && typeof answer.token === 'string') document.getElementById('token').value = answer.token;
      } catch { /* It is no JSON. */ }
      const wait = response.headers.get('retry-after');
      output.replaceChildren(
        make('p', { class: 'note' }, `${response.status} ${response.statusText} in ${Math.round(performance.now() - started)} ms${wait ? `; ask again in ${wait} s` : ''}`),
        make('pre', { tabindex: '0' }, shown.length > 200_000 ? `${shown.slice(0, 200_000)}…` : shown || '(no body)'));
    } catch (error) {
      output.replaceChildren(make('p', { class: 'note' }, `No answer: ${error.message}. Is the server still running?`));
    }
    send.disabled = false;
  });
  return form;
}

function showOperation(api, one) {
  const details = make('details', { class: 'operation', id: one.id },
    make('summary', {},
      make('span', { class: `method ${one.method}` }, one.method),
      make('span', { class: 'path' }, one.path),
      make('span', { class: 'about' }, ...prose(one.operation.summary ?? ''))));
  details.addEventListener('toggle', () => details.append(inner(api, one)), { once: true });
  return details;
}

function inner(api, one) {
  const { operation } = one;
  const bodyText = one.body ? pretty(one.body.example ?? example(api, one.body.schema)) : '';
  const box = make('div');
  if (operation.description) box.append(make('p', {}, ...prose(operation.description)));
  if (one.needsToken) box.append(make('p', { class: 'note' }, 'Needs a token: Authorization: Bearer …'));
  else if (one.takesToken) box.append(make('p', { class: 'note' }, 'A token is optional.'));
  if (one.parameters.length) {
    box.append(make('h3', {}, 'Parameters'), make('ul', { class: 'fields' }, ...one.parameters.map((parameter) => make('li', {},
      make('span', { class: 'name' }, parameter.name), ' ',
      parameter.required ? make('span', { class: 'required' }, 'required ') : '',
      make('span', { class: 'type' }, `in ${parameter.in}, ${describeType(api, parameter.schema ?? {})}`),
      parameter.description ? make('div', { class: 'note' }, ...prose(parameter.description)) : ''))));
  }
  if (one.body) {
    const { name } = resolve(api, one.body.schema);
    box.append(make('h3', {}, 'Body ', name ? make('code', {}, name) : ''),
      isDeep(api, one.body.schema, [])
        ? inside(api, one.body.schema, [])
        : make('p', { class: 'note' }, describeType(api, one.body.schema)));
  }
  box.append(make('h3', {}, 'Answers'), make('ul', { class: 'responses' }, ...Object.entries(operation.responses ?? {}).map(([status, given]) => {
    const response = resolve(api, given).schema;
    const schema = response.content?.['application/json']?.schema;
    const head = [make('span', { class: 'code' }, status), response.description ?? '', ' ',
      schema ? make('span', { class: 'type' }, describeType(api, schema)) : ''];
    if (!schema || !isDeep(api, schema, [])) return make('li', {}, make('span', { class: 'plain' }, ...head));
    return make('li', {}, folded(make('span', {}, ...head), '', () => inside(api, schema, [])));
  })));
  const isSocket = (operation.responses ?? {})['101'] !== undefined;
  if (!isSocket) {
    box.append(make('h3', {}, 'With curl'), copyable(curlOf(api, one, bodyText), 'the curl command'));
    box.append(make('h3', {}, 'Try it'), tryIt(api, one, bodyText));
  }
  return box;
}

/** The messages of the WebSocket in one direction, as AsyncAPI has them. */
function messagesOf(socket, direction) {
  const operation = socket.operations?.[direction] ?? {};
  return (operation.messages ?? []).map((given) => {
    const { name, schema: message } = resolve(socket, given);
    return { id: `message_${name}`, name: message.name ?? name, about: message.summary ?? '', payload: message.payload ?? {} };
  });
}

function showMessage(socket, message) {
  const details = make('details', { class: 'operation', id: message.id },
    make('summary', {},
      make('span', { class: 'path' }, message.name),
      make('span', { class: 'about' }, ...prose(message.about))));
  details.addEventListener('toggle', () => details.append(inside(socket, message.payload, [])), { once: true });
  return details;
}

function show(api, socket) {
  document.getElementById('version').textContent = api.info?.version ?? '';
  const operations = Object.entries(api.paths ?? {}).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => operationOf(api, path, method, item)));
  const tags = [...new Set([...(api.tags ?? []).map((tag) => tag.name), ...operations.map((one) => one.tag)])];
  const content = document.getElementById('content');
  const list = make('details', { open: matchMedia('(min-width: 60rem)').matches }, make('summary', {}, 'All operations'));
  const rows = [];
  for (const tag of tags) {
    const of = operations.filter((one) => one.tag === tag);
    if (!of.length) continue;
    const about = (api.tags ?? []).find((known) => known.name === tag)?.description;
    const section = make('section', {}, make('h2', {}, tag), about ? make('p', { class: 'note' }, about) : '');
    const links = make('ul');
    const group = make('div', {}, make('h2', {}, tag), links);
    for (const one of of) {
      const details = showOperation(api, one);
      const link = make('li', {}, make('a', { href: `#${one.id}` }, ...prose(one.operation.summary ?? one.path)));
      section.append(details);
      links.append(link);
      const words = `${one.method} ${one.path} ${one.operation.summary ?? ''} ${one.tag} ${one.id}`.toLowerCase();
      rows.push({ words, details, link, section, group });
    }
    content.append(section);
    list.append(group);
  }
  for (const [direction, title] of [['receive', 'socket: you say'], ['send', 'socket: the server says']]) {
    const messages = messagesOf(socket, direction);
    if (!messages.length) continue;
    const section = make('section', {}, make('h2', {}, title));
    const links = make('ul');
    const group = make('div', {}, make('h2', {}, title), links);
    for (const message of messages) {
      const details = showMessage(socket, message);
      const link = make('li', {}, make('a', { href: `#${message.id}` }, message.name));
      section.append(details);
      links.append(link);
      rows.push({ words: `${message.name} ${message.about} ${title}`.toLowerCase(), details, link, section, group });
    }
    content.append(section);
    list.append(group);
  }
  document.getElementById('nav').append(list);
  const status = document.getElementById('status');
  status.hidden = true;
  document.getElementById('filter').addEventListener('input', (event) => {
    const wanted = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) {
      const fits = wanted.every((word) => row.words.includes(word));
      row.details.hidden = !fits;
      row.link.hidden = !fits;
    }
    for (const row of rows) {
      const alive = rows.some((other) => other.section === row.section && !other.details.hidden);
      row.section.hidden = !alive;
      row.group.hidden = !alive;
    }
    const found = rows.filter((row) => !row.details.hidden).length;
    status.hidden = found > 0;
    status.textContent = found ? '' : 'No operation matches.';
  });
  const openNamed = () => {
    const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (named instanceof HTMLDetailsElement) {
      named.open = true;
      named.scrollIntoView();
    }
  };
  addEventListener('hashchange', openNamed);
  openNamed();
}

function read(path) {
  return fetch(path).then((response) => {
    if (!response.ok) throw new Error(`${path}: the server answered ${response.status}`);
    return response.json();
  });
}

Promise.all([read('/openapi.json'), read('/asyncapi.json')])
  .then(([api, socket]) => show(api, socket))
  .catch((error) => {
    document.getElementById('status').textContent = `The description cannot be read: ${error.message}`;
  });
