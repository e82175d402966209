export const prerender = true;
// The table lives in workers and in this device's storage: there is nothing to render ahead.
export const ssr = false;
export const load = () => ({ zen: true });
