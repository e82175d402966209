/** The short code of a table as people type it. */
import { CODE_LENGTH } from '@dicee/types/limits';

/** Letters and digits alone, in capitals: what somebody typed or pasted, also a whole link. */
export function cleanCode(typed: string): string {
  const inLink = /\/t\/([0-9a-z]+)/i.exec(typed)?.[1];
  return (inLink ?? typed).replace(/[^0-9a-z]/gi, '').toUpperCase().slice(0, CODE_LENGTH);
}

/** The query of a table that was opened for the people of the last game. */
export const AGAIN = '?again';

export function tablePath(code: string): string {
  return `/t/${code}`;
}
