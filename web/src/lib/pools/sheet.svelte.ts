/** What every sheet of the lab does: it asks, keeps the last good answer, and travels in a link. */
import type { PoolsClient } from '$lib/wasm/pools/client';
import type { PoolsService } from '$lib/wasm/pools/protocol';
import type { Arguments, Result } from '$lib/wasm/rpc';
import type { LabLink } from './link';
import type { Presets } from './presets/presets.svelte';
import { Aside, EXACT, Question, QUICK } from './question.svelte';

/** The questions that are counted exactly, or in decimals where that takes long. */
export type Counted = 'odds' | 'contest' | 'extended' | 'attack';

type Request<Kind extends Counted> = Arguments<PoolsService[Kind]>[0];
type Answer<Kind extends Counted> = Result<PoolsService[Kind]>;

/** Asks in this worker what takes a frame or two, and aside what takes longer. */
export async function count<Kind extends Counted>(
  client: PoolsClient,
  kind: Kind,
  request: Request<Kind>,
): Promise<Answer<Kind> | Aside<Answer<Kind>>> {
  const exact = await client.call('cost', kind, request);
  const asked = exact > EXACT ? { ...request, decimals: true } : request;
  const cost = asked === request ? exact : await client.call('cost', kind, asked);
  const args = [asked] as Arguments<PoolsService[Kind]>;
  return cost <= QUICK ? client.call(kind, ...args) : new Aside(client.callAside(kind, ...args), cost);
}

/** `Fields` are what the sheet asks about, as its own state. */
export abstract class OddsSheet<Kind extends Exclude<Counted, 'odds'>, Fields extends object> {
  readonly odds = new Question<Answer<Kind>>();
  protected readonly client: PoolsClient;
  protected readonly presets: Presets;
  readonly #kind: Kind;

  protected constructor(kind: Kind, client: PoolsClient, presets: Presets) {
    this.#kind = kind;
    this.client = client;
    this.presets = presets;
  }

  /** What is asked. */
  protected abstract get request(): Request<Kind>;

  /** The part of a request that is the same for all. */
  protected get rules(): Pick<Presets, 'aliases' | 'system'> {
    return { aliases: this.presets.aliases, system: this.presets.system };
  }

  /** Changes what is asked. */
  async set(change: Partial<Fields>): Promise<void> {
    Object.assign(this, change);
    await this.refresh();
  }

  async refresh(): Promise<void> {
    const { request } = this;
    await this.odds.ask(() => count(this.client, this.#kind, request));
  }

  protected linkTo(expressions: string[], numbers: Record<string, number>): LabLink {
    return { expressions, dc: null, ...this.presets.link, numbers };
  }
}
