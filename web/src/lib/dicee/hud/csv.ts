/** The options of a roll as a table for spreadsheets. */
import type { Category, TurnAnalysis } from '@dicee/coach';

export function optionsCsv(
  analysis: TurnAnalysis | null,
  names: Readonly<Record<Category, string>>,
): string {
  if (!analysis) return '';
  const options = analysis.options.map((option): string[] => [
    option.action,
    option.action === 'score' ? names[option.category] : option.keep.join(' '),
    option.value.toFixed(9),
    option.loss.toFixed(9),
  ]);
  const boxes = analysis.categories.map((box): string[] => [
    'box',
    names[box.category],
    box.fraction,
    box.probability.toFixed(9),
  ]);
  const rows = [['kind', 'what', 'value or fraction', 'loss or chance'], ...options, ...boxes];
  return rows.map((row) => row.map(quoted).join(',')).join('\r\n') + '\r\n';
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
