import type { GameState, PatchOperation, StateChanges } from './index.js';

/**
 * The value after a patch; the value that is given stays as it is, and whatever did not change is shared with it.
 * Throws a `RangeError` if there is nothing at a path: then the client holds another version, and asks with `resume`.
 */
export function applyPatch<T>(value: T, patch: PatchOperation[]): T;

/** The state after `changes`, with the events that they bring. Throws a `RangeError` if they are for another version. */
export function applyChanges(state: GameState, changes: StateChanges): GameState;
