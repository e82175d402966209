export const prerender = true;
export const load = () => ({ zen: true });
