/** The live figures of the essay: what the reader set, and what the engine says. */
import type { Category } from '@dicee/coach';
import type { EngineClient } from '../../wasm/engine/client';
import type { Answer } from '../../wasm/engine/protocol';

/** Ways in which a number of dice can fall, and how many show at least one six. */
export function atLeastOneSix(dice: number): { ways: number; of: number; share: number } {
  const of = 6 ** dice;
  const ways = of - 5 ** dice;
  return { ways, of, share: ways / of };
}

/** Different rolls, whatever their order: six faces, taken so often. */
export function differentRolls(dice: number): number {
  let count = 1;
  for (let die = 1; die <= dice; die += 1) count = (count * (5 + die)) / die;
  return count;
}

/** One roll on a card: dice, which of them are kept, rolls left, open boxes. */
export class RollFigure {
  dice = $state<number[]>([5, 5, 5, 2, 6]);
  kept = $state<boolean[]>([true, true, true, false, false]);
  left = $state(1);
  open = $state.raw<readonly Category[]>([]);
  answer = $state.raw<Answer | null>(null);
  #asked = 0;

  constructor(open: readonly Category[]) {
    this.open = open;
  }

  readonly keep = $derived.by(() => this.dice.filter((_, die) => this.kept[die]).sort((a, b) => a - b));
  readonly thrown = $derived.by(() => 5 - this.keep.length);
  readonly analysis = $derived.by(() => this.answer?.game ?? null);
  /** What the kept dice are worth; scoring at once, where all are kept. */
  readonly yours = $derived.by(() => {
    const faces = this.keep.join();
    return (
      this.analysis?.options.find((option) =>
        option.action === 'keep' ? option.keep.join() === faces : this.thrown === 0,
      ) ?? null
    );
  });

  turn(die: number): void {
    this.dice = this.dice.map((face, at) => (at === die ? (face % 6) + 1 : face));
  }

  toggle(die: number): void {
    this.kept = this.kept.map((old, at) => (at === die ? !old : old));
  }

  /** A box opens or closes; one always stays open. */
  toggleBox(category: Category, all: readonly Category[]): void {
    const open = all.filter((known) => (known === category ? !this.open.includes(known) : this.open.includes(known)));
    if (open.length > 0) this.open = open;
  }

  /** Asks the engine; call it in an effect. Only the answer to the latest question counts. */
  async ask(engine: EngineClient): Promise<void> {
    const question = ++this.#asked;
    const request = { dice: [...this.dice], rolls_left: this.left, open: [...this.open], upper: 0 };
    await engine.prepare('standard', () => undefined);
    const answer = await engine.analyze(request).catch(() => null);
    if (question === this.#asked) this.answer = answer;
  }
}
