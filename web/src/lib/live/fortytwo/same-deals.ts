/** Duplicate at live tables: the deals of a finished game once more, and both tables beside each other. */
import type { FortyTwoComparison } from '@dicee/fortytwo';
import type { CreateGameRequest, FortyTwoState } from '@dicee/types';
import type { FortyTwoClient } from '$lib/wasm/fortytwo/client';

/** A finished game, and from which seat it is looked at. */
export interface FinishedTable {
  /** The parameters of its link. */
  link: string;
  seat: number;
}

/** How the deals of a finished table are played again, by one of its players: with the same rules, clock and bots. */
export function sameDeals({ gameId, coach, options }: FortyTwoState): CreateGameRequest {
  const { bots, house, timeLimit, standIn } = options;
  return {
    kind: 'fortytwo',
    sameDealsAs: gameId,
    public: false,
    ...(coach ? {} : { coach: false }),
    bots,
    house,
    ...(timeLimit == null ? {} : { settings: { timeLimit } }),
    ...(standIn === false ? { standIn: false } : {}),
  };
}

/** What both tables made of the same deals, by the code that compares duplicates by link. */
export async function compareTables(
  client: Pick<FortyTwoClient, 'fromLink'>,
  first: FinishedTable,
  second: FinishedTable,
): Promise<FortyTwoComparison | null> {
  const one = await client.fromLink(`${first.link}&seat=${first.seat}`);
  const again = await one.duplicate(false);
  const played = new URLSearchParams(await again.link()).get('played') ?? '';
  const both = await client.fromLink(`${second.link}&seat=${second.seat}&played=${played}`);
  const { comparison } = both.snapshot;
  [one, again, both].forEach((game) => game.close());
  return comparison;
}
