import type { AnalyzeRequest, Category, Rules } from '@dicee/probability-engine';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Analyzer } from '$lib/dicee/analyse/analyzer.svelte';
import { START } from '$lib/dicee/analyse/position';
import { type Engine, EngineClient, type Progress, type TargetProgress } from '$lib/wasm/engine/client';
import type { Answer, Origin } from '$lib/wasm/engine/protocol';
import { MemoryStore, realEngine, spawner } from './real-engine';

const module = realEngine();
const store = new MemoryStore();

function engine(): EngineClient {
  return new EngineClient(spawner(module, store));
}

describe('with the real engine', () => {
  let links: string[];
  let analyzer: Analyzer;

  beforeEach(async () => {
    links = [];
    analyzer = new Analyzer({
      engine: engine(),
      publish: (hash) => links.push(hash),
      roll: () => [1, 2, 3, 4, 5],
    });
    await analyzer.open('');
    await vi.waitFor(() => expect(analyzer.of('game')).not.toBeNull(), 20_000);
  });

  test('both horizons are there and the wanted one is shown', () => {
    expect(analyzer.shown?.horizon).toBe('game');
    expect(analyzer.standsIn).toBe(false);
    analyzer.setHorizon('turn');
    expect(analyzer.shown?.horizon).toBe('turn');
    expect(links.at(-1)).toContain('horizon=turn');
  });

  test('the kept dice are marked where they lie', () => {
    const { best } = analyzer.shown ?? {};
    const kept = analyzer.position.dice.filter((_, index) => analyzer.marks[index] === 'keep');
    expect(best?.action).toBe('keep');
    if (best?.action === 'keep') expect([...kept].sort()).toEqual(best.keep);
  });

  test('a roll to be scored marks nothing', async () => {
    analyzer.rollAll();
    analyzer.setRollsLeft(0);
    await vi.waitFor(() => expect(analyzer.announcement).toContain('Score Large Straight for 40'));
    expect(analyzer.marks).toEqual([null, null, null, null, null]);
  });

  test('an impossible subtotal is at fault, and nothing is lost', async () => {
    analyzer.toggleBox('ones');
    analyzer.setUpper('6');
    await vi.waitFor(() => expect(analyzer.fault?.field).toBe('upper'));
    expect(analyzer.shown).toBeNull();
    expect(analyzer.position).toMatchObject({ dice: START.dice, closed: ['ones'], upper: 6 });
    analyzer.setUpper('5');
    await vi.waitFor(() => expect(analyzer.shown).not.toBeNull());
    expect(analyzer.fault).toBeNull();
  });

  test('what is no number stays at fault until a number comes', async () => {
    analyzer.setUpper('');
    expect(analyzer.fault).toMatchObject({ field: 'upper', actual: 'empty' });
    expect(analyzer.upperText).toBe('');
    expect(analyzer.position.upper).toBe(0);
    analyzer.setUpper('0');
    await vi.waitFor(() => expect(analyzer.fault).toBeNull());
  });

  test('the field shows what is used after any other change', async () => {
    await analyzer.open('#dice=66641&left=1&closed=sixes&upper=18');
    for (const change of [
      () => analyzer.rollAll(),
      () => analyzer.setRollsLeft(0),
      () => analyzer.setHorizon('turn'),
      () => analyzer.toggleBox('chance'),
      () => analyzer.settleUpper(),
    ]) {
      analyzer.setUpper('x');
      expect(analyzer.shown).toBeNull();
      change();
      expect(analyzer.upperText).toBe('18');
      await vi.waitFor(() => expect(analyzer.shown).not.toBeNull());
      expect(analyzer.fault).toBeNull();
    }
  });

  test('a table that arrives leaves what is being typed at fault', async () => {
    analyzer.setUpper('');
    analyzer.tables.delete('standard');
    await analyzer.prepare();
    expect(analyzer.table?.phase).toBe('ready');
    expect(analyzer.fault).toMatchObject({ field: 'upper', actual: 'empty' });
    expect(analyzer.shown).toBeNull();
  });

  test('steps go to the reachable subtotals and end with them', async () => {
    await analyzer.open('#closed=sixes&upper=12');
    analyzer.stepUpper(1);
    expect(analyzer.upperText).toBe('18');
    for (let i = 0; i < 5; i += 1) analyzer.stepUpper(1);
    expect(analyzer.position.upper).toBe(30);
    expect(analyzer.higher).toBeUndefined();
    for (let i = 0; i < 9; i += 1) analyzer.stepUpper(-1);
    expect(analyzer.position.upper).toBe(0);
    expect(analyzer.lower).toBeUndefined();

    analyzer.setUpper('999');
    await vi.waitFor(() => expect(analyzer.fault?.field).toBe('upper'));
    expect(analyzer.higher).toBeUndefined();
    analyzer.stepUpper(-1);
    expect(analyzer.upperText).toBe('30');
    await vi.waitFor(() => expect(analyzer.shown).not.toBeNull());
  });

  test('the subtotal follows the boxes, and that is said', async () => {
    await analyzer.open('#closed=ones.sixes&upper=20');
    expect(analyzer.shown).not.toBeNull();
    const faults: unknown[] = [];
    analyzer.toggleBox('ones');
    await vi.waitFor(() => expect(analyzer.shown?.categories).toHaveLength(12));
    faults.push(analyzer.fault);
    expect(analyzer.position.upper).toBe(18);
    expect(analyzer.upperText).toBe('18');
    expect(analyzer.upperNote).toContain('18');
    expect(links.at(-1)).toContain('upper=18');
    // Two at once: the answer that counts is for both.
    analyzer.toggleBox('sixes');
    analyzer.toggleBox('chance');
    await vi.waitFor(() => expect(analyzer.position.upper).toBe(0));
    await vi.waitFor(() => expect(analyzer.shown?.categories).toHaveLength(12));
    faults.push(analyzer.fault);
    expect(faults).toEqual([null, null]);
    analyzer.setRollsLeft(0);
    expect(analyzer.upperNote).toBe('');
  });

  test('a typed impossible subtotal is mended by the next box', async () => {
    analyzer.setUpper('64');
    await vi.waitFor(() => expect(analyzer.fault?.field).toBe('upper'));
    analyzer.toggleBox('sixes');
    await vi.waitFor(() => expect(analyzer.shown).not.toBeNull());
    expect(analyzer.position.upper).toBe(30);
  });

  test('the card is marked whenever it differs from a fresh one', () => {
    expect(analyzer.marked).toBe(false);
    analyzer.setUpper('3');
    expect(analyzer.marked).toBe(true);
    analyzer.clearCard();
    expect(analyzer.marked).toBe(false);
    analyzer.toggleBox('chance');
    expect(analyzer.marked).toBe(true);
  });

  test('a card without open boxes is at fault', async () => {
    for (const { category } of analyzer.shown?.categories ?? []) analyzer.toggleBox(category);
    await vi.waitFor(() => expect(analyzer.fault?.field).toBe('open'));
    analyzer.clearCard();
    await vi.waitFor(() => expect(analyzer.shown?.categories).toHaveLength(13));
  });

  test('other rules get their own table', async () => {
    analyzer.setRules('classic');
    await vi.waitFor(() => expect(analyzer.of('game')?.rules).toBe('classic'), 20_000);
    expect(analyzer.tables.get('standard')?.phase).toBe('ready');
    expect(analyzer.table?.phase).toBe('ready');
  });

  test('a target brings the chance of every option, and the link keeps it', async () => {
    await analyzer.open('#dice=66621&left=1&closed=ones.twos.threes.fours.fives.three_of_kind&upper=41');
    analyzer.setTarget('150');
    expect(analyzer.target.state.phase).not.toBe('known');
    expect(links.at(-1)).toContain('target=150');
    const report = await vi.waitFor(() => analyzer.target.report ?? Promise.reject(new Error('no report')), 20_000);
    expect(report.text).toMatch(/^.+: [\d.]+% to make at least 150 points more\.$/);
    for (const option of analyzer.shown?.options ?? []) {
      expect(analyzer.target.chanceOf(option)).toMatch(/^[\d.]+%$/);
    }
    analyzer.setTarget('15x');
    expect(analyzer.targetWrong).toBe(true);
    expect(links.at(-1)).not.toContain('target');
    await vi.waitFor(() => expect(analyzer.target.state.phase).toBe('none'));
    analyzer.setTarget('');
    expect(analyzer.targetWrong).toBe(false);
  });

  test('work at a target on this device says how far it is', async () => {
    const heard: (number | null)[] = [];
    const request: AnalyzeRequest = {
      dice: [6, 6, 6, 2, 1],
      rolls_left: 1,
      open: ['fours', 'fives', 'sixes', 'small_straight', 'chance'],
      target: 120,
    };
    await engine().target(request, (_, percent) => heard.push(percent), new AbortController().signal);
    const percents = heard.filter((percent) => percent !== null);
    expect(heard[0]).toBeNull();
    expect(percents.length).toBeGreaterThan(2);
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(percents.at(-1)).toBe(100);
  });

  test('a damaged field does not put the others at fault', async () => {
    await analyzer.open('#closed=nines&upper=9');
    expect(analyzer.fault).toBeNull();
    expect(analyzer.position.upper).toBe(0);
  });

  test('a damaged link opens the start with a notice', async () => {
    await analyzer.open('#dice=nonsense');
    expect(analyzer.notice).toContain('damaged');
    expect(analyzer.notice).toContain('the dice could not be read');
    expect(analyzer.position).toEqual(START);
    expect(links.at(-1)).toBe('dice=55526&left=1');
    await analyzer.open('#dice=11111&left=0');
    expect(analyzer.notice).toBeNull();
    expect(analyzer.position.dice).toEqual([1, 1, 1, 1, 1]);
  });
});

describe('with an engine under control', () => {
  class Scripted implements Engine {
    readonly answers: ((answer: Answer) => void)[] = [];
    readonly asked: AnalyzeRequest[] = [];
    readonly solves: { rules: Rules; onProgress: Progress; end: (how: Origin | Error) => void }[] =
      [];

    analyze(request: AnalyzeRequest): Promise<Answer> {
      this.asked.push(request);
      return new Promise((resolve) => this.answers.push(resolve));
    }

    async upperTotals(open: Category[]): Promise<number[]> {
      return [...module.upperTotals(open)];
    }

    prepare(rules: Rules, onProgress: Progress): Promise<Origin> {
      return new Promise((resolve, reject) =>
        this.solves.push({
          rules,
          onProgress,
          end: (how) => (how instanceof Error ? reject(how) : resolve(how)),
        }),
      );
    }

    /** What the latest question about a target hears, and whether it was given up. */
    aimed: { onProgress: TargetProgress; signal: AbortSignal } | null = null;

    target(request: AnalyzeRequest, onProgress: TargetProgress, signal: AbortSignal): Promise<never> {
      this.aimed = { onProgress, signal };
      if (request.target === 300) return Promise.reject(new Error('no chances for 300'));
      return new Promise(() => undefined);
    }

    /** Answers a question once it has been asked. */
    async answer(index: number): Promise<void> {
      const request = await vi.waitFor(() => this.asked[index] ?? Promise.reject(new Error('not asked')));
      this.answers[index]?.({ turn: module.analyzeTurn(request), game: null });
    }
  }

  test('only the answer to the latest question counts', async () => {
    const scripted = new Scripted();
    const analyzer = new Analyzer({ engine: scripted });
    void analyzer.open('');
    await vi.waitFor(() => expect(scripted.asked).toHaveLength(1));
    analyzer.setRollsLeft(0);
    await scripted.answer(1);
    await vi.waitFor(() => expect(analyzer.shown?.rolls_left).toBe(0));
    await scripted.answer(0);
    await Promise.resolve();
    expect(analyzer.shown?.rolls_left).toBe(0);
  });

  test('the turn stands in, named so, while the game is solved', async () => {
    const scripted = new Scripted();
    const analyzer = new Analyzer({ engine: scripted });
    void analyzer.open('');
    await scripted.answer(0);
    await vi.waitFor(() => expect(scripted.solves).toHaveLength(1));
    expect(analyzer.shown?.horizon).toBe('turn');
    expect(analyzer.standsIn).toBe(true);
    expect(analyzer.announcement).toContain('this turn');

    scripted.solves[0]?.onProgress(3, 4);
    expect(analyzer.table).toEqual({ phase: 'solving', done: 3, total: 4 });
    analyzer.setRollsLeft(2);
    await scripted.answer(1);
    await vi.waitFor(() => expect(analyzer.shown?.rolls_left).toBe(2));
    expect(scripted.solves).toHaveLength(1);
  });

  test('a failed solve is said and can be tried again', async () => {
    const scripted = new Scripted();
    const analyzer = new Analyzer({ engine: scripted });
    void analyzer.open('');
    await scripted.answer(0);
    await vi.waitFor(() => expect(scripted.solves).toHaveLength(1));
    scripted.solves[0]?.end(new Error('out of memory'));
    await vi.waitFor(() =>
      expect(analyzer.table).toEqual({ phase: 'failed', message: 'out of memory' }),
    );
    expect(analyzer.shown?.horizon).toBe('turn');
    void analyzer.prepare();
    expect(scripted.solves).toHaveLength(2);
  });

  test('a target that cannot be worked out is said in words, and the advice stays', async () => {
    const scripted = new Scripted();
    const analyzer = new Analyzer({ engine: scripted });
    void analyzer.open('#target=300');
    expect(analyzer.targetText).toBe('300');
    await scripted.answer(0);
    await vi.waitFor(() =>
      expect(analyzer.target.state).toEqual({ phase: 'failed', message: 'no chances for 300' }),
    );
    expect(analyzer.shown).not.toBeNull();
  });

  test('work at a target is shown, and can be stopped and begun again', async () => {
    const scripted = new Scripted();
    const analyzer = new Analyzer({ engine: scripted });
    void analyzer.open('#target=200');
    await scripted.answer(0);
    const first = await vi.waitFor(() => scripted.aimed ?? Promise.reject(new Error('not asked')));
    first.onProgress('server', 12);
    expect(analyzer.target.state).toEqual({ phase: 'working', by: 'server', percent: 12 });
    analyzer.target.stop();
    expect(first.signal.aborted).toBe(true);
    first.onProgress('server', 13);
    expect(analyzer.target.state).toEqual({ phase: 'stopped' });
    analyzer.target.again();
    expect(analyzer.target.state.phase).toBe('working');
    await vi.waitFor(() => expect(scripted.aimed).not.toBe(first));
    expect(scripted.aimed?.signal.aborted).toBe(false);
  });

  test('a random roll is five faces', () => {
    const analyzer = new Analyzer({ engine: new Scripted() });
    for (let i = 0; i < 50; i += 1) {
      analyzer.rollAll();
      expect(analyzer.position.dice.join('')).toMatch(/^[1-6]{5}$/);
    }
  });

  test('a die turns round the corner', () => {
    const analyzer = new Analyzer({ engine: new Scripted() });
    analyzer.setDie(0, 6);
    analyzer.turnDie(0, 1);
    expect(analyzer.position.dice[0]).toBe(1);
    analyzer.turnDie(0, -1);
    expect(analyzer.position.dice[0]).toBe(6);
  });
});
