/** The twin of the player of this device: loaded when it is to move. */
import type { TwinMind } from '../../dicee/twin';
import type { App } from '../../shell/app.svelte';
import { freshSeed } from '../fresh-seed';
import { openSchool } from '../open-school';

/** Fewer games than this say too little about anybody. */
export const TWIN_KNOWN = 3;

/** How the twin of this player decides; it stays the same while a page is open. */
export async function openTwin(app: App): Promise<TwinMind> {
  const school = openSchool(app);
  const { client } = school;
  const { profile } = await school.learned();
  return {
    move: async (situation) => {
      await client.prepare(situation.rules);
      return client.call('twinMove', profile, situation, freshSeed());
    },
  };
}
