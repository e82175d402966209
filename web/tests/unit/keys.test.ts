import { beforeEach, describe, expect, test } from 'vitest';
import { Keys, nameOf, spoken } from '$lib/keys/keys.svelte';
import { Settings } from '$lib/shell/settings.svelte';

let settings: Settings;
let keys: Keys;
let ran: string[];

beforeEach(() => {
  settings = new Settings();
  keys = new Keys(settings);
  ran = [];
  document.body.innerHTML = `
    <button id="button">b</button><button id="box" data-space="screen">x</button><input id="text"><input id="radio" type="radio">
    <dialog><button id="inside">i</button></dialog><p id="text-of-page">p</p>`;
});

function bind(...names: string[]): () => void {
  const bindings = names.map((name) => ({
    keys: [name],
    does: name,
    run: () => {
      ran.push(name);
    },
  }));
  return keys.bind({ title: names.join(), bindings });
}

function press(key: string, at = 'text-of-page', more: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  const target = document.getElementById(at);
  target?.addEventListener('keydown', (heard) => keys.handle(heard), { once: true });
  target?.dispatchEvent(event);
  return event.defaultPrevented;
}

test('the help lists a key once, where it does something', () => {
  const listed = () => keys.listed.map(({ bindings }) => bindings.map(({ does }) => does));
  let hidden = false;
  const bindings = [
    { keys: ['Escape', 'x'], does: 'back', run: () => undefined },
    { keys: ['n'], does: 'navigation', applies: () => hidden, run: () => undefined },
  ];
  keys.bind({ title: 'Everywhere', bindings });
  expect(listed()).toEqual([['back']]);
  hidden = true;
  expect(listed()).toEqual([['back', 'navigation']]);
  const unbind = bind('Escape', 'x');
  expect(listed()).toEqual([['Escape', 'x'], ['navigation']]);
  unbind();
  expect(listed()).toEqual([['back', 'navigation']]);
});

describe('a key', () => {
  test('runs its binding and goes no further', () => {
    bind('Space', 'r');
    expect(press(' ')).toBe(true);
    expect(press('R')).toBe(true);
    expect(press('x')).toBe(false);
    expect(ran).toEqual(['Space', 'r']);
  });

  test('belongs to the scope that was bound last, until that one is gone', () => {
    bind('a');
    const unbind = keys.bind({ title: 'top', bindings: [{ keys: ['a'], does: 'top', run: () => void ran.push('top') }] });
    press('a');
    unbind();
    press('a');
    expect(ran).toEqual(['top', 'a']);
    expect(keys.scopes).toHaveLength(1);
  });

  test('goes on to the next scope where its binding does not apply', () => {
    bind('a');
    keys.bind({ title: 'top', bindings: [{ keys: ['a'], does: 'not now', run: () => false }] });
    expect(press('a')).toBe(true);
    expect(ran).toEqual(['a']);
  });

  test.each([
    ['a', 'text', 'a field keeps what is typed'],
    [' ', 'button', 'a button is pressed by it'],
    ['Enter', 'button', 'a button is pressed by it'],
    ['ArrowRight', 'radio', 'a group of radio buttons moves by it'],
  ])('%s at %s is left alone: %s', (key, at) => {
    bind('a', 'Space', 'Enter', 'ArrowRight');
    expect(press(key, at)).toBe(false);
    expect(ran).toEqual([]);
  });

  test.each(['inside', 'text-of-page'])('is left to an open dialog, pressed at %s', (at) => {
    document.querySelector('dialog')?.setAttribute('open', '');
    bind('a', 'Escape');
    expect([press('a', at), press('Escape', at)]).toEqual([false, false]);
    expect(ran).toEqual([]);
  });

  test.each([
    ['Enter', 'button'],
    ['Enter', 'inside'],
    ['a', 'text-of-page'],
  ])('that is held acts once: %s at %s', (key, at) => {
    bind('a');
    press(key, at);
    // Left alone, the browser would press the button again.
    expect(press(key, at, { repeat: true })).toBe(key === 'Enter');
    expect(ran.length).toBe(key === 'a' ? 1 : 0);
  });

  test('works at a button where the button does not want it', () => {
    bind('1');
    expect(press('1', 'button', { code: 'Digit1' })).toBe(true);
  });

  test('Space has its own meaning at a box of the card, and never fills it', () => {
    bind('Space');
    expect([press(' ', 'box'), press('Enter', 'box')]).toEqual([true, false]);
    expect(ran).toEqual(['Space']);
    keys.bind({ title: 'top', bindings: [{ keys: ['Space'], does: 'no roll is left', run: () => false }] });
    expect(press(' ', 'box')).toBe(true);
  });

  test('of one character rests when single keys are off; others do not', () => {
    settings.set('shortcuts', false);
    bind('a', 'Space', 'Escape', 'Ctrl+k');
    for (const key of ['a', ' ', 'Escape']) press(key);
    press('k', 'text-of-page', { ctrlKey: true });
    expect(ran).toEqual(['Space', 'Escape', 'Ctrl+k']);
  });
});

test.each([
  [{ key: '!', code: 'Digit1', shiftKey: true }, 'Shift+1'],
  [{ key: '1', code: 'Digit1' }, '1'],
  [{ key: '?', code: 'Minus', shiftKey: true }, '?'],
  [{ key: 'A', code: 'KeyA', shiftKey: true }, 'a'],
  [{ key: 'ArrowLeft', code: 'ArrowLeft', shiftKey: true }, 'Shift+ArrowLeft'],
  [{ key: ' ', code: 'Space' }, 'Space'],
  [{ key: 'k', code: 'KeyK', metaKey: true }, 'Ctrl+k'],
])('%j is called %s', (event, name) => {
  expect(nameOf(new KeyboardEvent('keydown', event))).toBe(name);
});

test('keys are written as on a keyboard', () => {
  expect(['Shift+1', 'Escape', 'a', 'ArrowUp', '?', 'Ctrl+k', '+'].map(spoken)).toEqual([
    'Shift 1',
    'Esc',
    'A',
    '↑',
    '?',
    'Ctrl K',
    '+',
  ]);
});
