/** Short sounds made by the browser itself: no files, silent until the volume is raised. */
import type { Settings } from '$lib/shell/settings.svelte';

export type SoundName = 'die' | 'keep' | 'score' | 'tile' | 'turn';

interface Tone {
  readonly wave: OscillatorType;
  /** Hertz at the start and at the end. */
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
  readonly gain: number;
}

const TONES: Readonly<Record<SoundName, readonly Tone[]>> = {
  die: [{ wave: 'triangle', from: 420, to: 120, seconds: 0.05, gain: 0.7 }],
  keep: [{ wave: 'square', from: 660, to: 660, seconds: 0.03, gain: 0.25 }],
  score: [
    { wave: 'triangle', from: 523, to: 523, seconds: 0.09, gain: 0.5 },
    { wave: 'triangle', from: 784, to: 784, seconds: 0.16, gain: 0.5 },
  ],
  tile: [{ wave: 'square', from: 240, to: 90, seconds: 0.04, gain: 0.6 }],
  turn: [
    { wave: 'sine', from: 587, to: 587, seconds: 0.12, gain: 0.5 },
    { wave: 'sine', from: 880, to: 880, seconds: 0.2, gain: 0.5 },
  ],
};

export class Sound {
  readonly #settings: Settings;
  #context: AudioContext | null = null;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Browsers let a page sound only after a gesture: call it from the first one. */
  prime(): void {
    if (this.#settings.value.volume === 0 || typeof AudioContext === 'undefined') return;
    this.#context ??= new AudioContext();
    if (this.#context.state === 'suspended') void this.#context.resume();
  }

  /** Plays a sound, `delay` milliseconds from now: a die clicks when it lands. */
  play(name: SoundName, delay = 0): void {
    const { volume } = this.#settings.value;
    if (volume === 0) return;
    this.prime();
    const context = this.#context;
    if (!context) return;
    let start = context.currentTime + delay / 1000;
    for (const { wave, from, to, seconds, gain } of TONES[name]) {
      const oscillator = context.createOscillator();
      const level = context.createGain();
      oscillator.type = wave;
      oscillator.frequency.setValueAtTime(from, start);
      oscillator.frequency.exponentialRampToValueAtTime(to, start + seconds);
      level.gain.setValueAtTime((gain * volume) / 100, start);
      level.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
      oscillator.connect(level).connect(context.destination);
      oscillator.start(start);
      oscillator.stop(start + seconds);
      start += seconds;
    }
  }
}
