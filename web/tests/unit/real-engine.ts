/** The real engine in Node, and workers that live in the same thread as the test. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as engine from '@dicee/probability-engine';
import type { Rules } from '@dicee/probability-engine';
import type { Port } from '$lib/wasm/engine/client';
import { EngineHost, type EngineModule } from '$lib/wasm/engine/host';
import type { TableStore } from '$lib/wasm/engine/table-store';

const WASM = 'node_modules/@dicee/probability-engine/dist/probability_engine_bg.wasm';

export function realEngine(): EngineModule {
  engine.initSync({ module: readFileSync(join(process.cwd(), WASM)) });
  return engine;
}

/** Spawns hosts that talk through structured clones, as workers do. */
export function spawner(module: EngineModule, store: TableStore): () => Port {
  return () => {
    let live = true;
    const port: Port = {
      onmessage: null,
      onerror: null,
      postMessage: (job) => {
        const copy = structuredClone(job);
        queueMicrotask(() => void host.receive(copy));
      },
      terminate: () => {
        live = false;
      },
    };
    const host = new EngineHost(module, store, (report) => {
      const data = structuredClone(report);
      if (live) port.onmessage?.({ data } as MessageEvent);
    });
    return port;
  };
}

export class MemoryStore implements TableStore {
  readonly tables = new Map<Rules, Uint8Array>();

  async load(rules: Rules): Promise<Uint8Array | null> {
    return this.tables.get(rules) ?? null;
  }

  async save(rules: Rules, bytes: Uint8Array): Promise<void> {
    this.tables.set(rules, bytes.slice());
  }

  async remove(rules: Rules): Promise<void> {
    this.tables.delete(rules);
  }
}
