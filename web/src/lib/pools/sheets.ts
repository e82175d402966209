/** What the lab shows beyond its first screen: its sheets. */
export { default as LogSheet } from './log/LogSheet.svelte';
export { default as PresetsSheet } from './presets/PresetsSheet.svelte';
export { default as SessionSheet } from './session/SessionSheet.svelte';
export { default as ShareSheet } from './share/ShareSheet.svelte';
