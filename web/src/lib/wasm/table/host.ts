/** The worker's side: holds the open tables and runs calls against them. Knows nothing of `self` or a DOM. */
import type {
  DiceeCommand,
  DiceeTable,
  DiceeView,
  DiceVerdict,
  GameRecordData,
  HistoryEntry,
  TableRequest,
} from '@dicee/table';
import { Handles } from '../handles';
import { answer, type Call, type Reply } from '../rpc';
import type { Opened, Snapshot, TableService } from './protocol';

/** The part of the table package that the host calls. */
export type TableModule = Pick<typeof import('@dicee/table'), 'DiceeTable'>;

export class TableHost implements TableService {
  readonly #module: TableModule;
  readonly #post: (reply: Reply, transfer: Transferable[]) => void;
  readonly #tables = new Handles<DiceeTable>('this table was closed');

  constructor(module: TableModule, post: (reply: Reply, transfer: Transferable[]) => void) {
    this.#module = module;
    this.#post = post;
  }

  receive(call: Call): Promise<void> {
    return answer(this, call, this.#post);
  }

  create(request: TableRequest): Opened {
    return this.#open(this.#module.DiceeTable.create(request));
  }

  fromLink(link: string): Opened {
    return this.#open(this.#module.DiceeTable.fromLink(link));
  }

  fromDamagedLink(link: string): Opened {
    return this.#open(this.#module.DiceeTable.fromDamagedLink(link));
  }

  fromLog(log: string): Opened {
    return this.#open(this.#module.DiceeTable.fromLog(log));
  }

  fork(handle: number, version: number): Opened {
    return this.#open(this.#tables.get(handle).fork(version));
  }

  submit(
    handle: number,
    seat: number,
    commandId: string,
    command: DiceeCommand,
    faces: number[] | null,
  ): Snapshot {
    const table = this.#tables.get(handle);
    table.submit(seat, commandId, command, faces ?? undefined);
    return snapshot(table);
  }

  view(handle: number, at: number | null): DiceeView {
    return this.#tables.get(handle).view(undefined, at ?? undefined);
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

  verify(handle: number): DiceVerdict {
    return this.#tables.get(handle).verify();
  }

  record(handle: number, seat: number): GameRecordData | null {
    return this.#tables.get(handle).record(seat);
  }

  seed(handle: number): number | null {
    return this.#tables.get(handle).seed ?? null;
  }

  close(handle: number): void {
    this.#tables.free(handle);
  }

  #open(table: DiceeTable): Opened {
    return { handle: this.#tables.add(table), ...snapshot(table) };
  }
}

function snapshot(table: DiceeTable): Snapshot {
  return { version: table.version, view: table.view(), bot: table.bot() };
}
