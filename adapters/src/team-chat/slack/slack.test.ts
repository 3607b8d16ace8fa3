import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isProviderError } from '../../kit/errors.ts';
import { type RunningSandbox, startSandboxServers } from '../../mailbox/testing/sandbox-world.ts';
import type { TeamChatPort } from '../team-chat.port.ts';
import { createSlack } from './slack.adapter.ts';

let sandbox: RunningSandbox;
let slack: TeamChatPort;
let base: string;

beforeAll(async () => {
  sandbox = await startSandboxServers(['--port', '0', '--smtp-port', '0', '--imap-port', '0']);
  base = `${sandbox.ready.http_url}/slack/services/`;
  slack = createSlack({ outbound_allow: '127.0.0.1', further_addresses: [base] });
});
afterAll(async () => {
  await slack?.close();
  await sandbox?.close();
});

const { signal } = new AbortController();
const post = (url: string, text = 'Hello', port = slack) => port.post({ url, text, signal });
const fail = async (url: string, text?: string, port?: TeamChatPort) => {
  const error = await post(url, text, port).catch((reason: unknown) => reason);
  if (!isProviderError(error)) throw new Error(`no failure of the provider: ${String(error)}`);
  return { kind: error.kind, message: error.message, until: error.until };
};
const posted = async () => (await sandbox.get<{ posted: { text: string }[] }>('/__control/slack')).posted;

test.each([
  ['https://hooks.slack.com/services/T0/B0/abc123', true],
  ['https://hooks.slack.com/services/T0/B0', false],
  ['https://hooks.slack.com.evil.example/services/T0/B0/abc', false],
  ['http://hooks.slack.com/services/T0/B0/abc', false],
  ['https://hooks.slack.com/services/T0/B0/abc?x=1', false],
  ['https://hooks.slack.com/services/../B0/abc', false],
  [`https://hooks.slack.com/services/T0/B0/${'a'.repeat(500)}`, false],
])('%s is an address: %s', (url, isAddress) => {
  expect(createSlack({ outbound_allow: '' }).refuseUrl(url) === null).toBe(isAddress);
});

test('a message is posted; values are escaped as Slack asks', async () => {
  await post(`${base}T1/B1/x`, slack.escape('<!channel> A & B'));
  expect((await posted()).at(-1)).toEqual({ channel: 'B1', text: '&lt;!channel&gt; A &amp; B' });
});

test('at most 4 KB are sent, and an escaped character is not cut in the middle', async () => {
  await post(`${base}T1/B1/x`, slack.escape('&'.repeat(2000)));
  const { text } = (await posted()).at(-1)!;
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096);
  expect(text).toMatch(/^(?:&amp;)+…$/);
});

test.each([
  ['X1/B1/x', undefined, 'rejected', 'workspace'],
  ['T1/X1/x', undefined, 'rejected', 'removed or switched off'],
  ['T1/B1/x', ' ', 'rejected', 'empty'],
])('%s with %j is %s', async (path, text, kind, words) => {
  const failure = await fail(base + path, text);
  expect(failure).toMatchObject({ kind, message: expect.stringContaining(words) });
});

test.each([
  ['channel_is_archived', 'rejected', 'archived'],
  ['action_prohibited', 'rejected', 'admin'],
  ['rollup_error', 'unknown_outcome', 'may have been posted'],
  ['rate_limited', 'rate_limited', 'pause'],
])('Slack answers %s', async (answer, kind, words) => {
  await sandbox.control('/slack', { service: 'B9', answer });
  const failure = await fail(`${base}T1/B9/x`);
  expect(failure).toMatchObject({ kind, message: expect.stringContaining(words) });
  if (kind === 'rate_limited') expect(failure.until!.getTime() - Date.now()).toBeGreaterThan(20_000);
});

test('the stand-in refuses what Slack refuses', async () => {
  const send = async (body: string) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    return (await fetch(`${base}T1/B1/x`, init)).text();
  };
  expect(await send('{}')).toBe('no_text');
  expect(await send('{"text":1}')).toBe('invalid_payload');
  expect(await send('{"text":"a","unknown":1}')).toBe('invalid_payload');
});

test('no connection is a safe failure, a lost answer is not', async () => {
  const server = createServer((request) => request.socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const port = createSlack({ outbound_allow: '127.0.0.1', further_addresses: [own] });
  expect(await fail(`${own}T1/B1/x`, 'Hello', port)).toMatchObject({ kind: 'unknown_outcome' });
  await new Promise((resolve) => server.close(resolve));
  expect(await fail(`${own}T1/B1/x`, 'Hello', port)).toMatchObject({ kind: 'unavailable' });
  await port.close();
});
