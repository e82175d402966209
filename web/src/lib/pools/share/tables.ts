/** A table in the words of others: Markdown and CSV. */
import { percent } from '../wording';

/** A text, or a chance from 0 to 1. */
export type Cell = string | number;

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** For people: chances as percentages. */
export function markdown({ title, columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = columns.map((_, place) => (place === 0 ? '---' : '---:'));
  const shown = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? percent(cell) : cell)));
  return [`**${title}**`, '', line(columns), line(rule), ...shown.map(line)].join('\n');
}

/** For spreadsheets: chances from 0 to 1 with all their digits. */
export function csv({ columns, rows }: Table): string {
  const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [columns, ...rows].map((row) => row.map((cell) => quoted(String(cell))).join(',')).join('\n');
}
