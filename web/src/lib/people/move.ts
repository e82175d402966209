/** An identity on its way to another device, in the fragment of a link: servers never see it. */
import type { Identity } from './session.svelte';

const FIELD = 'move';

/** The link to open on the other device. Anyone who opens it is the player. */
export function moveLink(identity: Identity, origin: string): string {
  const { playerId, displayName, deviceSecret } = identity;
  const bytes = new TextEncoder().encode(JSON.stringify([playerId, displayName, deviceSecret]));
  const text = btoa(String.fromCharCode(...bytes));
  const code = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return `${origin}/me#${FIELD}=${code}`;
}

/** The identity in a fragment: null when there is none, `damaged` when it cannot be read. */
export function readMove(hash: string): Identity | 'damaged' | null {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get(FIELD);
  if (code === null) return null;
  try {
    const text = atob(code.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
    const parts: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (!Array.isArray(parts) || parts.length !== 3) return 'damaged';
    const [playerId, displayName, deviceSecret]: unknown[] = parts;
    if (typeof playerId !== 'string' || typeof displayName !== 'string' || typeof deviceSecret !== 'string') {
      return 'damaged';
    }
    return { playerId, displayName, deviceSecret };
  } catch {
    return 'damaged';
  }
}
