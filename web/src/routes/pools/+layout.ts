/** The lab fills a phone: its own bar takes the place of the tabs. */
export const load = () => ({ zen: true });
