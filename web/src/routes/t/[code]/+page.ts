import { cleanCode } from '$lib/live/code';
import type { PageLoad } from './$types';

// A table is known to the server alone.
export const prerender = false;
export const load: PageLoad = ({ params }) => ({ zen: true, code: cleanCode(params.code) });
