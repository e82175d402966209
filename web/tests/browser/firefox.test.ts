/** A whole game in Debian's Firefox. `cargo xtask test --full` installs it and runs this. */
import { existsSync } from 'node:fs';
import { test } from 'vitest';
import { Firefox } from './marionette';
import { FULL } from './screens';
import { playAlone, WINDOW } from './smoke';

const PATH = process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr';
const found = existsSync(PATH);
if (FULL && !found) console.warn(`there is no ${PATH}: the game in Firefox is left out`);

test.runIf(FULL && found)('a game alone in Firefox, from the first tap to the report', { timeout: 300_000 }, async () => {
  const firefox = await Firefox.launch(PATH, WINDOW);
  try {
    await playAlone(firefox);
  } finally {
    firefox.close();
  }
});
