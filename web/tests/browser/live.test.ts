/**
 * Tables with others in real browsers: two contexts play each other, one of them over a connection that is cut between
 * append and acknowledgement, and a third watches. The first plays by keyboard alone.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BASE, DESKTOP, launch, PHONE, shot } from './browser';
import { flaws, type Person, person as someone, unexpected } from './people';
import { CuttingProxy } from './proxy';
import { FULL, hydrated } from './screens';

const TURNS = 13;
/** Turns that are played in the browsers; the rest goes over HTTP, unless everything is asked for. */
const SHOWN = FULL ? TURNS - 1 : 3;

let browser: Browser;
let proxy: CuttingProxy;
const person = (viewport?: { width: number; height: number }) => someone(browser, viewport);

beforeAll(async () => {
  browser = await launch();
  proxy = await CuttingProxy.start(BASE);
});
afterAll(async () => {
  await browser.close();
  await proxy.stop();
});

/** Rolls once and fills the first open box, by keyboard. */
async function playTurn(page: Page): Promise<void> {
  // The chat may have the keyboard.
  await page.locator('button.roll:enabled').focus();
  await page.keyboard.press('Space');
  await page.getByText(/^2 of 3 rolls left/).waitFor();
  await page.locator('button.row[aria-disabled="false"]').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('button.roll').waitFor({ state: 'detached' });
}

/** The page whose turn it is. */
async function toMove(...pages: Page[]): Promise<Page> {
  await Promise.race(pages.map((page) => page.locator('button.roll:enabled').waitFor()));
  for (const page of pages) if ((await page.locator('button.roll:enabled').count()) > 0) return page;
  throw new Error('nobody is to move');
}

/** Plays turns over HTTP, for the player to move, until both cards have so many boxes filled. */
async function fastForward(code: string, people: readonly Person[], turns: number): Promise<void> {
  const tokens = new Map<string, string>();
  for (const { page } of people) {
    const stored = await page.evaluate(() => localStorage.getItem('dicee.session'));
    const { playerId, deviceSecret } = JSON.parse(stored ?? '{}') as { playerId: string; deviceSecret: string };
    const { token } = await post(`players/${playerId}/token`, { deviceSecret });
    tokens.set(playerId, String(token));
  }
  const { gameId } = await (await fetch(`${BASE}api/v1/games/code/${code}`)).json();
  for (;;) {
    const state = await (await fetch(`${BASE}api/v1/games/${gameId}`)).json();
    const player = state.players.find((one: { isCurrentPlayer: boolean }) => one.isCurrentPlayer);
    if (!player || player.scorecard.turnsCompleted >= turns) return;
    const token = tokens.get(player.playerId);
    const [category] = player.scorecard.categoriesRemaining;
    const name = `${player.playerId}-${player.scorecard.turnsCompleted}`;
    await post(`games/${gameId}/commands`, { commandId: `${name}-r`, command: { type: 'roll' } }, token);
    await post(`games/${gameId}/commands`, { commandId: `${name}-s`, command: { type: 'score', category } }, token);
  }
}

async function post(path: string, body: unknown, token?: string): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const response = await fetch(`${BASE}api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

describe('two people play each other, and a third watches', () => {
  let ann: Person;
  let bob: Person;
  let cy: Person;
  let code = '';

  beforeAll(async () => {
    ann = await person();
    bob = await person(DESKTOP);
    cy = await person();
  });
  afterAll(async () => {
    for (const { context } of [ann, bob, cy]) await context.close();
  });

  test('a table is opened by keyboard, and its code brings others to it', async () => {
    const { page } = ann;
    await page.goto(`${proxy.base}lobby`);
    await hydrated(page);
    expect(await flaws(page)).toEqual([]);
    await shot(page, 'lobby-375');
    // Nobody is registered by looking.
    expect(await page.evaluate(() => localStorage.getItem('dicee.session'))).toBeNull();
    await page.getByLabel('Your name').focus();
    await page.keyboard.type('Ann');
    await page.getByRole('radio', { name: 'Public' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Seats: less' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Open the table' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/t\/[A-Z0-9]{6}$/);
    code = page.url().slice(-6);
    await page.getByText('Ann (you)').waitFor();
    // Three seats: hers, and two that are free.
    await page.getByText('2 free seats', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'QR' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: /^QR code/ }).waitFor();
    expect(await flaws(page)).toEqual([]);
    await shot(page, 'waiting-375');

    // Bob sees it in the lobby, Cy types the code.
    await bob.page.goto(`${BASE}lobby`);
    await hydrated(bob.page);
    // A name that was typed in the lobby is not asked for again at the table.
    await bob.page.getByLabel('Your name').fill('Bob');
    await bob.page.locator(`a[href$="${code}"]`, { hasText: /^Ann/ }).click();
    await bob.page.getByRole('heading', { name: 'Dicee table' }).waitFor();
    expect(await bob.page.getByLabel('Your name').inputValue()).toBe('Bob');
    await bob.page.getByRole('button', { name: 'Sit down' }).click();
    await bob.page.getByText('Waiting for Ann to start the game.').waitFor();
    await cy.page.goto(`${BASE}lobby`);
    await hydrated(cy.page);
    await cy.page.getByLabel('I have a code').fill(code.toLowerCase());
    await cy.page.getByRole('button', { name: 'Go' }).click();
    await cy.page.getByText('Or just stay: you are watching.').waitFor();
    await page.getByText('1 person is watching.').waitFor();
    expect(await flaws(bob.page)).toEqual([]);

    // A laptop; its reader looks at the end of the waiting room.
    await bob.page.setViewportSize({ width: 1280, height: 800 });
    await bob.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.getByRole('button', { name: 'Start the game' }).focus();
    await page.keyboard.press('Enter');
    for (const { page: each } of [ann, bob, cy]) await each.locator('.tray').waitFor();
    // The game begins at the top, and dice, chat and card share the screen.
    await expect.poll(() => bob.page.evaluate(() => [scrollY, document.documentElement.scrollHeight])).toEqual([0, 800]);
    const [say, bar] = await Promise.all([bob.page.getByLabel('Say something').boundingBox(), bob.page.locator('footer').boundingBox()]);
    expect((say?.y ?? 0) + (say?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
    await bob.page.setViewportSize(DESKTOP);
  });

  test('a roll whose acknowledgement is lost is carried out once', async () => {
    if ((await toMove(ann.page, bob.page)) === bob.page) await playTurn(bob.page);
    await ann.page.locator('button.roll:enabled').waitFor();
    proxy.cutBefore('"type":"ack"');
    await ann.page.keyboard.press('Space');
    await ann.page.getByText(/^2 of 3 rolls left/).waitFor();
    expect(proxy.cuts).toBe(1);
    await expect.poll(() => ann.heard.some((frame) => frame.includes('"repeated":true'))).toBe(true);
    await ann.page.locator('button.row[aria-disabled="false"]').first().waitFor();
    expect(await ann.page.getByText(/^2 of 3 rolls left/).count()).toBe(1);
    expect(await flaws(ann.page)).toEqual([]);
    expect(await flaws(cy.page)).toEqual([]);
    await shot(ann.page, 'live-rolled-375');
    await shot(bob.page, 'live-rolled-1440');
    // A score is answered the same way.
    proxy.cutBefore('"type":"ack"');
    await ann.page.keyboard.press('ArrowDown');
    await ann.page.keyboard.press('Enter');
    await bob.page.locator('button.roll:enabled').waitFor();
    await expect.poll(() => proxy.cuts).toBe(2);
    await expect.poll(() => ann.heard.filter((frame) => frame.includes('"repeated":true')).length).toBe(2);
  });

  test('everybody sees the same dice, and a spectator cannot touch them', async () => {
    await bob.page.keyboard.press('Space');
    const faces = (page: Page) => page.locator('.die').evaluateAll((dice) => dice.map((die) => die.getAttribute('data-face')));
    await bob.page.getByText(/^2 of 3 rolls left/).waitFor();
    await cy.page.locator('p.line', { hasText: /^Bob rolled/ }).waitFor();
    expect(await faces(cy.page)).toEqual(await faces(bob.page));
    expect(await cy.page.locator('button.row[aria-disabled="false"]').count()).toBe(0);
    expect(await cy.page.locator('button.roll').count()).toBe(0);
    await cy.page.getByRole('button', { name: 'Guess the odds' }).click();
    await cy.page.getByRole('dialog', { name: 'Guess the odds' }).waitFor();
    await cy.page.getByRole('button', { name: /^Predict \d+%/ }).waitFor();
    expect(await flaws(cy.page)).toEqual([]);
    // Chance brings points whatever falls: there is nothing to guess about it.
    expect(await cy.page.getByRole('option', { name: 'Chance', exact: true }).count()).toBe(0);
    await shot(cy.page, 'live-predict-375');
    // A spectator without a name guesses without one: the server is not asked to know them.
    await cy.page.getByRole('button', { name: /^Predict \d+%/ }).click();
    await cy.page.getByText(/^You said 50.0% for/).waitFor();
    expect(await cy.page.evaluate(() => localStorage.getItem('dicee.session'))).toBeNull();
    // A guess that others hear of has a name beside it.
    await cy.page.getByLabel('Box', { exact: true }).selectOption({ index: 1 });
    await cy.page.getByRole('switch', { name: 'Tell the others' }).press('Space');
    await cy.page.getByRole('button', { name: /^Predict \d+%/ }).click();
    await cy.page.getByText('Type a name first').waitFor();
    await cy.page.getByLabel('Your name').fill('Cy');
    expect(await cy.page.getByText('Type a name first').count()).toBe(0);
    await cy.page.getByRole('button', { name: /^Predict \d+%/ }).click();
    await expect.poll(() => cy.page.getByText(/^You said 50.0% for/).count()).toBe(2);
    await cy.page.keyboard.press('Escape');
    await bob.page.keyboard.press('ArrowDown');
    await bob.page.keyboard.press('Enter');
    await ann.page.locator('p.line', { hasText: /^Bob scored/ }).waitFor();
    // The answer comes without being looked for.
    await cy.page.locator('p.line .answer', { hasText: /: you said 50.0%, exactly \d/ }).waitFor();
    await cy.page.keyboard.press('p');
    const guesses = cy.page.getByRole('dialog', { name: 'Guess the odds' }).getByRole('listitem');
    await expect.poll(async () => (await guesses.allTextContents()).map((text) => /^\s*(\w+),/.exec(text)?.[1]).toSorted()).toEqual(['Cy', 'You']);
    await cy.page.keyboard.press('Escape');
    await shot(cy.page, 'live-answer-375');
    expect(await flaws(cy.page)).toEqual([]);
  });

  test('a reload in the middle of a turn comes back to the seat', async () => {
    await ann.page.keyboard.press('Space');
    await ann.page.getByText(/^2 of 3 rolls left/).waitFor();
    await bob.page.getByRole('button', { name: 'Nice roll!' }).click();
    await ann.page.getByRole('button', { name: 'Table and chat, 1 new' }).waitFor();
    await ann.page.reload();
    await ann.page.getByText(/^2 of 3 rolls left/).waitFor();
    // So does what was said.
    await ann.page.getByRole('button', { name: 'Table and chat', exact: true }).click();
    await ann.page.getByRole('log').getByText('Nice roll!').waitFor();
    await ann.page.keyboard.press('Escape');
    await ann.page.locator('button.row[aria-disabled="false"]').first().waitFor();
    await ann.page.keyboard.press('ArrowDown');
    await ann.page.keyboard.press('Enter');
    await bob.page.locator('button.roll:enabled').waitFor();
  });

  test('home and lobby lead back to a table that is played, and leaving it is one question', async () => {
    for (const path of ['', 'lobby']) {
      await ann.page.goto(`${proxy.base}${path}`);
      await ann.page.getByRole('link', { name: `Back to your table ${code}` }).click();
      await ann.page.locator('.tray').waitFor();
    }
    await ann.page.getByRole('button', { name: 'Menu' }).click();
    await ann.page.getByRole('button', { name: 'Leave', exact: true }).click();
    const dialog = ann.page.getByRole('dialog');
    await ann.page.getByRole('dialog', { name: 'Leave the game?' }).waitFor();
    expect(await dialog.count()).toBe(1);
    expect(await flaws(ann.page)).toEqual([]);
    await shot(ann.page, 'live-leave-375');
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('the card on screen has a name, and a tap on a player shows theirs', async () => {
    const card = ann.page.getByRole('region', { name: /^Scorecard of/ });
    for (const name of ['Ann', 'Bob']) {
      const tile = ann.page.locator('.tile', { hasText: name });
      if ((await tile.getAttribute('aria-pressed')) === 'false') await tile.click();
      await ann.page.getByRole('region', { name: `Scorecard of ${name}` }).waitFor();
      expect(await card.locator('.owner').textContent()).toContain(name === 'Ann' ? 'Your card' : 'Bob’s card');
    }
    const looked = ann.page.locator('.tile[aria-pressed="true"]');
    expect(await looked.count()).toBe(1);
  });

  test('a lost connection is said, others see it, and coming back is said', async () => {
    proxy.down();
    await ann.page.getByText(/^Connection lost|^Reconnecting/).first().waitFor();
    await bob.page.locator('li.away', { hasText: 'Ann' }).waitFor();
    await shot(ann.page, 'live-lost-375');
    expect(await flaws(ann.page)).toEqual([]);
    proxy.up();
    await ann.page.getByText('You are back.').waitFor();
    await bob.page.locator('li.away').waitFor({ state: 'detached' });
  });

  test('people talk, and a muted one is not heard', async () => {
    await ann.page.keyboard.press('c');
    const sheet = ann.page.getByRole('dialog', { name: /^Table/ });
    await sheet.getByRole('button', { name: 'Good luck!' }).click();
    const log = bob.page.getByRole('log', { name: 'Chat' });
    await log.getByText('Good luck!').waitFor();
    expect(await flaws(ann.page)).toEqual([]);
    await shot(ann.page, 'live-chat-375');
    await sheet.getByRole('button', { name: 'Mute Bob' }).click();
    await log.locator('xpath=..').getByLabel('Say something').fill('Can you hear me?');
    await bob.page.keyboard.press('Enter');
    await cy.page.getByRole('button', { name: 'Table and chat, 3 new' }).click();
    await cy.page.getByText('Can you hear me?').waitFor();
    await cy.page.keyboard.press('Escape');
    expect(await sheet.getByText('Can you hear me?').count()).toBe(0);
    // What goes too far is told to the operator, with a reason.
    await sheet.getByRole('button', { name: 'Report…' }).first().click();
    await sheet.getByRole('group', { name: 'Why Bob is reported' }).getByRole('button', { name: 'What they write' }).click();
    await sheet.getByText('Told to the operator of this server.').waitFor();
    await sheet.getByRole('button', { name: 'Block' }).first().click();
    await sheet.getByText('Bob is blocked').waitFor();
    expect(await flaws(ann.page)).toEqual([]);
    await ann.page.keyboard.press('Escape');
  });

  test('the game ends in a report for everybody', async () => {
    for (let turn = 0; turn < 2 * (SHOWN - 2); turn += 1) await playTurn(await toMove(ann.page, bob.page));
    await fastForward(code, [ann, bob], TURNS - 1);
    await playTurn(await toMove(ann.page, bob.page));
    const end = await toMove(ann.page, bob.page);
    await end.locator('button.roll').focus();
    await end.keyboard.press('Space');
    await end.locator('button.row[aria-disabled="false"]').first().waitFor();
    await end.keyboard.press('ArrowDown');
    await end.keyboard.press('Enter');
    for (const { page } of [ann, bob, cy]) {
      await page.getByRole('region', { name: 'Result' }).waitFor();
      await page.locator('dl .score').waitFor();
      const parts = await page.locator('.report dl dd').allTextContents();
      const [optimum = 0, luck = 0, loss = 0, score = 0] = parts.map((text) => Number(text.replace('−', '-')));
      expect(optimum + luck + loss).toBeCloseTo(score, 5);
    }
    // "You" is the player; a spectator reads names.
    expect(await ann.page.locator('.report dl .score dt').textContent()).toBe('you');
    expect(await cy.page.locator('.report dl .score dt').textContent()).toMatch(/^(Ann|Bob)$/);
    expect(await flaws(ann.page)).toEqual([]);
    await shot(ann.page, 'live-report-375');
    for (const each of [ann, bob, cy]) expect(unexpected(each)).toEqual([]);
  });
});

test('a name that is missing is asked for where it is typed, wherever the button is', async () => {
  const { page, context } = await person();
  await page.goto(`${BASE}lobby`);
  await page.getByRole('button', { name: 'Open the table' }).click();
  const fault = page.getByText('Type a name first');
  await fault.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  const box = await fault.boundingBox();
  expect(box !== null && box.y >= 0 && box.y < PHONE.height).toBe(true);
  await context.close();
});

test('a code that nobody has is answered with the way on', async () => {
  const { page, context } = await person();
  await page.goto(`${BASE}t/ZZZZZZ`);
  await page.getByRole('heading', { name: 'No table ZZZZZZ' }).waitFor();
  expect(await flaws(page)).toEqual([]);
  await context.close();
});

test('quick match seats two strangers at one table, and their game begins', async () => {
  const [first, second] = [await person(), await person()];
  for (const [{ page }, name] of [[first, 'Dee'], [second, 'Eve']] as const) {
    await page.goto(`${BASE}lobby`);
    await hydrated(page);
    await page.getByLabel('Your name').fill(name);
    await page.getByRole('button', { name: 'Quick match' }).click();
    await page.waitForURL(/\/t\//);
    await page.getByText(`${name} (you)`).waitFor();
  }
  expect(second.page.url()).toBe(first.page.url());
  // Neither of them has to start it, wherever the other one is.
  await toMove(first.page, second.page);
  for (const { context } of [first, second]) await context.close();
});

test('a player who waits at a table is told that its host has closed it', async () => {
  const [first, second] = [await person(), await person()];
  await first.page.goto(`${BASE}lobby`);
  await hydrated(first.page);
  await first.page.getByLabel('Your name').fill('Dee');
  await first.page.getByRole('button', { name: 'Open the table' }).click();
  await first.page.waitForURL(/\/t\/[A-Z0-9]{6}$/);
  await second.page.goto(first.page.url());
  await second.page.getByLabel('Your name').fill('Eve');
  await second.page.getByRole('button', { name: 'Sit down' }).click();
  await second.page.getByText('Eve (you)').waitFor();
  await first.page.getByRole('listitem').filter({ hasText: /^Eve/ }).first().waitFor();
  await first.page.getByRole('button', { name: 'Close this table' }).click();
  await first.page.waitForURL(/lobby/);
  const left = `You have left table ${second.page.url().slice(-6)}.`;
  await first.page.getByRole('region', { name: 'Play now' }).getByText(left).waitFor();
  await expect.poll(() => first.page.locator('[data-live="polite"]').innerText()).toContain(left);
  // A player who waited there is told what happened, and where to go.
  await second.page.getByRole('heading', { name: 'This table is closed' }).waitFor();
  await second.page.getByText('Dee, who opened it, left before the game began').waitFor();
  await shot(second.page, 'live-closed-375');
  expect(await flaws(second.page)).toEqual([]);
  for (const { context } of [first, second]) await context.close();
});
