/**
 * A live table of Forty-Two in real browsers: four people bid, name trumps, play tiles and turn tricks over, one of them
 * over a connection that is cut in the middle of a hand, and a fifth watches. What each browser was sent is searched for
 * tiles of others.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE, DESKTOP, launch, PHONE, shot, violations, watchedPage } from './browser';
import { CuttingProxy } from './proxy';
import { hydrated } from './screens';

let browser: Browser;
let proxy: CuttingProxy;

beforeAll(async () => {
  browser = await launch();
  proxy = await CuttingProxy.start(BASE);
});
afterAll(async () => {
  await browser.close();
  await proxy.stop();
});

/** A tile as a word of its own: no date, no id. */
const TILE = /(?<![\w-])[0-6]-[0-6](?![\w-])/g;

interface Person {
  readonly name: string;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly complaints: string[];
  /** What the server said on sockets. */
  readonly heard: string[];
}

async function person(name: string, viewport = PHONE): Promise<Person> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  // Tricks stay until somebody turns them over.
  await context.addInitScript(() => localStorage.setItem('dicee.settings', JSON.stringify({ agree: 'ask', confirmPlays: false })));
  const { page, complaints } = await watchedPage(context);
  const heard: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))));
  return { name, context, page, complaints, heard };
}

/** The tiles in a person's hand, as the page shows them. */
async function handOf({ page }: Person): Promise<string[]> {
  const labels = await page.locator('.hand button').evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('aria-label') ?? ''));
  return labels.flatMap((label) => label.match(TILE) ?? []);
}

/** Does what this person can do now, if anything: returns what it was. */
async function act({ page }: Person): Promise<string | null> {
  const doing = async (what: string, selector: string): Promise<string | null> => {
    const button = page.locator(selector).first();
    if ((await button.count()) === 0) return null;
    // Somebody else may be quicker, as with a trick that two turn over.
    return button.click({ timeout: 2_000 }).then(
      () => what,
      () => null,
    );
  };
  return (
    (await doing('agree', '.act .main:has-text("Turn it over")')) ??
    (await doing('next', '.act .main:is(:has-text("Next hand"), :has-text("Finish the game"))')) ??
    (await doing('bid', 'section[aria-label="Your bid"] button[aria-label^="Bid 30"]')) ??
    (await doing('pass', 'section[aria-label="Your bid"] button:has-text("Pass")')) ??
    (await doing('trump', 'section[aria-label="Name trumps"] button')) ??
    (await doing('play', '.hand button.legal'))
  );
}

test('four people play a hand, one of them over a cut connection, and a fifth watches', { timeout: 240_000 }, async () => {
  const people = [
    await person('Ann'),
    await person('Bob', DESKTOP),
    await person('Cy'),
    await person('Dee'),
  ];
  const watcher = await person('Eve', DESKTOP);
  const [ann, bob] = people as [Person, Person, Person, Person];
  await ann.page.goto(`${BASE}lobby`);
  await hydrated(ann.page);
  await ann.page.getByLabel('Your name').fill('Ann');
  await ann.page.getByText('Forty-Two', { exact: true }).first().click();
  await ann.page.getByRole('button', { name: 'Open the table' }).click();
  await ann.page.waitForURL(/\/t\/[A-Z0-9]{6}$/);
  const code = ann.page.url().slice(-6);
  for (const each of people.slice(1)) {
    // Bob's connection is the one that is cut.
    await each.page.goto(`${each === bob ? proxy.base : BASE}t/${code}`);
    await each.page.getByLabel('Your name').fill(each.name);
    await each.page.getByRole('button', { name: 'Sit down' }).click();
    await each.page.getByText(`${each.name} (you)`).waitFor();
  }
  await watcher.page.goto(`${BASE}t/${code}`);
  await watcher.page.getByText('No seat is free.').waitFor();
  await ann.page.getByRole('button', { name: 'Start the game' }).click();
  for (const { page } of [...people, watcher]) await page.locator('.board').waitFor();

  for (const { page } of people) await page.locator('.hand button').nth(6).waitFor();
  const dealt = await Promise.all(people.map(handOf));
  expect(new Set(dealt.flat()).size).toBe(28);
  expect(await handOf(watcher)).toEqual([]);

  const done = new Map<string, number>();
  const round = async (): Promise<void> => {
    for (const each of people) {
      const what = await act(each);
      if (what) done.set(what, (done.get(what) ?? 0) + 1);
    }
  };
  while ((done.get('play') ?? 0) < 6) await round();
  expect(done.get('bid')).toBe(1);
  expect(done.get('trump')).toBe(1);

  // In the middle of the hand, what each was sent names own tiles and played ones alone.
  const held = (await Promise.all(people.map(handOf))).flat();
  const played = dealt.flat().filter((tile) => !held.includes(tile));
  expect(played.length).toBeGreaterThanOrEqual(6);
  for (const [place, { name, heard }] of [...people, watcher].entries()) {
    const known = new Set([...(dealt[place] ?? []), ...played]);
    const told = heard.flatMap((text) => text.match(TILE) ?? []);
    expect(told.filter((tile) => !known.has(tile)), `what ${name} was told`).toEqual([]);
    expect(new Set(told).size).toBeGreaterThanOrEqual(played.length);
  }

  proxy.down();
  await bob.page.getByText(/connection|Reconnecting/i).first().waitFor();
  await shot(ann.page, 'fortytwo-live-375');
  await shot(watcher.page, 'fortytwo-live-watch-1440');
  proxy.up();
  while (!done.has('next')) await round();
  expect(done.get('play')).toBeGreaterThan(7);
  expect(done.get('agree')).toBeGreaterThan(1);
  const cuts = /WebSocket connection|ERR_(CONNECTION|EMPTY_RESPONSE|SOCKET)/;
  for (const { context, complaints } of [...people, watcher]) {
    expect(complaints.filter((text) => !cuts.test(text))).toEqual([]);
    await context.close();
  }
});

test('a table agrees on house rules, and everybody chooses a seat and so a partner', { timeout: 120_000 }, async () => {
  const [ann, bob] = [await person('Ann'), await person('Bob', DESKTOP)];
  await ann.page.goto(`${BASE}lobby`);
  await hydrated(ann.page);
  await ann.page.getByLabel('Your name').fill('Ann');
  await ann.page.getByText('Forty-Two', { exact: true }).first().click();
  await ann.page.getByText('House rules', { exact: true }).click();
  await ann.page.getByText('Nello', { exact: true }).click();
  await ann.page.getByText('House rules: nello').waitFor();
  await shot(ann.page, 'fortytwo-open-375');
  await ann.page.getByRole('button', { name: 'Open the table' }).click();
  await ann.page.waitForURL(/\/t\/[A-Z0-9]{6}$/);
  await ann.page.getByText('nello', { exact: true }).waitFor();
  await ann.page.getByText('Nobody sits across from you yet').waitFor();

  await bob.page.goto(ann.page.url());
  await bob.page.getByLabel('Your name').fill('Bob');
  await bob.page.getByRole('button', { name: 'Sit here: seat 3' }).click();
  await bob.page.getByText('Ann is your partner.').waitFor();
  await ann.page.getByText('Bob is your partner.').waitFor();
  await shot(ann.page, 'fortytwo-seats-375');
  await shot(bob.page, 'fortytwo-seats-1440');
  // Who moves stays the host.
  await ann.page.getByRole('button', { name: 'Move here: seat 2' }).click();
  await bob.page.getByText('Nobody sits across from you yet').waitFor();
  await ann.page.getByRole('button', { name: 'Start the game' }).click();
  for (const { page } of [ann, bob]) await page.locator('.hand button').nth(6).waitFor();
  for (const { context, complaints } of [ann, bob]) {
    expect(complaints).toEqual([]);
    await context.close();
  }
});

/** Opens a table to one mark and sits the others down; it is started. */
async function openTable(host: Person, others: readonly Person[]): Promise<void> {
  await host.page.route('**/api/v1/games', async (route) => {
    const body = route.request().postDataJSON() as Record<string, unknown>;
    await route.continue({ postData: JSON.stringify({ ...body, bots: 'heuristic', house: { targetMarks: 1 } }) });
  });
  await host.page.goto(`${BASE}lobby`);
  await hydrated(host.page);
  await host.page.getByLabel('Your name').fill(host.name);
  await host.page.getByText('Forty-Two', { exact: true }).first().click();
  await host.page.getByRole('button', { name: 'Open the table' }).click();
  await host.page.waitForURL(/\/t\/[A-Z0-9]{6}$/);
  for (const { page, name } of others) {
    await page.goto(host.page.url());
    await page.getByLabel('Your name').fill(name);
    await page.getByRole('button', { name: 'Sit down' }).click();
    await page.getByText(`${name} (you)`).waitFor();
  }
  await host.page.getByRole('button', { name: 'Start the game' }).click();
}

/** The play that is chosen in a review. */
function chosen({ page }: Person): Promise<string | null> {
  return page.locator('.review td button[aria-pressed="true"]').getAttribute('aria-label');
}

test('a live table gives hints, and two look back at the game together', { timeout: 240_000 }, async () => {
  const ann = await person('Ann');
  const bob = await person('Bob', DESKTOP);
  const people = [ann, bob];
  await openTable(ann, [bob]);
  for (const { page } of people) await page.locator('.hand button').nth(6).waitFor();

  // On a turn of hers Ann asks what her choices are worth: in the auction, and for a tile.
  const sure = /\d+% \(between \d+ and \d+%\)/;
  let hinted = 0;
  const over = ({ page }: Person) => page.getByRole('button', { name: 'Review every play' }).count();
  while ((await over(ann)) === 0 || (await over(bob)) === 0) {
    const choosing = await ann.page.locator('section[aria-label="Your bid"], .hand button.legal').count();
    if (choosing > 0 && hinted < 2) {
      await ann.page.getByRole('button', { name: 'Hint' }).click();
      await ann.page.locator('.sentence', { hasText: sure }).waitFor();
      hinted += 1;
      await shot(ann.page, `fortytwo-live-hint-${hinted}-375`);
    }
    for (const each of people) await act(each);
  }
  expect(hinted).toBe(2);
  expect(ann.heard.filter((text) => text.includes('"play_hint"')).length).toBe(2);
  expect(bob.heard.filter((text) => text.includes('"play_hint"')).length).toBe(0);

  // Fair deals stand once in their sheet.
  await ann.page.getByRole('button', { name: 'Fair deals' }).click();
  await ann.page.getByText(/Dealt again on this device/).waitFor();
  expect(await ann.page.getByText('Fair deals', { exact: true }).count()).toBe(2);
  await ann.page.keyboard.press('Escape');

  await ann.page.getByRole('button', { name: 'Review every play' }).click();
  await ann.page.getByText('Everybody who looks back sees what you choose here.').waitFor();
  await bob.page.getByText('Ann looks back at every play.').waitFor();
  await bob.page.getByRole('button', { name: 'Look together' }).click();
  await bob.page.getByText('Ann leads: you see what they choose.').waitFor();
  await ann.page.getByRole('button', { name: 'The next play' }).click();
  await ann.page.getByRole('button', { name: 'The next play' }).click();
  const tile = async (each: Person) => (await chosen(each))?.match(TILE)?.[0];
  const shown = await tile(ann);
  expect(shown).toBeDefined();
  await expect.poll(() => tile(bob)).toBe(shown);
  await shot(bob.page, 'fortytwo-live-review-1440');
  await shot(ann.page, 'fortytwo-live-review-375');

  // Bob goes his own way, and comes back.
  await bob.page.getByRole('button', { name: 'The play before' }).click();
  await bob.page.getByRole('button', { name: 'Follow Ann' }).click();
  await expect.poll(() => tile(bob)).toBe(shown);
  for (const { context, complaints } of people) {
    expect(complaints).toEqual([]);
    await context.close();
  }
});

test('the deals of a finished table come again on swapped seats: everybody is told, and both tables are compared', { timeout: 240_000 }, async () => {
  const [ann, bob] = [await person('Ann'), await person('Bob', DESKTOP)];
  const people = [ann, bob];
  const over = ({ page }: Person) => page.getByRole('button', { name: 'Review every play' }).count();
  const playOut = async () => {
    for (const { page } of people) await page.locator('.hand button').nth(6).waitFor();
    while ((await over(ann)) === 0 || (await over(bob)) === 0) for (const each of people) await act(each);
  };
  await openTable(ann, [bob]);
  await playOut();
  const first = ann.page.url();
  await ann.page.getByRole('button', { name: 'Same deals, swapped seats' }).click();
  await shot(ann.page, 'fortytwo-same-deals-375');
  await ann.page.getByRole('button', { name: 'Open the table' }).click();
  await ann.page.waitForURL((url) => url.href !== first && /\/t\/[A-Z0-9]{6}$/.test(url.href));
  const told = /were played before at another one/;
  await ann.page.getByText(told).waitFor();
  // Before he sits down.
  await bob.page.goto(ann.page.url());
  await bob.page.getByText(told).waitFor();
  await bob.page.getByRole('button', { name: 'Sit here: seat 3' }).click();
  await bob.page.getByText('Bob (you)').waitFor();
  await ann.page.getByRole('button', { name: 'Start the game' }).click();
  await playOut();
  await ann.page.getByRole('button', { name: 'Compare both tables' }).click();
  await ann.page.getByRole('dialog').getByText(/^With the tiles of both sides you (won|lost)/).waitFor();
  await shot(ann.page, 'fortytwo-both-tables-375');
  expect(await violations(ann.page)).toEqual([]);
  for (const { context, complaints } of people) {
    expect(complaints).toEqual([]);
    await context.close();
  }
});
