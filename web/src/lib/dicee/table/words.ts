/** The words of the table: what is shown and what is said aloud. */
import type { Category, Choice, Move, TurnAnalysis } from '@dicee/coach';
import { TRIFLE } from '@dicee/types/limits';
import { CATEGORY_NAMES } from '../card';

const COUNTS = ['no', 'one', 'two', 'three', 'four', 'five'];
const FACES = ['', 'ones', 'twos', 'threes', 'fours', 'fives', 'sixes'];

/** Names that fit half a phone. */
export const SHORT_NAMES: Readonly<Record<Category, string>> = {
  ...CATEGORY_NAMES,
  three_of_kind: '3 of a Kind',
  four_of_kind: '4 of a Kind',
  small_straight: 'Sm Straight',
  large_straight: 'Lg Straight',
};

/** "ROLL 2 DICE", or what else the big button does; real dice are rolled by hand, and entered. */
export function rollLabel(rolled: number, rollsLeft: number, first: boolean, ownDice = false): string {
  if (!first && (rollsLeft === 0 || rolled === 0)) return 'Score a box';
  if (ownDice) return rolled === 1 && !first ? 'Enter your die' : `Enter your ${first ? 5 : rolled} dice`;
  if (first) return 'Roll';
  return rolled === 1 ? 'Roll 1 die' : `Roll ${rolled} dice`;
}

/** "That roll was better than 83% of those that could have come." */
export function luckOfRoll(better: number): string {
  const percent = Math.round(100 * better);
  if (percent >= 100) return 'No better roll could have come.';
  return percent === 0 ? 'No roll could have been worse.' : `That roll was better than ${percent}% of those that could have come.`;
}

/** In place of advice while the game is not solved: "This device is solving the game once: 34%. Advice follows." */
export function solvingText(progress: number | null, failed: boolean): string {
  if (failed) return 'This device could not solve the game: there is no advice.';
  const percent = progress === null ? '' : `: ${Math.floor(100 * progress)}%`;
  return `This device is solving the game once${percent}. Advice follows.`;
}

/** Before the first roll of a game on the seed of another one. */
export const SAME_DICE = 'The same dice as in the game before: only the choices differ.';

/** Kept faces, always in ascending order, wherever the dice lie: "5 5 6". */
export function facesText(faces: readonly number[]): string {
  return [...faces].sort((a, b) => a - b).join(' ');
}

/** "keep 5 5 5", "roll all", "score Fives". */
export function choiceName(choice: Choice): string {
  if (choice.action === 'score') return `score ${CATEGORY_NAMES[choice.category]}`;
  return choice.keep.length === 0 ? 'roll all' : `keep ${facesText(choice.keep)}`;
}

/** "keep 5 5 5", "score Fives for 15". */
export function moveName(move: Move): string {
  if (move.action === 'score') return `score ${CATEGORY_NAMES[move.category]} ${forPoints(move)}`;
  return move.dice.length === 0 ? 'roll all five' : `keep ${facesText(move.dice)}`;
}

/** "kept 5 5 5", "scored Fives for 15". */
export function past(move: Move): string {
  if (move.action === 'score') return `scored ${CATEGORY_NAMES[move.category]} ${forPoints(move)}`;
  return move.dice.length === 0 ? 'rolled all five' : `kept ${facesText(move.dice)}`;
}

/** "for 15", "for 0 and 100 bonus". */
function forPoints({ points, bonus }: { points: number; bonus: number }): string {
  return `for ${points}${bonus > 0 ? ` and ${bonus} bonus` : ''}`;
}

/**
 * What a score and its turn gave away, after "Threes 6": the box first, so that the loss of a keep is not taken for the
 * loss of the box. Empty until it is known, and where nothing worth a word was lost.
 */
/** Why nothing is told before a decision. */
export const COACH_AFTERWARDS = 'The coach speaks after each move here.';
export const COACH_SILENT = 'The coach is silent at this table.';

export function scoredNote(boxLoss: number | null, turnLoss: number | null): string {
  if (boxLoss === null || turnLoss === null || turnLoss < TRIFLE) return '';
  const turn = `This turn gave away ${turnLoss.toFixed(1)}.`;
  if (boxLoss < TRIFLE) return `, the best box. ${turn}`;
  const box = `, ${boxLoss.toFixed(1)} below best.`;
  return turnLoss - boxLoss < TRIFLE ? box : `${box} ${turn}`;
}

/** In place of what the big button does, while somebody else is to move. */
export function playingText(name: string): string {
  return name === 'You' ? 'You are playing' : `${name} is playing`;
}

/** For people who want no numbers: "Keep the three fives." */
export function plainAdvice(choice: Choice, analysis: TurnAnalysis): string {
  if (choice.action === 'score') {
    const points = analysis.categories.find(({ category }) => category === choice.category)?.score ?? 0;
    const name = CATEGORY_NAMES[choice.category];
    return points > 0 ? `Fill ${name} for ${points}.` : `Give up ${name}.`;
  }
  if (choice.keep.length === 0) return 'Roll all five again.';
  const faces = [...new Set(choice.keep)];
  const [face = 0] = faces;
  if (faces.length === 1) {
    const count = choice.keep.length;
    if (count === 1) return `Keep the ${face}.`;
    return `Keep the ${COUNTS[count] ?? count} ${FACES[face] ?? ''}.`;
  }
  return `Keep ${facesText(choice.keep)}.`;
}

/** A refusal as people read it: boxes by their names, and a sentence. */
export function refusalText(message: string): string {
  const ids = new RegExp(`\\b(${Object.keys(CATEGORY_NAMES).join('|')})\\b`, 'g');
  const named = message.replace(ids, (id) => CATEGORY_NAMES[id as Category]);
  const sentence = named.charAt(0).toUpperCase() + named.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** What falls: "Rolled 5, 2, 5, 6, 5. 2 rolls left." */
export function rolledText(dice: readonly number[], rollsLeft: number): string {
  const left = rollsLeft === 0 ? 'Choose a box.' : `${rollsLeft} ${rollsLeft === 1 ? 'roll' : 'rolls'} left.`;
  return `Rolled ${dice.join(', ')}. ${left}`;
}

/** What a screen reader calls the card: "Your scorecard", "Scorecard of Ann". */
export function scorecardOf(name: string): string {
  return name === 'You' ? 'Your scorecard' : `Scorecard of ${name}`;
}

/** Whose turn it is, to somebody who shares the device: "Your turn.", "Ann’s turn." */
export function turnText(name: string): string {
  return `${ofName(name)} turn.`;
}

/** After the last box: "The game is over: 241 points.", "The game is over: You 241, Skilled 230." */
export function overText(players: readonly { name: string; points: number }[]): string {
  const [first] = players;
  const points = players.length === 1 && first ? `${first.points} points` : players.map(({ name, points }) => `${name} ${points}`).join(', ');
  return `The game is over: ${points}.`;
}

export function scoredText(name: string, category: Category, points: number): string {
  return `${name} scored ${points} in ${CATEGORY_NAMES[category]}.`;
}

const SIGNED = new Intl.NumberFormat('en', {
  signDisplay: 'exceptZero',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** "+4.6", "−17.6", "0.0". */
export function signed(value: number): string {
  return SIGNED.format(value).replace('-', '−');
}

/** A cost: "−3.31", or "0.00" for the best. */
export function cost(loss: number, decimals = 2): string {
  const text = loss.toFixed(decimals);
  return Number(text) === 0 ? text : `−${text}`;
}

/** How a chance was counted: "If you play for this box alone, the dice bring points in it in 11 of 36 cases, all equally likely." */
export function countedText(fraction: string, rollsLeft: number): string {
  if (rollsLeft === 0) return 'No roll is left: these dice bring points in it, or they do not.';
  const [ways, all] = fraction.split('/');
  if (all === undefined) return ways === '0' ? 'However the dice fall, it gets nothing.' : 'It gets points however the dice fall.';
  const many = (digits: string | undefined) => BigInt(digits ?? '0').toLocaleString('en');
  return `If you play for this box alone, the dice bring points in it in ${many(ways)} of ${many(all)} cases, all equally likely.`;
}

/** "three", for counts up to five. */
export function countWord(count: number): string {
  return COUNTS[count] ?? String(count);
}

/** "Your", "Ann’s". */
export function ofName(name: string): string {
  return name === 'You' ? 'Your' : `${name}’s`;
}
