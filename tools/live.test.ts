import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CRM_TYPES } from '@overture/domain/crm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCrmWorld } from '../adapters/src/crm/testing/crm-world.ts';
import { createGoogleOauth } from '../adapters/src/mailbox/gmail/gmail.oauth.ts';
import { createMicrosoftOauth } from '../adapters/src/mailbox/microsoft-graph/microsoft-graph.oauth.ts';
import { connectAccount } from '../adapters/src/mailbox/testing/oauth-account.ts';
import { type RunningSandbox, startSandboxServers } from '../adapters/src/mailbox/testing/sandbox-world.ts';
import { LIVE_VENDORS } from './live/vendors.ts';
import { runLive } from './live.ts';

let sandbox: RunningSandbox;
let base: string;
beforeAll(async () => {
  sandbox = await startSandboxServers();
  base = sandbox.ready.http_url;
});
afterAll(() => sandbox?.close());

const silent = () => {};
const post = (path: string, body: object) =>
  fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const newEmail = () => `live-${randomBytes(4).toString('hex')}@corp.test`;

/** The settings of a run against the stand-in of a vendor. */
async function environmentOf(vendor: string): Promise<Record<string, string>> {
  const type = CRM_TYPES.find((one) => one.toLowerCase() === vendor);
  if (type !== undefined) {
    const connection = await openCrmWorld(sandbox, type).connect();
    const token = await connection.tokens.getAccessToken();
    return { [`${type}_LIVE_TOKEN`]: token, [`${type}_API_URL`]: `${base}/${vendor}`, MONDAY_LIVE_BOARD: '501' };
  }
  const person = {
    LIVE_PERSON_FIRST_NAME: 'Known',
    LIVE_PERSON_LAST_NAME: 'Visser',
    LIVE_PERSON_DOMAIN: 'acme.example',
  };
  const upper = vendor.toUpperCase();
  if (['hunter', 'prospeo', 'lusha'].includes(vendor))
    return { ...person, [`${upper}_API_KEY`]: 'k', [`${upper}_API_URL`]: `${base}/contacts/${vendor}` };
  if (['brave', 'serper'].includes(vendor))
    return { [`${upper}_API_KEY`]: 'k', [`${upper}_API_URL`]: `${base}/search/${vendor}` };
  if (vendor === 'stripe') return { STRIPE_LIVE_TEST_KEY: 'sk_test_k', STRIPE_API_URL: `${base}/stripe` };
  if (vendor === 'unipile') {
    const { account_id } = (await (await post('/unipile/__control/connect', { as: 'PREMIUM' })).json()) as {
      account_id: string;
    };
    return { UNIPILE_API_URL: `${base}/unipile`, UNIPILE_API_KEY: 'k', UNIPILE_LIVE_ACCOUNT: account_id };
  }
  if (vendor === 'smtp') return smtpEnvironment();
  return apiMailEnvironment(vendor as 'gmail' | 'graph');
}

async function smtpEnvironment(): Promise<Record<string, string>> {
  const email = newEmail();
  await sandbox.control('/accounts', { email });
  const { smtp, imap, password } = sandbox.ready;
  const servers = { LIVE_SMTP_HOST: '127.0.0.1', LIVE_SMTP_PORT: String(smtp.port), LIVE_IMAP_HOST: '127.0.0.1' };
  return {
    ...servers,
    LIVE_IMAP_PORT: String(imap.port),
    LIVE_MAIL_USER: email,
    LIVE_MAIL_PASSWORD: password,
    LIVE_MAIL_PLAIN: 'on',
  };
}

async function apiMailEnvironment(vendor: 'gmail' | 'graph'): Promise<Record<string, string>> {
  const email = newEmail();
  const client = { client_id: 'sandbox', client_secret: 'sandbox' };
  const [name, path] = vendor === 'gmail' ? ['GMAIL', '/google'] : ['GRAPH', '/microsoft'];
  const api_url = `${base}${path}`;
  await post(`${path}/__control/oauth`, { auto_approve: email });
  const oauth =
    vendor === 'gmail'
      ? createGoogleOauth({ ...client, api_url, token_url: api_url, auth_url: `${api_url}/o/oauth2/v2` })
      : createMicrosoftOauth({ ...client, api_url, auth_url: `${api_url}/common` });
  const { tokens } = await connectAccount(vendor === 'gmail' ? 'GOOGLE' : 'MICROSOFT', oauth, email);
  const token = await tokens.getAccessToken();
  await oauth.close();
  return { [`${name}_LIVE_TOKEN`]: token, [`${name}_LIVE_EMAIL`]: email, [`${name}_API_URL`]: api_url };
}

test.each(['hubspot', 'pipedrive', 'salesforce', 'monday'])(
  '%s: a live run differs in nothing, and leaves no data behind',
  async (vendor) => {
    const report = await runLive(vendor, await environmentOf(vendor), silent);
    expect(report.differences).toEqual([]);
    expect(report.calls.length).toBeGreaterThan(5);
    const world = openCrmWorld(sandbox, CRM_TYPES.find((one) => one.toLowerCase() === vendor)!);
    expect(await world.rows()).toEqual([]);
  },
);

test.each(['hunter', 'prospeo', 'lusha', 'brave', 'serper', 'stripe', 'unipile'])(
  '%s: a live run differs in nothing',
  async (vendor) => {
    const { differences, calls } = await runLive(vendor, await environmentOf(vendor), silent);
    expect(differences).toEqual([]);
    expect(calls.every(({ path }) => path !== 'a call that is not published')).toBe(true);
  },
);

test.each(['gmail', 'graph', 'smtp'])('%s: a mail to oneself is sent, found, and deleted again', async (vendor) => {
  const { differences } = await runLive(vendor, await environmentOf(vendor), silent);
  expect(differences).toEqual([]);
});

test('what differed is written down by step and code, without contents', async () => {
  const environment = await environmentOf('hubspot');
  await openCrmWorld(sandbox, 'HUBSPOT').control({
    fault: { path: '/search', status: 400, code: 'SECRET_CODE', times: 50 },
  });
  const { differences } = await runLive('hubspot', environment, silent);
  expect(differences).toContainEqual({
    step: 'a page of people is read',
    what: 'the adapter answered rejected (SECRET_CODE)',
  });
  await openCrmWorld(sandbox, 'HUBSPOT').control({ clear_faults: true });
});

test.each(Object.entries(LIVE_VENDORS))(
  '%s without settings names each that is missing, as the page of vendors does',
  async (vendor, { needs }) => {
    await expect(runLive(vendor, {}, silent)).rejects.toThrow(`Set ${needs.join(', ')} to run ${vendor} live`);
    const page = readFileSync(new URL('../docs/vendors.md', import.meta.url), 'utf8');
    const [row] = page
      .split('\n')
      .filter((line) => line.startsWith('|') && line.split('|')[1]!.includes(`\`${vendor}\``));
    expect(needs.filter((setting) => row?.includes(`\`${setting}\``) !== true)).toEqual([]);
  },
);

test.each([
  ['nobody', {}, 'one of gmail, graph'],
  ['hubspot', {}, 'Set HUBSPOT_LIVE_TOKEN to run hubspot live'],
  ['stripe', { STRIPE_LIVE_TEST_KEY: 'sk_live_1' }, 'must be a key of test mode'],
])('%s with %j is refused in words', async (vendor, environment, words) => {
  await expect(runLive(vendor, environment, silent)).rejects.toThrow(words);
});
