/** The real engine in Node, and workers that live in the same thread as the test. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as coach from '@dicee/coach';
import * as forecast from '@dicee/forecast';
import * as engine from '@dicee/probability-engine';
import type { Rules } from '@dicee/probability-engine';
import * as table from '@dicee/table';
import { type CoachModule, EngineHost, type EngineModule, type ForecastModule } from '../../src/lib/wasm/engine/host';
import type { TableStore } from '../../src/lib/wasm/engine/table-store';
import type { Call, Port, Reply } from '../../src/lib/wasm/rpc';
import { TableHost, type TableModule } from '../../src/lib/wasm/table/host';

function bytes(name: string, file: string): Buffer {
  return readFileSync(join(process.cwd(), 'node_modules/@dicee', name, 'dist', file));
}

export function realEngine(): EngineModule {
  engine.initSync({ module: bytes('probability-engine', 'probability_engine_bg.wasm') });
  return engine;
}

export async function realCoach(): Promise<CoachModule> {
  coach.initSync({ module: bytes('coach', 'coach_bg.wasm') });
  return coach;
}

export async function realForecasts(): Promise<ForecastModule> {
  forecast.initSync({ module: bytes('forecast', 'forecast_bg.wasm') });
  return forecast;
}

export function realTables(): TableModule {
  table.initSync({ module: bytes('table', 'table_bg.wasm') });
  return table;
}

/** Spawns hosts that talk through structured clones, as workers do. */
export function spawner(module: EngineModule, store: TableStore): () => Port {
  return () => portTo((post) => new EngineHost(module, store, post, { coach: realCoach, forecast: realForecasts }));
}

export function tableSpawner(module: TableModule): () => Port {
  return () => portTo((post) => new TableHost(module, post));
}

interface Host {
  receive(call: Call): Promise<void>;
}

/** A port to a host in this thread, through structured clones. */
export function portTo(open: (post: (reply: Reply) => void) => Host): Port {
  let live = true;
  const port: Port = {
    onmessage: null,
    onerror: null,
    postMessage: (call) => {
      const copy = structuredClone(call);
      queueMicrotask(() => void host.receive(copy));
    },
    terminate: () => {
      live = false;
    },
  };
  const host = open((reply) => {
    const data = structuredClone(reply);
    if (live) port.onmessage?.({ data } as MessageEvent);
  });
  return port;
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
