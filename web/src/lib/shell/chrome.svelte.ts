/** The navigation of a screen that fills a phone: away, until somebody asks for it. */
export class Chrome {
  shown = $state(false);

  toggle(): void {
    this.shown = !this.shown;
  }
}
