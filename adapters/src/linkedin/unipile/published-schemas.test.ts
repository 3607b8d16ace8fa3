import http from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LinkedinWorld, SEARCH, startLinkedinWorld } from '../testing/sandbox-world.ts';
import { createUnipileLinkedin } from './unipile.adapter.ts';

/**
 * What the adapter sends and what the stand-in answers, held to the schemas in the vendor's own package. The package
 * exports only some of them, so its files are loaded by path.
 */

type Schema = { type?: string; properties?: Record<string, Schema>; anyOf?: Schema[]; items?: Schema };
type Validator = {
  Check(value: unknown): boolean;
  Errors(value: unknown): Iterable<{ path: string; message: string }>;
};

const require = createRequire(import.meta.url);
const folder = path.join(path.dirname(require.resolve('unipile-node-sdk')), '..', 'esm');
function load(file: string, name: string): { schema: Schema; validator: Validator } {
  const found = require(path.join(folder, file)) as Record<string, unknown>;
  const validator = found[`${name}Validator`] as Validator | undefined;
  if (validator === undefined) throw new Error(`${file} has no ${name}Validator`);
  return { schema: (found[`${name}Schema`] ?? {}) as Schema, validator };
}

type Call = { method: string; path: string; body: unknown; answer: unknown };
const calls: Call[] = [];
let world: LinkedinWorld;
let proxy: http.Server;
let port: LinkedinWorld['port'];

beforeAll(async () => {
  world = await startLinkedinWorld();
  proxy = http.createServer(async (request, response) => {
    const init = { method: request.method!, headers: { ...(request.headers as Record<string, string>) } };
    delete init.headers.connection;
    const { method, url = '' } = request;
    const given = method === 'POST' ? Buffer.concat((await request.toArray()) as Buffer[]) : null;
    const answer = await fetch(new URL(url, world.api_url.replace('/unipile', '')), { ...init, body: given });
    const text = await answer.text();
    const [at = ''] = url.replace('/unipile/api/v1', '').split('?');
    calls.push({ method: method!, path: at, body: await parseBody(init.headers, given), answer: JSON.parse(text) });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const api_url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/unipile`;
  port = createUnipileLinkedin({ api_url, api_key: 'sandbox', webhook_secret: 'secret' });
  await act();
});
afterAll(async () => {
  await port?.close();
  await world?.close();
  proxy?.close();
});

/** Each call of the adapter that has a body, and the lists it reads. */
async function act(): Promise<void> {
  const to = { success_url: 'https://a.test/s', failure_url: 'https://a.test/f', notify_url: 'https://a.test/n' };
  const link = { expires_at: new Date(Date.now() + 60_000), reference: 'r', ...to };
  const seat = await world.connectSeat('PREMIUM');
  await port.seats.createHostedLink({ ...link, kind: 'create' });
  await port.seats.createHostedLink({ ...link, kind: 'reconnect', account_id: seat });
  await port.seats.signIn({ username: 'premium-published@people.test', password: 'right' });
  await port.webhooks.registerWebhooks('https://a.test/hook');
  const { people } = await port.reading.readPage(seat, { source: SEARCH, cursor: null, limit: 50 });
  const [friend, stranger] = [1, 2].map((near) => people.find((one) => one.network_distance === near)!);
  const provider_id = friend!.provider_id;
  await port.outreach.invite(seat, { provider_id: stranger!.provider_id, note: 'Hello' });
  const files = [{ filename: 'plan.pdf', content_type: 'application/pdf', content: Buffer.from('%PDF') }];
  const message = { provider_id, text: 'Hello', attachments: files };
  await port.outreach.sendMessage(seat, { ...message, inmail: null });
  await port.outreach.sendMessage(seat, {
    ...message,
    provider_id: stranger!.provider_id,
    inmail: { api: 'classic', subject: 'Hi' },
  });
  const found = await port.outreach.listMessagesSince(seat, new Date(Date.now() - 60_000), 10);
  await port.outreach.reply(seat, { chat_id: found[0]!.chat_id, text: 'And?' });
  await port.outreach.getChat(seat, found[0]!.chat_id);
  await port.outreach.listChatMessages(seat, found[0]!.chat_id, 10);
  for (const { provider_id } of people.slice(0, 10)) await port.outreach.likeLastPost(seat, provider_id);
  await port.outreach.listSentInvitations(seat, 10);
  await port.outreach.listRelations(seat, 10);
  await port.seats.listAccounts();
  await port.seats.getOwnProfile(seat);
  await port.reading.getProfile(seat, provider_id);
}

/** JSON, or the fields of a form, nested by their names. */
async function parseBody(headers: Record<string, string>, body: Buffer | null): Promise<unknown> {
  if (body === null) return null;
  if (!headers['content-type']?.startsWith('multipart/')) return JSON.parse(body.toString());
  const form = await new Response(new Uint8Array(body), { headers }).formData();
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form) {
    const [, outer, inner] = /^(\w+)\[(\w+)\]$/.exec(name) ?? [];
    if (outer !== undefined) fields[outer] = { ...(fields[outer] as object), [inner!]: value === 'true' || value };
    else if (name === 'attendees_ids') fields[name] = form.getAll(name);
    // Bytes of a file are no part of the schema.
    else if (typeof value === 'string') fields[name] = value;
  }
  return fields;
}

/** Paths of names that a schema does not have; the package's validators let them pass. */
function unknownNames(schema: Schema, value: unknown, at = ''): string[] {
  if (value === null || typeof value !== 'object') return [];
  if (schema.anyOf !== undefined) {
    const found = schema.anyOf.map((one) => unknownNames(one, value, at));
    return found.sort((a, b) => a.length - b.length)[0] ?? [];
  }
  if (Array.isArray(value)) return value.flatMap((entry) => unknownNames(schema.items ?? {}, entry, `${at}[]`));
  const { properties } = schema;
  if (properties === undefined) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    properties[name] === undefined ? [`${at}.${name}`] : unknownNames(properties[name], inner, `${at}.${name}`),
  );
}

const complaints = ({ validator }: ReturnType<typeof load>, value: unknown): string[] =>
  validator.Check(value) ? [] : [...validator.Errors(value)].map((error) => `${error.path} ${error.message}`);

type Row = [what: string, method: string, path: RegExp, published: ReturnType<typeof load>, known?: string[]];

const BODIES: Row[] = [
  ['a sign-in', 'POST', /^\/accounts$/, load('accounts/accounts-create.types.js', 'AccountCreateBody')],
  [
    'a hosted link',
    'POST',
    /^\/hosted\/accounts\/link$/,
    load('hosted/hosted-auth-link.types.js', 'HostedAuthLinkBody'),
  ],
  ['a webhook', 'POST', /^\/webhooks$/, load('webhooks/webhooks-create.types.js', 'WebhookCreateBody')],
  ['an invitation', 'POST', /^\/users\/invite$/, load('users/user-invite.types.js', 'UserInviteBody')],
  ['a like', 'POST', /^\/posts\/reaction$/, load('users/reaction-add.types.js', 'addPostReactionBody')],
  ['a first message', 'POST', /^\/chats$/, load('messaging/chats/chat-start.types.js', 'ChatStartBody')],
  // The reference of v1 has `account_id`; the package is older.
  [
    'a reply',
    'POST',
    /^\/chats\/[^/]+\/messages$/,
    load('messaging/messages/message-send.types.js', 'SendMessageToChatBody'),
    ['.account_id'],
  ],
];

/** A source of webhooks that the reference of v1 has and the package does not. */
const isNewer = (body: unknown): boolean => (body as { source?: string }).source === 'users';

test.each(BODIES)('%s is sent as the package validates it, with no name it does not have', (...row) => {
  const [, method, at, published, known = []] = row;
  const sent = calls.filter((call) => call.method === method && at.test(call.path) && !isNewer(call.body));
  expect(sent).not.toEqual([]);
  for (const { body } of sent) {
    expect(complaints(published, body)).toEqual([]);
    expect(unknownNames(published.schema, body)).toEqual(known);
  }
});

const ANSWERS: Row[] = [
  [
    'a hosted link',
    'POST',
    /^\/hosted\/accounts\/link$/,
    load('hosted/hosted-auth-link.types.js', 'HostedAuthLinkResponse'),
  ],
  ['an invitation', 'POST', /^\/users\/invite$/, load('users/user-invite.types.js', 'UserInviteApiResponse')],
  ['a like', 'POST', /^\/posts\/reaction$/, load('users/reaction-add.types.js', 'AddPostReactionResponse')],
  ['a first message', 'POST', /^\/chats$/, load('messaging/chats/chat-start.types.js', 'ChatStartedApiResponse')],
  [
    'a reply',
    'POST',
    /^\/chats\/[^/]+\/messages$/,
    load('messaging/messages/message-send.types.js', 'MessageSentResponse'),
  ],
  ['a webhook', 'POST', /^\/webhooks$/, load('webhooks/webhooks-create.types.js', 'WebhookCreateResponse')],
  ['the own profile', 'GET', /^\/users\/me$/, load('users/account-owner-profile.js', 'AccountOwnerProfileApiResponse')],
  ['a profile', 'GET', /^\/users\/ACo[^/]+$/, load('users/user-profile.types.js', 'UserProfileApiResponse')],
  [
    'invitations',
    'GET',
    /^\/users\/invite\/sent$/,
    load('users/user-invitation-sent-list.types.js', 'UserInvitationSentListApiResponse'),
  ],
  [
    'connections',
    'GET',
    /^\/users\/relations$/,
    load('users/user-relations-list.types.js', 'UserRelationsListApiResponse'),
  ],
  ['a chat', 'GET', /^\/chats\/[^/]+$/, load('messaging/chats/chat.types.js', 'ChatResponse')],
  ['messages', 'GET', /messages$/, load('messaging/messages/message-list.types.js', 'MessageListApiResponse')],
  ['accounts', 'GET', /^\/accounts$/, load('accounts/accounts-list.schema.js', 'AccountListResponse')],
];

test.each(ANSWERS)('%s: the stand-in answers as the package validates it', (_, method, at, published) => {
  const answers = calls.filter((call) => call.method === method && at.test(call.path));
  expect(answers).not.toEqual([]);
  for (const { answer } of answers) expect(complaints(published, answer)).toEqual([]);
});
