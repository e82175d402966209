/** The real Forty-Two module in this process, behind the port that a worker would be. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fortytwo from '@dicee/fortytwo';
import { FortyTwoClient } from '$lib/wasm/fortytwo/client';
import { FortyTwoHost } from '$lib/wasm/fortytwo/host';
import type { Call, Port, Reply } from '$lib/wasm/rpc';

const WASM = 'node_modules/@dicee/fortytwo/dist/fortytwo_bg.wasm';

let loaded = false;

/** A client whose calls are answered in this process, one microtask later. */
export function realFortyTwo(): FortyTwoClient {
  if (!loaded) fortytwo.initSync({ module: readFileSync(join(process.cwd(), WASM)) });
  loaded = true;
  return new FortyTwoClient(() => {
    let ended = false;
    const host = new FortyTwoHost(fortytwo, (reply) => {
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
