/** How an estimate comes to rest, as coordinates: trials on a logarithmic axis, the interval as a band. */
import type { ScenarioAnswer } from '@dicee/forecast';

export const WIDTH = 340;
export const HEIGHT = 150;

export interface Drawn {
  width: number;
  height: number;
  band: string;
  line: string;
  /** Where the exact value lies, if it is known and in sight. */
  exact: number | null;
}

export function convergence({ convergence: steps, exact }: ScenarioAnswer): Drawn {
  const bounds = steps.flatMap(({ interval }) => interval);
  const [low, high] = [Math.min(...bounds), Math.max(...bounds)];
  const [first, last] = [steps[0]?.trials ?? 1, steps.at(-1)?.trials ?? 1];
  const across = Math.log(last / first) || 1;
  const x = (trials: number) => ((WIDTH * Math.log(trials / first)) / across).toFixed(1);
  const y = (value: number) => 4 + ((HEIGHT - 8) * (high - value)) / (high - low || 1);
  const edge = (side: 0 | 1) => steps.map(({ trials, interval }) => `${x(trials)},${y(interval[side]).toFixed(1)}`);
  const seen = exact !== undefined && exact >= low && exact <= high;
  return {
    width: WIDTH,
    height: HEIGHT,
    band: [...edge(1), ...edge(0).reverse()].join(' '),
    line: steps.map(({ trials, estimate }) => `${x(trials)},${y(estimate).toFixed(1)}`).join(' '),
    exact: seen ? y(exact) : null,
  };
}
