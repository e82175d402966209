/** Drills of Forty-Two over the real module. */
import { expect, test } from 'vitest';
import { DRILLS, DrillRun, type DrillName, questionWords } from '$lib/fortytwo/drill/drill-run.svelte';
import { realFortyTwo } from './real-fortytwo';

/** A run whose seeds are known, and what was said. */
function begun(first = 1) {
  const said: string[] = [];
  let seed = first;
  const run = new DrillRun({ client: realFortyTwo(), seed: () => seed++, say: (text) => said.push(text) });
  return { run, said };
}

test.each(DRILLS)('%s: the right answer is right, another one is not, and both are told', async (kind: DrillName) => {
  const { run, said } = begun();
  await run.want(kind);
  for (let count = 0; count < 5; count += 1) {
    const { question, options, solution } = run;
    expect(question?.kind).toBe(kind);
    expect(said.at(-1)).toBe(questionWords(question!));
    const wrong = options.find(({ id }) => !solution.includes(id));
    expect(solution.every((id) => options.some((option) => option.id === id))).toBe(true);
    const right = count % 2 === 0 || !wrong;
    if (run.several) {
      (right ? solution : [wrong!.id]).forEach((id) => run.choose(id));
      expect(run.answered).toBe(false);
      expect(run.answer()).toBe(true);
    } else run.choose(right ? solution[0]! : wrong!.id);
    expect([run.answered, run.correct]).toEqual([true, right]);
    expect(said.at(-1)).toMatch(right ? /^Right: / : /^No: /);
    expect(run.choose(options[0]!.id)).toBe(false);
    await run.next();
    expect([run.answered, run.chosen]).toEqual([false, []]);
  }
  expect([run.asked, run.right]).toEqual([5, 3]);
});

test('of several that are void all are to be named, and none besides', async () => {
  const { run } = begun();
  await run.want('void');
  while (run.solution.length < 2) await run.next();
  run.choose(run.solution[0]!);
  expect(run.correct).toBe(false);
  run.choose(run.solution[1]!);
  expect(run.correct).toBe(run.solution.length === 2);
  run.choose(run.solution[0]!);
  expect(run.chosen).toEqual([run.solution[1]]);
});

test('the mixed drill asks for every kind', async () => {
  const { run } = begun();
  const kinds = new Set<string>();
  for (let count = 0; count < 8; count += 1) {
    await run.next();
    kinds.add(run.question!.kind);
  }
  expect([...kinds].toSorted()).toEqual([...DRILLS].toSorted());
});
