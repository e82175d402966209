import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BASE, DESKTOP, gameShown, launch, PHONE, shot, watchedPage } from './browser';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** The advice of one horizon, as it is read on its card. */
function advice(page: Page, horizon: 'game' | 'turn') {
  return page.locator(`.card[data-horizon="${horizon}"]`);
}

function box(page: Page, category: string) {
  return page.locator(`[data-category="${category}"] > button`);
}

describe('on a fresh device', () => {
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeEach(async () => {
    context = await browser.newContext({ viewport: PHONE });
    ({ page, complaints } = await watchedPage(context));
  });
  afterEach(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });

  test('the turn is shown while the game is solved, then the game is, and it is kept', async () => {
    // Every state of the progress bar and of the shown horizon, in order.
    await page.addInitScript(() => {
      const seen: string[] = [];
      Reflect.set(window, 'seen', seen);
      new MutationObserver(() => {
        const bar = document.querySelector('progress');
        const horizon = document.querySelector('[data-shown]')?.getAttribute('data-shown') ?? '';
        const now = `${horizon} ${bar ? bar.value : 'done'}`;
        if (seen.at(-1) !== now) seen.push(now);
      }).observe(document, { subtree: true, childList: true, attributes: true });
    });
    await page.goto(BASE);
    await page.getByRole('progressbar', { name: /Solving the game/ }).waitFor();
    await shot(page, 'phone-solving');
    await gameShown(page);

    const seen = await page.evaluate(() => Reflect.get(window, 'seen') as string[]);
    const solving = seen.filter((state) => /^turn \d+$/.test(state)).map((s) => Number(s.slice(5)));
    expect(solving.length).toBeGreaterThan(2);
    expect(solving).toEqual([...solving].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe('game done');
    await page.locator('[data-origin="solved"]').waitFor();

    await page.reload();
    await gameShown(page);
    await page.locator('[data-origin="stored"]').waitFor();
  });

  test('a damaged table is thrown away and solved again', async () => {
    await page.goto(BASE);
    await page.locator('[data-origin="solved"]').waitFor();
    await page.evaluate(async () => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('dicee');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      await new Promise<void>((resolve, reject) => {
        const transaction = database.transaction('tables', 'readwrite');
        const tables = transaction.objectStore('tables');
        const found = tables.get('standard');
        found.onsuccess = () => {
          found.result.bytes[100] ^= 0xff;
          tables.put(found.result);
        };
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
      });
      database.close();
    });
    await page.reload();
    await page.locator('[data-origin="solved"]').waitFor();
    await gameShown(page);
    await page.reload();
    await page.locator('[data-origin="stored"]').waitFor();
  });
});

describe('with the game solved', () => {
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    context = await browser.newContext({ viewport: DESKTOP });
    const { page: first } = await watchedPage(context);
    await first.goto(BASE);
    await first.locator('[data-origin]').waitFor();
    await first.close();
  });
  afterAll(() => context.close());

  beforeEach(async () => {
    ({ page, complaints } = await watchedPage(context));
  });
  afterEach(async () => {
    await page.close();
    expect(complaints).toEqual([]);
  });

  async function open(hash = ''): Promise<void> {
    await page.goto(BASE + hash);
    await gameShown(page);
  }

  test('5-5-5-2-6 with one roll left shows what is known of it', async () => {
    await open('#dice=55526&left=1');
    const known: [string, string][] = [
      ['fives', '100%'],
      ['three_of_kind', '100%'],
      ['four_of_kind', '30.6%'],
      ['full_house', '16.7%'],
      ['dicee', '2.8%'],
    ];
    for (const [category, percentage] of known) {
      expect(await box(page, category).getByText(percentage).count(), category).toBe(1);
    }
    await page.getByRole('button', { name: 'Exact odds' }).click();
    await box(page, 'four_of_kind').getByText('11/36').waitFor();
    await box(page, 'full_house').getByText('1/6').waitFor();
    await box(page, 'dicee').getByText('1/36').waitFor();

    // The dice that the advice keeps carry its mark.
    const best = await advice(page, 'game').locator('.best').innerText();
    const kept = await page.locator('.die[data-mark="keep"]').count();
    expect(best).toMatch(/^Keep [1-6 ]+ and roll/);
    expect(best.match(/[1-6]/g)?.length).toBe(kept);
  });

  test('a straight is scored, by both horizons', async () => {
    await open('#dice=12345&left=0');
    await advice(page, 'game').getByText('Score Large Straight for 40').waitFor();
    await advice(page, 'turn').getByText('Score Large Straight for 40').waitFor();
    await page.locator('[data-category="large_straight"].optimal').waitFor();
    expect(await page.locator('.die[data-mark="keep"]').count()).toBe(0);
    await shot(page, 'desktop-straight');
  });

  test('the two horizons differ where greed costs', async () => {
    await open('#dice=11112&left=0');
    const best = (horizon: 'game' | 'turn') => advice(page, horizon).locator('.best').innerText();
    expect(await best('turn')).not.toBe(await best('game'));
    await advice(page, 'turn').getByText('in the game').waitFor();
    await advice(page, 'turn').click();
    await page.locator('[data-shown="turn"]').waitFor();
    await expect.poll(() => page.url()).toContain('horizon=turn');
  });

  test('tapping dice changes the advice and the link', async () => {
    await open('#dice=55526&left=0');
    const before = await advice(page, 'game').innerText();
    await page.getByRole('button', { name: /^Die 1/ }).click();
    for (const [index, face] of [2, 2, 2, 2, 2].entries()) {
      await page.getByRole('button', { name: `Set die ${index + 1} to ${face}` }).click();
    }
    await advice(page, 'game').getByText('Score Dicee for 50').waitFor();
    expect(await advice(page, 'game').innerText()).not.toBe(before);
    await expect.poll(() => page.url()).toContain('#dice=22222&left=0');

    await page.reload();
    await advice(page, 'game').getByText('Score Dicee for 50').waitFor();
  });

  test('the keyboard alone is enough', async () => {
    await open('#dice=11111&left=2');
    for (let steps = 0; steps < 10; steps += 1) {
      const at = await page.evaluate(() => document.activeElement?.getAttribute('data-face'));
      if (at) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type('23456');
    await expect.poll(() => page.url()).toContain('dice=23456');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.url()).toContain('dice=23455');
    await page.keyboard.press('ArrowUp');

    // The rolls left are radio buttons, next in order: the last of them is 0.
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.url()).toContain('left=0');
    await advice(page, 'game').getByText('Score Large Straight for 40').waitFor();

    // Enter on a die opens its faces with the focus inside, Escape leads back.
    await page.locator('.die').nth(4).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Set die 5 to 6', exact: true }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Set die 5 to 6');
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-face')))
      .toBe('6');

    // A box closes and opens with the space bar.
    await box(page, 'large_straight').focus();
    await page.keyboard.press('Space');
    await page.locator('[data-category="large_straight"].closed').waitFor();
    await page.keyboard.press('Space');
    await page.locator('[data-category="large_straight"].optimal').waitFor();
  });

  test('an impossible subtotal is said beside its field, and nothing is lost', async () => {
    await open('#dice=66641&left=1&closed=ones&upper=5&rules=standard');
    await page.getByLabel('Upper subtotal').fill('6');
    const alert = page.locator('#upper-fault');
    await alert.waitFor();
    expect(await alert.innerText()).toMatch(/Expected .+; this is .*6/);
    expect(await page.getByLabel('Upper subtotal').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Upper subtotal').inputValue()).toBe('6');
    await expect.poll(() => page.url()).toContain('dice=66641&left=1&closed=ones&upper=6');
    await page.getByText('No advice for this position.').waitFor();
    await shot(page, 'desktop-fault');

    await page.getByRole('button', { name: 'One point less' }).click();
    await alert.waitFor({ state: 'detached' });
    await gameShown(page);
  });

  test('a card with nothing open is said beside the card', async () => {
    await open('#dice=66641&left=1&closed=ones.twos.threes.fours.fives.sixes.three_of_kind.four_of_kind.full_house.small_straight.large_straight.dicee');
    await box(page, 'chance').click();
    await page.locator('#open-fault').waitFor();
    await box(page, 'chance').click();
    await gameShown(page);
    expect(await page.locator('.optimal, .decision li:not(.closed)').count()).toBe(1);
  });

  test('a damaged link says so and shows the start', async () => {
    await open('#dice=99999');
    await page.getByRole('alert').getByText('damaged').waitFor();
    expect(await page.locator('.die').first().getAttribute('data-face')).toBe('5');
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await page.getByText('damaged').count()).toBe(0);
  });

  test('each rule variant has its own table', async () => {
    await open();
    await page.getByLabel('Rules', { exact: true }).selectOption('classic');
    await page.getByRole('progressbar').waitFor();
    await expect.poll(() => page.url()).toContain('rules=classic');
    await gameShown(page);
    await page.getByLabel('Rules', { exact: true }).selectOption('standard');
    await gameShown(page);
  });

  test('the closed Dicee box holds 0 or 50, and jokers follow', async () => {
    await open('#dice=44444&left=0&closed=fours.dicee&upper=20&rules=joker_rules');
    const holds = page.getByRole('group', { name: 'Dicee box holds' });
    await holds.getByText('50', { exact: true }).click();
    await expect.poll(() => page.url()).toContain('dicee=50');
    // A joker in the large straight and the bonus for a further Dicee.
    await box(page, 'large_straight').getByText('140', { exact: true }).waitFor();
    await holds.getByText('0', { exact: true }).click();
    await box(page, 'large_straight').getByText('140', { exact: true }).waitFor({ state: 'detached' });
    await box(page, 'large_straight').getByText('40', { exact: true }).waitFor();
  });

  test('a random roll is a roll', async () => {
    await open();
    await page.getByRole('button', { name: 'Random roll' }).click();
    await expect.poll(() => page.url()).toMatch(/#dice=[1-6]{5}&left=1/);
  });

  test('the advice is announced politely', async () => {
    await open('#dice=12345&left=0');
    const status = page.getByRole('status');
    expect(await status.getAttribute('aria-live')).toBe('polite');
    expect(await status.innerText()).toMatch(/^Score Large Straight for 40: \d+\.\d\d points/);
  });
});
