/** A whole game in Debian's WebKit. `cargo xtask test --full` installs it and runs this. */
import { existsSync } from 'node:fs';
import { test } from 'vitest';
import { FULL } from './screens';
import { playAlone, WINDOW } from './smoke';
import { WebKit } from './webkit';

const DRIVER = process.env['WEBKIT_DRIVER'] ?? '/usr/bin/WebKitWebDriver';
const SCREEN = '/usr/bin/Xvfb';
const missing = [DRIVER, SCREEN].filter((path) => !existsSync(path));
if (FULL && missing.length > 0) console.warn(`there is no ${missing.join(' and no ')}: the game in WebKit is left out`);

test.runIf(FULL && missing.length === 0)('a game alone in WebKit, from the first tap to the report', { timeout: 300_000 }, async () => {
  const webkit = await WebKit.launch(DRIVER, SCREEN, WINDOW);
  try {
    await playAlone(webkit);
  } finally {
    await webkit.close();
  }
});
