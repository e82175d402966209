/** The words of a profile of Forty-Two. */
import type { FortyTwoChoice, FortyTwoMistake } from '@dicee/fortytwo-coach';
import { bidName, DECLARATIONS, nameOf } from '../wording';

/** "1 hand", "5 hands". */
export function handsName(count: number): string {
  return count === 1 ? '1 hand' : `${count} hands`;
}

/** "passed", "bid 31", "named fives", "played 5-5". */
export function did(choice: FortyTwoChoice): string {
  if ('play' in choice) return `played ${choice.play}`;
  if ('declaration' in choice) return `named ${DECLARATIONS[choice.declaration].toLowerCase()}`;
  return choice.call === null ? 'passed' : `bid ${bidName(choice.call)}`;
}

/** "pass", "bid 31", "name fives", "play 5-5". */
export function better(choice: FortyTwoChoice): string {
  if ('play' in choice) return `play ${choice.play}`;
  if ('declaration' in choice) return `name ${DECLARATIONS[choice.declaration].toLowerCase()}`;
  return choice.call === null ? 'pass' : `bid ${bidName(choice.call)}`;
}

/** What was known of the hand: who has which bid, with which trumps, or what was said so far. */
export function situation({ seen, trick }: FortyTwoMistake): string {
  if (!seen) return '';
  const { seat, bidder, bid, trump, calls } = seen;
  if (trump == null && bidder !== seat) {
    const said = calls.map((call) => (call === null ? 'pass' : bidName(call)));
    return said.length === 0 ? 'You speak first.' : `Said before you: ${said.join(', ')}.`;
  }
  const who = bidder == null ? '' : bidder === seat ? 'You' : nameOf(bidder, seat);
  const contract = `${who} bid ${bid == null ? '' : bidName(bid)}`;
  if (trump == null) return `${contract}.`;
  return `${contract}, ${DECLARATIONS[trump].toLowerCase()}. Trick ${trick ?? 1}.`;
}
