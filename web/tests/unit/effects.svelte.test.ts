import { flushSync } from 'svelte';
import { expect, test, vi } from 'vitest';
import { Keys } from '$lib/keys/keys.svelte';
import { topOnChange } from '$lib/live/top.svelte';
import { Announcer } from '$lib/shell/announcer.svelte';
import { Settings } from '$lib/shell/settings.svelte';
import { Status } from '$lib/shell/status.svelte';

test('what speaks or binds in an effect does not run it again', () => {
  const announcer = new Announcer();
  const keys = new Keys(new Settings());
  const status = new Status();
  let runs = 0;
  const stop = $effect.root(() => {
    $effect(() => {
      runs += 1;
      announcer.say('Rolled');
      announcer.interrupt('Scored');
      const unbind = keys.bind({ title: 'Table', bindings: [] });
      const over = status.busy();
      return () => {
        unbind();
        over();
      };
    });
  });
  flushSync();
  expect(runs).toBe(1);
  expect([announcer.polite, announcer.assertive, keys.scopes.length]).toEqual(['Rolled', 'Scored', 1]);
  stop();
});

test('a screen that follows another one at the same address starts at its top', () => {
  const scroll = vi.spyOn(globalThis, 'scrollTo').mockImplementation(() => undefined);
  let shown = $state('waiting room');
  let rolls = $state(0);
  const stop = $effect.root(() => topOnChange(() => (rolls > 9 ? 'report' : shown)));
  flushSync();
  expect(scroll).not.toHaveBeenCalled();
  shown = 'game';
  flushSync();
  expect(scroll).toHaveBeenCalledExactlyOnceWith(0, 0);
  // Nothing jumps while the game goes on.
  rolls = 1;
  flushSync();
  expect(scroll).toHaveBeenCalledTimes(1);
  stop();
  scroll.mockRestore();
});
