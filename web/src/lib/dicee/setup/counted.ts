/** Whether a game will say how well somebody plays; people are told before it starts. */
import type { ScreenSettings } from '../table/screen.svelte';

/** Why a game that starts now does not count, as the end of a sentence; empty where it does. */
export function uncounted({ coach }: Pick<ScreenSettings, 'coach'>, ownDice: boolean): string {
  if (ownDice) return 'nobody can know how real dice were rolled';
  return coach === 'always' ? 'the coach says what is best before you decide' : '';
}
