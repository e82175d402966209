import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gestures, type Gestures } from '$lib/dicee/table/gestures';

let element: HTMLElement;
let heard: string[];
let detach: (() => void) | void;

beforeEach(() => {
  vi.useFakeTimers();
  heard = [];
  element = document.createElement('button');
  element.setPointerCapture = () => undefined;
  const names = ['swipeUp', 'swipeDown', 'swipeLeft', 'swipeRight', 'doubleTap', 'longPress', 'shiftTap'] as const;
  const handlers: Gestures = Object.fromEntries(names.map((name) => [name, () => heard.push(name)]));
  detach = gestures(handlers)(element);
  element.addEventListener('click', () => heard.push('tap'));
});
afterEach(() => {
  detach?.();
  vi.useRealTimers();
});

function pointer(type: string, x = 0, y = 0): void {
  element.dispatchEvent(new PointerEvent(type, { button: 0, pointerId: 1, clientX: x, clientY: y, bubbles: true }));
}

/** A click at a moment, as a finger makes it, or a keyboard: with no click counted. */
function click(at: number, init: MouseEventInit = { detail: 1 }): void {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
  Object.defineProperty(event, 'timeStamp', { value: at });
  element.dispatchEvent(event);
}

test('two quick taps are a double tap, two slow ones are two taps', () => {
  click(1_000);
  click(1_299);
  expect(heard).toEqual(['tap', 'doubleTap']);
  click(2_000);
  click(2_300);
  expect(heard.slice(2)).toEqual(['tap', 'tap']);
});

test('keys that press twice are no double tap', () => {
  click(1_000, { detail: 0 });
  click(1_100, { detail: 0 });
  expect(heard).toEqual(['tap', 'tap']);
});

test('a press that is held asks once, and the click at its end is no tap', () => {
  pointer('pointerdown');
  vi.advanceTimersByTime(499);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(1);
  pointer('pointerup');
  click(1_000);
  expect(heard).toEqual(['longPress']);
});

test.each([
  ['swipeUp', 0, -30],
  ['swipeDown', 0, 30],
  ['swipeLeft', -30, 0],
  ['swipeRight', 30, 0],
])('%s is neither a tap nor a long press', (name, x, y) => {
  pointer('pointerdown');
  pointer('pointermove', x, y);
  vi.advanceTimersByTime(600);
  pointer('pointerup', x, y);
  click(1_000);
  expect(heard).toEqual([name]);
});

test('a right click asks for what a long press does, and Shift pins', () => {
  element.dispatchEvent(new MouseEvent('contextmenu', { button: 2, bubbles: true, cancelable: true }));
  click(1_000, { detail: 1, shiftKey: true });
  expect(heard).toEqual(['longPress', 'shiftTap']);
});
