/** Whether the app can be installed, and the browser's own way to do it. */

/** Chromium's event; other browsers install from their menus and never send it. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

export class Install {
  #prompt = $state.raw<InstallPrompt | null>(null);

  readonly isOffered = $derived(this.#prompt !== null);

  /** Keeps the browser's offer for the moment somebody asks for it. */
  hold(event: Event): void {
    if (!('prompt' in event)) return;
    event.preventDefault();
    this.#prompt = event as InstallPrompt;
  }

  async install(): Promise<void> {
    const prompt = this.#prompt;
    this.#prompt = null;
    await prompt?.prompt();
  }
}
