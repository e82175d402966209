/** How far a guess was from what happened, in words: a Brier score is the square of that distance. */
export function missText(brier: number): string {
  if (brier <= 0.01) return 'Spot on.';
  if (brier <= 0.09) return 'A good guess.';
  // Half and half is right half the time, whatever happens.
  if (brier <= 0.25) return 'No worse than a toss of a coin.';
  return brier <= 0.5 ? 'Rather wrong.' : 'Quite wrong.';
}
