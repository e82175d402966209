/** The number from which a deal is made. */
const MOST = 0xff_ff_ff_ff;

export const SEED_FAULT = `A seed is a whole number from 0 to ${MOST}.`;

/** The seed that somebody typed; null where it is none. */
export function seedIn(typed: string): number | null {
  const text = typed.trim();
  return /^\d{1,10}$/.test(text) && Number(text) <= MOST ? Number(text) : null;
}
