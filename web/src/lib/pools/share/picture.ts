/** A chart as a picture: its SVG with every colour written out and its legend below, drawn on a canvas. */

const PROPERTIES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'opacity',
] as const;

const MARGIN = 16;
const TITLE = 28;
const SCALE = 2;
/** Width of a letter of the legend, the side of a swatch, and the height of a line. */
const LETTER = 7.9;
const SWATCH = 16;
const LINE = 24;
const GAP = 6;
/** Between two entries in one line. */
const APART = 16;
/** Width of a letter of the title, and the most of them: a longer one is cut. */
const CAPITAL = 9.7;
const LONGEST_TITLE = 72;

/** An entry of a legend, and where it stands. */
export interface Laid {
  readonly text: string;
  readonly x: number;
  readonly line: number;
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** Entries one after the other, in as many lines as it takes; a text that is wider than a line is cut. */
export function laidOut(entries: readonly { text: string; swatch: boolean }[], width: number): Laid[] {
  let [x, line] = [0, 0];
  return entries.map(({ text, swatch }) => {
    const start = swatch ? SWATCH + GAP : 0;
    const shown = cut(text, Math.max(1, Math.floor((width - start) / LETTER)));
    const wide = start + shown.length * LETTER;
    if (x > 0 && x + wide > width) [x, line] = [0, line + 1];
    const laid = { text: shown, x, line };
    x += wide + APART;
    return laid;
  });
}

/** What stands in the legend of a chart: every `data-key` beside it. */
interface Key {
  readonly text: string;
  readonly swatch: Element | null;
}

function keysOf(chart: Element): Key[] {
  const entries = chart.closest('figure, .band')?.querySelectorAll('[data-key]') ?? [];
  return [...entries].map((entry) => ({
    text: (entry.textContent ?? '').replace(/\s+/g, ' ').trim(),
    swatch: entry.querySelector('svg, i'),
  }));
}

/** A copy of an SVG that stands for itself: no class, no variable. */
function inlined(svg: SVGSVGElement, x: number, y: number): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const drawn = [svg, ...svg.querySelectorAll<SVGElement>('*')];
  const copied = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  copied.forEach((element, place) => {
    const original = drawn[place];
    if (!original) return;
    const style = getComputedStyle(original);
    for (const property of PROPERTIES) {
      const value = style.getPropertyValue(property);
      // Patterns are named by the attribute, which is kept.
      if (value !== '' && !value.startsWith('url(')) element.setAttribute(property, value);
    }
    for (const name of ['class', 'tabindex', 'role', 'aria-label']) element.removeAttribute(name);
  });
  copy.setAttribute('x', String(x));
  copy.setAttribute('y', String(y));
  return new XMLSerializer().serializeToString(copy);
}

function swatchAt(swatch: Element, x: number, y: number): string {
  if (swatch instanceof SVGSVGElement) return inlined(swatch, x, y);
  const { backgroundColor, borderColor } = getComputedStyle(swatch);
  const side = SWATCH - 2;
  return `<rect x="${x + 1}" y="${y + 1}" width="${side}" height="${side}" fill="${backgroundColor}" stroke="${borderColor}"/>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** The SVG of a chart that stands for itself, its title above it and its legend below. */
export function standalone(svg: SVGSVGElement, title: string): { text: string; width: number; height: number } {
  const page = getComputedStyle(document.body);
  const heading = cut(title, LONGEST_TITLE);
  const inner = Math.max(svg.clientWidth, Math.ceil(heading.length * CAPITAL));
  const keys = keysOf(svg);
  const laid = laidOut(keys.map(({ text, swatch }) => ({ text, swatch: swatch !== null })), inner);
  const lines = 1 + Math.max(-1, ...laid.map(({ line }) => line));
  const below = MARGIN + TITLE + svg.clientHeight + GAP;
  const [width, height] = [inner + 2 * MARGIN, below + lines * LINE + MARGIN - GAP];
  const legend = laid.map(({ text, x, line }, place) => {
    const swatch = keys[place]?.swatch ?? null;
    const [left, top] = [MARGIN + x, below + line * LINE];
    const letters = left + (swatch ? SWATCH + GAP : 0);
    return (
      (swatch ? swatchAt(swatch, left, top) : '') +
      `<text x="${letters}" y="${top + 13}" font-family="monospace" font-size="13" fill="${page.color}">${escaped(text)}</text>`
    );
  });
  const text =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="100%" height="100%" fill="${page.backgroundColor}"/>` +
    `<text x="${MARGIN}" y="${MARGIN + 14}" font-family="monospace" font-size="16" font-weight="700" fill="${page.color}">${escaped(heading)}</text>` +
    `${inlined(svg, MARGIN, MARGIN + TITLE)}${legend.join('')}</svg>`;
  return { text, width, height };
}

/** The chart that is on screen: a figure, else the bar of a contest; null where all is shown as a table. */
export function chartOnScreen(): SVGSVGElement | null {
  const find = (chart: string) => document.querySelector<SVGSVGElement>(`main ${chart} svg`);
  return find('figure .chart') ?? find('.band');
}

/** The chart as the address of a PNG. */
export async function picture(svg: SVGSVGElement, title: string): Promise<string> {
  const { text, width, height } = standalone(svg, title);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * SCALE, height * SCALE];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no pictures');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}
