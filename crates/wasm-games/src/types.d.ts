/** The answer of `replayLink`: a game as it stood. `@dicee/types` has its whole shape as `DiceeView`. */
export interface Replay {
  /** After how many events. */
  version: number;
  /** How many there are. */
  of: number;
  view: {
    gameId?: string;
    status: "waiting" | "active" | "completed" | "abandoned";
    mode: "solo" | "multiplayer" | "tutorial";
    players: {
      playerId: string;
      bot?: string;
      scorecard: { grandTotal: number; [field: string]: unknown };
      isCurrentPlayer: boolean;
    }[];
    [field: string]: unknown;
  };
}

/** What is thrown for a link that holds no game. */
export interface LinkError extends Error {
  name: "LinkError";
}
