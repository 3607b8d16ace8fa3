import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import nodemailer from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BEHAVIOURS, behaviourOf, DEFAULT_MIX } from './mail/prospect-behaviour.ts';
import { testMail } from './mail/testing/mail-options.ts';
import { type Sandbox, startSandbox } from './sandbox.ts';

let sandbox: Sandbox;
let directory = '';
let ledger_file = '';

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'overture-sandbox-'));
  ledger_file = path.join(directory, 'ledger.jsonl');
  sandbox = await startSandbox({
    port: 0,
    mail: testMail({ ledger_file, seed: 7, reply_delay_in_seconds: [3_600, 7_200] }),
  });
});

afterAll(async () => {
  await sandbox?.close();
  await rm(directory, { recursive: true, force: true });
});

async function send(
  to: string,
  options: { user?: string; headers?: Record<string, string>; subject?: string; html?: string } = {},
) {
  const transport = nodemailer.createTransport({
    ...sandbox.addresses.smtp,
    ...(options.user === undefined ? {} : { auth: { user: options.user, pass: 'sandbox' } }),
  });
  const { user = 'system@overture.test', headers = {}, subject = 'Hello', html } = options;
  const sent = await transport.sendMail({
    from: user,
    to,
    subject,
    text: 'Shall we talk?',
    headers,
    ...(html === undefined ? {} : { html }),
  });
  transport.close();
  return sent.messageId;
}

async function call(method: 'GET' | 'POST', url: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(sandbox.addresses.http_url + url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    text,
    headers: response.headers,
    json: () => JSON.parse(text) as Record<string, never>,
  };
}

type Filed = {
  message_id: string;
  in_reply_to?: string;
  references?: string | string[];
  from: string;
  subject: string;
  text: string;
  raw: string;
};

async function inbox(email: string): Promise<Filed[]> {
  return (await call('GET', `/api/mailboxes/${email}/INBOX`)).json().mails as unknown as Filed[];
}

describe('prospects', () => {
  test('they answer in the thread when the clock has passed their delay, and not before', async () => {
    const ann = 'ann@corp.test';
    const id = await send('reply@prospect.test', {
      user: ann,
      headers: { References: '<root@corp.test>' },
      subject: 'Über uns',
    });
    const other = await send('bounce@prospect.test', { user: ann });
    await send('ooo@prospect.test', { user: ann });
    await send('unsubscribe@prospect.test', { user: ann });
    await send('silent@prospect.test', { user: ann });
    expect((await call('POST', '/__control/clock', { offset_in_seconds: 3_000 })).status).toBe(200);
    expect((await inbox(ann)).map(({ subject }) => subject)).toEqual(['Undelivered Mail Returned to Sender']);
    await call('POST', '/__control/clock', { offset_in_seconds: 7_200 });
    const mails = await inbox(ann);
    expect(mails.length).toBe(4);
    const reply = mails.find(({ from }) => from.includes('reply@prospect.test'));
    expect(reply).toMatchObject({ in_reply_to: id, references: ['<root@corp.test>', id], subject: 'Re: Über uns' });
    expect(reply?.text).toContain('> Shall we talk?');
    const ooo = mails.find(({ from }) => from.includes('ooo@prospect.test'));
    expect(ooo?.raw).toContain('Auto-Submitted: auto-replied');
    expect(mails.find(({ from }) => from.includes('unsubscribe@'))?.text).toMatch(/unsubscribe/i);
    const bounce = mails.find(({ subject }) => subject.startsWith('Undelivered'));
    expect(bounce?.raw).toMatch(
      /Final-Recipient: rfc822; bounce@prospect\.test[\s\S]*Action: failed[\s\S]*Status: 5\.1\.1/,
    );
    expect(bounce?.raw).toContain(`Message-ID: ${other}`);
  });

  test('a reply can be forced, by recipient or by Message-ID', async () => {
    const id = await send('silent@other.test', { user: 'bob@corp.test' });
    await call('POST', '/__control/reply', { recipient: 'silent@other.test', text: 'Yes please' });
    await call('POST', '/__control/reply', { to_message_id: id, text: 'Again' });
    const mails = await inbox('bob@corp.test');
    expect(mails.map(({ in_reply_to, text }) => [in_reply_to, text.split('\n')[0]])).toEqual([
      [id, 'Yes please'],
      [id, 'Again'],
    ]);
    expect((await call('POST', '/__control/reply', { recipient: 'nobody@other.test' })).status).toBe(404);
  });

  test('the installation’s own mail gets no reply, and accounts get their mail', async () => {
    await call('POST', '/__control/accounts', { email: 'reply@owner.test' });
    await send('reply@newcomer.test');
    await send('reply@owner.test', { user: 'carl@corp.test' });
    await call('POST', '/__control/clock', { offset_in_seconds: 30_000 });
    expect(await inbox('system@overture.test')).toEqual([]);
    expect(await inbox('carl@corp.test')).toEqual([]);
    expect((await inbox('reply@owner.test')).length).toBe(1);
  });

  test('the same seed gives the same people, in about the shares of the mix', () => {
    const addresses = Array.from({ length: 4_000 }, (_, index) => `person${index}@prospect.test`);
    const first = addresses.map((address) => behaviourOf(address, 7, DEFAULT_MIX));
    expect(addresses.map((address) => behaviourOf(address.toUpperCase(), 7, DEFAULT_MIX))).toEqual(first);
    expect(addresses.map((address) => behaviourOf(address, 8, DEFAULT_MIX))).not.toEqual(first);
    for (const behaviour of BEHAVIOURS) {
      const share = first.filter((found) => found === behaviour).length / 40;
      expect(Math.abs(share - DEFAULT_MIX[behaviour]), behaviour).toBeLessThan(3);
    }
  });
});

describe('the page and the JSON', () => {
  test('mails are listed newest first, by recipient, by time and by text; what came by mail is escaped', async () => {
    const evil = '<img src=x onerror=alert(1)>"\'';
    await send('code@user.test', { subject: 'first' });
    await sleep(5);
    await send('code@user.test', { subject: evil, html: `<script>alert(1)</script>${evil}` });
    const { mails } = (await call('GET', '/api/mails?to=CODE@user.test&limit=5')).json() as unknown as {
      mails: { id: number; subject: string; received_at: string; is_system: boolean }[];
    };
    expect(mails.map(({ subject, is_system }) => [subject, is_system])).toEqual([
      [evil, true],
      ['first', true],
    ]);
    const recent = (await call('GET', `/api/mails?to=code@user.test&since=${mails[0]?.received_at}`)).json();
    expect(recent.mails).toEqual([expect.objectContaining({ subject: evil })]);
    const mail = (await call('GET', `/api/mails/${mails[0]?.id}`)).json();
    expect(mail).toMatchObject({
      text: expect.stringContaining('Shall we talk?'),
      html: expect.stringContaining('<script>'),
      raw: expect.stringContaining('Subject:'),
    });
    for (const page of ['/', '/?q=onerror', `/?q=${encodeURIComponent(evil)}`, `/mails/${mails[0]?.id}`]) {
      const { text, headers } = await call('GET', page);
      expect(headers.get('content-type')).toContain('text/html');
      expect(text).not.toContain('<img src=x');
      expect(text).not.toContain('<script>alert');
    }
    const frame = await call('GET', `/mails/${mails[0]?.id}/html`);
    expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox;.*default-src 'none'/);
  });

  test('bad input is answered with 400 or 404, foreign origins with 403', async () => {
    for (const url of [
      '/api/mails?limit=0',
      '/api/mails?limit=9999',
      '/api/mails?since=x',
      '/api/mails/x',
      '/api/mailboxes/x/INBOX',
      '/api/mailboxes/a@b.test/Trash',
    ]) {
      expect((await call('GET', url)).status, url).toBe(400);
    }
    expect((await call('GET', '/api/mails/999999')).status).toBe(404);
    for (const [url, body] of [
      ['/clock', { offset_in_seconds: -1 }],
      ['/clock', { offset_in_seconds: 1e12 }],
      ['/clock', {}],
      ['/accounts', { email: 'x' }],
      ['/reply', { text: '' }],
      ['/deliver', { email: 'a@b.test' }],
    ] as const) {
      expect((await call('POST', `/__control${url}`, body)).status, url).toBe(400);
    }
    const foreign = await call('POST', '/__control/clear', {}, { origin: 'https://evil.test' });
    expect(foreign.status).toBe(403);
  });
});

test('the ledger counts each acceptance and is on disk when the answer comes', async () => {
  const messageId = '<twice@corp.test>';
  for (let time = 0; time < 2; time += 1) await send('silent@ledger.test', { headers: { 'Message-ID': messageId } });
  const { counts } = (await call('GET', '/api/ledger')).json() as unknown as {
    counts: { message_id: string; recipient: string; count: number }[];
  };
  expect(counts).toContainEqual({ message_id: messageId, recipient: 'silent@ledger.test', count: 2 });
  const lines = (await readFile(ledger_file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { message_id: string });
  expect(lines.filter(({ message_id }) => message_id === messageId).length).toBe(2);
});

describe('as a program', () => {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));

  test.each(['SIGTERM', 'stdin'] as const)('it prints its addresses, and ends with %s', async (end) => {
    const child = spawn(process.execPath, [main, '--end-with-stdin'], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    const line = await new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
    expect(JSON.parse(line)).toMatchObject({
      sandbox: 'ready',
      http_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      smtp: { port: expect.any(Number) },
      imap: { port: expect.any(Number) },
      password: 'sandbox',
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (end === 'SIGTERM') child.kill('SIGTERM');
    else child.stdin.end();
    expect(await ended).toBe(0);
    expect(errors).toBe('');
  });
});

test('a restart with the journal knows accounts, folders and waiting answers, and gives no answer twice', async () => {
  const start = (min: number) =>
    startSandbox({
      port: 0,
      mail: testMail({
        journal_file: path.join(directory, 'journal.jsonl'),
        seed: 7,
        reply_delay_in_seconds: [min, min],
      }),
    });
  const first = sandbox;
  const ann = 'ann@again.test';
  sandbox = await start(3_600);
  await call('POST', '/__control/accounts', { email: ann, password: 'other' });
  await call('POST', '/__control/accounts', { email: ann, password: 'sandbox' });
  await send('bounce@prospect.test', { user: ann });
  await send('reply@prospect.test', { user: ann });
  await call('POST', '/__control/clock', { offset_in_seconds: 10 });
  expect((await inbox(ann)).length).toBe(1);
  await sandbox.close();
  sandbox = await start(3_600);
  expect((await inbox(ann)).map(({ subject }) => subject)).toEqual(['Undelivered Mail Returned to Sender']);
  expect((await call('GET', `/api/mailboxes/${ann}/Sent`)).json().mails).toHaveLength(2);
  expect((await call('GET', '/api/ledger')).json().total).toBe(2);
  await call('POST', '/__control/clock', { offset_in_seconds: 4_000 });
  expect((await inbox(ann)).map(({ subject }) => subject)).toEqual([
    'Undelivered Mail Returned to Sender',
    'Re: Hello',
  ]);
  await sandbox.close();
  sandbox = first;
});
