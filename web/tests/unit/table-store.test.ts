// @vitest-environment node
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { IndexedDbStore } from '$lib/wasm/engine/table-store';

const BYTES = new Uint8Array([1, 2, 3]);

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

test('a table survives the store that saved it', async () => {
  await new IndexedDbStore('a').save('standard', BYTES);
  const store = new IndexedDbStore('a');
  expect(await store.load('standard')).toEqual(BYTES);
  expect(await store.load('classic')).toBeNull();
});

test('a table of another engine build is not offered', async () => {
  await new IndexedDbStore('a').save('standard', BYTES);
  expect(await new IndexedDbStore('b').load('standard')).toBeNull();
});

test('a removed table is gone', async () => {
  const store = new IndexedDbStore('a');
  await store.save('standard', BYTES);
  await store.remove('standard');
  expect(await store.load('standard')).toBeNull();
});
