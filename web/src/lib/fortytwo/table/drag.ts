/** Dragging one tile up: it follows the finger, and is played where it is let go far enough above the hand. */
import type { Attachment } from 'svelte/attachments';

/** How far up, in pixels, a tile is dropped on the table. */
const FAR = 56;
/** A finger that moved less than this has tapped. */
const TAP = 8;

export function draggable(enabled: () => boolean, ondrop: () => void): Attachment<HTMLElement> {
  return (element) => {
    let start: { x: number; y: number; id: number } | null = null;
    let dragged = false;

    const back = () => {
      start = null;
      element.style.transform = '';
      element.style.zIndex = '';
    };
    const down = (event: PointerEvent) => {
      dragged = false;
      if (event.button !== 0 || !enabled()) return;
      start = { x: event.clientX, y: event.clientY, id: event.pointerId };
    };
    const move = (event: PointerEvent) => {
      if (!start || event.pointerId !== start.id) return;
      const [x, y] = [event.clientX - start.x, event.clientY - start.y];
      if (!dragged && Math.hypot(x, y) < TAP) return;
      if (!dragged) element.setPointerCapture(start.id);
      dragged = true;
      element.style.transform = `translate(${x}px, ${y}px)`;
      element.style.zIndex = '2';
    };
    const up = (event: PointerEvent) => {
      if (!start || event.pointerId !== start.id) return;
      const far = start.y - event.clientY > FAR;
      back();
      if (dragged && far) ondrop();
    };
    // The click that follows a drag is no tap.
    const click = (event: MouseEvent) => {
      if (!dragged) return;
      dragged = false;
      event.stopImmediatePropagation();
      event.preventDefault();
    };

    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', back);
    element.addEventListener('click', click, true);
    return back;
  };
}
