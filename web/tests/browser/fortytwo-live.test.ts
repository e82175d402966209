/**
 * A live table of Forty-Two in real browsers: four people bid, name trumps, play tiles and turn tricks over, one of them
 * over a connection that is cut in the middle of a hand, and a fifth watches. What each browser was sent is searched for
 * tiles of others.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE, DESKTOP, launch, PHONE, shot, watchedPage } from './browser';
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
    (await doing('next', '.act .main:has-text("Next hand")')) ??
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
