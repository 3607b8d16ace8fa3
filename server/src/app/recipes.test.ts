import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { api } from '@overture/contract';
import { KEY_BUNDLES, KEY_SCOPES } from '@overture/domain/access/key-scopes';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeCampaign } from '../slices/campaigns/settings/campaigns.factory.ts';
import { makeConversation } from '../slices/chats/chats.factory.ts';
import { deliverNext } from '../slices/webhooks/deliver.service.ts';
import { startReceiver } from '../slices/webhooks/receiver.factory.ts';
import { useTestServer } from '../testing/harness.ts';

// Each request and each program of docs/api/recipes.md, google-sheets.md and requests.md runs against the product.
const server = useTestServer();
const run = promisify(execFile);
const page = ['recipes.md', 'google-sheets.md', 'requests.md']
  .map((name) => readFileSync(new URL(`../../../docs/api/${name}`, import.meta.url), 'utf8'))
  .join('\n');
const blocksOf = (language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, block = '']) => block);
const scripts = blocksOf('js');
const findScript = (text: string): string => scripts.find((script) => script.includes(text)) ?? '';

let person: Awaited<ReturnType<typeof server.signUp>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let url = '';
beforeAll(async () => {
  receiver = await startReceiver();
  const { port } = server.program.app.server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
});
afterAll(() => receiver.close());
beforeEach(async () => {
  person = await server.signUp();
});
const makeKey = async (scopes: readonly (typeof KEY_SCOPES)[number][] = KEY_SCOPES) =>
  (await person.call(api.createApiKey, { body: { name: 'Recipe', scopes: [...scopes] } })).data.secret;
const createList = async (name: string) => (await person.call(api.createSearch, { body: { name } })).data.id;
const emailsOf = async (list: number) =>
  (
    await server.owner.query(
      'select p.email::text from search_prospects s join prospects p on p.id = s.prospect_id where s.search_id = $1 order by 1',
      [list],
    )
  ).rows.map(({ email }) => email);

/** A step of Code by Zapier: the body of an async function of `inputData`. Some of its fetches take texts only, so there is no form here. */
const runCodeStep = (code: string, inputData: Record<string, string>): Promise<Record<string, unknown>> => {
  const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;
  return new AsyncFunction('inputData', 'FormData', 'Blob', code)(inputData) as never;
};

/** A request as it is written: first line, headers, a body after an empty line, and what it names of the answer. */
async function send(block: string, known: Record<string, string>): Promise<void> {
  const filled = block.replace(/\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole);
  const named = [...filled.matchAll(/^# (\w+) = (.+)$/gm)];
  const [head = '', body] = filled
    .replace(/^# .*$/gm, '')
    .trim()
    .split('\n\n');
  const [first = '', ...lines] = head.split('\n');
  const [method = '', address = ''] = first.split(' ');
  const headers = Object.fromEntries(lines.map((line) => line.split(': ', 2) as [string, string]));
  const answer = await fetch(address, { method, headers, ...(body ? { body } : {}) });
  const text = await answer.text();
  expect([first, answer.status, answer.ok ? '' : text]).toEqual([first, answer.status, '']);
  for (const [, name = '', path = ''] of named) {
    const value = path
      .split('.')
      .reduce<unknown>((from, one) => (from as Record<string, unknown>)[one], JSON.parse(text));
    expect([path, ['string', 'number'].includes(typeof value)]).toEqual([path, true]);
    known[name] = String(value);
  }
}

test('the requests run in their order, with values of earlier answers', async () => {
  await makeCampaign(person, {});
  await person.call(api.addSuppression, { body: { entry: 'ada@harbor.example' } });
  const { prospect_id } = await makeConversation(server, person.organization_id);
  await server.owner.query(`delete from campaigns where organization_id = $1 and status = 'ACTIVE'`, [
    person.organization_id,
  ]);
  const known: Record<string, string> = {
    ...{ url, key: await makeKey(), receiver: receiver.url, event_id: crypto.randomUUID() },
    lead_id: String(prospect_id),
  };
  const blocks = blocksOf('http');
  expect(blocks).toHaveLength(10);
  const list = async (block: string) => {
    await send(block, known);
    if (!block.includes('# list_id')) return;
    // The recipe has a list with people by now.
    await server.owner.query(
      `with lead as (insert into prospects (organization_id, first_name, email) values ($1, 'Ada', 'ada@form.example') returning id)
        insert into search_prospects (organization_id, search_id, prospect_id) select $1, $2, id from lead`,
      [person.organization_id, Number(known.list_id)],
    );
  };
  for (const block of blocks.slice(0, 8)) await list(block);
  const added = await server.owner.query('select count(*)::int as n from campaign_leads where campaign_id = $1', [
    Number(known.campaign_id),
  ]);
  expect(added.rows).toEqual([{ n: 1 }]);
  expect((await person.call(api.listSuppressions)).data.suppressions).toHaveLength(2);
  while (await deliverNext(server.program.system, 'fast', new AbortController().signal));
  const body = receiver.received.at(-1)?.body ?? '';
  expect(await runCodeStep(findScript('JSON.parse(inputData.body)'), { body })).toMatchObject({ type: 'webhook.test' });
  for (const block of blocks.slice(8)) await send(block, known);
  // Make's credential has the key in a header of its own.
  const byCredential = await fetch(`${url}/api/v1/campaigns/`, { headers: { 'x-api-key': known.key ?? '' } });
  expect(byCredential.status).toBe(200);
  expect((await person.call(api.listWebhooks)).data.webhooks).toEqual([]);
});

test('the step of Zapier adds a person of a form to a campaign, once, and no suppressed one', async () => {
  const list_id = await createList('From the form');
  const campaign = await makeCampaign(person, {});
  await person.call(api.addSuppression, { body: { entry: 'left@form.example' } });
  const key = await makeKey(KEY_BUNDLES.send.scopes);
  const code = findScript('idempotency-key');
  const add = (email: string, event_id: string) =>
    runCodeStep(code, {
      ...{ url, key, list_id: String(list_id), campaign_id: String(campaign.id), event_id },
      ...{ email, first_name: 'Grace "Amazing"', company: 'Harbor, Inc.' },
    });
  const event = crypto.randomUUID();
  expect(await add('grace@form.example', event)).toEqual({ added: 1, suppressed: 0 });
  // Zapier repeats a step whose answer it lost.
  expect(await add('grace@form.example', event)).toEqual({ added: 1, suppressed: 0 });
  expect(await add('grace@form.example', crypto.randomUUID())).toEqual({ added: 0, suppressed: 0 });
  expect(await add('', crypto.randomUUID())).toEqual({ added: 0 });
  expect(await add('left@form.example', crypto.randomUUID())).toEqual({ added: 0, suppressed: 1 });
  const { rows } = await server.owner.query(
    `select p.email::text, p.first_name, p.company_name from campaign_leads l join prospects p on p.id = l.prospect_id
      where l.campaign_id = $1`,
    [campaign.id],
  );
  expect(rows).toEqual([{ email: 'grace@form.example', first_name: 'Grace "Amazing"', company_name: 'Harbor, Inc.' }]);
});

/** What the Apps Scripts use of Google; its fetch waits, as Google's does. Rows that are written, and the log, are printed. */
const APPS_SCRIPT = `const { execFileSync } = require('node:child_process');
const PropertiesService = { getScriptProperties: () => ({ getProperty: (name) => process.env[name] }) };
const Utilities = { newBlob: (text, type, name) => ({ text, type, name }) };
const ask = \`const { url, method, headers, payload } = JSON.parse(process.argv[1]);
  const form = payload && new FormData();
  for (const [name, value] of Object.entries(payload ?? {}))
    if (typeof value === 'string') form.set(name, value); else form.set(name, new Blob([value.text], { type: value.type }), value.name);
  fetch(url, { method, headers, body: form }).then(async (r) => process.stdout.write(await r.text()))\`;
const UrlFetchApp = { fetch(url, options) {
  const text = execFileSync(process.execPath, ['-e', ask, JSON.stringify({ url, ...options })]).toString();
  return { getContentText: () => text };
} };
const setValues = (rows) => console.log(JSON.stringify(rows));
const getValues = () => JSON.parse(process.env.ROWS);
const sheet = { clearContents() {}, getRange: () => ({ setValues }), getDataRange: () => ({ getValues }) };
const SpreadsheetApp = { getActiveSheet: () => sheet };
`;
const runAppsScript = async (name: string, env: Record<string, string>): Promise<string> => {
  const code = `${APPS_SCRIPT}${findScript(`function ${name}`)}\n${name}();`;
  return (
    await run(process.execPath, ['-e', code], { env: { ...process.env, OVERTURE_URL: url, ...env } })
  ).stdout.trim();
};

test('an Apps Script lists every kind of suppression, and no formula', async () => {
  const entries = ['=sum@harbor.example', 'https://www.linkedin.com/in/grace-okafor', '+31612345678'];
  for (const entry of entries) await person.call(api.addSuppression, { body: { entry } });
  const stdout = await runAppsScript('loadSuppressions', { OVERTURE_KEY: await makeKey(KEY_BUNDLES.read.scopes) });
  const [head, ...rows] = JSON.parse(stdout) as string[][];
  expect(head).toEqual(['Email, phone or profile', 'Reason', 'Since']);
  expect(rows.map(([entry]) => entry).toSorted()).toEqual(
    ["'=sum@harbor.example", 'https://www.linkedin.com/in/grace-okafor', "'+31612345678"].toSorted(),
  );
  expect(rows.every(([, reason]) => reason === 'manual')).toBe(true);
});

test('an Apps Script adds the rows of a sheet to a list, and none twice', async () => {
  const list = await createList('From the sheet');
  const ROWS = JSON.stringify([
    ['Email', 'First name', 'Company'],
    ['grace@sheet.example', 'Grace', 'Harbor, Inc.'],
    ['ada@sheet.example', 'Ada "Countess"', 'Engines'],
  ]);
  const env = { OVERTURE_KEY: await makeKey(KEY_BUNDLES.write.scopes), OVERTURE_LIST: String(list), ROWS };
  expect(await runAppsScript('addRows', env)).toBe('2 added, 0 known');
  expect(await runAppsScript('addRows', env)).toBe('0 added, 2 known');
  expect(await emailsOf(list)).toEqual(['ada@sheet.example', 'grace@sheet.example']);
});
