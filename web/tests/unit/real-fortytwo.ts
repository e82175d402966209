/** The real Forty-Two modules in this process, behind the ports that workers would be. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fortytwo from '@dicee/fortytwo';
import * as coach from '@dicee/fortytwo-coach';
import { FortyTwoClient } from '$lib/wasm/fortytwo/client';
import { FortyTwoHost } from '$lib/wasm/fortytwo/host';
import { FortyTwoCoach } from '$lib/wasm/fortytwo-coach/client';
import { FortyTwoCoachHost } from '$lib/wasm/fortytwo-coach/host';
import type { Call, Port, Reply } from '$lib/wasm/rpc';

const read = (file: string) => readFileSync(join(process.cwd(), 'node_modules/@dicee', file));

let loaded = false;

function load(): void {
  if (loaded) return;
  fortytwo.initSync({ module: read('fortytwo/dist/fortytwo_bg.wasm') });
  coach.initSync({ module: read('fortytwo-coach/dist/fortytwo_coach_bg.wasm') });
  loaded = true;
}

/** A client whose calls are answered in this process, one microtask later. */
export function realFortyTwo(): FortyTwoClient {
  load();
  return new FortyTwoClient(() => portTo((post) => new FortyTwoHost(fortytwo, post)), realFortyTwoCoach());
}

/** The coach in the same way. */
export function realFortyTwoCoach(): FortyTwoCoach {
  load();
  return new FortyTwoCoach(() => portTo((post) => new FortyTwoCoachHost(coach, post)));
}

function portTo(open: (post: (reply: Reply) => void) => { receive(call: Call): Promise<void> }): Port {
  let ended = false;
  const host = open((reply) => {
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
}
