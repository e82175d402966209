/** Files in and out of the browser. */

/** Offers a text as a file. */
export function download(name: string, text: string, type = 'application/json'): void {
  save(name, `data:${type};charset=utf-8,${encodeURIComponent(text)}`);
}

/** Offers what a `data:` address holds as a file. */
export function save(name: string, address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** The most bytes that are read from a file. */
const LARGEST = 20_000_000;

/** The text of a file; an empty one for a file that is too large to be one of ours. */
export function readFile(file: File): Promise<string> {
  return file.size > LARGEST ? Promise.resolve('') : file.text();
}
