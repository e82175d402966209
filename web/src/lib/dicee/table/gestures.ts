/** Pointer gestures of one control: swipes, double tap, long press. A plain tap stays a click. */
import type { Attachment } from 'svelte/attachments';

export interface Gestures {
  swipeUp?: () => void;
  swipeDown?: () => void;
  swipeLeft?: () => void;
  swipeRight?: () => void;
  doubleTap?: () => void;
  /** Also what a right click asks for. */
  longPress?: () => void;
  /** A click with Shift. */
  shiftTap?: () => void;
}

const SWIPE = 24;
const LONG_PRESS = 500;
const DOUBLE_TAP = 300;

export function gestures(handlers: Gestures): Attachment<HTMLElement> {
  return (element) => {
    let start: { x: number; y: number; id: number } | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastTap = Number.NEGATIVE_INFINITY;
    /** The click that follows a gesture is no tap. */
    let used = false;
    const swipes = handlers.swipeUp ?? handlers.swipeDown ?? handlers.swipeLeft ?? handlers.swipeRight;

    const down = (event: PointerEvent) => {
      if (event.button !== 0) return;
      start = { x: event.clientX, y: event.clientY, id: event.pointerId };
      used = false;
      clearTimeout(timer);
      if (!handlers.longPress) return;
      // What lies inside is meant, not what it lies in.
      event.stopPropagation();
      timer = setTimeout(() => {
        used = true;
        handlers.longPress?.();
      }, LONG_PRESS);
    };
    const move = (event: PointerEvent) => {
      if (!start || event.pointerId !== start.id) return;
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) <= SWIPE / 2) return;
      clearTimeout(timer);
      // A swipe may end beside its control; a finger is captured anyway, a mouse is not.
      if (swipes) element.setPointerCapture(event.pointerId);
    };
    const up = (event: PointerEvent) => {
      clearTimeout(timer);
      if (!start || event.pointerId !== start.id || used) return;
      const act = swipeOf(event.clientX - start.x, event.clientY - start.y);
      start = null;
      const run = act && handlers[act];
      if (!run) return;
      used = true;
      run();
      // The click of this gesture comes at once, or never.
      setTimeout(() => (used = false));
    };
    const cancel = () => {
      clearTimeout(timer);
      start = null;
    };
    const click = (event: MouseEvent) => {
      if (used || (event.shiftKey && handlers.shiftTap)) {
        if (!used) handlers.shiftTap?.();
        used = false;
        event.stopImmediatePropagation();
        event.preventDefault();
        return;
      }
      // Keyboards click without a pointer; they have keys of their own.
      if (event.detail === 0) return;
      const now = event.timeStamp;
      if (now - lastTap < DOUBLE_TAP && handlers.doubleTap) {
        lastTap = Number.NEGATIVE_INFINITY;
        event.stopImmediatePropagation();
        handlers.doubleTap();
      } else {
        lastTap = now;
      }
    };
    const menu = (event: MouseEvent) => {
      if (!handlers.longPress) return;
      event.preventDefault();
      event.stopPropagation();
      // A right click asks for the same as a long press; a touch has asked already.
      if (!used && event.button === 2) handlers.longPress();
    };

    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', cancel);
    element.addEventListener('click', click, true);
    element.addEventListener('contextmenu', menu);
    return () => clearTimeout(timer);
  };
}

/** Which way a pointer went, if it went far enough. */
export function swipeOf(across: number, along: number): 'swipeUp' | 'swipeDown' | 'swipeLeft' | 'swipeRight' | null {
  if (Math.max(Math.abs(across), Math.abs(along)) < SWIPE) return null;
  if (Math.abs(along) >= Math.abs(across)) return along < 0 ? 'swipeUp' : 'swipeDown';
  return across < 0 ? 'swipeLeft' : 'swipeRight';
}
