/** The real pools modules in this process, behind the port that a worker would be. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contests from '@dicee/pool-contests';
import * as session from '@dicee/pool-session';
import * as pools from '@dicee/pools';
import { PoolsClient } from '$lib/wasm/pools/client';
import { PoolsHost } from '$lib/wasm/pools/host';
import type { Call, Port, Reply } from '$lib/wasm/rpc';

const PACKAGES = 'node_modules/@dicee';

let loaded = false;

function load(): void {
  if (loaded) return;
  const wasm = (path: string) => readFileSync(join(process.cwd(), PACKAGES, path));
  pools.initSync({ module: wasm('pools/dist/pools_bg.wasm') });
  contests.initSync({ module: wasm('pool-contests/dist/pool_contests_bg.wasm') });
  session.initSync({ module: wasm('pool-session/dist/pool_session_bg.wasm') });
  loaded = true;
}

/** A client whose calls are answered in this process, one microtask later. */
export function realPools(): PoolsClient {
  load();
  return new PoolsClient(() => {
    let ended = false;
    const load = { contests: () => Promise.resolve(contests), session: () => Promise.resolve(session) };
    const host = new PoolsHost(pools, load, (reply) => {
      if (!ended) port.onmessage?.({ data: structuredClone(reply) } as MessageEvent<Reply>);
    });
    const port: Port = {
      onmessage: null,
      onerror: null,
      postMessage(call: Call) {
        queueMicrotask(() => {
          if (!ended) void host.receive(structuredClone(call));
        });
      },
      terminate() {
        ended = true;
      },
    };
    return port;
  });
}

/** A shelf that lasts as long as the test. */
export function shelf(entries: Record<string, string> = {}): Storage {
  const map = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
    clear: () => map.clear(),
    key: (place: number) => [...map.keys()][place] ?? null,
    get length() {
      return map.size;
    },
  };
}
