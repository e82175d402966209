/** What the ROLL button does on each sheet. */
import type { SessionCommand } from '@dicee/pool-session';
import type { PoolsApp } from './pools.svelte';
import { contestWords } from './wording';

/** Rolls what the sheet asks about; says what came, for those who listen. */
export async function rollSheet(app: PoolsApp, path: string): Promise<string | null> {
  const { log, lab, contest, extended, attack, presets, roller } = app;
  await log.playBy(presets.system);
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

/** Puts the dice of a character's pool where the sheet asks for dice. */
export async function useDice(app: PoolsApp, path: string, dice: string): Promise<void> {
  if (path.startsWith('/pools/contest')) await app.contest.set({ initiator: dice });
  else if (path.startsWith('/pools/extended')) await app.extended.set({ pool: dice });
  else if (path.startsWith('/pools/attack')) await app.attack.set({ pool: dice });
  else await app.lab.type(0, await app.presets.notation(dice));
}

/** The newest roll, in words. */
export function lastInWords({ log }: PoolsApp): string {
  const result = log.view?.log.at(-1)?.result;
  switch (result?.kind) {
    case 'roll':
      return `${result.expression}: ${result.total}`;
    case 'check':
      return `${netOf(result.roll)} net: ${result.outcome.replaceAll('_', ' ')}`;
    case 'contest':
      return `${netOf(result.initiator)} against ${netOf(result.defender)}: ${contestWords(result.outcome, result.margin)}`;
    case 'attack':
      return `${result.quality.replaceAll('_', ' ')}, ${result.damage} damage`;
    case 'round':
      return `${netOf(result.roll)} net in this round`;
    case undefined:
      return '';
  }
}

function netOf(roll: { net: number } | { total: number }): number {
  return 'net' in roll ? roll.net : roll.total;
}
