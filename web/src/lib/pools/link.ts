/** What a link to the lab holds. Everything stands in the fragment, so that no server sees it. */

export interface LabLink {
  /** Expressions, the first one asked about, the others compared. */
  expressions: string[];
  dc: number | null;
  /** What differs from the standard system. */
  system: Record<string, unknown> | null;
  /** Names for expressions. */
  aliases: Record<string, string>;
  /** Numbers of the other sheets by name. */
  numbers: Record<string, number>;
}

export const EMPTY: LabLink = { expressions: [], dc: null, system: null, aliases: {}, numbers: {} };

/** The most expressions that are compared. */
export const MOST_COMPARED = 5;

const NUMBERS = ['target', 'rounds', 'damage', 'armour'] as const;

/** Reads a fragment; what cannot be read is left out, and said in `problems`. */
export function readLink(hash: string): { link: LabLink; problems: string[] } {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const problems: string[] = [];
  const link: LabLink = { ...EMPTY, aliases: {}, numbers: {} };
  link.expressions = fields
    .getAll('e')
    .filter((text) => text.length <= 1000)
    .slice(0, MOST_COMPARED);
  const whole = (name: string): number | null => {
    const text = fields.get(name);
    if (text === null) return null;
    if (/^-?\d{1,6}$/.test(text)) return Number(text);
    problems.push(`${name} is no whole number`);
    return null;
  };
  link.dc = whole('dc');
  for (const name of NUMBERS) {
    const number = whole(name);
    if (number !== null) link.numbers[name] = number;
  }
  const system = fields.get('system');
  if (system !== null) {
    try {
      const parsed: unknown = JSON.parse(system);
      if (parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed)) {
        link.system = parsed as Record<string, unknown>;
      } else problems.push('the system is no object');
    } catch {
      problems.push('the system is no JSON');
    }
  }
  for (const pair of fields.getAll('a')) {
    const place = pair.indexOf('=');
    if (place > 0) link.aliases[pair.slice(0, place)] = pair.slice(place + 1);
    else problems.push('an alias has no name');
  }
  return { link, problems };
}

/** Whether it asks about dice: the address of an empty sheet does not. */
export function asksSomething({ expressions, dc, numbers }: LabLink): boolean {
  return expressions.length > 0 || dc !== null || Object.keys(numbers).length > 0;
}

/** Writes a fragment, as short as what is in it. */
export function writeLink(link: LabLink): string {
  const fields = new URLSearchParams();
  for (const expression of link.expressions) fields.append('e', expression);
  if (link.dc !== null) fields.set('dc', String(link.dc));
  for (const name of NUMBERS) {
    const number = link.numbers[name];
    if (number !== undefined) fields.set(name, String(number));
  }
  if (link.system !== null) fields.set('system', JSON.stringify(link.system));
  for (const [name, expression] of Object.entries(link.aliases)) fields.append('a', `${name}=${expression}`);
  return fields.size === 0 ? '' : `#${fields.toString()}`;
}
