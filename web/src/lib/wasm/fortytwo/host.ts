/** The worker's side: holds the open tables. Knows nothing of `self` or a DOM. */
import type {
  CheckedDeals,
  FortyTwoCommand,
  FortyTwoDrill,
  FortyTwoHandRecord,
  FortyTwoSight,
  FortyTwoTable,
  FortyTwoTile,
  FortyTwoView,
  Glance,
  HistoryEntry,
  NewGame,
} from '@dicee/fortytwo';
import { Handles } from '../handles';
import { answer, type Call, type Reply } from '../rpc';
import type { BotTurn, FortyTwoService, Opened, Shown, Snapshot } from './protocol';

/** The part of the package that the host calls. */
export type FortyTwoModule = Pick<typeof import('@dicee/fortytwo'), 'FortyTwoTable' | 'drill' | 'glanceOf'>;

export class FortyTwoHost implements FortyTwoService {
  readonly #module: FortyTwoModule;
  readonly #post: (reply: Reply, transfer: Transferable[]) => void;
  readonly #tables = new Handles<FortyTwoTable>('this table was closed');

  constructor(module: FortyTwoModule, post: (reply: Reply, transfer: Transferable[]) => void) {
    this.#module = module;
    this.#post = post;
  }

  drill(kind: FortyTwoDrill['kind'], seed: number): FortyTwoDrill {
    return this.#module.drill(kind, seed);
  }

  receive(call: Call): Promise<void> {
    return answer(this, call, this.#post);
  }

  create(request: NewGame): Opened {
    return this.#open(this.#module.FortyTwoTable.create(request));
  }

  fromLink(link: string): Opened {
    return this.#open(this.#module.FortyTwoTable.fromLink(link));
  }

  fromLog(log: string): Opened {
    return this.#open(this.#module.FortyTwoTable.fromLog(log));
  }

  fork(handle: number, version: number): Opened {
    return this.#open(this.#tables.get(handle).fork(version));
  }

  duplicate(handle: number, otherSide: boolean): Opened {
    return this.#open(this.#tables.get(handle).duplicate(otherSide));
  }

  submit(handle: number, seat: number, commandId: string, command: FortyTwoCommand): Snapshot {
    const table = this.#tables.get(handle);
    const before = table.version;
    table.submit(seat, commandId, command);
    return snapshot(table, before);
  }

  botTurn(handle: number, seat: number): BotTurn {
    const table = this.#tables.get(handle);
    const due = table.due().find((entry) => entry.seat === seat);
    const agreement = table.view(seat).moves.find(({ type }) => type === 'AGREE_TO_ACTION') ?? null;
    return {
      version: table.version,
      agreement: due ? agreement : null,
      sight: due?.kind === 'turn' && !agreement ? table.sight(seat) : null,
    };
  }

  playBot(handle: number, seat: number, commandId: string, version: number, command: FortyTwoCommand): Snapshot {
    const table = this.#tables.get(handle);
    const before = table.version;
    // The table may have moved on while the bot thought.
    if (before === version) table.submit(seat, commandId, command);
    return snapshot(table, before);
  }

  view(handle: number, at: number | null): Shown {
    return shown(this.#tables.get(handle), at ?? undefined);
  }

  hands(handle: number, at: number | null): FortyTwoTile[][] {
    return this.#tables.get(handle).hands(at ?? undefined);
  }

  history(handle: number): HistoryEntry[] {
    return this.#tables.get(handle).history();
  }

  link(handle: number): string {
    return this.#tables.get(handle).link();
  }

  log(handle: number): string {
    return this.#tables.get(handle).log();
  }

  checkDeals(handle: number): CheckedDeals {
    return this.#tables.get(handle).checkDeals();
  }

  finished(handle: number): number[] {
    return [...this.#tables.get(handle).finished];
  }

  record(handle: number, hand: number): FortyTwoHandRecord | null {
    return this.#tables.get(handle).record(hand);
  }

  sight(handle: number, at: number | null): FortyTwoSight {
    const table = this.#tables.get(handle);
    return table.sight(table.seat, at ?? undefined);
  }

  close(handle: number): void {
    this.#tables.free(handle);
  }

  glance(view: FortyTwoView): Glance {
    return this.#module.glanceOf(view);
  }

  #open(table: FortyTwoTable): Opened {
    return { handle: this.#tables.add(table), ...snapshot(table, table.version) };
  }
}

function shown(table: FortyTwoTable, at?: number): Shown {
  const seat = table.seat;
  return { view: table.view(seat, at), glance: table.glance(seat, at) };
}

function snapshot(table: FortyTwoTable, before: number): Snapshot {
  return {
    ...shown(table),
    version: table.version,
    seat: table.seat,
    skill: table.skill,
    comparison: table.comparison(),
    due: table.due(),
    news: table.events(before),
  };
}
