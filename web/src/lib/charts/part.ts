/** A share of a whole, with a word, so that nothing hangs on its colour. */
export interface Part {
  readonly name: string;
  /** The word in the bar where there is room. */
  readonly short: string;
  readonly share: number;
  readonly tone: 'worst' | 'weak' | 'fair' | 'soft' | 'good' | 'best' | 'top';
}
