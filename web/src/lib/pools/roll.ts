/** What the ROLL button does on each sheet. */
import type { SessionCheck, SessionCommand, Side } from '@dicee/pool-session';
import type { Fault } from '$lib/wasm/rpc';
import type { PoolsApp } from './pools.svelte';
import { CHECK_STATUS, contestWords, faultWords, hitWords, several } from './wording';

/** Why the dice of a sheet cannot be read; null where they can be rolled. Dice with odds that take too long still roll. */
export function unreadable({ lab, contest, extended, attack }: PoolsApp, path: string): string | null {
  const about = (fault: Fault | null, fields: readonly string[]) => (fault?.field && fields.includes(fault.field) ? faultWords(fault) : null);
  if (path.startsWith('/pools/contest')) return about(contest.odds.fault, ['initiator', 'defender']);
  // A check that is under way rolls the dice it was started with.
  if (path.startsWith('/pools/extended')) return extended.underWay ? null : about(extended.odds.fault, ['pool']);
  if (path.startsWith('/pools/attack')) return about(attack.odds.fault, ['pool']);
  if (lab.main.text.trim() === '') return 'no dice are typed.';
  return lab.main.fault && faultWords(lab.main.fault);
}

/** Rolls what the sheet asks about; says what came, for those who listen. Null where nothing was rolled. */
export async function rollSheet(app: PoolsApp, path: string): Promise<string | null> {
  const { log, lab, contest, extended, attack, presets, roller } = app;
  if (unreadable(app, path) !== null) return null;
  await log.playBy(presets.system, presets.aliases);
  const send = (command: SessionCommand) => log.send(roller.about(command));
  let done: boolean;
  if (path.startsWith('/pools/contest')) {
    const [first, second] = await Promise.all([
      presets.notation(contest.initiator),
      presets.notation(contest.defender),
    ]);
    done = await send({ type: 'CONTEST', initiator: { dice: first }, defender: { dice: second } });
  } else if (path.startsWith('/pools/extended')) {
    done = await extended.roll();
  } else if (path.startsWith('/pools/attack')) {
    const dice = await presets.notation(attack.pool);
    done = await send({ type: 'ATTACK', dice, damage: attack.damage, armour: attack.armour });
  } else {
    // Aliases are written out: the session has names of its own.
    const dice = lab.main.parsed?.written_out ?? lab.main.text;
    done = await send(
      lab.counts ? { type: 'CHECK', dice, dc: lab.dc } : { type: 'ROLL', expression: dice },
    );
  }
  return done ? lastInWords(app) : null;
}

/** Puts the dice of a character's pool where the sheet asks for dice, in a contest for this side. */
export async function useDice(app: PoolsApp, path: string, dice: string, side: Side = 'initiator'): Promise<void> {
  if (path.startsWith('/pools/contest')) await app.contest.set({ [side]: dice });
  else if (path.startsWith('/pools/extended')) await app.extended.set({ pool: dice });
  else if (path.startsWith('/pools/attack')) await app.attack.set({ pool: dice });
  else await app.lab.type(0, await app.presets.notation(dice));
}

/** The newest roll, in words. */
export function lastInWords({ log }: PoolsApp): string {
  const last = log.view?.log.at(-1);
  const result = last?.result;
  switch (result?.kind) {
    case 'roll':
      return `${result.expression}: ${result.total}`;
    case 'check':
      return `${netOf(result.roll)} net: ${result.outcome.replaceAll('_', ' ')}`;
    case 'contest':
      return `${netOf(result.initiator)} against ${netOf(result.defender)}: ${contestWords(result.outcome, result.margin, last)}`;
    case 'attack':
      return hitWords(result.quality, result.damage);
    case 'round':
      return roundWords(netOf(result.roll), log.view?.checks.find(({ check }) => check === result.check));
    case undefined:
      return '';
  }
}

/** What a round brought, and where the check stands now. */
function roundWords(net: number, check: SessionCheck | undefined): string {
  if (!check) return `${net} net in this round`;
  const { accumulated, status, terms, rounds_remaining: left } = check;
  const stands = status === 'in_progress' ? `${several(left, 'round')} left` : CHECK_STATUS[status];
  return `${net} net, ${accumulated} of ${terms.targetSuccesses}: ${stands}`;
}

function netOf(roll: { net: number } | { total: number }): number {
  return 'net' in roll ? roll.net : roll.total;
}
