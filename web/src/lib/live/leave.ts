/** The way from a table that somebody gave up to the lobby, which says so. */
import { goto } from '$app/navigation';

export function gotoLobby(left: string | undefined): Promise<void> {
  return goto('/lobby', { state: left === undefined ? {} : { left } });
}
