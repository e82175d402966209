/** What the tests run against, and with. */

/** The address of the server, with a slash behind it. */
export function baseUrl(): string {
  const url = process.env['DICEE_URL'];
  if (!url) throw new Error('set DICEE_URL to the address of a running server');
  return url.endsWith('/') ? url : `${url}/`;
}

/** Another name of this machine, which browsers do not take for it: no secure context without https. */
export const PLAIN_HOST = 'classroom.test';

export const BROWSER = {
  executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`,
  ],
};
