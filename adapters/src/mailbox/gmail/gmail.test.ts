import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MailboxConnection, OauthConnection } from '../mailbox.port.ts';
import { type GoogleWorld, startGoogleWorld } from '../testing/google-world.ts';
import { eventually, hearDraft, mailTo, NO_DRAFT, recordSync } from '../testing/mailbox-world.ts';
import { requestCode } from '../testing/oauth-account.ts';
import { createGmailMailbox } from './gmail.adapter.ts';
import { parseAnswers } from './gmail-batch.api.ts';
import { toGmailError } from './gmail-error.transform.ts';

let world: GoogleWorld;
let ann: OauthConnection;

beforeAll(async () => {
  world = await startGoogleWorld(1_500);
  ann = await world.createAccount('ann');
}, 60_000);
afterAll(() => world?.close());

const fault = (body: object) => world.control('/fault', body);
const drafts = async ({ email }: MailboxConnection) =>
  (await world.control<{ drafts: { id: string; message_id: string }[] }>('/drafts', { email })).drafts;
const compose = (to: string, changes = {}) => world.port.composeMail(mailTo(ann, to, changes));
type Ledger = { counts: { message_id: string; count: number }[] };
async function sentCount(message_id: string): Promise<number> {
  const { counts } = await world.sandbox.get<Ledger>('/api/ledger');
  return counts.filter((entry) => entry.message_id === `<${message_id}>`).reduce((sum, { count }) => sum + count, 0);
}

describe('sending', () => {
  test.each([
    ['reject', { kind: 'rejected', concerns: 'recipient' }],
    ['policy', { kind: 'rejected', concerns: 'sender', code: 'domainPolicy' }],
    ['ratelimit', { kind: 'rate_limited', concerns: 'sender', until: expect.any(Date) }],
  ])('%s@ is refused before it left, and no draft stays behind', async (local, expected) => {
    const mail = await compose(`${local}@prospect.test`);
    await expect(world.port.sendMail(ann, mail)).rejects.toMatchObject(expected);
    expect(await sentCount(mail.message_id)).toBe(0);
    expect(await drafts(ann)).toEqual([]);
  });

  test('an answer that never comes is unknown; the mail is sent once, and Sent says so', async () => {
    const mail = await compose('hangafterdot@prospect.test');
    await expect(world.port.sendMail(ann, mail)).rejects.toMatchObject({ kind: 'unknown_outcome' });
    expect(await world.port.findSentByMessageId(ann, mail.message_id, NO_DRAFT)).toBe('found');
    expect(await sentCount(mail.message_id)).toBe(1);
  });

  test("a dead process's draft is removed when its mail is found absent: it can no longer be sent", async () => {
    const mail = await compose('dropafterdot-lost@prospect.test');
    await expect(world.port.sendMail(ann, mail)).rejects.toMatchObject({ kind: 'unknown_outcome' });
    expect(await drafts(ann)).toMatchObject([{ message_id: `<${mail.message_id}>` }]);
    expect(await world.port.findSentByMessageId(ann, mail.message_id, NO_DRAFT)).toBe('absent');
    expect(await drafts(ann)).toEqual([]);
    expect(await sentCount(mail.message_id)).toBe(0);
  });

  test("a mail leaves under an id of Gmail; ours is in a header of its own, and Gmail's id is reported", async () => {
    const mail = await compose('bob@prospect.test');
    const { message_id } = await world.port.sendMail(ann, mail);
    expect(message_id).toMatch(/^CA\+[\w-]+@mail\.gmail\.com$/);
    const [newest] = (await world.sandbox.get<{ mails: { id: number }[] }>('/api/mails?to=bob@prospect.test')).mails;
    const { raw } = await world.sandbox.get<{ raw: string }>(`/api/mails/${newest?.id}`);
    expect(raw).toContain(`Message-ID: <${message_id}>`);
    expect(raw).toContain(`X-Message-Ref: <${mail.message_id}>`);
    expect(raw).not.toContain(`Message-ID: <${mail.message_id}>`);
  });

  test("an id that can't be fetched is unknown, and the mail is sent anyway", async () => {
    const mail = await compose('bob@prospect.test');
    await fault({ path: 'format=metadata', status: 503 });
    expect(await world.port.sendMail(ann, mail)).toMatchObject({ outcome: 'confirmed', message_id: null });
    expect(await sentCount(mail.message_id)).toBe(1);
  });

  test('the draft is reported before it is sent; if that fails it is removed, and nothing is sent', async () => {
    const mail = await compose('bob@prospect.test');
    const refused = world.port.sendMail(ann, mail, async (draft_id) => {
      expect(await drafts(ann)).toMatchObject([{ id: draft_id }]);
      throw new Error('the database is away');
    });
    await expect(refused).rejects.toThrow('the database is away');
    expect([await drafts(ann), await sentCount(mail.message_id)]).toEqual([[], 0]);
  });

  test('a missing draft without a copy in Sent leaves the outcome open, for any reason of its deletion', async () => {
    const mail = await compose('dropafterdot-lost@prospect.test');
    const { known, onDraft } = hearDraft();
    await expect(world.port.sendMail(ann, mail, onDraft)).rejects.toMatchObject({ kind: 'unknown_outcome' });
    expect(await world.port.findSentByMessageId(ann, mail.message_id, known)).toBe('absent');
    // The earlier check died before it stored its result.
    expect(await world.port.findSentByMessageId(ann, mail.message_id, known)).toBe('unclear');
  });

  test('a draft that could not be made is certainly not sent, and one made without a word is cleared away', async () => {
    const mail = await compose('bob@prospect.test');
    await fault({ path: '/upload/', status: 503 });
    await expect(world.port.sendMail(ann, mail)).rejects.toMatchObject({ kind: 'unavailable', concerns: 'service' });
    await fault({ path: '/upload/', garbage: true });
    await expect(world.port.sendMail(ann, mail)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await drafts(ann)).toEqual([]);
    expect(await sentCount(mail.message_id)).toBe(0);
  });

  test('an answer to sending that cannot be read, or is far too large, leaves the outcome open', async () => {
    for (const spoiled of [{ garbage: true }, { size_in_bytes: 6_000_000 }]) {
      const mail = await compose('bob@prospect.test');
      await fault({ path: '/drafts/send', ...spoiled });
      await expect(world.port.sendMail(ann, mail)).rejects.toMatchObject({ kind: 'unknown_outcome' });
      expect(await world.port.findSentByMessageId(ann, mail.message_id, NO_DRAFT)).toBe('found');
    }
  });

  test('an answer goes into the thread it answers', async () => {
    const bob = await world.createAccount('bob');
    const first = await compose(bob.email);
    await world.port.sendMail(ann, first);
    const inbox = recordSync(world.port, bob);
    const { found } = await eventually('the mail', () => inbox.mails[0]);
    const reply = await world.port.composeMail(
      mailTo(bob, ann.email, { in_reply_to: found.mail.message_id, references: [first.message_id], subject: 'Re: it' }),
    );
    await world.port.sendMail(bob, reply);
    const threads = await world.control<{ threads: string[] }>('/threads', { email: bob.email });
    expect(new Set(threads.threads).size).toBe(1);
    expect(threads.threads.length).toBe(2);
    await inbox.sync.close();
  });

  test('an access token that ended is refreshed once on the way, and the mail is sent once', async () => {
    await world.control('/oauth', { expire: ann.email });
    const mail = await compose('bob@prospect.test');
    expect(await world.port.sendMail(ann, mail)).toMatchObject({ outcome: 'confirmed' });
    expect(await sentCount(mail.message_id)).toBe(1);
  });

  test('a token endpoint that is away is no lost consent', async () => {
    const eve = await world.createAccount('eve');
    await world.control('/oauth', { expire: eve.email, token_failure: { status: 503, error: 'backend', times: 1 } });
    const mail = await world.port.composeMail(mailTo(eve, 'bob@prospect.test'));
    await expect(world.port.sendMail(eve, mail)).rejects.toMatchObject({ kind: 'unavailable' });
    await world.control('/oauth', {
      expire: eve.email,
      token_failure: { status: 401, error: 'invalid_client', times: 1 },
    });
    await expect(world.port.sendMail(eve, mail)).rejects.toMatchObject({ kind: 'unavailable', concerns: 'service' });
    expect(await world.port.sendMail(eve, mail)).toMatchObject({ outcome: 'confirmed' });
  });
});

describe('reading', () => {
  const deliver = (to: MailboxConnection, raw: string) => world.deliver?.(to, raw);

  test('a quota that is used up slows the sync down, and no mail is lost or doubled', async () => {
    const bob = await world.createAccount('bob');
    const inbox = recordSync(world.port, bob);
    await eventually('a look', () => inbox.statuses.at(-1)?.status === 'OK');
    await fault({ path: '/history', status: 403, reason: 'userRateLimitExceeded', times: 5 });
    await fault({ path: '/messages/', status: 429, reason: 'rateLimitExceeded', times: 7 });
    for (let index = 0; index < 6; index += 1)
      await deliver(bob, `Subject: mail ${index}\nMessage-ID: <q${index}@x.test>\n\nhello`);
    await eventually('all six', () => inbox.mails.length >= 6);
    await inbox.sync.syncNow();
    expect(inbox.mails.map(({ mail }) => mail.subject)).toEqual([0, 1, 2, 3, 4, 5].map((index) => `mail ${index}`));
    expect(inbox.statuses.map(({ status }) => status)).not.toContain('CREDENTIALS');
    await inbox.sync.close();
  });

  test('garbage and answers that are far too large are errors that pass', async () => {
    const bob = await world.createAccount('bob');
    const inbox = recordSync(world.port, bob);
    await eventually('a look', () => inbox.statuses.at(-1)?.status === 'OK');
    await fault({ path: '/history', garbage: true, times: 2 });
    await eventually('ERROR', () => inbox.statuses.some(({ status }) => status === 'ERROR'));
    await fault({ path: '/batch/', size_in_bytes: 30_000_000 });
    await deliver(bob, 'Subject: after all that\n\nhello');
    await eventually('the mail', () => inbox.mails.length === 1);
    await eventually('OK', () => inbox.statuses.at(-1)?.status === 'OK');
    await inbox.sync.close();
  });

  test('drafts and spam are no mail; what is brought back out of spam is', async () => {
    const bob = await world.createAccount('bob');
    const inbox = recordSync(world.port, bob);
    await eventually('a look', () => inbox.statuses.at(-1)?.status === 'OK');
    await inbox.sync.close();
    await deliver(bob, 'Subject: buried\n\nhello');
    await world.control('/labels', { email: bob.email, subject: 'buried', labels: ['SPAM'] });
    const again = recordSync(world.port, bob, inbox.cursor());
    await eventually('a look', () => again.statuses.at(-1)?.status === 'OK');
    await again.sync.syncNow();
    expect(again.mails).toEqual([]);
    await world.control('/labels', { email: bob.email, subject: 'buried', labels: ['INBOX'] });
    await eventually('the mail', () => again.mails.length === 1);
    await again.sync.close();
  });

  test('the first poll fetches the newest mails only, and continues where it was interrupted', async () => {
    const bob = await world.createAccount('bob');
    for (let index = 0; index < 70; index += 1)
      await deliver(bob, `Subject: mail ${index}\nMessage-ID: <n${index}@x.test>\n\nhello`);
    const few = recordSync(world.port, bob, {}, { backfill_limit: 3 });
    await eventually('three', () => few.mails.length === 3);
    await few.sync.syncNow();
    expect(few.mails.map(({ mail }) => mail.subject)).toEqual(['mail 67', 'mail 68', 'mail 69']);
    await few.sync.close();
    let cut = false;
    const part = recordSync(world.port, bob, {}, {}, async () => {
      if (part.mails.length === 30) cut = true;
      if (cut) throw new Error('the process dies here');
    });
    await eventually('thirty', () => cut);
    await part.sync.close();
    const rest = recordSync(world.port, bob, part.cursor());
    await eventually('the rest', () => rest.mails.at(-1)?.mail.subject === 'mail 69');
    const subjects = [...part.mails, ...rest.mails].map(({ mail }) => mail.subject);
    expect(new Set(subjects).size).toBe(70);
    await rest.sync.close();
  });

  test('a mail beyond 25 MB comes by its headers', async () => {
    const bob = await world.createAccount('bob');
    await deliver(bob, `Subject: huge\nMessage-ID: <huge@x.test>\n\n${'x'.repeat(26_000_000)}`);
    await deliver(bob, 'Subject: small\n\nhello');
    const inbox = recordSync(world.port, bob);
    await eventually('both', () => inbox.mails.length === 2);
    expect(inbox.mails[0]?.mail).toMatchObject({ subject: 'huge', message_id: 'huge@x.test', is_truncated: true });
    await inbox.sync.close();
  });
});

describe('signing in', () => {
  test('a code works once and takes back what it gave; another verifier and another address do not do', async () => {
    const { oauth } = world;
    const given = await requestCode(oauth, 'codes@corp.test');
    const wrong = { ...given, code_verifier: 'x'.repeat(43) };
    await expect(oauth.exchangeCode(wrong)).rejects.toMatchObject({ kind: 'rejected', code: 'invalid_grant' });
    await expect(oauth.exchangeCode({ ...given, redirect_uri: 'http://evil.test/' })).rejects.toMatchObject({
      kind: 'rejected',
    });
    const tokens = await oauth.exchangeCode(given);
    expect(await oauth.readProfile(tokens.access_token)).toMatchObject({ email: 'codes@corp.test', name: 'Codes' });
    const replayed = await oauth.exchangeCode(given).catch((error: Error) => error);
    expect(replayed).toMatchObject({ kind: 'rejected' });
    expect(`${replayed} ${JSON.stringify(replayed)}`).not.toContain(given.code);
    await expect(oauth.refreshTokens(tokens.refresh_token)).rejects.toMatchObject({ kind: 'auth_expired' });
  });

  test('a revoked consent no longer works; revoking it twice is fine', async () => {
    const { oauth } = world;
    const tokens = await oauth.exchangeCode(await requestCode(oauth, 'back@corp.test'));
    await oauth.revokeTokens(tokens.refresh_token);
    await oauth.revokeTokens(tokens.refresh_token);
    await expect(oauth.readProfile(tokens.access_token)).rejects.toMatchObject({ kind: 'auth_expired' });
  });

  test('an API on a private network is refused unless it was configured, for any response', async () => {
    const other = createGmailMailbox({ api_url: 'https://gmail.googleapis.com', timeout_in_ms: 300 });
    await other.close();
    const redirecting = createGmailMailbox({ api_url: 'http://127.0.0.1:1', timeout_in_ms: 300, back_off_in_ms: 1 });
    expect(await redirecting.verifyMailbox(ann)).toMatchObject({ ok: false, is_credentials: false });
    await redirecting.close();
  });
});

describe('what Google answers', () => {
  const now = Date.parse('2026-05-04T08:00:00Z');
  const answer = (status: number, reason: string, message = 'Words.') =>
    toGmailError({ status, body: { error: { message, errors: [{ reason }] } }, retry_after: null }, now);
  test.each([
    [429, 'rateLimitExceeded', 'rate_limited', 'sender'],
    [403, 'userRateLimitExceeded', 'rate_limited', 'sender'],
    [403, 'dailyLimitExceeded', 'rate_limited', 'sender'],
    [403, 'insufficientPermissions', 'auth_expired', 'sender'],
    [403, 'accessNotConfigured', 'unavailable', 'service'],
    [403, 'domainPolicy', 'rejected', 'sender'],
    [400, 'failedPrecondition', 'rejected', 'sender'],
    [404, 'notFound', 'not_found', 'service'],
    [503, 'backendError', 'unavailable', 'service'],
    [413, 'uploadTooLarge', 'rejected', 'message'],
  ])('%i %s: %s, about the %s', (status, reason, kind, concerns) => {
    expect(answer(status, reason)).toMatchObject({ kind, concerns, code: reason, reason: 'Words.' });
  });

  test('says when to come back; a limit of the day says nothing and is left to the caller', () => {
    const until = new Date('2026-05-04T09:30:00.000Z');
    expect(
      answer(429, 'rateLimitExceeded', 'User-rate limit exceeded.  Retry after 2026-05-04T09:30:00.000Z').until,
    ).toEqual(until);
    expect(answer(403, 'dailyLimitExceeded').until).toBeNull();
    expect(answer(403, 'userRateLimitExceeded').until).toEqual(new Date(now + 60_000));
    for (const body of [null, 'x', { error: 'x' }, { error: { errors: 'x' } }])
      expect(toGmailError({ status: 500, body, retry_after: 'never' }, now)).toMatchObject({ kind: 'unavailable' });
  });

  test('a batch is split by its ids, in any order and with any line ends; invalid parts are skipped', () => {
    const part = (id: string, status: string, body: string, end = '\r\n') =>
      [
        `--b`,
        'Content-Type: application/http',
        `Content-ID: <response-call-${id}>`,
        '',
        status,
        'X: y',
        '',
        body,
        '',
      ].join(end);
    const raw = `${part('1', 'HTTP/1.1 200 OK', '{"a":"ü"}')}${part('0', 'HTTP/1.1 404 Not Found', '{}', '\n')}--b\r\nrubbish\r\n${part('x', 'HTTP/1.1 200 OK', '{}')}--b--`;
    const answers = parseAnswers('multipart/mixed; boundary="b"', Buffer.from(raw));
    expect([...answers]).toEqual([
      [1, { status: 200, body: { a: 'ü' } }],
      [0, { status: 404, body: {} }],
    ]);
    expect(() => parseAnswers('application/json', Buffer.from(raw))).toThrow();
  });
});
