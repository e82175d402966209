/** On a phone the tabs give way to the dice and the card. */
export const load = () => ({ zen: true });
