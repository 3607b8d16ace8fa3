import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testMail } from '../mail/testing/mail-options.ts';
import { type Sandbox, startSandbox } from '../sandbox.ts';

let sandbox: Sandbox;
let directory = '';

const start = (): Promise<Sandbox> =>
  startSandbox({
    port: 0,
    microsoft: { state_file: path.join(directory, 'microsoft.json') },
    mail: testMail({ seed: 7 }),
  });

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'overture-microsoft-'));
  sandbox = await start();
});
beforeEach(() => control('/clear', {}));
afterAll(async () => {
  await sandbox?.close();
  await rm(directory, { recursive: true, force: true });
});

const base = () => `${sandbox.addresses.http_url}/microsoft`;

async function ask(url: string, init: RequestInit = {}) {
  const response = await fetch(url.startsWith('http') ? url : base() + url, { redirect: 'manual', ...init });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, text, data: isJson ? JSON.parse(text) : null };
}
const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
const control = async (route: string, body: object) => (await ask(`/__control${route}`, json(body))).data;
const form = (fields: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) });

const oauth = (body: object) => control('/oauth', body);

const VERIFIER = 'v'.repeat(43);
const SECRET = { client_id: 'sandbox', client_secret: 'sandbox' };
const BACK = 'http://127.0.0.1:9/back';
const SCOPES = 'offline_access User.Read Mail.Send Mail.ReadWrite';

function pageAddress(changes: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: SECRET.client_id,
    response_type: 'code',
    redirect_uri: BACK,
    scope: SCOPES,
    state: 's t&te',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  });
  return `${base()}/common/oauth2/v2.0/authorize?${query}`;
}
const token = (fields: Record<string, string>) => ask('/common/oauth2/v2.0/token', form({ ...SECRET, ...fields }));
const redeem = (code: string, code_verifier = VERIFIER) =>
  token({ grant_type: 'authorization_code', code, redirect_uri: BACK, code_verifier });
const refresh = (refresh_token: string) => token({ grant_type: 'refresh_token', refresh_token });

async function codeFor(email: string): Promise<string> {
  const { headers } = await ask(pageAddress(), form({ email, choice: 'allow' }));
  return new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
}
async function signIn(email: string): Promise<{ access_token: string; refresh_token: string }> {
  return (await redeem(await codeFor(email))).data;
}

describe('sign-in', () => {
  test('the page asks for what is asked; only an administrator may agree in some companies', async () => {
    const page = await ask(pageAddress({ login_hint: 'ann"<b>@corp.test' }));
    expect(page.text).toContain('value="ann&quot;&lt;b&gt;@corp.test"');
    const company = await ask(pageAddress(), form({ email: 'ann@corp.test', choice: 'admin' }));
    const back = new URL(company.headers.get('location') ?? '').searchParams;
    expect([back.get('state'), back.get('error')]).toEqual(['s t&te', 'consent_required']);
    expect(back.get('error_description')).toContain('AADSTS65001');
  });

  test('a token of the sign-in opens the mailbox until it ends; without offline_access there is no refresh token', async () => {
    const tokens = await signIn('ann@corp.test');
    expect((await ask('/v1.0/me', bearer(tokens))).data.mail).toBe('ann@corp.test');
    await oauth({ expire: 'ann@corp.test' });
    expect((await ask('/v1.0/me', bearer(tokens))).data.error.code).toBe('InvalidAuthenticationToken');
    const { data: fresh } = await refresh(tokens.refresh_token);
    expect((await ask('/v1.0/me', bearer(fresh))).status).toBe(200);
    await oauth({ revoke: 'ann@corp.test' });
    expect((await ask('/v1.0/me', bearer(fresh))).status).toBe(401);
    expect((await refresh(fresh.refresh_token)).data.error).toBe('invalid_grant');
    const given = await ask(pageAddress({ scope: 'Mail.Send' }), form({ email: 'ann@corp.test', choice: 'allow' }));
    const code = new URL(given.headers.get('location') ?? '').searchParams.get('code') ?? '';
    expect((await redeem(code)).data).toEqual(expect.not.objectContaining({ refresh_token: expect.anything() }));
  });

  test('refresh tokens rotate: one dies when its successor was used', async () => {
    const first = await signIn('ann@corp.test');
    const { data: second } = await refresh(first.refresh_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await refresh(second.refresh_token)).status).toBe(200);
    expect((await refresh(first.refresh_token)).data.error).toBe('invalid_grant');
  });

  test('a restarted sandbox still knows the refresh token', async () => {
    const tokens = await signIn('ann@corp.test');
    await sandbox.close();
    sandbox = await start();
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
  });
});

const bearer = (tokens: { access_token: string }, headers: Record<string, string> = {}): RequestInit => ({
  headers: { authorization: `Bearer ${tokens.access_token}`, prefer: 'IdType="ImmutableId"', ...headers },
});

let count = 0;
const mime = (from: string, to: string, changes: { id?: string; body?: string } = {}) => {
  count += 1;
  const { id = `<m${count}@corp.test>`, body = 'Shall we talk?' } = changes;
  const head = [
    `From: Ann <${from}>`,
    `To: ${to}`,
    'Subject: Hello',
    `Message-ID: ${id}`,
    'List-Unsubscribe: <https://app.corp.test/u/1>',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
  ];
  return { id, raw: Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}\r\n`) };
};

/** A signed-in person, and their calls. */
async function person(email: string) {
  const tokens = await signIn(email);
  const call = (method: string, route: string, body?: unknown, headers: Record<string, string> = {}) => {
    const type = typeof body === 'string' ? 'text/plain' : 'application/json';
    const init = bearer(tokens, body === undefined ? headers : { 'content-type': type, ...headers });
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return ask(route.startsWith('http') ? route : `/v1.0${route}`, {
      method,
      ...init,
      ...(body === undefined ? {} : { body: text }),
    });
  };
  const draft = async (to: string, changes = {}) => {
    const mail = mime(email, to, changes);
    return { ...mail, draft: (await call('POST', '/me/messages', mail.raw.toString('base64'))).data };
  };
  const send = async (to: string, changes = {}) => {
    const made = await draft(to, changes);
    return { ...made, answer: await call('POST', `/me/messages/${made.draft.id}/send`) };
  };
  return { email, tokens, call, draft, send };
}

describe('sending', () => {
  test('a draft in MIME keeps its bytes and id; sent, it lies in Sent Items under the same immutable id, with a Message-ID of the server', async () => {
    const ann = await person('ann@corp.test');
    const { id, raw, draft } = await ann.draft('reply@north.example');
    expect(draft).toMatchObject({ internetMessageId: id, isDraft: true, subject: 'Hello' });
    const mutable = (await ann.call('GET', `/me/messages/${draft.id}`, undefined, { prefer: '' })).data.id;
    expect(mutable).not.toBe(draft.id);
    const answer = await ann.call('POST', `/me/messages/${draft.id}/send`);
    expect([answer.status, answer.text]).toEqual([202, '']);
    expect((await ann.call('POST', `/me/messages/${draft.id}/send`)).status).toBe(400);
    const { internetMessageId } = (await ann.call('GET', `/me/messages/${draft.id}`)).data;
    expect(internetMessageId).not.toBe(id);
    const filter = `?$filter=${encodeURIComponent(`internetMessageId eq '${internetMessageId}'`)}&$select=id,isDraft`;
    const sent = await ann.call('GET', `/me/mailFolders/sentitems/messages${filter}`);
    expect(sent.data.value).toEqual([{ '@odata.etag': expect.anything(), id: draft.id, isDraft: false }]);
    expect((await ann.call('GET', `/me/messages/${mutable}`)).status).toBe(404);
    const lines = (text: string) => text.split('\r\n').filter((line) => !line.startsWith('Message-ID:'));
    const sentRaw = (await ann.call('GET', `/me/messages/${draft.id}/$value`)).text;
    expect(sentRaw).toContain(`Message-ID: ${internetMessageId}`);
    expect(lines(sentRaw)).toEqual(lines(raw.toString()));
    await ask(`${sandbox.addresses.http_url}/__control/clock`, json({ offset_in_seconds: 5 }));
    const inbox = await ann.call('GET', '/me/mailFolders/inbox/messages?$select=subject,conversationId');
    const conversationId = (await ann.call('GET', `/me/messages/${draft.id}`)).data.conversationId;
    expect(inbox.data.value).toMatchObject([{ subject: 'Re: Hello', conversationId }]);
  });

  test('JSON allows no headers but x-; a foreign sender, no recipient and a draft that is too large are refused', async () => {
    const ann = await person('ann@corp.test');
    const foreign = { internetMessageHeaders: [{ name: 'List-Unsubscribe', value: '<x:y>' }] };
    expect((await ann.call('POST', '/me/messages', foreign)).data.error.code).toBe('InvalidInternetMessageHeader');
    const empty = (await ann.call('POST', '/me/messages', { subject: 'x' })).data;
    expect((await ann.call('POST', `/me/messages/${empty.id}/send`)).data.error.code).toBe('ErrorInvalidRecipients');
    const boss = mime('boss@corp.test', 'ada@north.example').raw.toString('base64');
    const { id } = (await ann.call('POST', '/me/messages', boss)).data;
    expect((await ann.call('POST', `/me/messages/${id}/send`)).data.error.code).toBe('ErrorSendAsDenied');
    expect((await ann.call('POST', '/me/messages', 'A'.repeat(4_300_000))).status).toBe(413);
    expect((await ann.call('POST', '/me/messages', 'no base64!')).status).toBe(400);
  });

  test('a large file goes piece by piece, and arrives whole', async () => {
    const ann = await person('ann@corp.test');
    await person('bob@corp.test');
    const { draft } = await ann.draft('bob@corp.test');
    const content = Buffer.alloc(3_500_000, 'ab');
    const file = { attachmentType: 'file', name: 'offer é.pdf', size: content.length, contentType: 'application/pdf' };
    const route = `/me/messages/${draft.id}/attachments/createUploadSession`;
    expect((await ann.call('POST', route, { AttachmentItem: { ...file, size: 10 } })).status).toBe(400);
    const { uploadUrl } = (await ann.call('POST', route, { AttachmentItem: file })).data;
    const put = (from: number, to: number, headers = {}) =>
      ask(uploadUrl, {
        method: 'PUT',
        headers: {
          'content-type': 'application/octet-stream',
          'content-range': `bytes ${from}-${to - 1}/${content.length}`,
          ...headers,
        },
        body: content.subarray(from, to),
      });
    expect((await put(0, 2_000_000, { authorization: 'Bearer x' })).status).toBe(401);
    expect((await put(0, 2_000_000)).data).toEqual({ nextExpectedRanges: ['2000000-'] });
    expect((await put(5, 2_000_000)).status).toBe(416);
    expect((await put(2_000_000, content.length)).status).toBe(201);
    expect((await ann.call('POST', `/me/messages/${draft.id}/send`)).status).toBe(202);
    const { mails } = (await ask(`${sandbox.addresses.http_url}/api/mailboxes/bob@corp.test/INBOX`)).data;
    expect(mails[0].raw).toContain("filename*=utf-8''offer%20%C3%A9.pdf");
    expect(mails[0].raw.replace(/\s/g, '')).toContain(content.toString('base64'));
    expect(mails[0].text.trim()).toBe('Shall we talk?');
  });

  test.each([
    ['done500', 500, 1],
    ['lost500', 500, 0],
    ['busy', 429, 0],
  ])('%s: the ledger knows what the client is not told; the next try goes well', async (word, status, sent) => {
    const ann = await person('ann@corp.test');
    const { answer, draft, id } = await ann.send(`${word}+1@north.example`);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('retry-after')).toBe(word === 'busy' ? '60' : null);
    const { entries } = (await ask('/ledger.json')).data;
    expect(entries.filter((entry: { message_id: string }) => entry.message_id === id)).toHaveLength(sent);
    expect((await ann.call('POST', `/me/messages/${draft.id}/send`)).status).toBe(sent === 1 ? 400 : 202);
  });

  test('a connection that breaks before or after it was done', async () => {
    const ann = await person('ann@corp.test');
    for (const word of ['donedrop', 'lostdrop']) await expect(ann.send(`${word}@north.example`)).rejects.toThrow();
    const { entries } = (await ask('/ledger.json')).data;
    expect(entries).toMatchObject([{ recipients: ['donedrop@north.example'], fault: 'donedrop' }]);
  });

  test('more than four calls at a time are too many', async () => {
    const ann = await person('ann@corp.test');
    await control('/faults', { path: '/me/mailFolders', delay_in_ms: 300, times: 6 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => ann.call('GET', '/me/mailFolders')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429]);
  });
});

describe('delta', () => {
  const DELTA = '/me/mailFolders/inbox/messages/delta?$select=subject,receivedDateTime';
  const deliver = (email: string, subject: string) =>
    ask(
      `${sandbox.addresses.http_url}/__control/deliver`,
      json({
        email,
        raw: `From: ada@north.example\nSubject: ${subject}\nMessage-ID: <${subject}@north.example>\n\nHi`,
      }),
    );
  const small = { prefer: 'IdType="ImmutableId", odata.maxpagesize=2' };

  async function fetchAll(ann: Awaited<ReturnType<typeof person>>, from: string) {
    const subjects: string[] = [];
    for (let link = from, pages = 1; ; pages += 1) {
      const { data } = await ann.call('GET', link, undefined, small);
      subjects.push(...data.value.map((one: { subject: string }) => one.subject ?? '(removed)'));
      if (data['@odata.deltaLink']) return { subjects, pages, link: data['@odata.deltaLink'] as string };
      link = data['@odata.nextLink'];
    }
  }

  test('pages, then only what is new; changes and removals unless only new mail was asked for', async () => {
    const ann = await person(`delta${count}@corp.test`);
    for (const subject of ['one', 'two', 'three']) await deliver(ann.email, subject);
    const first = await fetchAll(ann, DELTA);
    expect(first).toMatchObject({ subjects: ['three', 'two', 'one'], pages: 2 });
    const created = await fetchAll(ann, `${DELTA}&changeType=created`);
    await deliver(ann.email, 'four');
    await control('/mark', { email: ann.email, message_id: 'one@north.example', is_read: true });
    const { value } = (await ann.call('GET', '/me/mailFolders/inbox/messages?$top=4')).data;
    await ann.call('DELETE', `/me/messages/${value.at(-2).id}`);
    const second = await fetchAll(ann, first.link);
    expect(second.subjects.sort()).toEqual(['(removed)', 'four', 'one']);
    expect((await fetchAll(ann, second.link)).subjects).toEqual([]);
    expect((await fetchAll(ann, created.link)).subjects).toEqual(['four']);
  });

  test('a lost cursor is 410, a forged one 400', async () => {
    const ann = await person(`lost${count}@corp.test`);
    const { link } = await fetchAll(ann, DELTA);
    await control('/lose-cursors', { email: ann.email });
    const lost = await ann.call('GET', link);
    expect([lost.status, lost.data.error.code]).toEqual([410, 'SyncStateNotFound']);
    expect((await ann.call('GET', `${DELTA}&$deltatoken=abc`)).status).toBe(400);
  });

  test('only mail since an instant is given when it is asked so', async () => {
    const ann = await person(`since${count}@corp.test`);
    await deliver(ann.email, 'old');
    const later = new Date(Date.now() + 60_000).toISOString();
    const { subjects } = await fetchAll(ann, `${DELTA}&$filter=${encodeURIComponent(`receivedDateTime ge ${later}`)}`);
    expect(subjects).toEqual([]);
  });
});
