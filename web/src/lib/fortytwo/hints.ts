/** What a hint says: the best choices by the deals that were looked at, and how sure that is. */
import type {
  BidOdds,
  DeclarationOdds,
  FortyTwoBid,
  FortyTwoDeclaration,
  FortyTwoTile,
  Share,
  TileOdds,
} from '@dicee/fortytwo-coach';
import { bidName, DECLARATIONS, percent } from './wording';

/** A declaration, and how often it makes a bid. */
export interface BestDeclaration {
  declaration: FortyTwoDeclaration;
  makes: Share;
}

/** How many deals compare the declarations of a hand so far, and how many others measure the best of them. */
export function oddsDeals(hand: readonly DeclarationOdds[]): { compared: number; measured: number } {
  const bids = hand.flatMap((odds) => odds.bids);
  return { compared: mostTrials(bids.map(({ makes }) => makes)), measured: mostTrials(bids.map(({ best }) => best)) };
}

/** How many deals a hint has counted so far. */
export function dealsCounted({ plays, hand }: { plays: readonly TileOdds[]; hand: readonly DeclarationOdds[] }): number {
  const { compared, measured } = oddsDeals(hand);
  return compared + measured + mostTrials(plays.map(({ makes }) => makes));
}

function mostTrials(shares: readonly (Share | undefined)[]): number {
  return Math.max(0, ...shares.map((share) => share?.trials ?? 0));
}

/** Made often enough to be bid: in two deals in three, or more. */
export function isGood({ hits, trials }: Share): boolean {
  return trials > 0 && hits * 3 >= trials * 2;
}

/** "68% (between 59 and 76%)". */
export function shareWords(share: Share): string {
  return `${percent(share)} (between ${Math.round(100 * share.low)} and ${Math.round(100 * share.high)}%)`;
}

/** A declaration's odds for a bid; every bid of marks is one of all tricks. A partner's contract is not judged by one's own lead. */
export function oddsOfBid(odds: DeclarationOdds, bid: FortyTwoBid): BidOdds | null {
  if (bid.startsWith('splash') || bid.startsWith('plunge')) return null;
  const wanted = bid.startsWith('M') ? 'M1' : bid;
  return odds.bids.find((found) => found.bid === wanted) ?? null;
}

/**
 * How often a bid is made with the best declaration for it, and which one that is: by deals that did not choose it, once
 * there are any. Before that, the one that leads.
 */
export function bestFor(hand: readonly DeclarationOdds[], bid: FortyTwoBid): BestDeclaration | null {
  let leads: BestDeclaration | null = null;
  for (const odds of hand) {
    const { declaration } = odds;
    const found = oddsOfBid(odds, bid);
    if (found?.best) return { declaration, makes: found.best };
    if (found && (leads === null || found.makes.hits > leads.makes.hits)) leads = { declaration, makes: found.makes };
  }
  return leads;
}

/** The bid that is worth most among those that are made most often, once there is something to say; `bids` from the lowest up. */
export function bestBid(hand: readonly DeclarationOdds[], bids: readonly FortyTwoBid[]): FortyTwoBid | null {
  let best: FortyTwoBid | null = null;
  let most = -1;
  // The lowest first: a higher one that is as sure is worth more, or keeps others from bidding.
  for (const bid of bids) {
    const hits = bestFor(hand, bid)?.makes.hits ?? -1;
    if (hits < 0 || hits < most) continue;
    [best, most] = [bid, hits];
  }
  return best;
}

/** What to bid, in one sentence. */
export function bidAdvice(hand: readonly DeclarationOdds[], bids: readonly FortyTwoBid[], mayPass: boolean): string {
  const bid = bestBid(hand, bids);
  const best = bid ? bestFor(hand, bid) : null;
  if (!best || !bid) return '';
  const made = `made in ${shareWords(best.makes)} of possible deals with ${DECLARATIONS[best.declaration].toLowerCase()}`;
  if (isGood(best.makes)) return `Bid ${bidName(bid)}: ${made}.`;
  return mayPass ? `Pass: ${bidName(bid)} is ${made}.` : `Bid ${bidName(bid)}, as the dealer must: ${made}.`;
}

/** How often the bid is made, or for the defenders set. */
export function ownShare(makes: Share, defends: boolean): Share {
  if (!defends) return makes;
  return { hits: makes.trials - makes.hits, trials: makes.trials, low: 1 - makes.high, high: 1 - makes.low };
}

/** The best tiles: all that share the first place. */
export function bestTiles(plays: readonly TileOdds[], defends: boolean): ReadonlySet<FortyTwoTile> {
  const value = ({ makes, takes }: TileOdds) => ownShare(makes, defends).hits + takes / 100;
  const most = Math.max(...plays.map(value));
  return new Set(plays.filter((odds) => value(odds) >= most - 0.005).map(({ tile }) => tile));
}

/** What to play, in one sentence. */
export function playAdvice(plays: readonly TileOdds[], defends: boolean): string {
  const best = bestTiles(plays, defends);
  const found = plays.find(({ tile }) => best.has(tile));
  if (!found) return '';
  return `${found.tile} ${defends ? 'sets' : 'makes'} the bid in ${shareWords(ownShare(found.makes, defends))} of possible deals.`;
}
