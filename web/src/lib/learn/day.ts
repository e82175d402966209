/** Days in UTC: a puzzle is the same everywhere at the same time. */

/** Today, such as `2026-11-15`. */
export function today(now: Date = new Date()): string {
  return now.toISOString().slice(0, 10);
}

const DAY = 24 * 60 * 60 * 1000;

/** Today and the days before it, the newest first. */
export function lastDays(count: number, now: Date = new Date()): string[] {
  return Array.from({ length: count }, (_, back) => today(new Date(now.getTime() - back * DAY)));
}

/** A day that was asked for, or today. */
export function dayOf(asked: string | null): string {
  return asked !== null && /^\d{4}-\d{2}-\d{2}$/.test(asked) ? asked : today();
}

const LONG = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

export function longDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : LONG.format(date);
}
