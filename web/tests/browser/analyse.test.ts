import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ANALYSER, BASE, DESKTOP, gameShown, launch, PHONE, shot, solvedDevice, watchedPage } from './browser';

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
    await page.goto(ANALYSER);
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
});

test('a damaged table is thrown away and solved again', async () => {
  const own = await solvedDevice(browser);
  const { page, complaints } = await watchedPage(own);
  await page.goto(ANALYSER);
  await page.locator('[data-origin="stored"]').waitFor();
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
  expect(complaints).toEqual([]);
  await own.close();
});

describe('with the game solved', () => {
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    context = await solvedDevice(browser, { viewport: DESKTOP });
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
    await page.goto(ANALYSER + hash);
    await gameShown(page);
  }

  /** What the row says for scoring it now. */
  async function now(category: string): Promise<string> {
    const text = await box(page, category).locator('.now').innerText();
    return text.replace(/\s+/g, ' ').trim();
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

    // It is said once: where the advice would be, there is only a short line.
    expect(await page.getByText(/Expected .+; this is/).count()).toBe(1);

    await page.getByRole('button', { name: 'Next lower subtotal' }).click();
    await alert.waitFor({ state: 'detached' });
    await gameShown(page);
  });

  test('the subtotal field shows what is used', async () => {
    await open('#dice=66641&left=1&closed=sixes&upper=18');
    const field = page.getByLabel('Upper subtotal', { exact: true });
    await field.fill('');
    await page.locator('#upper-fault').waitFor();
    await page.getByRole('button', { name: 'Random roll' }).click();
    await gameShown(page);
    expect(await field.inputValue()).toBe('18');
    expect(await page.locator('#upper-fault').count()).toBe(0);

    await field.fill('999');
    await page.locator('#upper-fault').waitFor();
    expect(await page.getByRole('button', { name: 'Next higher subtotal' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Next lower subtotal' }).click();
    await gameShown(page);
    expect(await field.inputValue()).toBe('30');
    await page.getByRole('button', { name: 'Next lower subtotal' }).click();
    await expect.poll(() => field.inputValue()).toBe('24');
    await expect.poll(() => page.url()).toContain('upper=24');

    await field.fill('');
    await page.keyboard.press('Tab');
    await expect.poll(() => field.inputValue()).toBe('24');
    await gameShown(page);
  });

  test('no click on a box destroys the advice', async () => {
    await open('#dice=66641&left=1&closed=ones.sixes&upper=20');
    const field = page.getByLabel('Upper subtotal', { exact: true });
    await box(page, 'ones').click();
    await page.getByText('Now 18: the open boxes do not allow 20.').waitFor();
    expect(await field.inputValue()).toBe('18');
    await gameShown(page);
    await box(page, 'sixes').click();
    await expect.poll(() => field.inputValue()).toBe('0');
    await gameShown(page);
    expect(await page.locator('#upper-fault').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Clear card' }).count()).toBe(0);

    await field.fill('7');
    await page.locator('#upper-fault').waitFor();
    await page.getByRole('button', { name: 'Clear card' }).click();
    await gameShown(page);
    expect(await field.inputValue()).toBe('0');
  });

  test('a bonus stands apart from the points of the box', async () => {
    await open('#dice=66612&left=0&closed=ones.twos.threes.fours.fives&upper=45');
    await expect.poll(() => now('sixes')).toBe('18 +35');
    expect(await box(page, 'sixes').getAttribute('aria-label')).toContain('18 points now and 35 bonus');
    await advice(page, 'turn').getByText('Score Sixes for 18 and 35 bonus').waitFor();
  });

  test('a row tells by ear what it shows, and what pressing does', async () => {
    await open('#dice=55526&left=1');
    const row = box(page, 'four_of_kind');
    expect(await row.getAttribute('aria-label')).not.toContain('11/36');
    await page.getByRole('button', { name: 'Exact odds' }).click();
    await expect
      .poll(() => row.getAttribute('aria-label'))
      .toMatch(/30\.6%, 11\/36, 1 in 3\.3, .*press to close it$/);
    await row.click();
    await expect.poll(() => row.getAttribute('aria-label')).toContain('press to open it');
  });

  test('digits set the dice from anywhere', async () => {
    await open('#dice=11111&left=2');
    await page.locator('h2').first().click();
    await page.keyboard.type('23456');
    await expect.poll(() => page.url()).toContain('dice=23456');
    await page.keyboard.type('1');
    await expect.poll(() => page.url()).toContain('dice=13456');

    // The faces close when a digit is typed, and when another link comes.
    const faces = page.getByRole('button', { name: /^Set die/ });
    await page.locator('.die').nth(2).click();
    await faces.first().waitFor();
    await page.keyboard.type('6');
    await faces.first().waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).toContain('dice=13656');
    await page.locator('.die').nth(2).click();
    await faces.first().waitFor();
    await page.evaluate(() => (location.hash = 'dice=22222&left=0'));
    await faces.first().waitFor({ state: 'detached' });
    await advice(page, 'game').getByText('Score Dicee for 50').waitFor();
    expect(page.url()).toContain('#dice=22222&left=0');

    // A field keeps its digits.
    await page.getByLabel('Upper subtotal', { exact: true }).focus();
    await page.keyboard.type('5');
    await page.locator('#upper-fault').waitFor();
    expect(page.url()).toContain('dice=22222');
  });

  test('a target shows the chance of every option, and its link brings it back', async () => {
    const late = '#dice=66621&left=1&closed=ones.twos.threes.fours.fives.three_of_kind.four_of_kind&upper=41';
    await open(late);
    await page.getByLabel('Reach at least').fill('160');
    const outlook = page.getByText(/% to make at least 160 points more\.$/);
    await outlook.waitFor();
    const options = page.locator('.analytics ol > li');
    const chances = options.filter({ hasText: /\d% for the target/ });
    expect(await chances.count()).toBe(await options.count());
    // The digits of the target are no dice.
    await expect.poll(() => page.url()).toMatch(/dice=66621.*&target=160/);
    await shot(page, 'target');
    const advice = await outlook.textContent();
    await page.reload();
    await outlook.waitFor();
    expect(await outlook.textContent()).toBe(advice);
    await page.getByLabel('Reach at least').fill('600');
    await page.getByText('Expected a number from 0 to 511').waitFor();
    expect(await page.getByLabel('Reach at least').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Reach at least').fill('');
    await expect.poll(() => page.url()).not.toContain('target');
    expect(await chances.count()).toBe(0);
  });

  test('where no server answers, this device works out the target of many boxes, and can be stopped', async () => {
    // What a host of files alone may say.
    await page.route('**/api/v1/stats/analysis', (route) => route.fulfill({ body: '<h1>Dicee</h1>' }));
    await open('#dice=66621&left=2');
    await page.getByLabel('Reach at least').fill('250');
    await page.getByText('The server does not answer, so this device works it out.').waitFor();
    await page.getByRole('progressbar', { name: 'Worked out' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped.').waitFor();
    await page.getByLabel('Reach at least').fill('25');
    await page.getByText('Stopped.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Work it out' }).waitFor();
  });

  test('the copied link is that of what is shown', async () => {
    // The clipboard of the page, as far as the page can tell.
    await page.addInitScript(() => {
      const clipboard = {
        refuses: false,
        text: '',
        async writeText(text: string) {
          if (clipboard.refuses) throw new DOMException('no', 'NotAllowedError');
          clipboard.text = text;
        },
      };
      Object.defineProperty(navigator, 'clipboard', { value: clipboard });
    });
    const held = () => page.evaluate(() => Reflect.get(navigator.clipboard, 'text') as string);
    const copy = page.getByRole('button', { name: 'Copy link' });
    const copied = page.getByRole('button', { name: 'Copied' });

    await open();
    await copy.click();
    await copied.waitFor();
    expect(await held()).toBe(`${ANALYSER}#dice=55526&left=1`);

    // At once after changes that come faster than the address bar takes them.
    await page.keyboard.type('12345');
    await copy.click();
    await copied.waitFor();
    expect(await held()).toBe(`${ANALYSER}#dice=12345&left=1`);
    expect(page.url()).toBe(await held());

    // Old news after a change, even while the button has the focus.
    await page.evaluate(() => (location.hash = 'dice=nonsense&left=0'));
    await copy.waitFor();
    await page.getByRole('alert').getByText('the dice could not be read').waitFor();
    await copy.click();
    await copied.waitFor();
    expect(await held()).toBe(`${ANALYSER}#dice=55526&left=0`);
    expect(page.url()).toBe(await held());

    await page.evaluate(() => Reflect.set(navigator.clipboard, 'refuses', true));
    await page.locator('h1').click();
    await copy.click();
    await page.getByText('The browser did not allow copying.').waitFor();
    await shot(page, 'desktop-refused');
  });

  test('what others hang on a link does no harm', async () => {
    await open('#dice=12345&left=0&utm_source=mail&fbclid=x');
    await advice(page, 'game').getByText('Score Large Straight for 40').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
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
    await page.getByRole('alert').getByText('damaged: the dice').waitFor();
    await expect.poll(() => page.url()).toContain('#dice=55526&left=1');
    expect(await page.locator('.die').first().getAttribute('data-face')).toBe('5');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    expect(await page.getByText('damaged').count()).toBe(0);
  });

  test('links of the time when the analyser was the home page still open it', async () => {
    await page.goto(`${BASE}#dice=12345&left=0`);
    await page.waitForURL(`${ANALYSER}#dice=12345&left=0`);
    await advice(page, 'game').getByText('Score Large Straight for 40').waitFor();
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
    await expect.poll(() => now('large_straight')).toBe('40 +100');
    await holds.getByText('0', { exact: true }).click();
    await expect.poll(() => now('large_straight')).toBe('40');
  });

  test('a random roll is a roll', async () => {
    await open();
    await page.getByRole('button', { name: 'Random roll' }).click();
    await expect.poll(() => page.url()).toMatch(/#dice=[1-6]{5}&left=1/);
  });

  test('the advice is announced politely', async () => {
    await open('#dice=12345&left=0');
    const status = page.locator('.action [role="status"]');
    expect(await status.getAttribute('aria-live')).toBe('polite');
    expect(await status.innerText()).toMatch(/^Score Large Straight for 40: \d+\.\d\d points/);
  });
});
