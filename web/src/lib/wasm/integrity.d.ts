/** Made by `vite.config.ts` from the built modules. */
declare module 'virtual:wasm-integrity' {
  /** The `integrity` of each module, as `fetch` takes it. */
  export const INTEGRITY: Readonly<
    Record<
      | 'engine'
      | 'enginePlain'
      | 'forecast'
      | 'forecastPlain'
      | 'table'
      | 'tablePlain'
      | 'coach'
      | 'coachPlain'
      | 'pools'
      | 'poolContests'
      | 'poolSession'
      | 'fortytwo'
      | 'fortytwoCoach'
      | 'learn',
      string
    >
  >;
}
