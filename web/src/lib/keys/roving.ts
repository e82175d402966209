/** One stop for Tab in a group of buttons; arrows walk within it. */

/** The place that a key leads to, from a place among so many; null where it leads nowhere. */
export function placeAfter(key: string, place: number, places: number): number | null {
  if (places === 0) return null;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowUp':
      return (Math.max(place, 0) + places - 1) % places;
    case 'ArrowRight':
    case 'ArrowDown':
      return (place + 1) % places;
    case 'Home':
      return 0;
    case 'End':
      return places - 1;
    default:
      return null;
  }
}

/** The key of a toolbar: moves the focus among its buttons, from the toolbar itself to the first of them. */
export function walkButtons(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:enabled')];
  const here = buttons.findIndex((button) => button === event.target);
  const next = placeAfter(event.key, here, buttons.length);
  if (next === null) return;
  event.preventDefault();
  buttons[next]?.focus();
}
