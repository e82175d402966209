/// <reference lib="webworker" />
/** Worker entry: loads the first module, then answers every call; the second one follows when it is needed. */
import init, * as pools from '@dicee/pools';
import wasmUrl from '@dicee/pools/pools_bg.wasm?url';
import { INTEGRITY } from 'virtual:wasm-integrity';
import { type Call, faultOf, type Reply } from '../rpc';
import { PoolsHost, type SessionModule } from './host';

declare const self: DedicatedWorkerGlobalScope;

const ready = init({ module_or_path: fetch(wasmUrl, { integrity: INTEGRITY.pools }) });
const host = new PoolsHost(pools, loadSession, (reply, transfer) => self.postMessage(reply, transfer));

async function loadSession(): Promise<SessionModule> {
  const [session, { default: url }] = await Promise.all([
    import('@dicee/pool-session'),
    import('@dicee/pool-session/pool_session_bg.wasm?url'),
  ]);
  await session.default({ module_or_path: fetch(url, { integrity: INTEGRITY.poolSession }) });
  return session;
}

self.onmessage = async ({ data: call }: MessageEvent<Call>) => {
  try {
    await ready;
  } catch (thrown) {
    const reply: Reply = { id: call.id, kind: 'failed', fault: faultOf(thrown) };
    self.postMessage(reply);
    return;
  }
  await host.receive(call);
};
