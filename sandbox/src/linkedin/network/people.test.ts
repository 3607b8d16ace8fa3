import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DEFAULT_MIX } from '../../mail/prospect-behaviour.ts';
import { testMail } from '../../mail/testing/mail-options.ts';
import { type Sandbox, startSandbox } from '../../sandbox.ts';
import { answerInvitation, answerMessage, DEFAULT_PEOPLE } from './member-behaviour.ts';
import { allMembers, findMember } from './world.ts';

const HOUR = 3600;
let sandbox: Sandbox;
let directory = '';
let seat = '';
let calls: Record<string, unknown>[] = [];
const installation = createServer((request, response) => {
  let text = '';
  request.on('data', (piece) => {
    text += piece;
  });
  request.on('end', () => {
    calls.push(JSON.parse(text));
    response.end();
  });
});

const start = (): Promise<Sandbox> =>
  startSandbox({
    port: 0,
    linkedin: {
      state_file: path.join(directory, 'linkedin.json'),
      ledger_file: path.join(directory, 'ledger.jsonl'),
      people: { accept_delay_in_seconds: { min: HOUR, max: HOUR } },
    },
    mail: testMail({ seed: 7, reply_delay_in_seconds: [HOUR, HOUR] }),
  });

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'overture-people-'));
  await new Promise<void>((resolve) => installation.listen(0, '127.0.0.1', resolve));
  sandbox = await start();
});
beforeEach(async () => {
  await travel(0);
  await post('/unipile/__control/clear', {});
  const request_url = `http://127.0.0.1:${(installation.address() as AddressInfo).port}/hook`;
  for (const source of ['users', 'messaging']) await post('/unipile/api/v1/webhooks', { source, request_url });
  seat = (await post('/unipile/__control/connect', { as: 'PREMIUM' })).data.account_id;
  calls = [];
});
afterAll(async () => {
  await sandbox?.close();
  installation.closeAllConnections();
  installation.close();
  await rm(directory, { recursive: true, force: true });
});

async function ask(method: string, route: string, body?: object) {
  const response = await fetch(`${sandbox.addresses.http_url}${route}`, {
    method,
    headers: { 'x-api-key': 'k', ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, text, data: isJson ? JSON.parse(text) : null };
}
const post = (route: string, body: object) => ask('POST', route, body);
const travel = (hours: number) => post('/__control/clock', { offset_in_seconds: hours * HOUR });
const idOf = async (name: string): Promise<string> =>
  (await ask('GET', `/unipile/api/v1/users/${name}?account_id=${seat}`)).data.provider_id;
const invite = async (name: string, message?: string) =>
  post('/unipile/api/v1/users/invite', { account_id: seat, provider_id: await idOf(name), message });
const eventsOf = (event: string) => calls.filter((call) => call.event === event);

test('a note starts a chat; the relation is announced late, twice, or never', async () => {
  const people = { relation_delay_in_seconds: { min: 8 * HOUR, max: 8 * HOUR }, relation_times: 2 };
  await post('/unipile/__control/people', people);
  await invite('ada-stranger-accepts', 'Hello Ada');
  await travel(2);
  expect(eventsOf('message_received')).toMatchObject([{ message: 'Hello Ada', account_id: seat }]);
  expect(eventsOf('new_relation')).toEqual([]);
  await travel(10);
  expect(eventsOf('new_relation')).toHaveLength(2);
  expect(eventsOf('new_relation')[0]).toMatchObject({ user_public_identifier: 'ada-stranger-accepts' });
  await post('/unipile/__control/people', { relation_times: 0 });
  await invite('bob-stranger-accepts');
  await travel(30);
  expect(eventsOf('new_relation')).toHaveLength(2);
});

test('a withdrawn invitation is never accepted', async () => {
  const { data } = await invite('ada-stranger-accepts');
  await ask('DELETE', `/unipile/api/v1/users/invite/sent/${data.invitation_id}?account_id=${seat}`);
  await travel(5);
  expect(eventsOf('new_relation')).toEqual([]);
  const { invitations } = (await ask('GET', '/unipile/__control/state')).data;
  expect(invitations).toMatchObject([{ state: 'withdrawn', public_identifier: 'ada-stranger-accepts' }]);
});

test('pending work of an ended program continues after it; the ledger has both runs', async () => {
  await invite('ada-stranger-accepts');
  const attendees_ids = await idOf('grace-friend-replies');
  const send = () => post('/unipile/api/v1/chats', { account_id: seat, attendees_ids, text: 'Hello' });
  await send();
  await sandbox.close();
  sandbox = await start();
  expect(await idOf('grace-friend-replies')).toBe(attendees_ids);
  calls = [];
  await travel(2);
  expect(eventsOf('new_relation')).toHaveLength(1);
  expect(eventsOf('message_received')).toHaveLength(1);
  await sandbox.close();
  sandbox = await start();
  calls = [];
  await travel(4);
  expect(calls).toEqual([]);
  await send();
  const { counts } = (await ask('GET', '/unipile/ledger.json')).data;
  expect(counts.find((one: { action: string }) => one.action === 'message')).toMatchObject({
    public_identifier: 'grace-friend-replies',
    text: 'Hello',
    count: 2,
  });
  const lines = readFileSync(path.join(directory, 'ledger.jsonl'), 'utf8').trim().split('\n');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ action: 'message', account_id: seat });
});

test('an eager person answers three times, a refusing one once', async () => {
  for (const [name, most] of [
    ['ada-friend-replies', 3],
    ['bob-friend-refuses', 1],
    ['cleo-friend-away', 1],
    ['dora-friend-silent', 0],
  ] as const) {
    calls = [];
    await travel(0);
    const attendees_ids = await idOf(name);
    for (let n = 1; n <= 5; n += 1) {
      await post('/unipile/api/v1/chats', { account_id: seat, attendees_ids, text: `Hello ${n}` });
      await travel(n * 2);
    }
    const answers = eventsOf('message_received').filter(
      (call) => (call.sender as { attendee_provider_id: string }).attendee_provider_id === attendees_ids,
    );
    expect(answers, name).toHaveLength(most);
  }
});

test('a fault meets one person, one kind of action, as often as told; words on the page are escaped', async () => {
  const fault = { public_identifier: 'ada-stranger', action: 'invite', status: 500, performs: true };
  await post('/unipile/__control/faults', fault);
  expect((await invite('bob-stranger')).status).toBe(201);
  expect((await invite('ada-stranger', '<img src=x onerror=alert(1)>')).data).toMatchObject({ status: 500 });
  const { entries } = (await ask('GET', '/unipile/ledger.json?public_identifier=ada-stranger')).data;
  expect(entries).toMatchObject([{ action: 'invite', fault: 'control' }]);
  const page = (await ask('GET', '/unipile/')).text;
  expect(page).toContain('&lt;img src=x');
  expect(page).not.toContain('<img');
});

test('lists may lag behind what was done', async () => {
  await post('/unipile/__control/limits', { lists_lag_in_seconds: HOUR });
  await invite('ada-stranger-ignores');
  const attendees_ids = await idOf('dora-friend-silent');
  await post('/unipile/api/v1/chats', { account_id: seat, attendees_ids, text: 'Hello' });
  const count = async () => {
    const lists = ['/users/invite/sent', '/messages'].map((list) =>
      ask('GET', `/unipile/api/v1${list}?account_id=${seat}`),
    );
    return (await Promise.all(lists)).map((list) => list.data.items.length);
  };
  expect(await count()).toEqual([0, 0]);
  await travel(1.1);
  expect(await count()).toEqual([1, 1]);
});

test.each([
  ['/people', { accepts: 101 }],
  ['/people', { relation_delay_in_seconds: { min: -1, max: 0 } }],
  ['/people', { unknown: 1 }],
  ['/faults', { action: 'dance' }],
  ['/relation', { account_id: 'none' }],
  ['/accept', {}],
])('%s refuses %j', async (route, body) => {
  expect((await post(`/unipile/__control${route}`, body)).status).toBe(400);
});

test('the shares of people are those that were set, and a person is the same by mail', () => {
  const answers = allMembers().map((member) => answerInvitation(member, 7, DEFAULT_PEOPLE));
  const share = (wanted: string) => (answers.filter((one) => one === wanted).length / answers.length) * 100;
  expect(Math.abs(share('accepted') - 35)).toBeLessThan(3);
  expect(Math.abs(share('declined') - 5)).toBeLessThan(2);
  const replying = findMember('reply-jones')!;
  expect(answerMessage(replying, 7, DEFAULT_MIX)).toBe('positive');
  expect(findMember('nobody-x')).toBeUndefined();
  expect(findMember('../x')).toBeUndefined();
  expect(findMember('gone-404')).toBeUndefined();
});

test('what an installation remembers is known again, once; who was invited still answers, old messages are over', async () => {
  const at = Date.now() - 60_000;
  const own = { seat_id: 'remembered', text: 'Hello', answers: null, subject: null, attachments: [], is_inmail: false };
  const invited = { seat_id: 'remembered', text: null, at, settled_at: null, was_sent: true, is_reported: false };
  const past = {
    seats: [{ id: 'remembered', tier: 'SALES_NAVIGATOR', member_number: 4990 }],
    invitations: [
      { ...invited, id: 'i1', member_number: 7, state: 'accepted', settled_at: at, is_reported: true },
      { ...invited, id: 'i2', member_number: findMember('ada-stranger-accepts')?.number, state: 'pending' },
    ],
    messages: [
      { ...own, id: 'm1', chat_id: 'c1', member_number: findMember('bo-stranger-replies')?.number, is_own: true, at },
    ],
    strangers: ['ada-stranger-accepts', 'bo-stranger-replies'],
  };
  for (let time = 0; time < 2; time += 1) expect((await post('/unipile/__control/restore', past)).status).toBe(200);
  await travel(3);
  const { data } = await ask('GET', '/unipile/__control/state');
  expect(data.accounts).toHaveLength(2);
  expect(data.invitations.map(({ id, state }: { id: string; state: string }) => [id, state])).toEqual([
    ['i1', 'accepted'],
    ['i2', 'accepted'],
  ]);
  const chats = await ask('GET', '/unipile/api/v1/messages?account_id=remembered');
  expect(chats.data.items.map(({ id }: { id: string }) => id)).toEqual(['m1']);
});
