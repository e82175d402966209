/** Pointer gestures of one control: swipe up and down, double tap, long press. A plain tap stays a click. */
import type { Attachment } from 'svelte/attachments';

export interface Gestures {
  swipeUp?: () => void;
  swipeDown?: () => void;
  doubleTap?: () => void;
  longPress?: () => void;
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

    const down = (event: PointerEvent) => {
      if (event.button !== 0) return;
      start = { x: event.clientX, y: event.clientY, id: event.pointerId };
      used = false;
      clearTimeout(timer);
      if (!handlers.longPress) return;
      timer = setTimeout(() => {
        used = true;
        handlers.longPress?.();
      }, LONG_PRESS);
    };
    const move = (event: PointerEvent) => {
      if (!start || event.pointerId !== start.id) return;
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > SWIPE / 2) clearTimeout(timer);
    };
    const up = (event: PointerEvent) => {
      clearTimeout(timer);
      if (!start || event.pointerId !== start.id || used) return;
      const [across, along] = [event.clientX - start.x, event.clientY - start.y];
      start = null;
      const act = along < 0 ? handlers.swipeUp : handlers.swipeDown;
      if (Math.abs(along) < SWIPE || Math.abs(along) < Math.abs(across) || !act) return;
      used = true;
      act();
    };
    const click = (event: MouseEvent) => {
      if (used) {
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
    const menu = (event: Event) => {
      if (!handlers.longPress) return;
      event.preventDefault();
      // A right click asks for the same as a long press; a touch has asked already.
      if (!used && event instanceof MouseEvent && event.button === 2) handlers.longPress();
    };

    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', () => clearTimeout(timer));
    element.addEventListener('click', click, true);
    element.addEventListener('contextmenu', menu);
    return () => clearTimeout(timer);
  };
}
