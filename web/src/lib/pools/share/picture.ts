/** A chart as a picture: its SVG with every colour written out, drawn on a canvas. */

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

/** The SVG of a chart that stands for itself: no class, no variable, a title above it. */
export function standalone(svg: SVGSVGElement, title: string): { text: string; width: number; height: number } {
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
  const page = getComputedStyle(document.body);
  const [width, height] = [svg.clientWidth + 2 * MARGIN, svg.clientHeight + 2 * MARGIN + TITLE];
  const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  copy.setAttribute('x', String(MARGIN));
  copy.setAttribute('y', String(MARGIN + TITLE));
  const inner = new XMLSerializer().serializeToString(copy);
  const text =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="100%" height="100%" fill="${page.backgroundColor}"/>` +
    `<text x="${MARGIN}" y="${MARGIN + 14}" font-family="monospace" font-size="16" font-weight="700" fill="${page.color}">${escaped}</text>` +
    `${inner}</svg>`;
  return { text, width, height };
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
