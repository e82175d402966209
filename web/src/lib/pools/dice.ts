/** Dice as they are typed: a whole number is a pool, anything else an expression. */
export function diceOf(text: string): number | string {
  const trimmed = text.trim();
  return /^-?\d{1,6}$/.test(trimmed) ? Number(trimmed) : trimmed;
}

/** So many dice, in words. */
export function diceWords(dice: number | string): string {
  if (typeof dice === 'string') return dice;
  return dice === 1 ? '1 die' : `${dice} dice`;
}
