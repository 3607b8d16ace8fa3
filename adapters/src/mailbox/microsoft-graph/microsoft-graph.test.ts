import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseSource } from '../mail-source.port.ts';
import type { OauthConnection, SyncCursor, TakeMemory } from '../mailbox.port.ts';
import { composeMail } from '../message/compose-mail.transform.ts';
import { eventually, hearDraft, mailTo, NO_DRAFT, recordSync } from '../testing/mailbox-world.ts';
import { type MicrosoftWorld, startMicrosoftWorld } from '../testing/microsoft-world.ts';
import { connectAccount } from '../testing/oauth-account.ts';
import { parseDeltaCursor } from './delta-cursor.transform.ts';
import { toGraphError } from './graph-error.transform.ts';
import { splitLargeMail } from './large-mail.transform.ts';
import { composeGraphMessage } from './message.transform.ts';
import { createMicrosoftGraphMailbox } from './microsoft-graph.adapter.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');

describe('what a refusal means', () => {
  const classify = (status: number, code: string | null, retry_after: string | null = null) =>
    toGraphError({ status, body: code && { error: { code, message: 'words' } }, retry_after }, NOW);

  test.each([
    [400, 'ErrorInvalidRecipients', 'rejected', 'recipient'],
    [400, 'ErrorMimeContentInvalid', 'rejected', 'message'],
    [403, 'ErrorSendAsDenied', 'rejected', 'sender'],
    [403, 'ErrorMessageSubmissionBlocked', 'rejected', 'sender'],
    [403, 'ErrorAccessDenied', 'auth_expired', 'sender'],
    [404, 'ErrorItemNotFound', 'not_found', 'message'],
    [404, 'MailboxNotEnabledForRESTAPI', 'rejected', 'sender'],
    [409, 'ErrorIrresolvableConflict', 'unavailable', 'service'],
    [413, 'RequestEntityTooLarge', 'rejected', 'message'],
    [429, 'ApplicationThrottled', 'rate_limited', 'sender'],
    [403, 'ErrorExceededMessageLimit', 'rate_limited', 'sender'],
    [500, 'ErrorInternalServerError', 'unavailable', 'service'],
    [503, 'ServiceNotAvailable', 'unavailable', 'service'],
    [504, null, 'unavailable', 'service'],
  ])('%i %s: %s, about the %s', (status, code, kind, concerns) => {
    expect(classify(status, code)).toMatchObject({ kind, concerns });
  });

  test('a lost cursor is recognized by its code; Retry-After is obeyed, also in an unknown response', () => {
    expect(classify(410, 'syncStateNotFound').code).toBe('lost_cursor');
    expect(classify(410, 'resyncRequired').code).toBe('lost_cursor');
    expect(classify(429, 'x', '90')).toMatchObject({ code: '429', until: new Date(NOW + 90_000), reason: 'words' });
    expect(classify(503, 'x', '7').until).toEqual(new Date(NOW + 7_000));
    const odd = toGraphError({ status: 418, body: '<html>', retry_after: null }, NOW);
    expect(odd).toMatchObject({ kind: 'rejected', concerns: 'message', reason: 'Microsoft answered 418.' });
  });
});

describe('cursors', () => {
  const own = (link: string) => link.startsWith('https://graph.test/v1.0/');
  const folder = { link: 'https://graph.test/v1.0/x', linked_at: 1, reached: 2, done: [], later: [] };

  test.each([
    ['of another adapter', { INBOX: { uid_validity: 1, last_uid: 2 } }],
    ['of rubbish', { INBOX: 7, SENT: [] } as SyncCursor],
    ['that lead elsewhere', { INBOX: { ...folder, link: 'https://evil.test/v1.0/' } }],
  ])('folders %s restart', (_what, cursor) => {
    expect(parseDeltaCursor(cursor, own)).toEqual({});
  });

  test('one bad folder does not cost the other its place', () => {
    expect(parseDeltaCursor({ INBOX: folder, SENT: 'x' }, own)).toEqual({ INBOX: folder });
  });
});

describe('a mail given by its fields instead of its bytes', () => {
  test('headers as received, text from the HTML; nothing in a value becomes a header of its own', async () => {
    const source = composeGraphMessage({
      internetMessageHeaders: [
        { name: 'Message-ID', value: '<a@b.test>' },
        { name: 'In-Reply-To', value: '<c@b.test>\r\nX-Evil: 1' },
        { name: 'bad name', value: 'x' },
        { name: 'Content-Type', value: 'multipart/mixed; boundary=x' },
      ],
      subject: 'Hällo',
      from: { emailAddress: { name: 'Ada "the" King', address: 'ada@b.test' } },
      toRecipients: [{ emailAddress: { name: null, address: 'ann@corp.test' } }],
      body: { contentType: 'html', content: '<p>Good <b>day</b></p>' },
    });
    const mail = await parseSource(source);
    expect(mail).toMatchObject({
      message_id: 'a@b.test',
      in_reply_to: 'c@b.test',
      from: { name: 'Ada the King', address: 'ada@b.test' },
      to: [{ address: 'ann@corp.test' }],
      subject: 'Hällo',
      text: 'Good day',
      html: '<p>Good <b>day</b></p>',
      attachments: [],
      is_truncated: true,
    });
    expect([...mail.headers.keys()]).not.toContain('x-evil');
  });

  test('a mail without anything is still one', async () => {
    expect(await parseSource(composeGraphMessage({}))).toMatchObject({
      message_id: null,
      from: null,
      subject: '',
      is_truncated: true,
    });
  });
});

describe('a large mail is taken apart', () => {
  const compose = (changes: object) =>
    composeMail({
      from: { name: 'Ann', address: 'ann@corp.test' },
      to: { name: null, address: 'bob@north.test' },
      subject: 'Grüße',
      text: 'Hällo\n',
      html: '<p>Hällo</p>',
      message_id: 'big@corp.test',
      list_unsubscribe: { url: 'https://app.test/u/1' },
      date: new Date(NOW),
      ...changes,
    });

  test('text and headers stay byte for byte, files come whole and under their names', async () => {
    const content = Buffer.alloc(100_000, 'x');
    const files = ['ö"1.pdf', 'two.zip'].map((filename) => ({ filename, content_type: 'application/pdf', content }));
    const [plain, full] = [await compose({}), await compose({ attachments: files })];
    const split = await splitLargeMail(full.raw);
    const [head = '', body = ''] = split?.base.toString().split(/\r\n\r\n([\s\S]*)/) ?? [];
    for (const field of ['Message-ID: <big@corp.test>', 'List-Unsubscribe-Post: List-Unsubscribe=One-Click']) {
      expect(head.split('\r\n')).toContain(field);
    }
    const bodyOf = (raw: Buffer) =>
      raw
        .toString()
        .split(/\r\n\r\n([\s\S]*)/)[1]
        ?.replace(/Part_\d/g, '');
    expect(body.replace(/Part_\d/g, '').trim()).toBe(bodyOf(plain.raw)?.trim());
    expect(split?.attachments.map(({ filename }) => filename)).toEqual(['ö"1.pdf', 'two.zip']);
    expect(split?.attachments.every((file) => file.content.equals(content))).toBe(true);
  });

  test('images inside the text are taken out like other files, with their place in it', async () => {
    const content = Buffer.alloc(900_000, 'x');
    const image = { filename: 'chart.png', content_type: 'image/png', content };
    const html = '<p><img src="cid:chart.png@image"></p>';
    const offer = { filename: 'offer.pdf', content_type: 'application/pdf', content };
    for (const attachments of [[image], [image, offer]]) {
      const split = await splitLargeMail((await compose({ html, attachments })).raw);
      expect(split!.base.length).toBeLessThan(3_000);
      const mail = await parseSource({
        raw: new Uint8Array(split!.base),
        size_in_bytes: split!.base.length,
        is_partial: false,
      });
      expect(mail).toMatchObject({ message_id: 'big@corp.test', html, attachments: [] });
      expect(mail.text.trim()).toBe('Hällo');
      expect(split!.attachments).toHaveLength(attachments.length);
      expect(split!.attachments.find(({ is_inline }) => is_inline)).toMatchObject({
        ...{ filename: 'chart.png', content_id: 'chart.png@image' },
      });
    }
  });

  test('content that is not text followed by files is kept unchanged', async () => {
    expect(await splitLargeMail((await compose({})).raw)).toBeNull();
    expect(await splitLargeMail(Buffer.from('Content-Type: multipart/mixed; boundary="x"\r\n\r\nno parts'))).toBeNull();
  });
});

let world: MicrosoftWorld;
beforeAll(async () => {
  world = await startMicrosoftWorld({ reread_after_in_ms: 20, timeout_in_ms: 20_000 });
}, 60_000);
afterAll(() => world?.close());

const sendFrom = async (from: OauthConnection, to: string, changes = {}) => {
  const mail = await world.port.composeMail(mailTo(from, to, changes));
  const { known, onDraft } = hearDraft();
  return { mail, sent: await world.port.sendMail(from, mail, onDraft), known };
};
const fault = (given: object) => world.control('/faults', given);
const sentTimes = async (message_id: string) =>
  (await world.ledger()).filter((entry) => entry.message_id === `<${message_id}>`).length;
const draftsOf = async (email: string) => (await world.items(email)).filter((item) => item.is_draft);

describe('sending', () => {
  test('a mail leaves under an id of the server, which is reported; nothing stays among the drafts', async () => {
    const ann = await world.createAccount('ann');
    const { mail, sent } = await sendFrom(ann, 'silent@north.example');
    expect(sent.message_id).toMatch(/@eurp190\.prod\.outlook\.example$/i);
    expect(await world.items(ann.email)).toMatchObject([{ folder: 'sentitems', message_id: `<${sent.message_id}>` }]);
    expect(await sentTimes(mail.message_id)).toBe(1);
    expect(await draftsOf(ann.email)).toEqual([]);
  });

  test("an id that can't be fetched is unknown, and the mail is sent anyway", async () => {
    const ann = await world.createAccount('ann');
    await fault({ path: '$select=id,isDraft,internetMessageId', email: ann.email, status: 503 });
    const { mail, sent } = await sendFrom(ann, 'silent@north.example');
    expect(sent).toMatchObject({ outcome: 'confirmed', message_id: null });
    expect(await sentTimes(mail.message_id)).toBe(1);
  });

  test('the draft is reported before it is sent; if that fails it is removed, and nothing is sent', async () => {
    const ann = await world.createAccount('ann');
    const mail = await world.port.composeMail(mailTo(ann, 'silent@north.example'));
    const refused = world.port.sendMail(ann, mail, async () => {
      expect(await draftsOf(ann.email)).toHaveLength(1);
      throw new Error('the database is away');
    });
    await expect(refused).rejects.toThrow('the database is away');
    expect([await world.items(ann.email), await sentTimes(mail.message_id)]).toEqual([[], 0]);
  });

  test('a missing draft without a copy in Sent leaves the outcome open, for any reason of its deletion', async () => {
    const ann = await world.createAccount('ann');
    const mail = await world.port.composeMail(mailTo(ann, 'lost500@silent.example'));
    const { known, onDraft } = hearDraft();
    await expect(world.port.sendMail(ann, mail, onDraft)).rejects.toMatchObject({ kind: 'unknown_outcome' });
    expect(await world.port.findSentByMessageId(ann, mail.message_id, known)).toBe('absent');
    expect(await world.port.findSentByMessageId(ann, mail.message_id, known)).toBe('unclear');
  });

  test('performed and then 500, 503 or a broken connection: unknown, found, never twice; not performed: absent, and then sent', async () => {
    const ann = await world.createAccount('ann');
    for (const [word, evidence] of [
      ['done500', 'found'],
      ['done503', 'found'],
      ['donedrop', 'found'],
      ['lost500', 'absent'],
      ['lostdrop', 'absent'],
    ] as const) {
      const mail = await world.port.composeMail(mailTo(ann, `${word}@silent.example`));
      const { known, onDraft } = hearDraft();
      const sending = world.port.sendMail(ann, mail, onDraft);
      await expect(sending, word).rejects.toMatchObject({ kind: 'unknown_outcome' });
      expect(await world.port.findSentByMessageId(ann, mail.message_id, known), word).toBe(evidence);
      expect(await draftsOf(ann.email), word).toEqual([]);
      if (evidence === 'absent') await world.port.sendMail(ann, mail);
      expect(await sentTimes(mail.message_id), word).toBe(1);
    }
  });

  test('evidence counts while the mail still waits in the Outbox', async () => {
    const ann = await world.createAccount('ann');
    await world.control('/limits', { sent_after_in_ms: 400 });
    const { mail, known } = await sendFrom(ann, 'silent@north.example');
    expect(await world.items(ann.email)).toMatchObject([{ folder: 'outbox' }]);
    expect(await world.port.findSentByMessageId(ann, mail.message_id, known)).toBe('found');
    await world.control('/limits', {});
  });

  test.each([
    ['performed and then 500', { status: 500, performs: true }],
    ['a broken connection after it was done', { drop: 'after' }],
    ['an answer nobody can read', { garbage: true }],
    ['not performed', { status: 502 }],
  ])('making the draft, %s: one draft, one mail', async (_what, given) => {
    const ann = await world.createAccount('ann');
    await fault({ path: '/v1.0/me/messages', method: 'POST', email: ann.email, ...given });
    const { mail } = await sendFrom(ann, 'silent@north.example');
    expect(await sentTimes(mail.message_id)).toBe(1);
    expect(await draftsOf(ann.email)).toEqual([]);
  });

  test('a draft that cannot be made was certainly not sent', async () => {
    const ann = await world.createAccount('ann');
    await fault({ path: '/v1.0/me/messages', method: 'POST', email: ann.email, status: 500, times: 3 });
    const mail = await world.port.composeMail(mailTo(ann, 'silent@north.example'));
    await expect(world.port.sendMail(ann, mail)).rejects.toMatchObject({ kind: 'unavailable', concerns: 'service' });
    expect(await world.port.findSentByMessageId(ann, mail.message_id, NO_DRAFT)).toBe('absent');
  });

  test('a 401 costs one refresh and is no failure, for asking and for sending', async () => {
    const ann = await world.createAccount('ann');
    await world.control('/oauth', { expire: ann.email });
    await sendFrom(ann, 'silent@north.example');
    await fault({ path: '/send', email: ann.email, status: 401, code: 'InvalidAuthenticationToken' });
    const { mail } = await sendFrom(ann, 'silent@north.example');
    expect(await sentTimes(mail.message_id)).toBe(1);
    await fault({ path: '/send', email: ann.email, status: 401, code: 'InvalidAuthenticationToken', times: 2 });
    await expect(sendFrom(ann, 'silent@north.example')).rejects.toMatchObject({ kind: 'auth_expired' });
  });

  test('a rate-limited mailbox pauses until then, other mailboxes continue', async () => {
    const [ann, bob] = [await world.createAccount('ann'), await world.createAccount('bob')];
    const mail = await world.port.composeMail(mailTo(ann, 'busy@silent.example'));
    const before = Date.now();
    const refused = await world.port.sendMail(ann, mail).catch((error: unknown) => error);
    expect(refused).toMatchObject({ kind: 'rate_limited', concerns: 'sender', code: '429' });
    expect((refused as { until: Date }).until.getTime()).toBeGreaterThanOrEqual(before + 60_000);
    const calls = (await world.calls()).length;
    await expect(sendFrom(ann, 'silent@north.example')).rejects.toMatchObject({ kind: 'rate_limited' });
    expect((await world.calls()).length, 'nothing was asked').toBe(calls);
    await sendFrom(bob, 'silent@north.example');
  });

  test('many mails are sent a few at a time, and none is refused', async () => {
    const ann = await world.createAccount('ann');
    await fault({ path: '/send', email: ann.email, delay_in_ms: 40, times: 12 });
    const sent = await Promise.all(Array.from({ length: 12 }, () => sendFrom(ann, 'silent@north.example')));
    expect(sent.every(({ sent: { outcome } }) => outcome === 'confirmed')).toBe(true);
  });

  test('a server that gives drafts its own Message-ID is asked to keep ours', async () => {
    const ann = await world.createAccount('ann');
    await world.control('/mailbox', { email: ann.email, replaces_message_ids: true });
    const { mail } = await sendFrom(ann, 'silent@north.example');
    expect(await sentTimes(mail.message_id)).toBe(1);
  });

  test('a file whose upload breaks leaves nothing behind, and nothing was sent', async () => {
    const ann = await world.createAccount('ann');
    const content = Buffer.alloc(3_200_000, 'x');
    const attachments = [{ filename: 'a.zip', content_type: 'application/zip', content }];
    await fault({ path: '/upload/', method: 'PUT', status: 500 });
    await expect(sendFrom(ann, 'silent@north.example', { attachments })).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await draftsOf(ann.email)).toEqual([]);
    await sendFrom(ann, 'silent@north.example', {
      attachments: [...attachments, { ...attachments[0], filename: 'b' }],
    });
  });

  test('images inside the text that are too large for one request leave with it, and stay inside', async () => {
    const ann = await world.createAccount('ann');
    const attachments = ['a.png', 'b.png', 'c.png'].map((filename) => {
      return { filename, content_type: 'image/png', content: Buffer.alloc(900_000, filename) };
    });
    const html = attachments.map(({ filename }) => `<img src="cid:${filename}@image">`).join('');
    const bob = await world.createAccount('bob');
    const { sent } = await sendFrom(ann, bob.email, { html, attachments });
    expect(sent.outcome).toBe('confirmed');
    const inbox = recordSync(world.port, bob);
    const { found } = await eventually('the mail', () => inbox.mails[0]);
    expect(found.mail.attachments.map((file) => [file.filename, file.content_id, file.is_inline])).toEqual(
      attachments.map(({ filename }) => [filename, `${filename}@image`, true]),
    );
    await inbox.sync.close();
  });

  test('a text no request can carry is refused, not cut', async () => {
    const ann = await world.createAccount('ann');
    const text = 'much '.repeat(800_000);
    await expect(sendFrom(ann, 'silent@north.example', { text })).rejects.toMatchObject({
      kind: 'rejected',
      concerns: 'message',
    });
  });

  test('a mailbox without an API is distinguished from an expired sign-in', async () => {
    const ann = await world.createAccount('nomailbox');
    expect(await world.port.verifyMailbox(ann)).toMatchObject({ ok: false, failed: 'API', is_credentials: false });
  });
});

describe('sync', () => {
  const deliver = (email: string, subject: string) =>
    world.deliver?.(
      { email } as OauthConnection,
      `From: ada@north.example\nSubject: ${subject}\nMessage-ID: <${subject}@north.example>\n\nHi ${subject}`,
    );

  test('one mail that cannot be read does not hold up the rest; it comes later, with what is known of it', async () => {
    const ann = await world.createAccount('ann');
    for (const subject of ['first', 'poison', 'third'])
      await deliver(ann.email, `${subject}-${ann.email.split('@')[0]}`);
    await world.control('/mailbox', {
      email: ann.email,
      unreadable: `poison-${ann.email.split('@')[0]}@north.example`,
    });
    const inbox = recordSync(world.port, ann);
    await eventually('the two others', () => inbox.mails.length === 2);
    const { found } = await eventually('the poisoned one', () => inbox.mails[2]);
    expect(found.mail).toMatchObject({
      subject: expect.stringContaining('poison'),
      text: expect.stringContaining('Hi poison'),
      from: { address: 'ada@north.example' },
      is_truncated: true,
    });
    await inbox.sync.syncNow();
    expect(inbox.mails).toHaveLength(3);
    expect(inbox.cursor()).toMatchObject({ INBOX: { later: [], done: [] } });
    await inbox.sync.close();
  });

  test('a passing failure only delays a mail: it comes whole', async () => {
    const ann = await world.createAccount('ann');
    await deliver(ann.email, 'delayed');
    await fault({ path: '/$value', email: ann.email, status: 500, times: 5 });
    const inbox = recordSync(world.port, ann);
    const { found } = await eventually('the mail', () => inbox.mails[0]);
    expect(found.mail.is_truncated).toBe(false);
    await inbox.sync.close();
  });

  test('a mail that was deleted before it was read is passed by', async () => {
    const ann = await world.createAccount('ann');
    for (const subject of ['gone', 'stays']) await deliver(ann.email, subject);
    await fault({ path: '/$value', email: ann.email, status: 404, code: 'ErrorItemNotFound' });
    const inbox = recordSync(world.port, ann);
    await eventually('the other', () => inbox.mails.length === 1 && inbox.statuses.at(-1)?.status === 'OK');
    expect(inbox.mails[0]?.mail.subject).toBe('stays');
    await inbox.sync.close();
  });

  test('mails take memory before they are fetched, large ones more, and give all of it back', async () => {
    const ann = await world.createAccount('ann');
    const { promise: mayStore, resolve: letStore } = Promise.withResolvers<void>();
    let held = 0;
    const taken: number[] = [];
    const claimMemory: TakeMemory = async (bytes) => {
      taken.push(bytes);
      held += bytes;
      let left = bytes;
      return (given = left) => {
        const back = Math.min(given, left);
        left -= back;
        held -= back;
      };
    };
    await deliver(ann.email, 'small');
    await world.deliver?.(ann, `From: ada@north.example\nSubject: large\n\n${'x'.repeat(3_000_000)}`);
    const inbox = recordSync(world.port, ann, {}, { takeMemory: claimMemory }, () => mayStore);
    // The first is being stored, and the second fetched: twice, because the first try took too little.
    await eventually('both in memory', () => held > 3_000_000 && held < 4_000_000);
    expect(taken).toEqual([1_000_000, 1_000_000, 25_000_000]);
    letStore();
    await eventually('the mails', () => inbox.mails.length === 2);
    await eventually('all given back', () => held === 0);
    await inbox.sync.close();
  });

  test('a mail whose memory ends with the sync leaves none taken', async () => {
    const ann = await world.createAccount('ann');
    for (const subject of ['a', 'b']) await deliver(ann.email, subject);
    let held = 0;
    const claimMemory: TakeMemory = async (bytes) => {
      held += 1;
      let left = bytes;
      return (given = left) => {
        const before = left;
        left -= Math.min(given, left);
        if (before > 0 && left === 0) held -= 1;
      };
    };
    const inbox = recordSync(world.port, ann, {}, { takeMemory: claimMemory }, () =>
      Promise.reject(new Error('not stored')),
    );
    await eventually('two', () => held === 2);
    await inbox.sync.close();
    await eventually('none', () => held === 0);
  });

  test('a mail larger than we read comes by its headers', async () => {
    const ann = await world.createAccount('ann');
    await world.deliver?.(ann, `From: ada@north.example\nSubject: huge\n\n${'x'.repeat(26_000_000)}`);
    const inbox = recordSync(world.port, ann);
    const { found } = await eventually('the mail', () => inbox.mails[0]);
    expect(found.mail).toMatchObject({ subject: 'huge', from: { address: 'ada@north.example' }, is_truncated: true });
    await inbox.sync.close();
  });

  test('an interrupted poll continues at its position, without the mails it has delivered', async () => {
    const ann = await world.createAccount('ann');
    for (const subject of ['a', 'b', 'c', 'd']) await deliver(ann.email, subject);
    const first = recordSync(world.port, ann, {}, {}, async () => {
      if (first.mails.length === 2)
        await new Promise((resolve) => setTimeout(resolve, 30)).then(() => Promise.reject());
    });
    await eventually('two', () => first.mails.length === 2);
    await first.sync.close();
    await deliver(ann.email, 'e');
    const second = recordSync(world.port, ann, first.cursor());
    await eventually('the rest', () => second.mails.length === 3);
    await second.sync.syncNow();
    expect(second.mails.map(({ mail }) => mail.subject)).toEqual(['c', 'd', 'e']);
    await second.sync.close();
  });

  test('hundreds of mails in pages: each once, in order; a person who reads or deletes them is no news', async () => {
    const ann = await world.createAccount('ann');
    const subjects = Array.from({ length: 230 }, (_, n) => `n${n}`);
    for (const subject of subjects) await deliver(ann.email, subject);
    const inbox = recordSync(world.port, ann);
    await eventually('all', () => inbox.mails.length === 230);
    expect(inbox.mails.map(({ mail }) => mail.subject)).toEqual(subjects);
    await world.control('/mark', { email: ann.email, message_id: 'n7@north.example', is_read: true });
    await deliver(ann.email, 'last');
    await eventually('the last', () => inbox.mails.at(-1)?.mail.subject === 'last');
    expect(inbox.mails).toHaveLength(231);
    await inbox.sync.close();
  });

  test('told to wait, it waits without calling the mailbox ill', async () => {
    const ann = await world.createAccount('ann');
    const inbox = recordSync(world.port, ann);
    await eventually('OK', () => inbox.statuses.at(-1)?.status === 'OK');
    await fault({
      path: '/delta',
      email: ann.email,
      status: 429,
      code: 'ApplicationThrottled',
      retry_after_in_seconds: 1,
    });
    await deliver(ann.email, 'after the pause');
    await eventually('the mail', () => inbox.mails.length === 1);
    expect(inbox.statuses.map(({ status }) => status)).toEqual(['CONNECTING', 'OK']);
    await inbox.sync.close();
  });

  test('a consent that is withdrawn while it runs, and then given again', async () => {
    const ann = await world.createAccount('ann');
    const inbox = recordSync(world.port, ann);
    await eventually('OK', () => inbox.statuses.at(-1)?.status === 'OK');
    await world.revoke(ann);
    await eventually('CREDENTIALS', () => inbox.statuses.at(-1)?.status === 'CREDENTIALS');
    await inbox.sync.close();
    await deliver(ann.email, 'meanwhile');
    const again = recordSync(world.port, await connectAccount('MICROSOFT', world.oauth, ann.email), inbox.cursor());
    const { found } = await eventually('what came meanwhile', () => again.mails[0]);
    expect(found.mail.subject).toBe('meanwhile');
    await again.sync.close();
  });
});

describe('a server that misbehaves', () => {
  let server: Server;
  let answer: RequestListener;
  const seen: string[] = [];
  const connection: OauthConnection = {
    type: 'MICROSOFT',
    email: 'ann@corp.test',
    tokens: { getAccessToken: async () => 'the token' },
  };
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(request.url ?? '');
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const here = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const open = () => createMicrosoftGraphMailbox({ api_url: here(), timeout_in_ms: 300, back_off_in_ms: 1 });

  test.each<[string, RequestListener]>([
    ['redirects', (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['never answers', () => {}],
    [
      'answers without an end',
      (_request, response) => {
        const push = () => {
          while (response.write('x'.repeat(65_536)));
          response.once('drain', push);
        };
        response.on('error', () => undefined);
        push();
      },
    ],
    ['answers nonsense', (_request, response) => void response.end('<html>')],
  ])('one that %s is neither followed nor waited for', async (_what, listener) => {
    answer = listener;
    const port = open();
    expect(await port.verifyMailbox(connection)).toMatchObject({ ok: false, failed: 'API', is_credentials: false });
    await expect(port.findSentByMessageId(connection, 'a@b.test', NO_DRAFT)).rejects.toMatchObject({
      kind: 'unavailable',
    });
    await port.close();
  });

  test.each([
    ['leads elsewhere', () => ({ value: [], '@odata.nextLink': 'http://127.0.0.1:1/v1.0/me' })],
    ['never ends', () => ({ value: [], '@odata.nextLink': `${here()}/v1.0/me/again` })],
    ['ends nowhere', () => ({ value: [] })],
  ])('a list that %s holds no one', async (_what, page) => {
    answer = (_request, response) => void response.end(JSON.stringify(page()));
    seen.length = 0;
    const port = open();
    const inbox = recordSync(port, connection);
    await eventually('the status', () => inbox.statuses.at(-1)?.status === 'ERROR');
    expect(inbox.mails).toEqual([]);
    await inbox.sync.close();
    await port.close();
    expect(seen.every((url) => url.startsWith('/v1.0/me/'))).toBe(true);
  });

  test('quotes and signs of a Message-ID stay within the question', async () => {
    answer = (_request, response) => void response.end(JSON.stringify({ value: [] }));
    const port = open();
    expect(
      await port.findSentByMessageId(connection, "a' or 1 eq 1&x=#@b.test", NO_DRAFT).catch((error) => error.kind),
    ).toBe('rejected');
    expect(await port.findSentByMessageId(connection, "a'or'1&$top=9#+%@b.test", NO_DRAFT)).toBe('absent');
    const filter = new URL(seen.at(-1) ?? '', here()).searchParams.get('$filter');
    expect(filter).toBe("internetMessageId eq '<a''or''1&$top=9#+%@b.test>'");
    await port.close();
  });
});
