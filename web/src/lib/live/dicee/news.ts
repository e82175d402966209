/** What happened between two states of a Dicee table, in words: for the line under the dice and for screen readers. */
import type { DiceeState, PlayerState } from '@dicee/types';
import { CARD_FIELDS, filledBox } from '../../dicee/card';
import { listText } from '../wording';
import { scoredText } from '../../dicee/table/words';

export interface News {
  readonly kind: 'rolled' | 'scored' | 'left' | 'turn' | 'over';
  readonly seat: number;
  readonly text: string;
}

/** Own rolls and scores are left out: the screen that made them says them. */
export function newsOf(before: DiceeState, after: DiceeState): News[] {
  if (before.status === 'waiting' && after.status === 'waiting') return [];
  const own = after.you;
  const moves = after.players.flatMap((player, seat) => {
    const earlier = before.players[seat];
    return earlier ? movesOf(earlier, player, seat, own) : [];
  });
  return [...moves, ...rollOf(before, after), ...turnOf(before, after), ...endOf(before, after)];
}

/** Whether what was told last is old by now: this player has moved, or somebody has taken a box back. */
export function isOld(before: DiceeState, after: DiceeState): boolean {
  return after.players.some((player, seat) => {
    const filled = player.scorecard.turnsCompleted - (before.players[seat]?.scorecard.turnsCompleted ?? 0);
    return filled < 0 || (filled > 0 && seat === after.you);
  });
}

/** Whether a turn other than the one of the last guess was scored: what came of the guess has been read by then. */
export function isAnswerOld(before: DiceeState, after: DiceeState, guessed: string): boolean {
  const filled = ({ players }: DiceeState) => players.reduce((sum, { scorecard }) => sum + scorecard.turnsCompleted, 0);
  const more = filled(after) - filled(before);
  return more > 1 || (more === 1 && turnKey(before) !== guessed);
}

/** The turn that is going on, told apart from all others of the game; empty between games. */
export function turnKey({ currentTurn: turn }: Pick<DiceeState, 'currentTurn'>): string {
  return turn ? `${turn.playerId} ${turn.turnNumber}` : '';
}

function movesOf(before: PlayerState, after: PlayerState, seat: number, own: number | null): News[] {
  const left: News[] = after.left && !before.left ? [{ kind: 'left', seat, text: `${after.displayName} left the game.` }] : [];
  const filled = seat === own ? null : filledBox(before.scorecard, after.scorecard);
  if (!filled) return left;
  const points = after.scorecard[CARD_FIELDS[filled]] ?? 0;
  return [...left, { kind: 'scored', seat, text: scoredText(after.displayName, filled, points) }];
}

function rollOf(before: DiceeState, after: DiceeState): News[] {
  const turn = after.currentTurn;
  const seat = after.players.findIndex(({ isCurrentPlayer }) => isCurrentPlayer);
  const player = after.players[seat];
  if (!turn?.currentDice || !player || seat === after.you) return [];
  const earlier = before.currentTurn;
  const same = earlier?.playerId === turn.playerId && earlier.turnNumber === turn.turnNumber;
  if (same && earlier.rollNumber === turn.rollNumber) return [];
  return [{ kind: 'rolled', seat, text: `${player.displayName} rolled ${turn.currentDice.join(' ')}.` }];
}

function turnOf(before: DiceeState, after: DiceeState): News[] {
  const { you, currentTurn } = after;
  const mine = you !== null && after.players[you]?.playerId === currentTurn?.playerId;
  const same =
    before.currentTurn?.playerId === currentTurn?.playerId && before.currentTurn?.turnNumber === currentTurn?.turnNumber;
  return mine && currentTurn && !same ? [{ kind: 'turn', seat: you, text: 'Your turn.' }] : [];
}

function endOf(before: DiceeState, after: DiceeState): News[] {
  if (before.status !== 'active' || after.status === 'active') return [];
  return [{ kind: 'over', seat: 0, text: `The game is over. ${resultText(after)}` }];
}

/** Whether the game ends when this seat gives up: it takes two, and bots alone do not play on. */
export function endsWithout({ players }: Pick<DiceeState, 'players'>, seat: number | null): boolean {
  const staying = players.filter(({ left }, other) => other !== seat && !left);
  return staying.length < 2 || staying.every(({ bot }) => bot !== undefined);
}

/** Who gave the game up: "Bob gave up.", "Bob and Cy gave up."; the last one named ended it. */
export function gaveUpText({ players }: Pick<DiceeState, 'players'>): string {
  const names = players.filter(({ left }) => left).map(({ displayName }) => displayName);
  return names.length === 0 ? 'The game was given up.' : `${listText(names)} gave up: the game ended here.`;
}

/** "Ann wins with 231.", "Ann and Bob share the win with 231." */
export function resultText({ players, winnerIds = [] }: Pick<DiceeState, 'players' | 'winnerIds'>): string {
  const winners = players.filter(({ playerId }) => winnerIds.includes(playerId));
  const [first] = winners;
  if (!first) return 'Nobody won.';
  const names = winners.map(({ displayName }) => displayName);
  const points = first.scorecard.grandTotal;
  return names.length === 1 ? `${names[0]} wins with ${points}.` : `${names.join(' and ')} share the win with ${points}.`;
}
