/** A result as a picture: SVG made by hand, and PNG through a canvas. */
import type { Scorecard } from '@dicee/coach';
import { CARD_FIELDS, CATEGORIES, CATEGORY_NAMES } from '../card';
import { signed } from '../table/words';

const WIDTH = 600;
const HEIGHT = 760;

export interface ShownTotals {
  optimum: number;
  luck: number;
  loss: number;
  /** What the loss is called. */
  lost: string;
  score: number;
  /** What was not played of a game that was given up; 0 for a whole one. */
  unplayed?: number;
}

export function pictureOf(card: Scorecard, totals: ShownTotals | null): string {
  const rows = CATEGORIES.map((category, place) => {
    const [column, line] = place < 6 ? [0, place] : [1, place - 6];
    const [x, y] = [30 + column * 280, 330 + line * 54];
    const points = card[CARD_FIELDS[category]] ?? 0;
    return `<rect x="${x}" y="${y}" width="260" height="46" fill="${points > 0 ? '#ffe27a' : '#fff'}" stroke="#000" stroke-width="2"/>
<text x="${x + 12}" y="${y + 31}" font-size="22">${CATEGORY_NAMES[category]}</text>
<text x="${x + 248}" y="${y + 31}" font-size="22" font-weight="700" text-anchor="end">${points}</text>`;
  });
  const parts = totals
    ? [
        [totals.optimum.toFixed(1), 'perfect play', '#0a0a0a'],
        [signed(totals.luck), 'luck', '#0b5fa5'],
        [signed(-totals.loss), totals.lost, '#b33a00'],
        ...(totals.unplayed ? [[signed(-totals.unplayed), 'not played', '#0a0a0a']] : []),
        [String(totals.score), 'score', '#0a0a0a'],
      ]
    : [];
  const middle = (place: number) => 30 + ((place + 0.5) * 540) / parts.length;
  const sums = parts.map(
    ([value, name, colour], place) =>
      `<text x="${middle(place)}" y="240" font-size="30" font-weight="700" text-anchor="middle" fill="${colour}">${value}</text>
<text x="${middle(place)}" y="268" font-size="18" text-anchor="middle" fill="${colour}">${name}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="system-ui, sans-serif">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fafafa"/>
<rect width="${WIDTH}" height="90" fill="#0a0a0a"/>
<text x="30" y="60" font-size="40" font-weight="800" fill="#ffd700">DICEE</text>
<text x="570" y="60" font-size="26" text-anchor="end" fill="#fff">final score</text>
<text x="30" y="180" font-size="84" font-weight="800">${card.grandTotal}</text>
<rect x="30" y="200" width="540" height="90" fill="none" stroke="#000" stroke-width="3"/>
${sums.join('\n')}
${rows.join('\n')}
<text x="42" y="685" font-size="20">Bonus ${card.upperBonus}${card.diceeBonus > 0 ? `, further Dicees ${card.diceeBonus}` : ''}</text>
</svg>`;
}

/** The same as a PNG in a data address. */
export async function toPng(svg: string): Promise<string> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH * 2;
  canvas.height = HEIGHT * 2;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}
