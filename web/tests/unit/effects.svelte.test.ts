import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { Keys } from '$lib/keys/keys.svelte';
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
