/** A game in a browser that the driver of the other tests does not know. */
import { expect } from 'vitest';
import { BASE } from './browser';

/** What such a browser has to be able to do, whichever protocol it speaks. */
export interface Driver {
  open(url: string): Promise<void>;
  /** Waits for an element; `xpath` finds by text. */
  find(value: string, using?: 'css selector' | 'xpath'): Promise<string>;
  /** Waits for an element and clicks it, as a person does: where it is covered, this fails. */
  click(selector: string): Promise<void>;
  /** The texts of all elements that are there now. */
  texts(selector: string): Promise<string[]>;
}

const TURNS = 13;
/** Room for a phone, and for the bars that browsers of desks have above a page. */
export const WINDOW = { width: 500, height: 950 };

/** Plays alone from the first tap to the report, whose numbers add up. */
export async function playAlone(driver: Driver): Promise<void> {
  await driver.open(BASE);
  await driver.click('a.roll');
  for (let turn = 1; turn <= TURNS; turn += 1) {
    if (turn > 1) await driver.click('button.roll:not([disabled])');
    await driver.click('button.row[data-rank="1"]');
    if (turn < TURNS) await driver.find(`//footer[contains(., "Turn ${turn + 1}/${TURNS}")]`, 'xpath');
  }
  await driver.find('dl .score');
  const parts = await driver.texts('.report dl dd');
  const [optimum = 0, luck = 0, loss = 0, score = 0] = parts.map((text) => Number(text.replace('−', '-')));
  expect(parts).toHaveLength(4);
  expect(optimum + luck + loss).toBeCloseTo(score, 5);
}
