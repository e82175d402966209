/**
 * A roll table in three browsers: a game master at a desk and two players on phones. Checks, a hidden roll, an attack and an
 * extended check by rules that the host set; what each was sent is searched for what is hidden.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BASE, DESKTOP, launch, shot } from './browser';
import { flaws, type Person, person, unexpected } from './people';
import { hydrated } from './screens';

let browser: Browser;
let master: Person;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  browser = await launch();
  [master, ann, bob] = [await person(browser, DESKTOP), await person(browser), await person(browser)];
});
afterAll(() => browser.close());

const rolls = ({ page }: Person) => page.getByRole('list', { name: 'Rolls' });
const everybody = () => [master, ann, bob];

/** Chooses what to roll, by keyboard: the arrow keys move within the bar. */
async function choose(page: Page, way: string): Promise<void> {
  await page.getByRole('radio', { name: way }).focus();
  await page.keyboard.press('Space');
}

/** Presses a button by keyboard. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}

describe('a game master and two players share a log', { timeout: 120_000 }, () => {
  test('everybody sees an open check, with its odds and its time', async () => {
    const { page } = master;
    await page.goto(`${BASE}lobby`);
    await hydrated(page);
    await page.getByLabel('Your name').fill('Gwen');
    await page.getByRole('radio', { name: 'Roll table' }).check({ force: true });
    await page.getByRole('button', { name: 'Open the table' }).click();
    await page.getByRole('heading', { name: /^Roll table/ }).waitFor();
    for (const [someone, name] of [[ann, 'Ann'], [bob, 'Bob']] as const) {
      await someone.page.goto(page.url());
      await someone.page.getByLabel('Your name').fill(name);
      await someone.page.getByRole('button', { name: 'Sit down and roll' }).click();
      await someone.page.getByRole('button', { name: 'Roll', exact: true }).waitFor();
    }
    // By keyboard alone: a label, and Enter rolls.
    await ann.page.getByLabel('What for, if you like').focus();
    await ann.page.keyboard.type('Stealth');
    await ann.page.keyboard.press('Enter');
    for (const someone of everybody()) {
      await rolls(someone).getByText(/Stealth: .* against 2/).waitFor();
      await rolls(someone).getByText(/to succeed/).waitFor();
      expect(await rolls(someone).locator('time').getAttribute('datetime')).toMatch(/^20\d\d-/);
    }
  });

  test('a hidden roll shows that somebody rolled and nothing else, until it is shown', async () => {
    const { page } = master;
    await page.getByRole('switch', { name: 'Hidden' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('Who acts, and on whom').click();
    await page.getByLabel('Who acts', { exact: true }).fill('Goblin chief');
    await page.getByLabel('What for, if you like').fill('Ambush');
    await page.keyboard.press('Enter');
    await rolls(master).getByText(/Ambush: .* against 2/).waitFor();
    for (const someone of [ann, bob]) {
      const hidden = rolls(someone).getByRole('listitem').first();
      await hidden.getByText('rolled in secret').waitFor();
      // Its number, who, that it was in secret, and when: no die, no label, no actor, no odds.
      expect((await hidden.innerText()).replace(/\s+/g, ' ')).toMatch(/^2 Gwen rolled in secret( \d\d:\d\d( [AP]M)?)?$/);
      expect(someone.heard.filter((frame) => /Ambush|Goblin/.test(frame))).toEqual([]);
    }
    for (const someone of [master, ann]) expect(await flaws(someone.page)).toEqual([]);
    await shot(page, 'rolls-1440');
    await shot(ann.page, 'rolls-375');
    await press(page, 'Show roll 2 to everybody');
    for (const someone of [ann, bob]) await rolls(someone).getByText(/Ambush: .* against 2/).waitFor();
    await page.getByRole('switch', { name: 'Hidden' }).focus();
    await page.keyboard.press('Space');
  });

  test('the host sets a system and a name, and everybody rolls by them', async () => {
    await press(master.page, 'Change the rules');
    const sheet = master.page.getByRole('dialog', { name: 'Rules of this table' });
    await press(master.page, 'Six-sided, 5 and 6');
    await sheet.getByText(/^d6, 5 and up succeed, no botches/).waitFor();
    await sheet.getByLabel('Name').fill('sword');
    await sheet.getByLabel('Dice').fill('2d6+');
    await press(master.page, 'Add');
    await sheet.getByRole('alert').getByText(/expected/).waitFor();
    await sheet.getByLabel('Dice').fill('2d6+3');
    await press(master.page, 'Add');
    await sheet.getByText('@sword').waitFor();
    await sheet.getByText('Another one, as dice-system.json').click();
    await sheet.getByLabel('What differs from the standard').fill('{"sides": 6, "successThreshold": 9}');
    await press(master.page, 'Use this system');
    await sheet.getByRole('alert').getByText(/a face of a die of 6 sides, got 9/).waitFor();
    expect(await flaws(master.page)).toEqual([]);
    await shot(master.page, 'rolls-rules-1440');
    await master.page.keyboard.press('Escape');
    await ann.page.getByText(/d6, 5 and up succeed, no botches · @sword/).waitFor();
    // A player reads the rules and cannot change them.
    await press(ann.page, 'Rules');
    expect(await ann.page.getByRole('dialog').getByRole('button', { name: 'Add' }).count()).toBe(0);
    await ann.page.keyboard.press('Escape');
    await choose(ann.page, 'Any dice');
    await press(ann.page, '@sword');
    await press(ann.page, 'Roll');
    for (const someone of everybody()) await rolls(someone).getByText(/2d6 \+ 3 = \d+/).waitFor();
  });

  test('an attack names who strikes whom, and shows the damage dice', async () => {
    const { page } = bob;
    await choose(page, 'Attack');
    await page.getByText('Who acts, and on whom').click();
    await page.getByLabel('Who acts', { exact: true }).fill('Mira');
    await page.getByLabel('On whom or what').fill('the orc');
    await page.getByLabel('What for, if you like').fill('Blade');
    // Twenty dice do not miss.
    for (let more = 0; more < 14; more += 1) await page.getByRole('button', { name: 'Dice to hit: more' }).click();
    await page.getByRole('button', { name: 'Armour: more' }).click();
    await press(page, 'Roll');
    for (const someone of everybody()) {
      const newest = rolls(someone).getByRole('listitem').first();
      await newest.getByText('as Mira on the orc').waitFor();
      await newest.getByText(/Blade: .*hit, \d+ damage/).waitFor();
      await newest.getByText(/armour.* to hit/).waitFor();
    }
    // On a phone, where the log is below the form, the roll is said at the bottom of the screen.
    const strip = page.getByRole('region', { name: 'Newest roll' });
    await strip.getByText(/^Bob as Mira on the orc Blade: .*hit/).waitFor();
    await strip.getByRole('button').click();
    await strip.waitFor({ state: 'hidden' });
    await master.page.getByRole('region', { name: 'Newest roll' }).waitFor({ state: 'hidden' });
    expect(await flaws(page)).toEqual([]);
    await shot(page, 'rolls-attack-375');
  });

  test('an extended check is rolled by its own seat, and everybody follows it', async () => {
    const { page } = ann;
    await choose(page, 'Extended');
    expect(await page.getByRole('switch', { name: 'Hidden' }).count()).toBe(0);
    await page.getByLabel('What for, if you like').fill('Pick the lock');
    await press(page, 'Start the check');
    for (const someone of everybody()) {
      await someone.page.getByRole('heading', { name: /^Pick the lock/ }).waitFor();
      await someone.page.getByText(/5 rounds left/).waitFor();
      await someone.page.getByText(/from here/).waitFor();
    }
    expect(await bob.page.getByRole('button', { name: /^Roll round/ }).count()).toBe(0);
    expect(await flaws(page)).toEqual([]);
    await shot(page, 'rolls-extended-375');
    for (let round = 1; round <= 5; round += 1) {
      const next = page.getByRole('button', { name: `Roll round ${round} of Pick the lock` });
      if ((await next.count()) === 0) break;
      await next.focus();
      await page.keyboard.press('Enter');
      await rolls(bob).getByText(new RegExp(`Pick the lock: round ${round}, `)).waitFor();
      await rolls(ann).getByText(new RegExp(`Pick the lock: round ${round}, `)).waitFor();
    }
    await bob.page.getByRole('heading', { name: /^Pick the lock (succeeded|failed)/ }).waitFor();
  });

  test('the log is filtered by who, what for and what kind', async () => {
    const { page } = bob;
    const filter = page.getByLabel('Only rolls with');
    const all = await rolls(bob).getByRole('listitem').count();
    await filter.fill('mira');
    await page.getByText(`1 of ${all}`).waitFor();
    await filter.fill('ann stealth check');
    await page.getByText(`1 of ${all}`).waitFor();
    await filter.fill('attacks');
    await page.getByText(`1 of ${all}`).waitFor();
    await filter.fill('rounds lock');
    const rounds = rolls(bob).getByRole('listitem');
    await rounds.first().getByText(/Pick the lock: round/).waitFor();
    for (const text of await rounds.allInnerTexts()) expect(text).toMatch(/Pick the lock: round/);
    await filter.fill('nobody at all');
    await rolls(bob).getByText('No roll has these words.').waitFor();
    await filter.fill('');
    expect(await rolls(bob).getByRole('listitem').count()).toBe(all);
  });

  test('the luck of the evening is counted for everybody, and behind every roll', async () => {
    const panel = ann.page.locator('details', { hasText: "Tonight's luck" });
    await panel.locator('summary').focus();
    await ann.page.keyboard.press('Enter');
    await panel.getByText('Everybody').waitFor();
    await panel.getByText('Gwen').waitFor();
    const before = await panel.innerText();
    // What everybody together rolled is more by then.
    await choose(bob.page, 'Check');
    for (let rolled = 0; rolled < 5; rolled += 1) await press(bob.page, 'Roll');
    await expect.poll(() => panel.innerText(), { timeout: 20_000 }).not.toBe(before);
    await panel.getByText(/(good|bad|ordinary) night/).first().waitFor();
  });

  test('what is wrong is said beside what was asked, and nothing else complained', async () => {
    const { page } = ann;
    await choose(page, 'Any dice');
    await page.getByLabel('Dice', { exact: true }).fill('301d6');
    await press(page, 'Roll');
    await page.getByRole('alert').getByText(/at most 300 dice/).waitFor();
    for (const someone of everybody()) {
      expect(unexpected(someone)).toEqual([]);
      await someone.context.close();
    }
  });
});
