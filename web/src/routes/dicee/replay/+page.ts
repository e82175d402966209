export const prerender = true;
// The game is in the fragment, which no server sees.
export const load = () => ({ zen: true });
