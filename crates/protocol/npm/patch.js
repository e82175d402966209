// Applies the `patch` of a `state_update` with `changes`: JSON Patch (RFC 6902) with add, remove and replace.

/**
 * The value after a patch; the value that is given stays as it is, and whatever did not change is shared with it.
 * Throws a `RangeError` if there is nothing at a path: then the client holds another version, and asks with `resume`.
 */
export function applyPatch(value, patch) {
  return patch.reduce((state, step) => change(state, steps(step.path), step), value);
}

/** The state after `changes`, with the events that they bring. */
export function applyChanges(state, changes) {
  const { events: _, ...rest } = state;
  if (state.version !== changes.since) throw new RangeError(`expected version ${changes.since}, got ${state.version}`);
  return { ...applyPatch(rest, changes.patch), events: changes.events };
}

function steps(path) {
  if (path === '') return [];
  if (!path.startsWith('/')) throw new RangeError(`path: expected a JSON Pointer, got ${path}`);
  return path.slice(1).split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function change(value, path, step) {
  const missing = () => new RangeError(`path: expected one that is there, got ${step.path}`);
  const [name, ...rest] = path;
  if (name === undefined) {
    if (step.op === 'replace') return step.value;
    throw missing();
  }
  if (Array.isArray(value)) {
    if (rest.length === 0 && step.op === 'add' && name === '-') return [...value, step.value];
    const place = /^(0|[1-9][0-9]*)$/.test(name) ? Number(name) : value.length;
    if (place >= value.length || (rest.length === 0 && step.op === 'add')) throw missing();
    if (rest.length === 0 && step.op === 'remove') return value.toSpliced(place, 1);
    return value.with(place, change(value[place], rest, step));
  }
  if (value === null || typeof value !== 'object') throw missing();
  const known = Object.hasOwn(value, name);
  if (rest.length === 0 && step.op === 'add') return { ...value, [name]: step.value };
  if (!known) throw missing();
  if (rest.length === 0 && step.op === 'remove') {
    const { [name]: _, ...others } = value;
    return others;
  }
  return { ...value, [name]: change(value[name], rest, step) };
}
