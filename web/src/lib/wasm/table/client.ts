/** The page's side of the table worker: opens games, each with its own handle. */
import type {
  DiceeCommand,
  DiceeView,
  DiceVerdict,
  GameRecordData,
  HistoryEntry,
  TableRequest,
} from '@dicee/table';
import { Channel, type Port, refusingPort } from '../rpc';
import { runsModules, UNSUPPORTED, workerName } from '../support';
import type { Opened, Snapshot, TableService } from './protocol';

export class TableClient {
  readonly #spawn: () => Port;
  #started: Channel<TableService> | null = null;

  constructor(spawn: () => Port = spawnWorker) {
    this.#spawn = spawn;
  }

  /** Started by the first game. */
  get #channel(): Channel<TableService> {
    return (this.#started ??= new Channel(this.#spawn()));
  }

  async create(request: TableRequest): Promise<OpenGame> {
    return this.#open(await this.#channel.call('create', [request]));
  }

  async fromLink(link: string): Promise<OpenGame> {
    return this.#open(await this.#channel.call('fromLink', [link]));
  }

  /** All that can be read of a damaged link. */
  async fromDamagedLink(link: string): Promise<OpenGame> {
    return this.#open(await this.#channel.call('fromDamagedLink', [link]));
  }

  async fromLog(log: string): Promise<OpenGame> {
    return this.#open(await this.#channel.call('fromLog', [log]));
  }

  close(): void {
    this.#started?.close();
  }

  #open(opened: Opened): OpenGame {
    return new OpenGame(this.#channel, opened);
  }
}

/** One game in the worker. */
export class OpenGame {
  readonly #channel: Channel<TableService>;
  readonly #handle: number;
  /** As it stood when it was opened or last changed through this object. */
  snapshot: Snapshot;

  constructor(channel: Channel<TableService>, { handle, ...snapshot }: Opened) {
    this.#channel = channel;
    this.#handle = handle;
    this.snapshot = snapshot;
  }

  async submit(
    seat: number,
    commandId: string,
    command: DiceeCommand,
    faces: number[] | null = null,
  ): Promise<Snapshot> {
    const args: Parameters<TableService['submit']> = [this.#handle, seat, commandId, command, faces];
    this.snapshot = await this.#channel.call('submit', args);
    return this.snapshot;
  }

  view(at: number | null): Promise<DiceeView> {
    return this.#channel.call('view', [this.#handle, at]);
  }

  async fork(version: number): Promise<OpenGame> {
    return new OpenGame(this.#channel, await this.#channel.call('fork', [this.#handle, version]));
  }

  history(): Promise<HistoryEntry[]> {
    return this.#channel.call('history', [this.#handle]);
  }

  link(): Promise<string> {
    return this.#channel.call('link', [this.#handle]);
  }

  log(): Promise<string> {
    return this.#channel.call('log', [this.#handle]);
  }

  verify(): Promise<DiceVerdict> {
    return this.#channel.call('verify', [this.#handle]);
  }

  /** What a seat's player rolled and did in finished turns, for a report. */
  record(seat: number): Promise<GameRecordData | null> {
    return this.#channel.call('record', [this.#handle, seat]);
  }

  /** The seed that every roll follows from, where there is one. */
  seed(): Promise<number | null> {
    return this.#channel.call('seed', [this.#handle]);
  }

  close(): void {
    void this.#channel.call('close', [this.#handle]).catch(() => undefined);
  }
}

function spawnWorker(): Port {
  if (!runsModules()) return refusingPort(UNSUPPORTED);
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: workerName('table') });
}
