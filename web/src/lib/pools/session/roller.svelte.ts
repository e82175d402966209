/** Who makes the next rolls of the lab, what for, and on whom: part of every roll until somebody changes it. */
import type { SessionCommand } from '@dicee/pool-session';

/** What a roll says about itself. */
export interface RollWords {
  readonly character?: string;
  readonly label?: string;
  readonly target?: string;
}

export class Roller {
  character = $state('');
  label = $state('');
  target = $state('');

  /** In one line; empty where nothing was said. */
  readonly text = $derived.by(() => {
    const { character, label, target } = this.words;
    const parts = [character ? `as ${character}` : '', target ? `on ${target}` : '', label ? `for ${label}` : ''];
    return parts.filter((part) => part !== '').join(' ');
  });

  readonly words = $derived.by<RollWords>(() => {
    const said = Object.entries({ character: this.character, label: this.label, target: this.target })
      .map(([field, words]) => [field, words.trim()] as const)
      .filter(([, words]) => words !== '');
    return Object.fromEntries(said);
  });

  /** The command with what is said about it, as far as such a command takes it. */
  about(command: SessionCommand): SessionCommand {
    const { character, label, target } = this.words;
    const who = character === undefined ? {} : { character };
    const why = label === undefined ? {} : { label };
    const whom = target === undefined ? {} : { character: target };
    switch (command.type) {
      case 'ROLL':
      case 'CHECK':
        return { ...command, ...who, ...why };
      case 'CONTEST':
        return {
          ...command,
          initiator: { ...command.initiator, ...who },
          defender: { ...command.defender, ...whom },
          ...why,
        };
      case 'ATTACK':
        return { ...command, ...who, ...why, ...(target === undefined ? {} : { target }) };
      case 'START_CHECK':
        return { ...command, ...who };
      default:
        return command;
    }
  }

  clear(): void {
    [this.character, this.label, this.target] = ['', '', ''];
  }
}
