/** The objects of a module that a worker holds for its page, each under a number. */
export class Handles<T extends { free(): void }> {
  readonly #objects = new Map<number, T>();
  readonly #freed: string;
  #last = 0;

  /** `freed` is the message of the error for a number whose object was freed. */
  constructor(freed: string) {
    this.#freed = freed;
  }

  add(object: T): number {
    const handle = ++this.#last;
    this.#objects.set(handle, object);
    return handle;
  }

  get(handle: number): T {
    const object = this.#objects.get(handle);
    if (!object) throw new Error(this.#freed);
    return object;
  }

  free(handle: number): void {
    this.#objects.get(handle)?.free();
    this.#objects.delete(handle);
  }
}
