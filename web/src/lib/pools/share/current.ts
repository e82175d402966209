/** The numbers of the sheet that is on screen, as one table. */
import type { PoolsApp } from '../pools.svelte';
import { sharesOf } from '../odds/lab.svelte';
import { decimal, percent } from '../wording';
import type { Table } from './tables';

export function tableOf(app: PoolsApp, path: string): Table | null {
  if (path.startsWith('/pools/contest')) return contest(app);
  if (path.startsWith('/pools/extended')) return extended(app);
  if (path.startsWith('/pools/attack')) return attack(app);
  return odds(app);
}

function odds({ lab }: PoolsApp): Table | null {
  if (lab.series.length === 0) return null;
  const values = [...new Set(lab.series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
  const success = lab.answer?.decimal.success;
  const reach = success == null ? '' : `, ${percent(success)} to reach ${lab.dc}`;
  return {
    title: `${lab.answered.map(({ name }) => name).join(' and ')}: ${lab.mode}${lab.series.length > 1 ? '' : reach}`,
    columns: ['result', ...lab.series.map(({ name }) => name)],
    rows: values.map((x) => [
      String(x),
      ...lab.series.map(({ points }) => points.find((point) => point.x === x)?.y ?? 0),
    ]),
  };
}

function contest({ contest: { odds } }: PoolsApp): Table | null {
  const answer = odds.answer;
  if (!answer) return null;
  const { initiator_wins, defender_wins, tie, both_fumble } = answer.decimal;
  return {
    title: `${answer.initiator} against ${answer.defender}: initiator wins ${percent(initiator_wins)}, defender ${percent(defender_wins)}`,
    columns: ['outcome', 'chance'],
    rows: [
      ['initiator wins', initiator_wins],
      ['defender wins', defender_wins],
      ['tie', tie],
      ['both fumble', both_fumble],
    ],
  };
}

function extended({ extended: { odds } }: PoolsApp): Table | null {
  const answer = odds.answer;
  if (!answer) return null;
  return {
    title: `${answer.pool} a round, ${answer.target} in ${answer.rounds} rounds`,
    columns: ['round', 'done', 'under way', 'catastrophe'],
    rows: answer.decimal.by_round.map(({ round, cum_success, ongoing, cum_catastrophic }) => [
      String(round),
      cum_success,
      ongoing,
      cum_catastrophic,
    ]),
  };
}

function attack({ attack: { odds } }: PoolsApp): Table | null {
  const answer = odds.answer;
  if (!answer) return null;
  return {
    title: `Attack of ${answer.pool}, ${answer.damage_dice} damage dice, armour ${answer.armour}: ${decimal(answer.decimal.mean_damage)} damage on average`,
    columns: ['damage', 'chance'],
    rows: sharesOf(answer.decimal.damage).map(({ x, y }) => [String(x), y]),
  };
}
