/** The worker's side: holds the open tables and the questions under way. Knows nothing of `self` or a DOM. */
import type {
  CheckedDeals,
  DealRequest,
  DeclarationOdds,
  FortyTwoCommand,
  FortyTwoReviewedHand,
  FortyTwoTable,
  FortyTwoTile,
  FortyTwoView,
  FoundDeal,
  Glance,
  HandHints,
  HistoryEntry,
  LookBack,
  LookBackEntry,
  NewGame,
  PlayHints,
  PositionAnswer,
  PositionRequest,
  SearchRequest,
  SeedSearch,
  SolvedDeal,
  TileOdds,
} from '@dicee/fortytwo';
import { answer, type Call, type Reply } from '../rpc';
import type { FortyTwoService, Opened, Shown, Snapshot } from './protocol';

/** The part of the package that the host calls. */
export type FortyTwoModule = Pick<
  typeof import('@dicee/fortytwo'),
  'FortyTwoTable' | 'glanceOf' | 'dealSeed' | 'solveDeal' | 'solve' | 'handOdds' | 'findSeed'
>;

type Study = PlayHints | HandHints | LookBack | SeedSearch;

export class FortyTwoHost implements FortyTwoService {
  readonly #module: FortyTwoModule;
  readonly #post: (reply: Reply, transfer: Transferable[]) => void;
  readonly #tables = new Map<number, FortyTwoTable>();
  readonly #studies = new Map<number, Study>();
  #lastHandle = 0;

  constructor(module: FortyTwoModule, post: (reply: Reply, transfer: Transferable[]) => void) {
    this.#module = module;
    this.#post = post;
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
    return this.#open(this.#table(handle).fork(version));
  }

  duplicate(handle: number): Opened {
    return this.#open(this.#table(handle).duplicate());
  }

  submit(handle: number, seat: number, commandId: string, command: FortyTwoCommand): Snapshot {
    const table = this.#table(handle);
    const before = table.version;
    table.submit(seat, commandId, command);
    return snapshot(table, before);
  }

  playBot(handle: number, seat: number, commandId: string): Snapshot {
    const table = this.#table(handle);
    const before = table.version;
    const command = table.bot(seat);
    // The table may have moved on while the message was on its way.
    if (command) table.submit(seat, commandId, command);
    return snapshot(table, before);
  }

  view(handle: number, at: number | null): Shown {
    return shown(this.#table(handle), at ?? undefined);
  }

  hands(handle: number, at: number | null): FortyTwoTile[][] {
    return this.#table(handle).hands(at ?? undefined);
  }

  history(handle: number): HistoryEntry[] {
    return this.#table(handle).history();
  }

  link(handle: number): string {
    return this.#table(handle).link();
  }

  log(handle: number): string {
    return this.#table(handle).log();
  }

  checkDeals(handle: number): CheckedDeals {
    return this.#table(handle).checkDeals();
  }

  finished(handle: number): number[] {
    return [...this.#table(handle).finished];
  }

  review(handle: number, hand: number): FortyTwoReviewedHand | null {
    return this.#table(handle).review(hand);
  }

  close(handle: number): void {
    this.#tables.get(handle)?.free();
    this.#tables.delete(handle);
  }

  glance(view: FortyTwoView): Glance {
    return this.#module.glanceOf(view);
  }

  dealSeed(seed: number): FortyTwoTile[][] {
    return this.#module.dealSeed(seed);
  }

  solveDeal(request: DealRequest): SolvedDeal[] {
    return this.#module.solveDeal(request);
  }

  solve(request: PositionRequest): PositionAnswer {
    return this.#module.solve(request);
  }

  startHint(handle: number, at: number | null): number {
    const table = this.#table(handle);
    return this.#begin(table.hint(seatOf(table), at ?? undefined));
  }

  startHandHint(handle: number, at: number | null): number {
    const table = this.#table(handle);
    return this.#begin(table.handHint(seatOf(table), at ?? undefined));
  }

  startLookBack(handle: number, hand: number): number {
    return this.#begin(this.#table(handle).lookBack(hand));
  }

  startHandOdds(hand: FortyTwoTile[]): number {
    return this.#begin(this.#module.handOdds(hand));
  }

  startSearch(request: SearchRequest): number {
    return this.#begin(this.#module.findSeed(request));
  }

  hint(study: number, deals: number): TileOdds[] {
    return (this.#study(study) as PlayHints).step(deals);
  }

  handHint(study: number, deals: number): DeclarationOdds[] {
    return (this.#study(study) as HandHints).step(deals);
  }

  lookBack(study: number, deals: number): { entry: LookBackEntry | null; total: number } {
    const found = this.#study(study) as LookBack;
    return { entry: found.step(deals), total: found.total };
  }

  search(study: number, seeds: number): FoundDeal | null {
    return (this.#study(study) as SeedSearch).step(seeds);
  }

  stop(study: number): void {
    this.#studies.get(study)?.free();
    this.#studies.delete(study);
  }

  #open(table: FortyTwoTable): Opened {
    const handle = ++this.#lastHandle;
    this.#tables.set(handle, table);
    return { handle, ...snapshot(table, table.version) };
  }

  #begin(study: Study): number {
    const handle = ++this.#lastHandle;
    this.#studies.set(handle, study);
    return handle;
  }

  #table(handle: number): FortyTwoTable {
    const table = this.#tables.get(handle);
    if (!table) throw new Error('this table was closed');
    return table;
  }

  #study(handle: number): Study {
    const study = this.#studies.get(handle);
    if (!study) throw new Error('this question was stopped');
    return study;
  }
}

/** The seat of the person at this device: the first one that is no bot. */
function seatOf(table: FortyTwoTable): number {
  return Math.max(0, table.view().playerTypes.indexOf('human'));
}

function shown(table: FortyTwoTable, at?: number): Shown {
  const seat = seatOf(table);
  return { view: table.view(seat, at), glance: table.glance(seat, at) };
}

function snapshot(table: FortyTwoTable, before: number): Snapshot {
  return {
    ...shown(table),
    version: table.version,
    seat: seatOf(table),
    skill: table.skill,
    due: table.due(),
    news: table.events(before),
  };
}
