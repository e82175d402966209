/** Thrown as an `Error` with these fields: a command that the rules do not allow. */
export interface Refusal extends Error {
  name: "Refusal";
  /** For machines, such as `ERR_NOT_YOUR_TURN`. */
  code: string;
  /** The field of the command at fault, where there is one. */
  field?: string;
}

/** Thrown for a link that holds no game, and for a log that does not hold. */
export interface StoredGameError extends Error {
  name: "LinkError" | "LogError";
  code: string;
}
