/** What the page and its table worker say to each other. */
import type {
  BotTurn,
  DiceeCommand,
  DiceeView,
  DiceVerdict,
  GameRecordData,
  HistoryEntry,
  TableRequest,
} from '@dicee/table';

/** A game as it stands now. */
export interface Snapshot {
  version: number;
  view: DiceeView;
  /** The bot whose turn it is. */
  bot: BotTurn | null;
}

/** A table in the worker. */
export interface Opened extends Snapshot {
  handle: number;
}

/** The methods of the worker. */
export interface TableService {
  create(request: TableRequest): Opened;
  fromLink(link: string): Opened;
  /** The beginning of a damaged link's game. */
  fromDamagedLink(link: string): Opened;
  fromLog(log: string): Opened;
  fork(handle: number, version: number): Opened;
  submit(
    handle: number,
    seat: number,
    commandId: string,
    command: DiceeCommand,
    faces: number[] | null,
  ): Snapshot;
  view(handle: number, at: number | null): DiceeView;
  history(handle: number): HistoryEntry[];
  link(handle: number): string;
  log(handle: number): string;
  verify(handle: number): DiceVerdict;
  /** What a seat's player rolled and did in finished turns. */
  record(handle: number, seat: number): GameRecordData | null;
  /** The seed that every roll follows from, where there is one. */
  seed(handle: number): number | null;
  close(handle: number): void;
}
