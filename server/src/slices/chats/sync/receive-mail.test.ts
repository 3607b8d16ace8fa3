import { api } from '@overture/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import {
  attachment,
  type Conversation,
  cursorAfter,
  type MailChange,
  mailFrom,
  makeConversation,
  makeMailbox,
} from '../chats.factory.ts';
import type { ReceivedMail } from './read-mail.service.ts';
import { LeaseLostError, receiveMail } from './receive-mail.service.ts';

const server = useTestServer();
let person: Awaited<ReturnType<typeof server.signUp>>;
beforeAll(async () => {
  person = await server.signUp();
});

const start = (given: Parameters<typeof makeConversation>[2] = {}) =>
  makeConversation(server, person.organization_id, given);
const receive = (conversation: Conversation, synced: ReceivedMail) =>
  receiveMail(server.program.system, conversation.mailbox, synced, cursorAfter(synced));
const deliver = async (
  conversation: Conversation,
  change: MailChange = {},
  where: Partial<Pick<ReceivedMail, 'folder' | 'place' | 'received_at'>> = {},
) => {
  const synced = mailFrom(conversation, change, where);
  await receive(conversation, synced);
  return synced;
};

const history = async (conversation: Conversation) =>
  (await person.call(api.getChatHistory, { params: { prospectId: conversation.prospect_id }, query: { limit: 100 } }))
    .data.messages;
const row = async (table: string, id: number) =>
  (await server.owner.query(`select * from ${table} where id = $1`, [id])).rows[0];
const leadStatus = async (conversation: Conversation): Promise<string> =>
  (await row('campaign_leads', conversation.campaign_lead_id)).status;

describe('an answer', () => {
  test('is in the conversation, unread, and stops the sequence', async () => {
    const conversation = await start();
    await deliver(conversation, {
      text: 'Yes, please.\n\nOn Mon, 2 Mar 2026 at 09:05, Ada <ada@sender.example> wrote:\n> Hello Grace',
    });
    const [message] = await history(conversation);
    expect(message).toMatchObject({
      message: 'Yes, please.',
      quoted_text: expect.stringContaining('Hello Grace'),
      subject_line: 'Re: Hello',
      sent_by_prospect: true,
      read: false,
      kind: 'REPLY',
      delivery: 'SENT',
      from: null,
    });
    expect(await leadStatus(conversation)).toBe('REPLIED');
    const { chat } = (await person.call(api.getChat, { params: { id: conversation.prospect_id } })).data;
    expect(chat).toMatchObject({
      has_unread: true,
      status: 'INTERESTED',
      messages: 1,
      latest_message: { message: 'Yes, please.', sent_by_prospect: true },
    });
  });

  test('and the stop are one transaction: when the cursor cannot be saved, nothing of it is there', async () => {
    const conversation = await start();
    const stale = { ...conversation.mailbox, lease: { ...conversation.mailbox.lease, token: 0 } };
    const synced = mailFrom(conversation);
    await expect(receiveMail(server.program.system, stale, synced, cursorAfter(synced))).rejects.toThrow(
      LeaseLostError,
    );
    expect([await history(conversation), await leadStatus(conversation)]).toEqual([[], 'ACTIVE']);
    await receive(conversation, synced);
    expect([(await history(conversation)).length, await leadStatus(conversation)]).toEqual([1, 'REPLIED']);
  });

  test('from the lead without thread headers belongs to the conversation', async () => {
    const conversation = await start();
    await deliver(conversation, { in_reply_to: null, references: [], subject: 'Your offer' });
    expect([(await history(conversation)).length, await leadStatus(conversation)]).toEqual([1, 'REPLIED']);
  });

  test.each([-26, 26])('without thread headers counts on a machine whose clock is %d h off', async (hours) => {
    const conversation = await start({ hours_ago: 2 });
    const { clock } = server.program.system;
    const { now } = clock;
    clock.now = () => new Date(now().getTime() + hours * 3_600_000);
    try {
      await deliver(conversation, { in_reply_to: null, references: [], subject: 'Your offer' });
    } finally {
      clock.now = now;
    }
    expect(await leadStatus(conversation)).toBe('REPLIED');
  });

  test('from the lead under an added name (plus sign) is the lead', async () => {
    const conversation = await start({ lead: 'plus@plus-customer.example' });
    await deliver(conversation, { from: 'Plus+newsletters@plus-customer.example', in_reply_to: null, references: [] });
    expect(await leadStatus(conversation)).toBe('REPLIED');
  });

  test('from a colleague of the lead in the thread stops and shows who wrote', async () => {
    const conversation = await start();
    const colleague = conversation.lead.replace(/^.*@/, 'boss@mail.');
    await deliver(conversation, { from: colleague });
    const [message] = await history(conversation);
    expect(message).toMatchObject({ kind: 'REPLY', from: { email: colleague, name: 'Grace Hopper' } });
    expect(await leadStatus(conversation)).toBe('REPLIED');
  });

  test('to an unconfirmed mail proves that it was sent', async () => {
    const conversation = await start({ state: 'parked' });
    await deliver(conversation);
    expect(await row('outbound_intents', conversation.intent_id)).toMatchObject({
      state: 'confirmed',
      settled_by: 'reply',
    });
  });

  test('brings a conversation back from the trash', async () => {
    const conversation = await start();
    await deliver(conversation);
    await person.call(api.archiveChat, { params: { id: conversation.prospect_id } });
    await deliver(conversation, { text: 'One more thing' });
    const { chat } = (await person.call(api.getChat, { params: { id: conversation.prospect_id } })).data;
    expect(chat).toMatchObject({ is_archived: false, has_unread: true });
  });

  test('with an opt-out stops, and suppresses the address', async () => {
    const conversation = await start();
    await deliver(conversation, { text: 'Please remove me from your list.' });
    expect(await leadStatus(conversation)).toMatch(/REPLIED|COMPLETED/);
    const rows = await server.owner.query('select reason from suppressions where email = $1', [conversation.lead]);
    expect(rows.rows).toEqual([{ reason: 'unsubscribe' }]);
  });
});

describe('what is no answer', () => {
  test.each([
    [
      'out of office',
      { subject: 'Automatic reply: Hello', headers: { 'auto-submitted': 'auto-replied' } },
      'AUTO_REPLY',
    ],
    ['out of office without headers', { subject: 'Abwesenheitsnotiz: Hello' }, 'AUTO_REPLY'],
  ])('%s is in the conversation and stops nothing', async (_, change, kind) => {
    const conversation = await start();
    await deliver(conversation, change as MailChange);
    expect((await history(conversation)).map((message) => [message.kind, message.read])).toEqual([[kind, true]]);
    expect(await leadStatus(conversation)).toBe('ACTIVE');
    const list = await person.call(api.listChats, { query: { unread_only: true, limit: 100 } });
    expect(list.data.chats.map((chat) => chat.prospect.id)).not.toContain(conversation.prospect_id);
  });

  test.each([
    [
      'read receipt',
      { headers: { 'content-type': 'multipart/report; report-type=disposition-notification' }, subject: 'Read: Hello' },
    ],
    ['our own mail in the inbox', { from: 'self' }],
    ['a mail without a sender', { from: null }],
  ])('%s is left out', async (_, change) => {
    const conversation = await start();
    await deliver(
      conversation,
      (change as MailChange).from === 'self' ? { from: conversation.sender } : (change as MailChange),
    );
    expect([await history(conversation), await leadStatus(conversation)]).toEqual([[], 'ACTIVE']);
  });

  test('mail of people who are no leads is not stored at all', async () => {
    const conversation = await start();
    await deliver(conversation, {
      from: 'friend@private.example',
      in_reply_to: null,
      references: [],
      text: 'secret-private-words',
    });
    const rows = await server.owner.query(
      `select count(*)::int as count from chat_messages where message like '%secret-private-words%'`,
    );
    expect(rows.rows).toEqual([{ count: 0 }]);
  });

  test('a mail the lead wrote before we ever wrote is none', async () => {
    const conversation = await start({ hours_ago: 1 });
    const before = new Date(Date.now() - 20 * 24 * 3_600_000);
    await deliver(conversation, { in_reply_to: null, references: [] }, { received_at: before });
    expect([await history(conversation), await leadStatus(conversation)]).toEqual([[], 'ACTIVE']);
  });
});

describe('forged threads', () => {
  test.each(['mallory@evil.example', 'lead@evil.example', 'grace@gmail.com'])(
    '%s names our Message-ID: nothing attaches, nothing stops',
    async (from) => {
      const conversation = await start();
      await deliver(conversation, { from, text: 'Wire the money to this account.' });
      expect([await history(conversation), await leadStatus(conversation)]).toEqual([[], 'ACTIVE']);
    },
  );

  test('people of one public mail provider are no colleagues', async () => {
    const conversation = await start({ lead: `someone${Date.now()}@gmail.com` });
    await deliver(conversation, { from: 'someone.else@gmail.com' });
    expect(await leadStatus(conversation)).toBe('ACTIVE');
  });

  test('a domain that only looks alike, or contains the other, is another', async () => {
    const conversation = await start({ lead: `lead@acme-corp.example` });
    for (const from of [
      'x@acme-corp.example.evil.example',
      'x@notacme-corp.example',
      'lead@acme-corp.example@evil.example',
    ]) {
      await deliver(conversation, { from });
    }
    expect([await history(conversation), await leadStatus(conversation)]).toEqual([[], 'ACTIVE']);
  });

  test('another organization’s Message-ID means nothing here', async () => {
    const other = await server.signUp();
    const foreign = await makeConversation(server, other.organization_id);
    const mine = await start();
    await deliver(mine, { from: foreign.lead, in_reply_to: foreign.message_id, references: [foreign.message_id] });
    expect([await leadStatus(foreign), await leadStatus(mine)]).toEqual(['ACTIVE', 'ACTIVE']);
    const seen = await other.call(api.getChatHistory, { params: { prospectId: foreign.prospect_id } });
    expect(seen.data.total_messages).toBe(0);
  });

  test('an unknown writer who is a lead too joins their own conversation, not the one they name', async () => {
    const mailbox = await makeMailbox(server, person.organization_id, 'shared@sender.example');
    const victim = await start({ mailbox });
    const stranger = await start({ mailbox });
    await deliver(victim, { from: stranger.lead });
    expect([await leadStatus(victim), await leadStatus(stranger)]).toEqual(['ACTIVE', 'REPLIED']);
    expect([(await history(victim)).length, (await history(stranger)).length]).toEqual([0, 1]);
  });

  test.each([
    ['a made-up id', { returned_message_id: 'guess@sender.example' }, 'ACTIVE'],
    ['no id', { returned_message_id: null }, 'FAILED'],
  ])('a bounce with %s suppresses no address', async (_, change, status) => {
    const conversation = await start();
    const given = { recipient: conversation.lead, ...change };
    await deliver(conversation, bounce(conversation, '5.1.1', given));
    expect(await leadStatus(conversation)).toBe(status);
    const rows = await server.owner.query('select 1 from suppressions where email = $1', [conversation.lead]);
    expect(rows.rows).toEqual([]);
  });
});

function bounce(
  conversation: Conversation,
  status: string,
  given: { returned_message_id?: string | null; recipient?: string } = {},
): MailChange {
  return {
    from: 'mailer-daemon@mx.sender.example',
    subject: 'Undelivered Mail Returned to Sender',
    in_reply_to: null,
    references: [],
    text: 'This is the mail system. I could not deliver your message.',
    headers: { 'content-type': 'multipart/report; report-type=delivery-status; boundary="b"' },
    delivery_statuses: [
      {
        action: 'failed',
        status,
        diagnostic: `smtp; 550 ${status} User unknown`,
        final_recipient: given.recipient ?? conversation.lead,
      },
    ],
    returned_message_id: given.returned_message_id === undefined ? conversation.message_id : given.returned_message_id,
  };
}

describe('bounces', () => {
  test('one with another recipient is about the address we wrote to, despite aliases', async () => {
    const conversation = await start();
    await deliver(conversation, bounce(conversation, '5.1.1', { recipient: 'other@tenant.example' }));
    expect(await leadStatus(conversation)).toBe('FAILED');
    const suppressed = 'select email::text from suppressions where email in ($1, $2)';
    const { rows } = await server.owner.query(suppressed, [conversation.lead, 'other@tenant.example']);
    expect(rows).toEqual([{ email: conversation.lead }]);
  });

  test('a hard one ends the lead, suppresses the address and is shown in the conversation, once', async () => {
    const conversation = await start();
    const synced = await deliver(conversation, bounce(conversation, '5.1.1'));
    await receive(conversation, { ...synced, place: `${synced.place}, again` });
    expect(await leadStatus(conversation)).toBe('FAILED');
    expect(
      (await history(conversation)).map((message) => [message.kind, message.sent_by_prospect, message.read]),
    ).toEqual([['BOUNCE', false, true]]);
    const rows = await server.owner.query('select reason from suppressions where email = $1', [conversation.lead]);
    expect(rows.rows).toEqual([{ reason: 'hard_bounce' }]);
  });

  test('it is shown at the step that sent the mail, once, hard or soft, and in the activities', async () => {
    for (const status of ['5.1.1', '4.2.2']) {
      const conversation = await start();
      const owner = server.owner;
      await owner.query(
        `insert into campaign_step_runs (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, outcome, variant,
            intent_id, finished_at)
          select organization_id, campaign_id, ref_id, prospect_id, ref_part, 'done', 'b', id, dispatched_at
          from outbound_intents where id = $1`,
        [conversation.intent_id],
      );
      const synced = await deliver(conversation, bounce(conversation, status));
      await receive(conversation, { ...synced, place: `${synced.place}, again` });
      await deliver(conversation, bounce(conversation, status));
      const events = await owner.query(
        `select type, variant, account_id::int, action from campaign_events where campaign_lead_id = $1 and type in ('bounced', 'email_sent')
          order by type`,
        [conversation.campaign_lead_id],
      );
      const { account_id } = conversation;
      expect(events.rows).toEqual([
        { type: 'bounced', variant: 'b', account_id, action: null },
        { type: 'email_sent', variant: 'b', account_id, action: 'EMAIL' },
      ]);
      const filters = { prospectId: conversation.prospect_id };
      const { data } = await person.call(api.listActivities, { query: { page: 1, filters } });
      expect(data).toMatchObject({
        total_activities: 1,
        activities: [{ error: null, bounce_reason: expect.stringContaining(status) }],
      });
    }
  });

  test.each(['4.2.2', '5.7.515'])('%s leaves the lead alone', async (status) => {
    const conversation = await start();
    const change = bounce(conversation, status);
    await deliver(conversation, {
      ...change,
      delivery_statuses: [
        {
          ...change.delivery_statuses![0]!,
          diagnostic: status === '4.2.2' ? 'smtp; 452 4.2.2 over quota' : 'smtp; 550 5.7.515 Access denied',
        },
      ],
    });
    expect(await leadStatus(conversation)).toBe('ACTIVE');
  });
});

describe('the Sent folder', () => {
  test('a copy of our mail is evidence, not a message', async () => {
    const conversation = await start({ state: 'unknown' });
    await deliver(
      conversation,
      {
        from: conversation.sender,
        to: [{ name: null, address: conversation.lead }],
        message_id: conversation.message_id,
        in_reply_to: null,
        references: [],
      },
      { folder: 'SENT' },
    );
    expect(await row('outbound_intents', conversation.intent_id)).toMatchObject({
      state: 'confirmed',
      settled_by: 'sent_folder',
    });
    expect((await history(conversation)).filter((message) => message.kind === 'OWN_CLIENT')).toEqual([]);
    expect(await leadStatus(conversation)).toBe('ACTIVE');
  });

  test('a mail written in another program joins the conversation and is never a reply', async () => {
    const conversation = await start();
    await deliver(
      conversation,
      {
        from: conversation.sender,
        to: [{ name: null, address: conversation.lead }],
        in_reply_to: null,
        references: [],
        subject: 'By hand',
        text: 'Typed elsewhere',
      },
      { folder: 'SENT' },
    );
    expect(await history(conversation)).toMatchObject([
      { kind: 'OWN_CLIENT', sent_by_prospect: false, read: true, message: 'Typed elsewhere' },
    ]);
    expect(await leadStatus(conversation)).toBe('ACTIVE');
  });

  test('a private mail to another person is not stored', async () => {
    const conversation = await start();
    await deliver(
      conversation,
      {
        from: conversation.sender,
        to: [{ name: null, address: 'mum@home.example' }],
        in_reply_to: null,
        references: [],
      },
      { folder: 'SENT' },
    );
    expect(await history(conversation)).toEqual([]);
  });
});

describe('the same mail', () => {
  test('delivered again, also with new UIDs, is stored once; a deleted chat stays deleted', async () => {
    const conversation = await start();
    const mails = [
      mailFrom(conversation),
      mailFrom(conversation, { message_id: null }),
      mailFrom(conversation, { message_id: null, date: null }),
    ];
    for (const synced of mails) await receive(conversation, synced);
    await person.call(api.markChatRead, { params: { id: conversation.prospect_id } });
    await person.call(api.archiveChat, { params: { id: conversation.prospect_id } });
    for (let flip = 2; flip <= 11; flip += 1) {
      for (const [place, synced] of mails.entries())
        await receive(conversation, { ...synced, place: `${flip}:${100 - place}` });
    }
    expect(await history(conversation)).toHaveLength(3);
    const { chat } = (await person.call(api.getChat, { params: { id: conversation.prospect_id } })).data;
    expect(chat).toMatchObject({ is_archived: true, has_unread: false, messages: 3 });
  });

  test('different mails that claim one Message-ID stay apart, in one mailbox and in two', async () => {
    const [first, second] = [await start(), await start()];
    const message_id = 'same@everywhere.example';
    await deliver(first, { message_id, text: 'first' });
    await deliver(first, { message_id, text: 'second' });
    await deliver(second, { message_id, text: 'first' });
    expect((await history(first)).map((message) => message.message)).toEqual(['second', 'first']);
    expect(await history(second)).toHaveLength(1);
  });

  test('a stranger cannot keep a real answer out by sending its Message-ID first', async () => {
    const conversation = await start();
    await deliver(conversation, { from: 'mallory@evil.example', message_id: 'known@customer.example' });
    await deliver(conversation, { message_id: 'known@customer.example' });
    expect(await history(conversation)).toHaveLength(1);
  });

  test('received by ten workers in parallel is stored once', async () => {
    const conversation = await start();
    const synced = mailFrom(conversation, { attachments: [attachment()] });
    await Promise.allSettled(Array.from({ length: 10 }, () => receive(conversation, synced)));
    const messages = await history(conversation);
    expect(messages.map((message) => message.attachments.length)).toEqual([1]);
    const { chat } = (await person.call(api.getChat, { params: { id: conversation.prospect_id } })).data;
    expect(chat.messages).toBe(1);
  });
});

describe('hostile content', () => {
  test('HTML is cleaned before it is stored; remote pictures wait', async () => {
    const conversation = await start();
    await deliver(conversation, {
      html: '<p onclick="x()">Hi<script>alert(1)</script><img src="https://evil.example/pixel.gif"></p>',
    });
    const [message] = await history(conversation);
    expect(message).toMatchObject({
      html: '<p>Hi<img data-remote-src="https://evil.example/pixel.gif" /></p>',
      has_remote_content: true,
    });
  });

  test('NUL, half characters and endless texts are stored as what is left of them', async () => {
    const conversation = await start();
    await deliver(conversation, {
      text: `a\u0000b\ud800c${'x'.repeat(300_000)}`,
      subject: `s\u0000${'y'.repeat(5000)}`,
      message_id: 'nul@\u0000x',
      references: ['\u0000', conversation.message_id],
    });
    const [message] = await history(conversation);
    expect(message?.message.startsWith('ab�c')).toBe(true);
    expect(message?.message.length).toBeLessThanOrEqual(100_000);
    expect(message?.subject_line?.length).toBeLessThanOrEqual(1000);
  });

  test('attachments have safe names and are download-only; their icon shows the detected type', async () => {
    const conversation = await start();
    const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(20)]);
    await deliver(conversation, {
      html: '<p>See <img src="cid:logo"><img src="cid:fake"></p>',
      attachments: [
        attachment({
          filename: '../../etc/pass\u202ewd"\r\nx: y.html',
          content_type: 'text/html',
          content: Buffer.from('<script>alert(1)</script>'),
        }),
        attachment({
          filename: 'logo.png',
          content_type: 'image/png',
          content_id: '<logo>',
          is_inline: true,
          content: png,
        }),
        attachment({
          filename: 'fake.png',
          content_type: 'image/png',
          content_id: '<fake>',
          is_inline: true,
          content: Buffer.from('<svg onload=alert(1)>'),
        }),
      ],
    });
    const [message] = await history(conversation);
    expect(message?.html).toContain(`src="data:image/png;base64,${png.toString('base64')}"`);
    expect(message?.html).toContain('data-cid="fake"');
    expect(message?.attachments.map((file) => file.name)).toEqual(['passwd"x: y.html', 'fake.png']);
    const file = message?.attachments[0];
    const url = `/api/v1/chats/${conversation.prospect_id}/attachments/${file?.id}/`;
    const answer = await server.program.app.inject({ url, headers: { jwt: person.token as string } });
    expect(answer.body).toBe('<script>alert(1)</script>');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''[\w.%~!-]+$/);
    const stranger = await server.signUp();
    expect((await server.program.app.inject({ url, headers: { jwt: stranger.token as string } })).statusCode).toBe(404);
    const other = await start();
    const crossed = `/api/v1/chats/${other.prospect_id}/attachments/${file?.id}/`;
    expect(
      (await server.program.app.inject({ url: crossed, headers: { jwt: person.token as string } })).statusCode,
    ).toBe(404);
  });

  test('a date in the future or the past does not move the message', async () => {
    const conversation = await start();
    await deliver(conversation, { date: new Date('2099-01-01') }, { received_at: new Date('2098-01-01') });
    const [message] = await history(conversation);
    expect(new Date(message?.sent_at ?? 0).getTime()).toBeLessThanOrEqual(Date.now());
  });
});

test('how far the mailbox is read is stored with every mail', async () => {
  const conversation = await start();
  const synced = await deliver(conversation, {}, { place: 'INBOX:7:4242' });
  const rows = await server.program.system.systemTransaction(({ db }) =>
    sql<{ cursor: object }>`select cursor from mailbox_syncs where account_id = ${conversation.account_id}`.execute(db),
  );
  expect(rows.rows).toEqual([{ cursor: cursorAfter(synced) }]);
});

describe('complaints', () => {
  const complaint = (returned: string | null): MailChange => ({
    from: 'staff@hotmail.com',
    subject: 'complaint about message from 192.0.2.7',
    in_reply_to: null,
    references: [],
    text: 'From: me@sender.example\nSubject: Quick question',
    headers: { 'content-type': 'multipart/mixed; boundary="b"' },
    returned_message_id: returned,
  });

  test('one with our own id suppresses the person, stops the lead and is shown, once', async () => {
    const conversation = await start();
    const { owner } = server;
    await owner.query(
      `insert into campaign_step_runs (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, outcome, intent_id)
        select organization_id, campaign_id, ref_id, prospect_id, ref_part, 'done', id from outbound_intents where id = $1`,
      [conversation.intent_id],
    );
    const synced = await deliver(conversation, complaint(conversation.message_id));
    await receive(conversation, { ...synced, place: `${synced.place}, again` });
    expect(await leadStatus(conversation)).toBe('COMPLETED');
    const steps =
      'select node_id, type, sum(amount)::int as n from campaign_step_months where campaign_id = $1 group by 1, 2';
    const sums = (await owner.query(steps, [conversation.campaign_id])).rows;
    expect(sums.filter(({ type }) => type === 'complained')).toMatchObject([{ n: 1 }]);
    const suppressed = await owner.query('select reason from suppressions where email = $1', [conversation.lead]);
    expect(suppressed.rows).toEqual([{ reason: 'complaint' }]);
    const shown = await owner.query("select message from chat_messages where kind = 'COMPLAINT' and prospect_id = $1", [
      conversation.prospect_id,
    ]);
    expect(shown.rows).toHaveLength(1);
  });

  test('one without our id, or with a guessed one, does nothing', async () => {
    const conversation = await start();
    await deliver(conversation, complaint(null));
    await deliver(conversation, complaint('guess@sender.example'));
    expect(await leadStatus(conversation)).toBe('ACTIVE');
  });
});
