/** All that a screen knows about a table, wherever its game lives. */

export type TableStatus = 'ready' | 'sending' | 'offline';

/** Why a command was not carried out. */
export interface Refusal {
  /** For machines, such as `ERR_NOT_YOUR_TURN`. */
  code: string;
  message: string;
  /** The field of the command at fault, where there is one. */
  field?: string;
}

export interface Table<View, Command> {
  /** The game as it is shown: now, or as it stood at the version that `at` asked for. */
  readonly view: View;
  /** The seat this screen plays for; null for a spectator. */
  readonly seat: number | null;
  /** How many events there are; `at` takes any number up to it. */
  readonly version: number;
  readonly status: TableStatus;
  /** Why the last command was not carried out; null once another one was. */
  readonly refusal: Refusal | null;
  send(command: Command): Promise<void>;
  /** Time travel; null is now. */
  at(version: number | null): void;
}

/** A table whose people roll real dice: they enter what fell, a face for each die that is rolled. */
export interface EntersDice<Command> {
  readonly ownDice: boolean;
  sendRolled(command: Command, faces: number[]): Promise<void>;
}
