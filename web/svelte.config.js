import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import adapterStatic from '@sveltejs/adapter-static';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

const DIST = 'dist';

/** @type {import('@sveltejs/kit').Config} */
export default {
  preprocess: [vitePreprocess(), { name: 'announcer-by-class', markup: announcerByClass }],
  kit: {
    adapter: withRoutes(
      adapterStatic({ pages: DIST, assets: DIST, fallback: 'fallback.html', strict: true }),
    ),
    // The server sends the whole policy as a header; the page names its own inline scripts, and
    // `crates/server/build.rs` copies their hashes into the header of that page.
    csp: { mode: 'hash', directives: { 'script-src': ['self', 'wasm-unsafe-eval', themeScript()] } },
    // A page that answers for any path (the fallback, the page about wrong addresses) needs absolute links.
    paths: { relative: false },
    serviceWorker: { register: false },
    prerender: {
      // Facts travel in the fragment of a link, such as `#kind=`; only a bare name must be an element of the page.
      handleMissingId: ({ id, message }) => {
        if (!id.includes('=')) throw new Error(message);
      },
    },
    version: { name: versionOfSources() },
  },
};

/**
 * The route announcer of SvelteKit has its style in an attribute, which the policy forbids; a class
 * hides it as well.
 *
 * @param {{ content: string, filename?: string }} file
 */
function announcerByClass({ content, filename }) {
  if (!filename?.endsWith('generated/root.svelte')) return undefined;
  const style = /(<div id="svelte-announcer"[^>]*?) style="[^"]*"/;
  if (!style.test(content)) throw new Error('the route announcer of SvelteKit has changed');
  return { code: content.replace(style, '$1 class="sr-only"') };
}

/** The hash of the script in app.html that sets the theme before the first paint. */
function themeScript() {
  const page = readFileSync(new URL('./src/app.html', import.meta.url), 'utf8');
  const script = /<script>([^]*?)<\/script>/.exec(page)?.[1];
  if (script === undefined) throw new Error('src/app.html has lost its inline script');
  return `sha256-${createHash('sha256').update(script).digest('base64')}`;
}

/** Two builds of the same sources are the same version, so that nobody is asked to take an update twice. */
function versionOfSources() {
  const hash = createHash('sha256');
  const crates = fileURLToPath(new URL('../crates/', import.meta.url));
  const packages = readdirSync(crates).sort().map((name) => join(crates, name, 'npm/dist'));
  const own = ['src', 'static'].map((name) => fileURLToPath(new URL(name, import.meta.url)));
  for (const root of [...own, ...packages.filter((folder) => existsSync(folder))]) {
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.sort()) hash.update(readFileSync(file));
  }
  hash.update(readFileSync(new URL('./package-lock.json', import.meta.url)));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Also writes `routes.txt`: a line for each route with parameters, as `/t/{code}`. The server answers
 * those with the fallback page.
 *
 * @param {import('@sveltejs/kit').Adapter} adapter
 * @returns {import('@sveltejs/kit').Adapter}
 */
function withRoutes(adapter) {
  return {
    ...adapter,
    async adapt(builder) {
      await adapter.adapt(builder);
      const dynamic = builder.routes
        .filter(({ prerender, page }) => prerender !== true && page.methods.length > 0)
        .map(({ segments }) =>
          segments
            .map(({ content, dynamic }) => `/${dynamic ? content.replace(/^\[(.*?)(=.*)?\]$/, '{$1}') : content}`)
            .join(''),
        )
        .sort();
      writeFileSync(`${DIST}/routes.txt`, dynamic.map((route) => `${route}\n`).join(''));
    },
  };
}
