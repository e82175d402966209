/** Every screen that is checked for access and fit, and photographed. A new screen adds its lines here. */
import type { Page } from 'playwright-core';
import { gameShown } from './browser';
import { liveFive, liveOpened, liveSheet, liveStarted } from './live-tables';

export interface Screen {
  readonly name: string;
  /** Below the address of the server. */
  readonly path: string;
  /** Brings the page into the state that is meant. */
  readonly ready?: (page: Page) => Promise<void>;
  /** All of it is in sight on a phone: a table whose card had to be scrolled would hide what can be chosen. */
  readonly whole?: true;
  /** Checked at full length only: a sheet beside others like it. */
  readonly full?: true;
}

/** Every size, theme and text size takes its time: `cargo xtask test --full` asks for it. */
export const FULL = process.env['DICEE_FULL'] === '1';

const LATE = '#dice=12346&left=0&closed=ones.sixes.full_house.dicee&upper=9&dicee=50';

async function openEverything(page: Page): Promise<void> {
  await gameShown(page);
  await page.getByRole('button', { name: 'Exact odds' }).click();
  await page.getByText('How to read the card').click();
}

/** Starts a game alone and rolls; the whole game prices the dice. */
async function rolled(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Roll/ }).click();
  await page.locator('button.row[data-rank="1"]').waitFor();
}

/** Waits until a sheet of the lab has its answer, and the log is there to roll into. */
async function pools(page: Page): Promise<void> {
  await page.locator('.bar .roll:not([disabled])').waitFor();
  await page.locator('.know :is(figure svg, table)').first().waitFor();
}

/** Deals a game of Forty-Two from the set-up: one in which nobody bids more than two marks. */
export async function fortyTwoDealt(page: Page): Promise<void> {
  await page.getByText('Sensible', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Seed of the first deal' }).fill('42');
  await page.getByRole('button', { name: 'Deal me in' }).click();
  await page.locator('.ladder').waitFor();
}

/** Wins its auction. */
async function fortyTwoWon(page: Page): Promise<void> {
  await fortyTwoDealt(page);
  await page.getByRole('button', { name: 'Bid 2 marks' }).click();
  await page.getByRole('button', { name: 'Skip to my turn' }).click({ timeout: 3_000 }).catch(() => undefined);
  await page.locator('section[aria-label="Name trumps"]').waitFor();
}

async function fortyTwoLed(page: Page): Promise<void> {
  await fortyTwoWon(page);
  await page.locator('section[aria-label="Name trumps"] button').first().click();
  await page.locator('.hand button.legal').first().click();
}

/** Plays the hand to its end, always the first tile that may be played. */
async function fortyTwoPlayed(page: Page): Promise<void> {
  const over = page.getByRole('button', { name: /Review this hand|Review every play/ });
  const tile = page.locator('.hand button.legal').first();
  const skip = page.getByRole('button', { name: 'Skip to my turn' });
  for (;;) {
    await over.or(skip).or(tile).first().waitFor();
    if (await over.isVisible()) break;
    // What is there now may be gone when it is clicked: the table goes on by itself.
    const next = (await skip.isVisible()) ? skip : tile;
    await next.click({ timeout: 3_000 }).catch(() => undefined);
  }
}

async function fortyTwoReviewed(page: Page): Promise<void> {
  await fortyTwoLed(page);
  await fortyTwoPlayed(page);
  await page.getByRole('button', { name: /Review this hand|Review every play/ }).click();
  await page.getByText('best play by all').waitFor();
}

/** A game of one hand, to one mark, and the sheet that sends its deals on. */
async function fortyTwoSent(page: Page): Promise<void> {
  for (let marks = 7; marks > 1; marks -= 1) await page.getByRole('button', { name: 'Marks to win: less' }).click();
  await fortyTwoLed(page);
  await fortyTwoPlayed(page);
  // The hand is over, and with it the game.
  const end = page.getByRole('button', { name: 'Same deals again' });
  const next = page.getByRole('button', { name: /^(Next hand|Finish the game)$/ });
  await end.or(next).first().waitFor();
  if (await next.isVisible()) await next.click();
  await end.click();
  await page.getByRole('textbox', { name: 'Link to the same deals' }).waitFor();
}

/** A game on this device that is over, with mistakes in it: the one it has, or a new one of first open boxes. */
async function reported(page: Page): Promise<void> {
  const games = page.getByText('Finished games');
  if ((await games.count()) > 0) {
    await games.click();
    await page.locator('details li').first().getByRole('link').click();
  } else {
    await page.goto(new URL('/dicee/play?new', page.url()).href);
    for (let turn = 1; turn <= 13; turn += 1) {
      await page.getByText(`Turn ${turn}/13`).waitFor();
      await rolled(page);
      await page.locator('button.row:not([aria-disabled="true"])').first().click();
    }
  }
  await page.locator('dl .score').waitFor();
  await page.getByRole('button', { name: /^Retry your/ }).waitFor();
}

/** A game against two bots that do not think, with the dice of the second turn on the table. */
async function againstBots(page: Page): Promise<void> {
  await page.getByText('Bots', { exact: true }).click();
  await page.getByText('Casual', { exact: true }).click();
  await page.locator('a.play').click();
  await rolled(page);
  await page.locator('button.row[data-rank="1"]').click();
  await page.getByText('Turn 2/13').waitFor();
  await page.locator('button.roll:enabled').waitFor({ timeout: 30_000 });
  await rolled(page);
}

/** Five people around one device; the fourth has rolled. */
async function together(page: Page): Promise<void> {
  await page.getByText('Together', { exact: true }).click();
  for (const [place, name] of ['Ann', 'Bartholomew', 'Cy', 'Dorothea', 'Eve'].entries()) {
    if (place > 1) await page.getByRole('button', { name: 'One more' }).click();
    await page.getByLabel(`Name of player ${place + 1}`).fill(name);
  }
  await page.locator('a.play').click();
  for (let turn = 1; turn <= 4; turn += 1) {
    await rolled(page);
    if (turn < 4) await page.locator('button.row[data-rank="1"]').click();
    if (turn < 4) await page.locator('button.roll', { hasText: '3 of 3 rolls left' }).waitFor();
  }
}

/** Rules under which a second Dicee must go to its own upper box, and real dice, so that it surely falls: a refusal. */
async function refused(page: Page): Promise<void> {
  await page.getByText('Rules and dice').click();
  await page.locator('input[value="forced_dicee"]').check({ force: true });
  await page.getByRole('switch', { name: 'Your own dice' }).press('Space');
  await page.locator('a.play').click();
  for (const box of ['dicee', 'chance']) {
    await page.getByRole('button', { name: 'Enter your 5 dice' }).click();
    for (let die = 1; die <= 5; die += 1) await page.getByRole('dialog').getByRole('button', { name: '1', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('button.row[data-rank="1"]').waitFor();
    // A box that is not allowed can still be pressed: the table says why it is not filled.
    await page.locator(`button.row[data-category="${box}"]`).click({ force: true });
  }
  await page.locator('.refusal').waitFor();
}

export const SCREENS: readonly Screen[] = [
  { name: 'fortytwo-setup', path: '42' },
  { name: 'fortytwo-bid', path: '42', ready: fortyTwoDealt },
  { name: 'fortytwo-trump', path: '42', ready: fortyTwoWon },
  { name: 'fortytwo-play', path: '42', ready: fortyTwoLed },
  {
    name: 'fortytwo-menu',
    path: '42/play',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'fortytwo-review', path: '42', ready: fortyTwoReviewed },
  {
    name: 'fortytwo-house',
    path: '42',
    full: true,
    ready: async (page) => {
      for (const rule of await page.getByRole('switch').all()) await rule.press('Space');
      await fortyTwoDealt(page);
      await page.getByText(/^House rules: ./).waitFor();
    },
  },
  {
    name: 'fortytwo-look-back',
    path: '42',
    full: true,
    ready: async (page) => {
      await fortyTwoLed(page);
      await page.getByRole('button', { name: 'Look back', exact: true }).click();
      await page.getByRole('button', { name: 'One step back' }).click();
      await page.getByRole('button', { name: 'Back to now' }).waitFor();
    },
  },
  {
    name: 'fortytwo-last-trick',
    path: '42',
    full: true,
    ready: async (page) => {
      await fortyTwoLed(page);
      await fortyTwoPlayed(page);
      await page.getByRole('button', { name: 'Last trick' }).click();
      await page.getByRole('dialog', { name: 'Last trick' }).waitFor();
    },
  },
  { name: 'fortytwo-duplicate', path: '42', full: true, ready: fortyTwoSent },
  {
    name: 'fortytwo-lab',
    path: '42/lab',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Deal the rest' }).click();
      await page.getByRole('button', { name: 'Every declaration' }).click();
      await page.getByText('bid and lead').waitFor();
      await page.getByRole('button', { name: 'What to play' }).click();
      await page.getByText('of possible deals').waitFor();
    },
  },
  { name: 'setup', path: 'dicee', ready: (page) => page.getByText('Bots', { exact: true }).click() },
  { name: 'table', path: 'dicee/play', whole: true, ready: (page) => page.locator('footer .key').first().waitFor() },
  { name: 'table-rolled', path: 'dicee/play?new', whole: true, ready: rolled },
  {
    name: 'table-menu',
    path: 'dicee/play?new',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'table-expert',
    path: 'dicee/play?new',
    whole: true,
    ready: async (page) => {
      await rolled(page);
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByText('Expert', { exact: true }).click();
      await page.keyboard.press('Escape');
      await page.locator('.die').first().click();
    },
  },
  { name: 'table-bots', path: 'dicee', whole: true, ready: againstBots },
  { name: 'table-together', path: 'dicee', whole: true, ready: together },
  { name: 'table-refused', path: 'dicee', ready: refused },
  {
    name: 'table-own-dice',
    path: 'dicee',
    ready: async (page) => {
      await page.getByText('Rules and dice').click();
      await page.getByRole('switch', { name: 'Your own dice' }).press('Space');
      await page.locator('a.play').click();
      await page.getByRole('button', { name: 'Enter your 5 dice' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'table-why',
    path: 'dicee/play?new',
    ready: async (page) => {
      await rolled(page);
      await page.keyboard.press('w');
      await page.getByRole('dialog').getByText('Detail', { exact: true }).click();
      await page.getByText('Your chance at each box').waitFor();
    },
  },
  {
    name: 'table-map',
    path: 'dicee/play?new',
    ready: async (page) => {
      await rolled(page);
      await page.locator('.die').first().click();
      await page.keyboard.press('t');
      await page.getByRole('dialog').locator('li').first().waitFor();
    },
  },
  { name: 'mistakes', path: 'learn/mistakes', ready: (page) => page.getByText('There are none yet.').waitFor() },
  { name: 'report', path: 'dicee', ready: reported },
  {
    name: 'retry',
    path: 'dicee',
    ready: async (page) => {
      await reported(page);
      await page.getByRole('button', { name: /^Retry your/ }).click();
      await page.locator('.die[data-face]').first().waitFor();
    },
  },
  { name: 'live-waiting', path: 'lobby', ready: liveOpened },
  { name: 'live-table', path: 'lobby', whole: true, ready: liveStarted },
  { name: 'live-five', path: 'lobby', whole: true, full: true, ready: liveFive },
  { name: 'live-sheet', path: 'lobby', ready: liveSheet },
  { name: 'table-missing', path: 'dicee/play#id=nobody', ready: (page) => page.getByText('not on this device').waitFor() },
  {
    name: 'replay-damaged',
    path: 'dicee/replay#g=garbage',
    ready: (page) => page.getByRole('alert').waitFor(),
  },
  { name: 'home', path: '' },
  { name: 'lobby', path: 'lobby', ready: (page) => page.getByText('Rules', { exact: true }).click() },
  { name: 'learn', path: 'learn' },
  { name: 'how', path: 'learn/how', ready: (page) => page.getByText('Your choice is worth').waitFor() },
  { name: 'lesson', path: 'learn/lesson/keeps', ready: (page) => page.locator('footer .key').first().waitFor() },
  { name: 'puzzle', path: 'learn/puzzle#date=2026-11-15', ready: (page) => page.locator('footer .key').first().waitFor() },
  { name: 'odds', path: 'learn/odds', ready: (page) => page.getByRole('slider').waitFor() },
  { name: 'twin', path: 'learn/twin', ready: (page) => page.getByText('It is known after').waitFor() },
  {
    name: 'offline',
    path: 'learn',
    ready: async (page) => {
      await page.evaluate(() => window.dispatchEvent(new Event('offline')));
      await page.getByText('Offline: tables with others wait.').waitFor();
    },
  },
  { name: 'rules', path: 'rules' },
  { name: 'rules-dicee', path: 'rules/dicee' },
  { name: 'rules-42', path: 'rules/42' },
  { name: 'rules-pools', path: 'rules/pools' },
  { name: 'settings', path: 'settings' },
  {
    name: 'me',
    path: 'me',
    ready: async (page) => {
      await page.getByLabel('Name of another player').fill('Ann-Sophie von Hohenstein-Wagner');
      await page.getByRole('button', { name: 'Add' }).click();
      await page.getByRole('button', { name: 'Rename Player 1' }).click();
    },
  },
  {
    name: 'me-moving',
    path: `me#move=${btoa(JSON.stringify(['p-1', 'Ann', 's3cret'])).replace(/=+$/, '')}`,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Yes, move here' }).click();
      await page.getByRole('button', { name: 'Move to another device…' }).click();
      await page.getByRole('img', { name: /^Code/ }).waitFor();
    },
  },
  { name: 'privacy', path: 'privacy' },
  ...['', '/contest', '/extended', '/attack'].map((sheet) => ({
    name: `pools${sheet.replace('/', '-')}`,
    path: `pools${sheet}${sheet === '' ? '#e=6d10>=8b1&e=8d10>=8b1&dc=2' : ''}`,
    ready: pools,
  })),
  ...['Session', 'Presets', 'LOG 0', 'SHARE'].map((button) => ({
    name: `pools-${button.toLowerCase().replace(' 0', '')}`,
    path: 'pools',
    ready: async (page: Page) => {
      await pools(page);
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('dialog').waitFor();
    },
  })),
  {
    name: 'pools-session-contest',
    path: 'pools/contest',
    ready: async (page) => {
      await pools(page);
      await page.getByRole('button', { name: 'Session' }).click();
      const sheet = page.getByRole('dialog');
      for (const [name, pool, dice] of [['Mira', 'stealth', '7'], ['Goblin chief', 'perception', '5d10>=8b1']] as const) {
        await sheet.getByLabel('Character', { exact: true }).fill(name);
        await sheet.getByLabel('Pool', { exact: true }).fill(pool);
        await sheet.getByLabel('Dice', { exact: true }).fill(dice);
        await sheet.getByRole('button', { name: 'Add', exact: true }).click();
        await sheet.getByRole('button', { name: new RegExp(`^${name}, ${pool}`) }).waitFor();
      }
    },
  },
  ...(['', '/contest', '/extended', '/attack'] as const).map((sheet) => ({
    name: `pools${sheet.replace('/', '-')}-rolled`,
    path: `pools${sheet}`,
    ...(sheet === '' ? {} : { full: true as const }),
    ready: async (page: Page) => {
      await pools(page);
      await page.locator('.bar .roll').click();
      // Screens of one device share its log.
      await page.getByRole('button', { name: /^LOG [1-9]/ }).waitFor();
      if (sheet === '') await page.getByRole('button', { name: /^LOG [1-9]/ }).click();
    },
  })),
  {
    name: 'pools-sweep',
    path: 'pools',
    ready: async (page) => {
      await pools(page);
      await page.getByText('Sweep: more dice').click();
      await page.getByRole('region', { name: 'The chance in percent' }).waitFor();
    },
  },
  {
    name: 'pools-fault',
    path: 'pools#e=%25%25',
    ready: (page) => page.getByText('No answer yet').waitFor(),
  },
  { name: 'not-found', path: 'nowhere' },
  {
    name: 'keys',
    path: 'dicee/analyse',
    ready: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keys on this screen' }).waitFor();
    },
  },
  { name: 'analyse', path: 'dicee/analyse#dice=55526&left=2', ready: gameShown },
  { name: 'analyse-late', path: `dicee/analyse${LATE}`, ready: openEverything },
  {
    name: 'analyse-fault',
    path: 'dicee/analyse#dice=12346&left=2&closed=ones&upper=99',
    ready: (page) => page.locator('#upper-fault').waitFor(),
  },
  {
    name: 'analyse-die',
    path: 'dicee/analyse',
    ready: async (page) => {
      await gameShown(page);
      await page.locator('.die').first().click();
    },
  },
];

/** The screens that are checked in a run of this length. */
export const CHECKED: readonly Screen[] = SCREENS.filter(({ full }) => FULL || !full);

export const THEMES = ['light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const SIZES: readonly Size[] = [
  { width: 320, height: 568 },
  { width: 375, height: 667 },
  { width: 667, height: 375 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

/** Opens a screen and waits until it has what it shows. */
export async function open(page: Page, base: string, screen: Screen): Promise<void> {
  await page.goto(base + screen.path);
  await hydrated(page);
  await screen.ready?.(page);
}

/** Waits until the page answers to the keyboard and to clicks. */
export async function hydrated(page: Page): Promise<void> {
  await page.locator('html[data-theme][data-profile]').waitFor({ state: 'attached' });
}

/** Puts the theme on the page as the settings do, and waits until no colour is still on its way to another. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(async (name) => {
    document.documentElement.dataset['theme'] = name;
    await new Promise(requestAnimationFrame);
    const running = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(running.map(({ finished }) => finished));
  }, theme);
}
