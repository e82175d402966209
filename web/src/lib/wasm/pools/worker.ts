/// <reference lib="webworker" />
/** Worker entry: loads the first module, then answers every call; the others follow when they are needed. */
import init, * as pools from '@dicee/pools';
import wasmUrl from '@dicee/pools/pools_bg.wasm?url';
import { INTEGRITY } from 'virtual:wasm-integrity';
import { fetchModule } from '../module';
import { type Call, faultOf, type Reply } from '../rpc';
import { type ContestsModule, PoolsHost, type SessionModule } from './host';

declare const self: DedicatedWorkerGlobalScope;

const ready = init({ module_or_path: fetchModule(wasmUrl, INTEGRITY.pools) });
const load = { contests: loadContests, session: loadSession };
const host = new PoolsHost(pools, load, (reply, transfer) => self.postMessage(reply, transfer));

async function loadContests(): Promise<ContestsModule> {
  const [contests, { default: url }] = await Promise.all([
    import('@dicee/pool-contests'),
    import('@dicee/pool-contests/pool_contests_bg.wasm?url'),
  ]);
  await contests.default({ module_or_path: fetchModule(url, INTEGRITY.poolContests) });
  return contests;
}

async function loadSession(): Promise<SessionModule> {
  const [session, { default: url }] = await Promise.all([
    import('@dicee/pool-session'),
    import('@dicee/pool-session/pool_session_bg.wasm?url'),
  ]);
  await session.default({ module_or_path: fetchModule(url, INTEGRITY.poolSession) });
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
