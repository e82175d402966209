import { LESSON_NAMES } from '$lib/learn/lessons/names';
import type { EntryGenerator, PageLoad } from './$types';

export const prerender = true;
export const entries: EntryGenerator = () => LESSON_NAMES.map(({ name }) => ({ name }));
export const load: PageLoad = ({ params }) => ({ zen: true, name: params.name });
