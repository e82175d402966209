// Uses every package once. The title of the page says how it went.
import startCoach, { Coach } from '@dicee/coach';
import startForecast, { Forecaster } from '@dicee/forecast';
import startFortyTwo, { FortyTwoTable } from '@dicee/fortytwo';
import startFortyTwoCoach, { dealSeed } from '@dicee/fortytwo-coach';
import startLearn, { lessons } from '@dicee/learn';
import startContests, { contest } from '@dicee/pool-contests';
import startSession, { PoolSession } from '@dicee/pool-session';
import startPools, { odds } from '@dicee/pools';
import startEngine, { analyzeTurn } from '@dicee/probability-engine';
import startTable, { DiceeTable } from '@dicee/table';
import * as limits from '@dicee/types/limits';
import * as patch from '@dicee/types/patch';
import * as validate from '@dicee/types/validate';

function expect(what, found, expected) {
  if (found !== expected) throw new Error(`${what}: expected ${expected}, found ${found}`);
}

/** The name of what is thrown. */
function thrown(call) {
  try {
    call();
    return 'nothing';
  } catch (error) {
    return error.name;
  }
}

try {
  const pools = [startPools, startContests, startSession];
  const starts = [startCoach, startForecast, startFortyTwo, startFortyTwoCoach, startLearn, ...pools];
  starts.push(startEngine, startTable);
  await Promise.all(starts.map((start) => start()));
  const best = analyzeTurn({ dice: [5, 5, 5, 2, 6], rolls_left: 1 }).best;
  expect('@dicee/probability-engine', best.value, 24.5);
  const players = [{ playerId: crypto.randomUUID() }];
  const table = DiceeTable.create({ gameId: crypto.randomUUID(), mode: 'solo', players, dice: { source: 'seeded', seed: 42 } });
  table.submit(0, 'first roll', { type: 'roll' });
  expect('@dicee/table', table.view().currentTurn.currentDice.length, 5);
  expect('@dicee/pools', odds({ expression: '6d10>=8b1', dc: 2 }).success, '42039/100000');
  expect('@dicee/pool-contests', contest({ initiator: 6, defender: 4 }).initiator_wins, '1194974361/2500000000');
  expect('@dicee/pool-session', PoolSession.create().view().is_open, true);
  expect('@dicee/fortytwo', FortyTwoTable.create({ seed: 42, skill: 'heuristic' }).view(0).moves[1].bid, '30');
  expect('@dicee/fortytwo-coach', dealSeed(42).length, 4);
  expect('@dicee/learn', lessons().length, 12);
  expect('@dicee/coach', thrown(() => Coach.fromBytes(new Uint8Array(9))), 'SolvedGameError');
  expect('@dicee/forecast', thrown(() => Forecaster.fromBytes(new Uint8Array(9))), 'SolvedGameError');
  for (const [name, module] of Object.entries({ limits, patch, validate }))
    expect(`@dicee/types/${name}`, Object.keys(module).length > 0, true);
  document.title = 'ok';
} catch (error) {
  document.title = `failed: ${error.message}`;
}
