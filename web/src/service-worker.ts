/// <reference types="@sveltejs/kit" />
/// <reference no-default-lib="true"/>
/// <reference lib="esnext" />
/// <reference lib="webworker" />
/**
 * Keeps the app for times without a network: its pages and scripts when it is installed, the engines when they are first
 * used, or once a page has what it needs itself. Solved games lie in IndexedDB and need no help.
 *
 * A new version is installed beside the old one and waits until a page tells it to take over.
 */
import { build, files, prerendered, version } from '$service-worker';
import { KEEP_ENGINES, TAKE_OVER } from '$lib/shell/worker-messages';

declare const self: ServiceWorkerGlobalScope;

const SHELL = `shell-${version}`;
/** Files whose names carry their hash: they are good for every version. */
const HASHED = 'hashed';
/** Shows every route that has parameters. */
const FALLBACK = '/fallback.html';
/** The server answers with it, and with 404, wherever nothing is. */
const NOT_FOUND = '/not-found';
const HASHED_FOLDER = '/_app/immutable/';
/** The paths of the engines of this version. */
const ENGINES = '/engines.json';

/** An engine is no part of the installation: a first visit should not wait for it. */
const isEngine = (path: string): boolean => path.endsWith('.wasm') || path.includes('/workers/');

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(clean().then(() => self.clients.claim()));
});

self.addEventListener('message', (event) => {
  if (event.data === TAKE_OVER) void self.skipWaiting();
  if (event.data === KEEP_ENGINES) event.waitUntil(keepEngines());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith(HASHED_FOLDER)) event.respondWith(fromHashed(request));
  else if (request.mode === 'navigate') {
    if (isPageOfTheApp(url.pathname)) event.respondWith(page(url.pathname, request));
  } else if (files.includes(url.pathname)) event.respondWith(fromShell(request));
});

async function install(): Promise<void> {
  const hashed = await caches.open(HASHED);
  const kept = new Set((await hashed.keys()).map((request) => new URL(request.url).pathname));
  const wanted = build.filter((path) => !isEngine(path) && !kept.has(path));
  const shell = await caches.open(SHELL);
  // Past the browser's own cache: a page that names scripts of the last version would not start.
  const pages = prerendered.filter((path) => path !== NOT_FOUND);
  const fresh = [...pages, ...files, FALLBACK, ENGINES].map((path) => new Request(path, { cache: 'no-cache' }));
  await Promise.all([hashed.addAll(wanted), shell.addAll(fresh)]);
}

/** Forgets the pages of older versions, and hashed files that this version does not know. */
async function clean(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name !== SHELL && name !== HASHED) await caches.delete(name);
  }
  const hashed = await caches.open(HASHED);
  const known = new Set([...build, ...(await engines())]);
  for (const request of await hashed.keys()) {
    if (!known.has(new URL(request.url).pathname)) await hashed.delete(request);
  }
}

async function engines(): Promise<string[]> {
  const list = await (await caches.open(SHELL)).match(ENGINES);
  return list ? await list.json() : [];
}

/** Fetches the engines that are missing, one after the other; without a network it is tried again with the next page. */
async function keepEngines(): Promise<void> {
  const hashed = await caches.open(HASHED);
  for (const path of await engines()) {
    if (!(await hashed.match(path))) await hashed.add(path).catch(() => undefined);
  }
}

async function fromHashed(request: Request): Promise<Response> {
  const hashed = await caches.open(HASHED);
  const found = await hashed.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await hashed.put(request, response.clone());
  return response;
}

async function fromShell(request: Request): Promise<Response> {
  const shell = await caches.open(SHELL);
  return (await shell.match(request)) ?? fetch(request);
}

/** Pages of the server, such as that about its API, are not ours. */
function isPageOfTheApp(path: string): boolean {
  return !/^\/(api|docs|health|metrics|openapi\.json)(\/|$)/.test(path);
}

/** The page as this version knows it, so that pages and scripts always fit; else what the server says. */
async function page(path: string, request: Request): Promise<Response> {
  const shell = await caches.open(SHELL);
  const known = await shell.match(path === '/' ? '/' : path.replace(/\/$/, ''));
  if (known) return known;
  try {
    return await fetch(request);
  } catch {
    return (await shell.match(FALLBACK)) ?? Response.error();
  }
}
