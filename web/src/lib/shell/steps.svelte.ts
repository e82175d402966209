/** A screen that is put up in steps: on a slow device each is a task of its own, and the page answers in between. */
import { pause } from './idle';

/** Only the first screen of a page: what comes later runs code that is compiled already. */
let warm = false;

export class Steps {
  readonly #count: number;
  #reached = $state(0);

  /** Call it while a component is made: the steps go on while it is there. */
  constructor(count: number) {
    this.#count = count;
    if (warm) this.#reached = count;
    $effect(() => {
      if (this.#reached === this.#count) {
        warm = true;
        return;
      }
      let left = false;
      void pause().then(() => {
        if (!left) this.#reached += 1;
      });
      return () => {
        left = true;
      };
    });
  }

  /** How many steps are done. */
  get reached(): number {
    return this.#reached;
  }
}
