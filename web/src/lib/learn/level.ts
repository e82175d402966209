/** Whom tips are written for, by the profile of the settings. */
import type { Level } from './exercise/trial.svelte';

export function levelOf(profile: 'beginner' | 'intermediate' | 'expert' | 'research'): Level {
  return profile === 'research' ? 'expert' : profile;
}
