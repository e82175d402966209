/** A whole game in Debian's Firefox. `cargo xtask test --full` installs it and runs this. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BASE } from './browser';
import { Firefox } from './marionette';
import { FULL } from './screens';

const PATH = process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr';
const found = existsSync(PATH);
if (FULL && !found) console.warn(`there is no ${PATH}: the game in Firefox is left out`);

const TURNS = 13;
/** Room for a phone, and for the bars that Firefox has above a page. */
const WINDOW = { width: 500, height: 950 };

test.runIf(FULL && found)('a game alone in Firefox, from the first tap to the report', { timeout: 300_000 }, async () => {
  const firefox = await Firefox.launch(PATH, WINDOW);
  try {
    await firefox.open(BASE);
    await firefox.click('a.roll');
    for (let turn = 1; turn <= TURNS; turn += 1) {
      if (turn > 1) await firefox.click('button.roll:not([disabled])');
      await firefox.click('button.row[data-rank="1"]');
      if (turn < TURNS) await firefox.find(`//footer[contains(., "Turn ${turn + 1}/${TURNS}")]`, 'xpath');
    }
    await firefox.find('dl .score');
    const parts = await firefox.texts('.report dl dd');
    const [optimum = 0, luck = 0, loss = 0, score = 0] = parts.map((text) => Number(text.replace('−', '-')));
    expect(parts).toHaveLength(4);
    expect(optimum + luck + loss).toBeCloseTo(score, 5);
  } finally {
    firefox.close();
  }
});
