import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { Settings, SETTINGS_KEY } from '$lib/shell/settings.svelte';

const root = document.documentElement;

beforeEach(() => {
  localStorage.clear();
  for (const name of Object.keys(root.dataset)) delete root.dataset[name];
});

describe('settings', () => {
  test('stand on the page at once and are kept', () => {
    const settings = new Settings(localStorage, root);
    expect(root.dataset).toMatchObject({ theme: 'system', profile: 'beginner', stats: 'on' });
    settings.set('theme', 'dark');
    settings.set('stats', false);
    expect(root.dataset).toMatchObject({ theme: 'dark', stats: 'off' });
    const next = new Settings(localStorage, root);
    expect(next.value).toMatchObject({ theme: 'dark', stats: false, motion: 'system' });
  });

  test('that are as at the start are not stored', () => {
    const settings = new Settings(localStorage, root);
    settings.set('theme', 'dark');
    settings.set('volume', 40);
    settings.set('theme', 'system');
    expect(JSON.parse(localStorage.getItem(SETTINGS_KEY) ?? '')).toEqual({ volume: 40 });
    settings.reset();
    expect(localStorage.getItem(SETTINGS_KEY)).toBe('{}');
  });

  test.each([
    ['nonsense', 'no JSON'],
    ['null', 'nothing'],
    ['[1]', 'a list'],
    ['{"theme":"pink","volume":-1,"stats":"yes","profile":7}', 'values that are none'],
    ['{"volume":1000}', 'too loud'],
  ])('stored as %s (%s) are as at the start', (stored) => {
    localStorage.setItem(SETTINGS_KEY, stored);
    expect(new Settings(localStorage, root).value).toEqual(new Settings().value);
  });

  test('a field that cannot be read does not take the others along', () => {
    localStorage.setItem(SETTINGS_KEY, '{"theme":"pink","motion":"none"}');
    const settings = new Settings(localStorage, root);
    expect(settings.value).toMatchObject({ theme: 'system', motion: 'none' });
    expect(settings.moves).toBe(false);
  });

  test('hold without storage', () => {
    const full = { getItem: () => null, setItem: () => { throw new DOMException('full', 'QuotaExceededError'); } };
    const settings = new Settings(full, root);
    settings.set('theme', 'contrast');
    expect(root.dataset['theme']).toBe('contrast');
  });

  test('of another tab are taken over', () => {
    const [one, other] = [new Settings(localStorage, root), new Settings(localStorage, null)];
    other.set('theme', 'light');
    one.reload();
    expect(root.dataset['theme']).toBe('light');
  });
});

test('the script of the page sets what the settings set', () => {
  const page = readFileSync('src/app.html', 'utf8');
  const script = /<script>([^]*?)<\/script>/.exec(page)?.[1] ?? '';
  const settings = new Settings(localStorage, root);
  settings.set('theme', 'dark');
  settings.set('motion', 'none');
  const wanted = { theme: root.dataset['theme'], motion: root.dataset['motion'] };
  for (const name of Object.keys(root.dataset)) delete root.dataset[name];
  new Function(script)();
  expect({ ...root.dataset }).toEqual(wanted);

  localStorage.setItem(SETTINGS_KEY, 'nonsense');
  expect(() => new Function(script)()).not.toThrow();
});
