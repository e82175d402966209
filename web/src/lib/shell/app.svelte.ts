/** The parts that every screen shares, made once by the root layout. */
import { createContext } from 'svelte';
import { Keys } from '$lib/keys/keys.svelte';
import { Players } from '$lib/people/players.svelte';
import { Session } from '$lib/people/session.svelte';
import { Haptics } from '$lib/sound/haptics';
import { Sound } from '$lib/sound/sound.svelte';
import { Announcer } from './announcer.svelte';
import { Chrome } from './chrome.svelte';
import { Install } from './install.svelte';
import { Settings } from './settings.svelte';
import { Status } from './status.svelte';

export interface App {
  /** What this device keeps; null where storage is forbidden, and while pages are prerendered. */
  readonly shelf: Storage | null;
  readonly settings: Settings;
  readonly keys: Keys;
  readonly announcer: Announcer;
  readonly sound: Sound;
  readonly haptics: Haptics;
  /** Who this device is to the server. */
  readonly session: Session;
  /** Who shares this device. */
  readonly players: Players;
  readonly status: Status;
  readonly install: Install;
  /** The navigation on screens that fill a phone. */
  readonly chrome: Chrome;
}

/** `const app = getApp()` in the script of any component. */
export const [getApp, setApp] = createContext<App>();

/** Without a window (while pages are prerendered) everything is as at the start, and nothing is kept. */
export function createApp(window: Window | null): App {
  const shelf = window ? storageOf(window) : null;
  const settings = new Settings(shelf, window?.document.documentElement ?? null);
  return {
    shelf,
    settings,
    keys: new Keys(settings),
    announcer: new Announcer(),
    sound: new Sound(settings),
    haptics: new Haptics(settings),
    session: new Session({ shelf }),
    players: new Players(shelf),
    status: new Status(),
    install: new Install(),
    chrome: new Chrome(),
  };
}

/** Browsers may forbid storage altogether, by throwing at its name. */
function storageOf(window: Window): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
