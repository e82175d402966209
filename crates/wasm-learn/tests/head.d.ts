/** The thirteen boxes of the card. */
export type Category = DiceeCategory;

/** Thrown as an `Error` with these fields when the input cannot be. */
export interface InputError extends Error {
  name: "InputError";
  /** The field that is wrong, for example `dice`. */
  field: string;
  /** What would have been accepted. */
  expected: string;
  /** What came. */
  actual: string;
}
