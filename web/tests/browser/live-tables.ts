/** Tables with others that screens begin with. */
import type { Page } from 'playwright-core';

/** Opens a table with others from the lobby: its waiting room. */
export async function liveOpened(page: Page): Promise<void> {
  // A device that sat down before has a name.
  const name = page.getByLabel('Your name');
  if ((await name.count()) > 0 && (await name.inputValue()) === '') await name.fill('Ann');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForURL(/\/t\/[A-Z0-9]{6}$/);
  await page.getByText('(you)').first().waitFor();
}

/** Starts it, with a bot. */
export async function liveStarted(page: Page): Promise<void> {
  await liveOpened(page);
  await page.getByRole('button', { name: 'Add a bot' }).click();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.getByRole('button', { name: 'Table and chat' }).waitFor();
}

/** Starts one for five, all others bots. */
export async function liveFive(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Seats: more' }).click();
  await liveOpened(page);
  for (let bot = 1; bot <= 4; bot += 1) await page.getByRole('button', { name: 'Add a bot' }).click();
  await page.getByText('No seat is free.').waitFor();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.getByRole('button', { name: 'Table and chat' }).waitFor();
}

/** Its sheet with people and chat. */
export async function liveSheet(page: Page): Promise<void> {
  await liveStarted(page);
  await page.getByRole('button', { name: 'Table and chat' }).click();
  await page.getByRole('dialog').waitFor();
}
