/** Every keyboard shortcut of the app, in one table that also writes the help. */
import { untrack } from 'svelte';
import type { Settings } from '$lib/shell/settings.svelte';

export interface Binding {
  /** `KeyboardEvent.key`, with modifiers in front: `Space`, `Shift+1`, `?`, `Escape`, `Ctrl+k`. */
  readonly keys: readonly string[];
  /** What it does, for the help: "Roll the dice". */
  readonly does: string;
  /** Whether it does anything on this screen; else the help leaves it out. */
  applies?(): boolean;
  /** Runs it; returning false means it did not apply, and the browser may have the key. */
  run(event: KeyboardEvent): boolean | void;
}

export interface Scope {
  /** A heading of the help: "Dicee table". */
  readonly title: string;
  readonly bindings: readonly Binding[];
}

export class Keys {
  #scopes = $state.raw<readonly Scope[]>([]);
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** All that is bound now, the newest scope first: that is also who gets a key first. */
  get scopes(): readonly Scope[] {
    return this.#scopes;
  }

  /** What the help lists: the scopes without what does not apply, and without the keys that a newer scope has. */
  get listed(): readonly Scope[] {
    const taken = new Set<string>();
    return this.#scopes.map(({ title, bindings }) => {
      const own = bindings.map((binding) => ({ ...binding, keys: binding.keys.filter((key) => !taken.has(key)) }));
      for (const { keys } of bindings) for (const key of keys) taken.add(key);
      return { title, bindings: own.filter(({ keys, applies }) => keys.length > 0 && (applies?.() ?? true)) };
    });
  }

  /** Binds a scope until the returned function is called: `$effect(() => keys.bind(scope))`. */
  bind(scope: Scope): () => void {
    // An effect that binds must not run again because something was bound.
    this.#scopes = [scope, ...untrack(() => this.#scopes)];
    return () => {
      this.#scopes = untrack(() => this.#scopes).filter((other) => other !== scope);
    };
  }

  /** Finds the binding of a key that no field or control wants, and runs it. */
  handle(event: KeyboardEvent): void {
    // Browsers press a button again and again while Enter is held on it, and only once for Space.
    if (event.repeat && event.key === 'Enter' && event.target instanceof Element && event.target.closest('button')) event.preventDefault();
    if (event.defaultPrevented || event.isComposing || this.#isTaken(event)) return;
    const pressed = nameOf(event);
    // A key that is held acts once, but for steps.
    if (event.repeat && !/^[,.]$|^Arrow/.test(pressed)) return;
    for (const { bindings } of this.#scopes) {
      const binding = bindings.find(({ keys }) => keys.includes(pressed));
      if (binding && binding.run(event) !== false) {
        event.preventDefault();
        return;
      }
    }
    if (givesSpaceAway(event)) event.preventDefault();
  }

  #isTaken(event: KeyboardEvent): boolean {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (plain && event.key.length === 1 && event.key !== ' ' && !this.#settings.value.shortcuts) return true;
    const { target } = event;
    if (!(target instanceof Element)) return false;
    // A dialog has the keyboard for itself, also while nothing in it has the focus; it closes by Escape without our help.
    if (document.querySelector('dialog[open]')) return true;
    if (target.closest(TEXT_FIELDS)) return plain && event.key !== 'Escape';
    if (givesSpaceAway(event)) return false;
    if (event.key === ' ' || event.key === 'Enter') return target.closest(CONTROLS) !== null;
    return event.key.startsWith('Arrow') && target.closest('input, select, summary') !== null;
  }
}

/** Whether it is Space on a control that only Enter works: one that the arrow keys lead to while Space has its own meaning. */
function givesSpaceAway({ key, target }: KeyboardEvent): boolean {
  return key === ' ' && target instanceof Element && target.closest('[data-space="screen"]') !== null;
}

const TEXT_FIELDS = 'input:not([type="radio"], [type="checkbox"], [type="range"]), select, textarea, [contenteditable]';
const CONTROLS = 'button, a[href], summary, input, select, [role="button"]';

/** `Shift+1` for the key that makes `!` or `1` with Shift, `?` for the character itself. */
export function nameOf(event: KeyboardEvent): string {
  const digit = /^Digit([0-9])$/.exec(event.code)?.[1];
  const key = event.key === ' ' ? 'Space' : event.shiftKey && digit ? digit : event.key;
  // Shift is part of a character such as `?`, and said beside everything else.
  const shift = event.shiftKey && (key.length > 1 || digit !== undefined) ? 'Shift+' : '';
  const modifiers = `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${shift}`;
  return modifiers + (key.length === 1 ? key.toLowerCase() : key);
}

const NAMES: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** A key as the help writes it. */
export function spoken(keys: string): string {
  const parts = keys.split(/\+(?=.)/);
  return parts.map((part) => NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part)).join(' ');
}
