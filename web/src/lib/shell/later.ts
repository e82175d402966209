/** Parts of a screen that its first paint does without. */

/** Loads a part once, however often it is asked for; a load that failed is tried again. */
export function later<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | null = null;
  return () => {
    loading ??= load().catch((thrown: unknown) => {
      loading = null;
      throw thrown;
    });
    return loading;
  };
}

/** What people read in place of a part that did not come. */
export const UNREACHABLE = 'This part of the page could not be loaded. Try again when the server can be reached.';
