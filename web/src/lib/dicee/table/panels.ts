/** What a table shows beyond its first screen: its sheets, and the third zone of a wide screen. */
export { default as WhyPanel } from '../coach/WhyPanel.svelte';
export { default as Analytics } from '../hud/Analytics.svelte';
export { default as BoxPanel } from '../hud/BoxPanel.svelte';
export { default as ComparePanel } from '../hud/ComparePanel.svelte';
export { default as RollMap } from '../hud/RollMap.svelte';
export { default as VersusPanel } from '../hud/VersusPanel.svelte';
export { default as MenuPanel } from './MenuPanel.svelte';
