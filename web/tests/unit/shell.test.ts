import { afterEach, describe, expect, test, vi } from 'vitest';
import { Players } from '$lib/people/players.svelte';
import { Haptics } from '$lib/sound/haptics';
import { Sound } from '$lib/sound/sound.svelte';
import { Announcer } from '$lib/shell/announcer.svelte';
import { Settings } from '$lib/shell/settings.svelte';
import { nearTo, placeOf } from '$lib/shell/places';
import { Status } from '$lib/shell/status.svelte';

class Memory {
  readonly held = new Map<string, string>();
  getItem = (key: string) => this.held.get(key) ?? null;
  setItem = (key: string, value: string) => void this.held.set(key, value);
}

describe('the announcer', () => {
  test('makes a repeated text a new one, which sounds the same', () => {
    const announcer = new Announcer();
    const heard: string[] = [];
    for (const text of ['Rolled 1 2 3 4 5', 'Rolled 1 2 3 4 5', 'Rolled 1 2 3 4 5', 'Scored']) {
      announcer.say(text);
      heard.push(announcer.polite);
    }
    expect(new Set(heard.slice(0, 2)).size).toBe(2);
    expect(heard[1]).not.toBe(heard[2]);
    expect(heard.map((text) => text.trim())).toEqual([...Array(3).fill('Rolled 1 2 3 4 5'), 'Scored']);
    expect(announcer.assertive).toBe('');
  });
});

describe('a new version', () => {
  test('is offered only while no turn is under way', () => {
    const status = new Status();
    let taken = 0;
    const over = status.busy();
    const over2 = status.busy();
    status.offer(() => (taken += 1));
    expect(status.offersUpdate).toBe(false);
    over();
    over();
    expect(status.offersUpdate).toBe(false);
    over2();
    expect(status.offersUpdate).toBe(true);
    status.takeUpdate();
    expect(taken).toBe(1);
  });
});

describe('players on this device', () => {
  const ids = () => {
    let last = 0;
    return () => `p${(last += 1)}`;
  };

  test('there is always one, and the newest plays', () => {
    const shelf = new Memory();
    const players = new Players(shelf, ids());
    expect(players.list).toHaveLength(1);
    players.remove(players.current.id);
    expect(players.list).toHaveLength(1);
    expect(players.add('  Ann\u202e ')?.name).toBe('Ann');
    expect(players.current.name).toBe('Ann');
    players.remove('p1');
    expect(players.current.name).toBe('Player 1');
  });

  test('come back with the next visit', () => {
    const shelf = new Memory();
    const players = new Players(shelf, ids());
    players.add('Ann');
    players.add('Bea');
    players.choose('p1');
    players.rename('p2', 'Bee');
    const again = new Players(shelf);
    expect(again.list.map(({ name }) => name)).toEqual(['Player 1', 'Ann', 'Bee']);
    expect(again.current.name).toBe('Ann');
  });

  test('without a name, or too many, are refused', () => {
    const players = new Players(null, ids());
    expect(players.add(' \n ')).toBeNull();
    expect(players.rename('first', '')).toBe(false);
    while (players.add('x')) expect(players.list.length).toBeLessThanOrEqual(20);
    expect(players.isFull).toBe(true);
    expect(players.add('a'.repeat(99))).toBeNull();
  });

  test.each(['nonsense', '{}', '{"list":[],"current":"x"}', '{"list":[{"id":1}],"current":"x"}'])(
    'that were stored as %s are forgotten',
    (stored) => {
      const shelf = new Memory();
      shelf.setItem('dicee.players', stored);
      expect(new Players(shelf).list).toEqual(new Players().list);
    },
  );
});

test.each([
  ['/', 'Play'],
  ['/dicee', 'Play'],
  ['/dicee/play', 'Play'],
  ['/t/K7Q2MX', 'Lobby'],
  ['/dicee/analyse', 'Learn'],
  ['/rules/42', 'Learn'],
  ['/settings', 'Me'],
  ['/tools', undefined],
  ['/nowhere', undefined],
])('%s belongs to %s', (path, name) => {
  expect(placeOf(path)?.name).toBe(name);
});

describe('sound and touch', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** Counts the tones that are started. */
  function listen(): { started: number[] } {
    const heard = { started: [] as number[] };
    const parameter = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
    class Context {
      currentTime = 10;
      state = 'running';
      destination = {};
      createGain = () => ({ gain: parameter, connect: () => undefined });
      createOscillator = () => ({
        frequency: parameter,
        connect: (next: unknown) => next,
        start: (at: number) => heard.started.push(at),
        stop: () => undefined,
      });
    }
    vi.stubGlobal('AudioContext', Context);
    return heard;
  }

  test('there is none until the volume is raised', () => {
    const heard = listen();
    const settings = new Settings();
    const sound = new Sound(settings);
    sound.play('die');
    expect(heard.started).toEqual([]);
    settings.set('volume', 20);
    sound.play('die', 500);
    expect(heard.started).toEqual([10.5]);
  });

  test('a device vibrates only where it can and may', () => {
    const vibrate = vi.fn();
    vi.stubGlobal('navigator', { vibrate });
    const settings = new Settings();
    const haptics = new Haptics(settings);
    haptics.tap('score');
    expect(vibrate.mock.calls).toEqual([[30]]);
    settings.set('haptics', false);
    haptics.tap('score');
    vi.stubGlobal('navigator', {});
    settings.set('haptics', true);
    haptics.tap('score');
    expect(vibrate).toHaveBeenCalledTimes(1);
  });
});

test('an address at which nothing is names what was meant, where that can be told', () => {
  for (const [path, href] of [
    ['/rules/fortytwo', '/rules/42'],
    ['/rules/forty-two', '/rules/42'],
    ['/42/rules', '/rules/42'],
    ['/rules/go', '/rules'],
    ['/42/duplicate', '/42'],
    ['/fortytwo', '/42'],
    ['/pools/odds', '/pools'],
    ['/nowhere', undefined],
    ['/not-found', undefined],
  ] as const) {
    expect(nearTo(path)?.href, path).toBe(href);
  }
});
