/** Every word of Forty-Two that is not a sentence of a component. */
import type {
  FortyTwoBid,
  FortyTwoComparison,
  FortyTwoDeclaration,
  FortyTwoHouseRules,
  FortyTwoSkill,
  FortyTwoTile,
  PlayedEvent,
} from '@dicee/fortytwo';
import type { FoundDeal, Share } from '@dicee/fortytwo-coach';

/** Who sits where, seen from the person at this device: you, then clockwise. */
export const PLACES = ['bottom', 'left', 'top', 'right'] as const;
export type Place = (typeof PLACES)[number];

/** By the place at the table: west, north and east. */
const NAMES: Readonly<Record<Place, string>> = { bottom: 'You', left: 'Wes', top: 'Nora', right: 'Ezra' };

export function placeOf(seat: number, viewer: number): Place {
  return PLACES[(seat - viewer + 4) % 4] ?? 'bottom';
}

export function nameOf(seat: number, viewer: number): string {
  return NAMES[placeOf(seat, viewer)];
}

export const DECLARATIONS: Readonly<Record<FortyTwoDeclaration, string>> = {
  '0': 'Blanks',
  '1': 'Ones',
  '2': 'Twos',
  '3': 'Threes',
  '4': 'Fours',
  '5': 'Fives',
  '6': 'Sixes',
  doubles: 'Doubles',
  none: 'No trumps',
  nello: 'Nello',
  sevens: 'Sevens',
};

/** "Trumps: ones"; a contract without trumps by its own name. */
export function contractName(declaration: FortyTwoDeclaration): string {
  const name = DECLARATIONS[declaration];
  return declaration === 'none' || declaration === 'nello' || declaration === 'sevens' ? name : `Trumps: ${name.toLowerCase()}`;
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** "31", "1 mark", "Splash, 2 marks". */
export function bidName(bid: FortyTwoBid): string {
  const marks = /^M(\d+)$/.exec(bid)?.[1];
  if (marks) return marksName(Number(marks));
  const [kind, count] = bid.split(' ');
  return kind && count ? `${kind === 'splash' ? 'Splash' : 'Plunge'}, ${marksName(Number(count))}` : bid;
}

/** The same for a narrow button. */
export function bidShort(bid: FortyTwoBid): string {
  const [kind, count] = bid.split(' ');
  return count ? `${kind === 'splash' ? 'Splash' : 'Plunge'} ${count}` : bidName(bid);
}

export function marksName(marks: number): string {
  return `${marks} ${marks === 1 ? 'mark' : 'marks'}`;
}

/** "+2", "−1", "0": marks won less marks lost. */
export function netWords(marks: number): string {
  return marks > 0 ? `+${marks}` : marks < 0 ? `−${-marks}` : '0';
}

/** Who did better with the same deals, in a sentence; at live tables the opponents may be people. */
export function leadWords({ otherSide, deals, lead }: FortyTwoComparison, live = false): string {
  if (deals.length === 0) return 'The same deals were played at another table.';
  const marks = marksName(Math.abs(lead));
  if (otherSide && live) {
    if (lead === 0) return 'With the tiles of both sides you won as much as you lost.';
    return `With the tiles of both sides you ${lead > 0 ? 'won' : 'lost'} ${marks} more than you ${lead > 0 ? 'lost' : 'won'}.`;
  }
  if (otherSide) {
    if (lead === 0) return 'You two and the bots made the same of these deals.';
    return lead > 0 ? `Together you made ${marks} more of these deals than the bots.` : `The bots made ${marks} more of these deals than you two.`;
  }
  if (lead === 0) return 'Both tables made the same of these deals.';
  return lead > 0 ? `This table made ${marks} more of these deals.` : `The first table made ${marks} more of these deals.`;
}

export function spelled(count: number): string {
  return NUMBERS[count] ?? String(count);
}

export const SKILLS: Readonly<Record<FortyTwoSkill, { name: string; note: string }>> = {
  random: { name: 'Beginner', note: 'Plays any legal tile.' },
  heuristic: { name: 'Sensible', note: 'Counts trumps and doubles, leads trumps, gives count to its partner.' },
  strong: { name: 'Strong', note: 'Imagines how the hidden tiles may lie and plays what makes the bid most often.' },
};

/** What a table may agree on, beside the marks that win. */
export const HOUSE_RULES = [
  { name: 'nello', label: 'Nello', note: 'A bid of marks may be to lose every trick; the partner sits out.' },
  { name: 'splash', label: 'Splash', note: 'Two or three marks with three doubles; the partner names trumps and leads.' },
  { name: 'plunge', label: 'Plunge', note: 'Four marks or more with four doubles; the partner names trumps and leads.' },
  { name: 'sevens', label: 'Sevens', note: 'A bid of marks may be for tiles nearest to seven pips.' },
  { name: 'forcedBid', label: 'Forced bid', note: 'After three passes the dealer must bid at least 30.' },
] as const;

/** Straight 42. */
export const STRAIGHT: FortyTwoHouseRules = {
  nello: false,
  splash: false,
  plunge: false,
  sevens: false,
  forcedBid: false,
  targetMarks: 7,
};

/** "nello", "forced bid", "to 3": what differs from straight 42. */
export function houseWords(house: FortyTwoHouseRules): string[] {
  const on = HOUSE_RULES.filter(({ name }) => house[name]).map(({ label }) => label.toLowerCase());
  return house.targetMarks === STRAIGHT.targetMarks ? on : [...on, `to ${house.targetMarks}`];
}

/** "fives take 34 points", "nello loses every trick": what a deal was found for. */
export function foundWords({ declaration, points }: Pick<FoundDeal, 'declaration' | 'points'>): string {
  const name = DECLARATIONS[declaration].toLowerCase();
  if (declaration === 'nello') return `${name} loses every trick`;
  return `${name} take ${points === undefined ? 'every trick' : `${points} points`}`;
}

/** "68%", of deals. */
export function percent(share: Pick<Share, 'hits' | 'trials'>): string {
  return share.trials === 0 ? '–' : `${Math.round((100 * share.hits) / share.trials)}%`;
}

/** "68% of deals, 59 to 76". */
export function percentWithInterval(share: Share): string {
  return `${percent(share)} of deals, ${Math.round(100 * share.low)} to ${Math.round(100 * share.high)}`;
}

/** What screen readers and the log say about an event; empty for machinery. */
export function newsOf({ t, p }: PlayedEvent, viewer: number): string {
  const seat = typeof p['player'] === 'number' ? p['player'] : typeof p['winner'] === 'number' ? p['winner'] : null;
  const you = seat === viewer;
  const who = seat === null ? '' : nameOf(seat, viewer);
  const verb = (own: string, other: string) => `${who} ${you ? own : other}`;
  switch (t) {
    case 'HANDS_DEALT':
      return 'New tiles.';
    case 'BID_PLACED':
      return `${verb('bid', 'bids')} ${bidName(p['bid'] as FortyTwoBid)}.`;
    case 'PLAYER_PASSED':
      return `${verb('pass', 'passes')}.`;
    case 'BIDDING_COMPLETED':
      return `${verb('win', 'wins')} the bid with ${bidName(p['bid'] as FortyTwoBid)}.`;
    case 'ALL_PLAYERS_PASSED':
      return 'All passed: the next player deals.';
    case 'TRUMP_SELECTED':
      return `${verb('name', 'names')} ${DECLARATIONS[p['trump'] as FortyTwoDeclaration].toLowerCase()}.`;
    case 'DOMINO_PLAYED':
      return `${verb('play', 'plays')} ${p['domino'] as FortyTwoTile}.`;
    case 'TRICK_COMPLETED':
      return `${verb('win', 'wins')} the trick, ${String(p['points'])} ${p['points'] === 1 ? 'point' : 'points'}.`;
    case 'MARKS_AWARDED':
      return `${teamName(p['team'] as number, viewer)} get ${marksName(p['marks'] as number)}.`;
    case 'GAME_ENDED':
      return `Game over: ${p['winningTeam'] === viewer % 2 ? 'you and Nora win' : 'they win'}.`;
    default:
      return '';
  }
}

export function teamName(team: number, viewer: number): string {
  return team === viewer % 2 ? 'We' : 'They';
}
