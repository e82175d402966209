/**
 * What a screen reader hears of a game on this device beyond what its person does: the boxes that bots fill, whose turn it is, and
 * how it ended. The screen itself says the rolls and boxes of people.
 */
import type { DiceeView } from '@dicee/table';
import { CARD_FIELDS, filledBox } from '../card';
import { currentSeat, seatsInTurn } from '../moment';
import { overText, scoredText, turnText } from '../table/words';

export class Narrator {
  #last: DiceeView | null = null;

  /** What is new since the last view; empty where nothing is, and for the first one. */
  news(view: DiceeView, nameOf: (seat: number) => string): string {
    const last = this.#last;
    this.#last = view;
    if (!last || last === view) return '';
    const boxes = boxesOfBots(last, view, nameOf);
    return [...boxes, ...endOrTurn(last, view, boxes.length > 0, nameOf)].join(' ');
  }
}

function boxesOfBots(last: DiceeView, view: DiceeView, nameOf: (seat: number) => string): string[] {
  return view.players.flatMap(({ bot, scorecard }, seat) => {
    const before = last.players[seat]?.scorecard;
    const filled = bot && before ? filledBox(before, scorecard) : null;
    return filled ? [scoredText(nameOf(seat), filled, scorecard[CARD_FIELDS[filled]] ?? 0)] : [];
  });
}

function endOrTurn(last: DiceeView, view: DiceeView, botsPlayed: boolean, nameOf: (seat: number) => string): string[] {
  if (view.status === 'completed') {
    if (last.status === 'completed') return [];
    return [overText(seatsInTurn(view).map((seat) => ({ name: nameOf(seat), points: view.players[seat]?.scorecard.grandTotal ?? 0 })))];
  }
  const seat = currentSeat(view);
  const isNew = botsPlayed || seat !== currentSeat(last);
  if (seat === null || !isNew || view.players[seat]?.bot) return [];
  return [turnText(nameOf(seat))];
}
