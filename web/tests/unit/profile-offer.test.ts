import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import { type App, createApp } from '$lib/shell/app.svelte';
import { MemoryGames, type StoredGame } from '$lib/table/game-store';
import OfferInApp from './OfferInApp.svelte';

afterEach(cleanup);

/** A report after ten games in which five of six decisions were the best. */
function offer(autoProfile: boolean): App {
  const app = createApp(null);
  app.settings.set('autoProfile', autoProfile);
  const store = new MemoryGames();
  const games = Array.from({ length: 10 }, () => ({ decisions: { best: 25, all: 30 } })) as StoredGame[];
  store.list = () => Promise.resolve(games);
  render(OfferInApp, { app, store });
  return app;
}

test('the next profile is suggested, and nothing changes before somebody agrees', async () => {
  const { settings } = offer(createApp(null).settings.value.autoProfile);
  await screen.findByRole('complementary', { name: 'A suggestion' });
  expect(settings.value.profile).toBe('beginner');
  await fireEvent.click(screen.getByRole('button', { name: 'Try it' }));
  expect(settings.value.profile).toBe('intermediate');
});

test('where the profile is adjusted the next one is taken at once, with the way back', async () => {
  const { settings } = offer(true);
  await screen.findByRole('complementary', { name: 'The profile was adjusted' });
  expect(settings.value.profile).toBe('intermediate');
  await fireEvent.click(screen.getByRole('button', { name: 'Back to Beginner' }));
  expect(settings.value.profile).toBe('beginner');
});
