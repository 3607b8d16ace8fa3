import type { SyncedMail } from '@overture/adapters/mailbox/mailbox.port';
import { api } from '@overture/contract';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { WorkStoppedError } from '../../../kernel/thread-pool.ts';
import { useTestServer } from '../../../testing/harness.ts';
import { type Conversation, makeConversation } from '../chats.factory.ts';
import { UNREADABLE } from '../mail/mail-parts.service.ts';
import { run as readWhole } from './mail-reading.service.ts';
import { processMail } from './take-mail.service.ts';

// What a thread makes of a mail is said by each test; what it cannot do in time is shown by the hostile mails.
const inThread = vi.hoisted(() => vi.fn());
vi.mock('../../../kernel/thread-pool.ts', async (original) => {
  const { run } = await import('./own-words.rules.ts');
  return {
    ...(await original<object>()),
    // What is compared with our own words was read before.
    runInThread: async (work: unknown, order: object, given: unknown) =>
      'letter' in order ? run(order as Parameters<typeof run>[0]) : inThread(work, order, given),
  };
});

const server = useTestServer();
let person: Awaited<ReturnType<typeof server.signUp>>;
beforeAll(async () => {
  person = await server.signUp();
});
beforeEach(() => {
  inThread.mockReset();
  inThread.mockImplementation((_work, order) => readWhole(order));
});

let uid = 0;
function mailFrom(conversation: Conversation, head: string[] = [], body = 'Call me on Monday.'): SyncedMail {
  uid += 1;
  const lines = [
    `From: =?utf-8?q?Gr=C3=A4ce?= Hopper <${conversation.lead}>`,
    `To: ${conversation.sender}`,
    'Subject: Re: =?utf-8?B?SGVsbMO2?=',
    `Message-ID: <take-${uid}@customer.example>`,
    `In-Reply-To: <${conversation.message_id}>`,
    'Date: Mon, 2 Mar 2026 09:00:00 +0000',
    ...head,
    '',
    body,
  ];
  const raw = Buffer.from(lines.join('\r\n'));
  const source = { raw, size_in_bytes: raw.length, is_partial: false };
  return { folder: 'INBOX', place: `INBOX:7:${uid}`, received_at: new Date(), source };
}
/** As a process would that has never seen the mail. */
const take = (conversation: Conversation, synced: SyncedMail) =>
  processMail(
    server.program.system,
    { ...conversation.mailbox, at_hand: { opened: null, open_try: null, troubles: 0 } },
    synced,
    { INBOX: synced.place },
  );
const history = async (conversation: Conversation) =>
  (await person.call(api.getChatHistory, { params: { prospectId: conversation.prospect_id }, query: { limit: 100 } }))
    .data.messages;
const query = async (statement: string, values: unknown[]) => (await server.owner.query(statement, values)).rows;
const leadStatus = async (conversation: Conversation) =>
  (await query('select status from campaign_leads where id = $1', [conversation.campaign_lead_id]))[0].status;
const cursor = async (conversation: Conversation) =>
  (await query('select cursor from mailbox_syncs where account_id = $1', [conversation.account_id]))[0].cursor.INBOX;
const tries = async (conversation: Conversation) =>
  query('select place, tries from mail_tries where account_id = $1', [conversation.account_id]);
const start = () => makeConversation(server, person.organization_id);
const overrun = () => Promise.reject(new WorkStoppedError('time', null));

describe('a mail that cannot be read in time', () => {
  test('is kept by its head, says so, stops the sequence, and lets the next one pass', async () => {
    const conversation = await start();
    inThread.mockImplementationOnce(overrun);
    const synced = mailFrom(conversation);
    await take(conversation, synced);
    expect(await history(conversation)).toMatchObject([
      {
        is_unreadable: true,
        message: UNREADABLE,
        subject_line: 'Re: Hellö',
        kind: 'REPLY',
        sent_by_prospect: true,
        read: false,
        html: null,
      },
    ]);
    expect([await leadStatus(conversation), await cursor(conversation), await tries(conversation)]).toEqual([
      'REPLIED',
      synced.place,
      [],
    ]);
    await take(conversation, mailFrom(conversation));
    expect((await history(conversation)).map((message) => message.is_unreadable)).toEqual([false, true]);
  });

  test('is kept by its head also when a thread was given its bytes for good', async () => {
    const conversation = await start();
    const small = mailFrom(conversation);
    const raw = Buffer.concat([small.source.raw, Buffer.alloc(2_000_000, 'a')]);
    const synced = { ...small, source: { raw, size_in_bytes: raw.length, is_partial: false } };
    inThread.mockImplementationOnce((_work, _order, { transfer }) => {
      expect(transfer).toEqual([raw.buffer]);
      structuredClone(null, { transfer });
      return overrun();
    });
    await take(conversation, synced);
    expect(await history(conversation)).toMatchObject([{ is_unreadable: true, subject_line: 'Re: Hellö' }]);
    expect(await leadStatus(conversation)).toBe('REPLIED');
  });

  test.each([
    ['an automatic answer', ['Auto-Submitted: auto-replied']],
    ['a report', ['Content-Type: multipart/report; report-type=delivery-status; boundary=b']],
  ])('stops nothing when its head says that it is %s', async (_, head) => {
    const conversation = await start();
    inThread.mockImplementationOnce(overrun);
    await take(conversation, mailFrom(conversation, head));
    expect(await leadStatus(conversation)).toBe('ACTIVE');
  });

  test('from an unknown address that names our thread is not attached', async () => {
    const conversation = await start();
    inThread.mockImplementationOnce(overrun);
    await take(conversation, mailFrom({ ...conversation, lead: 'mallory@evil.example' }));
    expect([await history(conversation), await leadStatus(conversation)]).toEqual([[], 'ACTIVE']);
  });
});

describe('tries', () => {
  test('are counted before they are made, and forgotten with the mail', async () => {
    const conversation = await start();
    const synced = mailFrom(conversation);
    let counted: unknown;
    inThread.mockImplementationOnce(async (_work, order) => {
      counted = await tries(conversation);
      return readWhole(order);
    });
    await take(conversation, synced);
    expect(counted).toEqual([{ place: synced.place, tries: 1 }]);
    expect([await tries(conversation), (await history(conversation)).length]).toEqual([[], 1]);
  });

  test('three that failed, each in another process: the fourth takes the head alone', async () => {
    const conversation = await start();
    const synced = mailFrom(conversation);
    inThread.mockImplementation(() => Promise.reject(new Error('a bug of ours')));
    for (let process = 0; process < 3; process += 1) {
      await expect(take(conversation, synced)).rejects.toThrow('a bug of ours');
    }
    expect(await tries(conversation)).toEqual([{ place: synced.place, tries: 3 }]);
    await take(conversation, synced);
    expect(inThread).toHaveBeenCalledTimes(3);
    expect(await history(conversation)).toMatchObject([{ is_unreadable: true }]);
    expect([await leadStatus(conversation), await cursor(conversation)]).toEqual(['REPLIED', synced.place]);
  });

  test('one that takes even the reader of heads down is passed over, and the next one is read', async () => {
    const conversation = await start();
    const synced = mailFrom(conversation);
    await query(
      `insert into mail_tries (organization_id, account_id, place, tries) values ($1, $2, $3, 4) returning 1`,
      [person.organization_id, conversation.account_id, synced.place],
    );
    await take(conversation, synced);
    expect([await history(conversation), await cursor(conversation), await tries(conversation)]).toEqual([
      [],
      synced.place,
      [],
    ]);
    await take(conversation, mailFrom(conversation));
    expect((await history(conversation)).length).toBe(1);
  });

  test('cut short by the database or a full queue are made again, not counted again', async () => {
    const conversation = await start();
    const synced = mailFrom(conversation);
    const mailbox = { ...conversation.mailbox, at_hand: { opened: null, open_try: null, troubles: 0 } };
    const busy = Object.assign(new Error('connection terminated'), { code: '57P01' });
    inThread.mockImplementation(() => Promise.reject(busy));
    for (let time = 0; time < 4; time += 1) {
      await expect(processMail(server.program.system, mailbox, synced, {})).rejects.toThrow(busy);
    }
    expect(await tries(conversation)).toEqual([{ place: synced.place, tries: 1 }]);
    inThread.mockImplementation((_work, order) => readWhole(order));
    await processMail(server.program.system, mailbox, synced, { INBOX: synced.place });
    expect(await history(conversation)).toMatchObject([{ is_unreadable: false, message: 'Call me on Monday.' }]);
  });
});

describe('a mail that the receiving server found forged', () => {
  const forged = [
    'Authentication-Results: mx.sender.example; spf=fail; dkim=none; dmarc=fail header.from=customer.example',
  ];
  const suppressed = (conversation: Conversation) =>
    query('select reason from suppressions where email = $1', [conversation.lead]);

  test('unsubscribes no one; it is shown and the sequence waits for a user', async () => {
    const conversation = await start();
    await take(conversation, mailFrom(conversation, forged, 'Please unsubscribe me.'));
    expect([await suppressed(conversation), (await history(conversation)).length]).toEqual([[], 1]);
    expect(await leadStatus(conversation)).toBe('REPLIED');
    const valid = await start();
    await take(valid, mailFrom(valid, [], 'Please unsubscribe me.'));
    expect(await suppressed(valid)).toEqual([{ reason: 'unsubscribe' }]);
  });

  test.each([
    ['forged', forged, [], 'ACTIVE'],
    ['valid', [], [{ reason: 'hard_bounce' }], 'FAILED'],
  ])('%s, and a delivery report', async (_, head, reasons, status) => {
    const conversation = await start();
    const report = [
      '--b\r\nContent-Type: text/plain\r\n\r\nIt failed.\r\n--b\r\nContent-Type: message/delivery-status\r\n',
      `Final-Recipient: rfc822; ${conversation.lead}\r\nAction: failed\r\nStatus: 5.1.1\r\n`,
      `--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <${conversation.message_id}>\r\n\r\n--b--`,
    ].join('\r\n');
    const type = 'Content-Type: multipart/report; report-type=delivery-status; boundary="b"';
    const mailer = { ...conversation, lead: 'mailer-daemon@mx.sender.example' };
    await take(conversation, mailFrom(mailer, [...head, type], report));
    expect([await suppressed(conversation), await leadStatus(conversation)]).toEqual([reasons, status]);
    expect((await history(conversation)).map((message) => message.kind)).toEqual(['BOUNCE']);
  });
});
