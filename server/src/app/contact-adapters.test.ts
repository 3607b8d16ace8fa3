import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadConfig } from '../kernel/config.ts';
import { createContacts, simulatedContacts } from './contact-adapters.ts';

const directory = mkdtempSync(join(tmpdir(), 'overture-contacts-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const sandbox = { http: '127.0.0.1:1', dns: '127.0.0.1:2' };
const configOf = (environment: Record<string, string>) =>
  loadConfig({ NODE_ENV: 'test', DATA_DIR: directory, ...environment });

test.each([
  [{}, true, ['hunter', 'prospeo', 'lusha'], ['Contact data']],
  [{}, false, [], ['Contact data']],
  [{ LUSHA_API_KEY: 'k' }, true, ['lusha'], []],
  [{ HUNTER_API_KEY: 'k', HUNTER_API_URL: 'https://bench.example/' }, false, ['hunter'], []],
  [{ HUNTER_API_URL: 'https://bench.example/' }, true, [], []],
] as [Record<string, string>, boolean, string[], string[]][])(
  '%j with sandbox %s: %j are asked',
  async (environment, hasSandbox, providers, badge) => {
    const config = configOf(environment);
    const contacts = createContacts(config, hasSandbox ? sandbox : null, '');
    expect(contacts.listProviders('email').map(({ manifest }) => manifest.id)).toEqual(providers);
    expect(simulatedContacts(config)).toEqual(badge);
    expect(contacts.can_probe).toBe(false);
    await contacts.close();
  },
);

test('mail servers are asked only where that is switched on', async () => {
  const contacts = createContacts(configOf({ SMTP_PROBE: 'on' }), null, '');
  expect(contacts.can_probe).toBe(true);
  await contacts.close();
});
