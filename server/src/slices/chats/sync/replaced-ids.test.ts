import { api } from '@overture/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { type Conversation, cursorAfter, type MailChange, mailFrom, makeConversation } from '../chats.factory.ts';
import { receiveMail } from './receive-mail.service.ts';

/** Mails of ours that left under a Message-ID which a provider or a relay gave them. */

const server = useTestServer();
let person: Awaited<ReturnType<typeof server.signUp>>;
beforeAll(async () => {
  person = await server.signUp();
});

/** A mail that left under another id than ours. */
async function start(given: { sent_message_id: string | null; state?: string }) {
  const conversation = await makeConversation(server, person.organization_id, { state: given.state ?? 'confirmed' });
  const values = [conversation.intent_id, given.sent_message_id];
  await server.owner.query('update outbound_intents set sent_message_id = $2 where id = $1', values);
  return conversation;
}

async function deliver(conversation: Conversation, change: MailChange, folder: 'INBOX' | 'SENT' = 'INBOX') {
  const received = mailFrom(conversation, { in_reply_to: null, references: [], ...change }, { folder });
  await receiveMail(server.program.system, conversation.mailbox, received, cursorAfter(received));
}

const intentOf = async ({ intent_id }: Conversation) =>
  (await server.owner.query('select state, sent_message_id from outbound_intents where id = $1', [intent_id])).rows[0];
async function said({ prospect_id }: Conversation): Promise<string[]> {
  const params = { prospectId: prospect_id };
  const { data } = await person.call(api.getChatHistory, { params, query: { limit: 100 } });
  return data.messages.map(({ kind }) => kind);
}
const leadStatus = async ({ campaign_lead_id }: Conversation): Promise<string> =>
  (await server.owner.query('select status from campaign_leads where id = $1', [campaign_lead_id])).rows[0].status;

let ids = 0;
const newId = (): string => {
  ids += 1;
  return `CA+${ids}.${crypto.randomUUID()}@mail.gmail.com`;
};

describe('a copy in Sent under an id of the provider', () => {
  const copyOf = (conversation: Conversation, change: MailChange): MailChange => ({
    from: conversation.sender,
    to: [{ name: null, address: conversation.lead }],
    ...change,
  });

  test.each(['unknown', 'confirmed', 'dispatching'])(
    'is our own mail (%s), and reveals the id under which it left',
    async (state) => {
      const conversation = await start({ sent_message_id: null, state });
      const message_id = newId();
      await deliver(conversation, copyOf(conversation, { message_id, message_ref: conversation.message_id }), 'SENT');
      const settled = state === 'unknown' ? 'confirmed' : state;
      expect(await intentOf(conversation)).toEqual({ state: settled, sent_message_id: message_id });
      expect(await said(conversation)).not.toContain('OWN_CLIENT');
    },
  );

  test('a stored message gets the new id: a message of ours refers to it', async () => {
    const conversation = await start({ sent_message_id: null });
    const { intent_id, prospect_id, account_id } = conversation;
    await server.owner.query(
      'insert into chats (prospect_id, organization_id, last_message_at) values ($1, $2, app_now())',
      [prospect_id, person.organization_id],
    );
    await server.owner.query(
      `insert into chat_messages (organization_id, prospect_id, account_id, kind, sent_by_prospect, subject_line, message, sent_at,
        rfc_message_id, intent_id) values ($1, $2, $3, 'CAMPAIGN', false, 'Hello', 'Hello Grace', app_now(), $4, $5)`,
      [person.organization_id, prospect_id, account_id, conversation.message_id, intent_id],
    );
    const message_id = newId();
    await deliver(conversation, copyOf(conversation, { message_id, message_ref: conversation.message_id }), 'SENT');
    const { rows } = await server.owner.query('select rfc_message_id from chat_messages where intent_id = $1', [
      intent_id,
    ]);
    expect(rows).toEqual([{ rfc_message_id: message_id }]);
  });

  test('in the mailbox of another sender it reveals nothing about the mail', async () => {
    const [conversation, other] = [await start({ sent_message_id: null }), await start({ sent_message_id: null })];
    const change = copyOf(other, { message_id: newId(), message_ref: conversation.message_id });
    await deliver(other, change, 'SENT');
    expect((await intentOf(conversation)).sent_message_id).toBeNull();
  });
});

describe('a mail that names the id under which ours left', () => {
  test('from the lead stops the sequence and proves that ours was sent', async () => {
    const sent_message_id = newId();
    const conversation = await start({ sent_message_id, state: 'unknown' });
    await deliver(conversation, { in_reply_to: sent_message_id, references: [sent_message_id] });
    expect([await said(conversation), await leadStatus(conversation)]).toEqual([['REPLY'], 'REPLIED']);
    expect((await intentOf(conversation)).state).toBe('confirmed');
  });

  test('from a colleague of the lead is a reply', async () => {
    const sent_message_id = newId();
    const conversation = await start({ sent_message_id });
    const from = `boss@${conversation.lead.split('@')[1]}`;
    await deliver(conversation, { from, in_reply_to: sent_message_id, references: [sent_message_id] });
    expect([await said(conversation), await leadStatus(conversation)]).toEqual([['REPLY'], 'REPLIED']);
  });

  test('from a stranger attaches nothing, as with our own id', async () => {
    const sent_message_id = newId();
    const conversation = await start({ sent_message_id });
    await deliver(conversation, { from: 'mallory@evil.example', in_reply_to: sent_message_id });
    expect([await said(conversation), await leadStatus(conversation)]).toEqual([[], 'ACTIVE']);
  });

  test.each(['the id of the provider', 'ours in our own header'])(
    'a bounce with %s reaches the lead',
    async (which) => {
      const sent_message_id = newId();
      const conversation = await start({
        sent_message_id: which === 'the id of the provider' ? sent_message_id : null,
      });
      await deliver(conversation, {
        from: 'mailer-daemon@mx.sender.example',
        subject: 'Undelivered Mail Returned to Sender',
        headers: { 'content-type': 'multipart/report; report-type=delivery-status; boundary="b"' },
        delivery_statuses: [
          {
            action: 'failed',
            status: '5.1.1',
            diagnostic: 'smtp; 550 5.1.1 User unknown',
            final_recipient: conversation.lead,
          },
        ],
        returned_message_id: which === 'the id of the provider' ? sent_message_id : conversation.message_id,
      });
      expect([await said(conversation), await leadStatus(conversation)]).toEqual([['BOUNCE'], 'FAILED']);
    },
  );
});

describe('a relay that makes its Message-ID of the name in its queue', () => {
  const newName = (): string => `0102${crypto.randomUUID()}-000000`;
  async function startQueued(queue_id: string, hours_ago = 1) {
    const conversation = await makeConversation(server, person.organization_id, { hours_ago });
    await server.owner.query('update outbound_intents set queue_id = $2 where id = $1', [
      conversation.intent_id,
      queue_id,
    ]);
    return conversation;
  }
  const bounce = (conversation: Conversation, change: MailChange = {}, recipient = conversation.lead): MailChange => ({
    from: 'mailer-daemon@mx.relay.example',
    subject: 'Delivery Status Notification (Failure)',
    text: `An error occurred while trying to deliver the mail to ${recipient}.`,
    headers: { 'content-type': 'multipart/report; report-type=delivery-status; boundary="b"' },
    delivery_statuses: [
      { action: 'failed', status: '5.1.1', diagnostic: 'smtp; 550 5.1.1 User unknown', final_recipient: recipient },
    ],
    returned_message_id: null,
    ...change,
  });
  const suppressed = async ({ lead }: Conversation): Promise<number> =>
    (await server.owner.query('select 1 from suppressions where email = $1', [lead])).rows.length;

  test('is matched by a report with that id, for any final recipient', async () => {
    const name = newName();
    const conversation = await startQueued(name);
    const change = { returned_message_id: `${name}@eu-west-1.amazonses.com` };
    await deliver(conversation, bounce(conversation, change, 'ada@forwarded.example'));
    expect([await leadStatus(conversation), await suppressed(conversation)]).toEqual(['FAILED', 1]);
  });

  test('and by one that names it in its words only', async () => {
    const name = newName();
    const conversation = await startQueued(name);
    await deliver(conversation, bounce(conversation, { returned_head: `Received: by a1 with SMTP id ${name}; Tue` }));
    expect([await leadStatus(conversation), await suppressed(conversation)]).toEqual(['FAILED', 1]);
  });

  test('from a colleague of the lead, a reply to that id is a reply', async () => {
    const name = newName();
    const conversation = await startQueued(name);
    const from = `boss@${conversation.lead.split('@')[1]}`;
    await deliver(conversation, { from, in_reply_to: `${name}@eu-west-1.amazonses.com` });
    expect([await said(conversation), await leadStatus(conversation)]).toEqual([['REPLY'], 'REPLIED']);
  });

  test('a short name proves a report about the address that we wrote to, and no other', async () => {
    const conversation = await startQueued('4XyZ1b2c3d');
    const returned_head = 'X-Postfix-Queue-ID: 4XyZ1b2c3d';
    await deliver(conversation, bounce(conversation, { returned_head }, 'somebody@else.example'));
    expect([await said(conversation), await suppressed(conversation)]).toEqual([[], 0]);
    await deliver(conversation, bounce(conversation, { returned_head }));
    expect([await leadStatus(conversation), await suppressed(conversation)]).toEqual(['FAILED', 1]);
  });

  test('the id that the returned mail answers counts for the address that we wrote to', async () => {
    const conversation = await makeConversation(server, person.organization_id);
    const returned_head = `References: <${conversation.message_id}>`;
    const returned_message_id = `${newName()}@eu-west-1.amazonses.com`;
    await deliver(conversation, bounce(conversation, { returned_head, returned_message_id }, 'somebody@else.example'));
    expect([await said(conversation), await suppressed(conversation)]).toEqual([[], 0]);
    await deliver(conversation, bounce(conversation, { returned_head, returned_message_id }));
    expect([await leadStatus(conversation), await suppressed(conversation)]).toEqual(['FAILED', 1]);
  });
});

describe('a report that names the address alone', () => {
  const report = ({ lead }: Conversation, change: MailChange = {}): MailChange => ({
    from: 'mailer-daemon@mx.relay.example',
    subject: 'Undelivered Mail Returned to Sender',
    text: `Your message could not be delivered to ${lead}. 550 5.1.1 User unknown`,
    returned_message_id: `${crypto.randomUUID()}@relay.example`,
    ...change,
  });
  const suppressed = async ({ lead }: Conversation): Promise<number> =>
    (await server.owner.query('select 1 from suppressions where email = $1', [lead])).rows.length;
  const counted = async ({ intent_id }: Conversation): Promise<number> =>
    (await server.owner.query('select 1 from guard_events where intent_id = $1', [intent_id])).rows.length;

  test('ends the lead’s campaigns, without suppressing the address or blaming the sender', async () => {
    const conversation = await makeConversation(server, person.organization_id);
    await deliver(conversation, report(conversation));
    expect([await said(conversation), await leadStatus(conversation)]).toEqual([['BOUNCE'], 'FAILED']);
    expect([await suppressed(conversation), await counted(conversation)]).toEqual([0, 0]);
  });

  test('proves nothing about a mail whose outcome is not known', async () => {
    const conversation = await start({ sent_message_id: null, state: 'unknown' });
    await deliver(conversation, report(conversation));
    expect((await intentOf(conversation)).state).toBe('unknown');
  });

  test.each<[string, { hours_ago?: number; change?: MailChange }]>([
    ['long after our mail', { hours_ago: 6 * 24 }],
    [
      'about a mail of the sender’s own domain that is not ours',
      { change: { returned_message_id: 'x1@sender.example' } },
    ],
  ])('%s is about nothing of ours', async (_, { hours_ago, change }) => {
    const conversation = await makeConversation(server, person.organization_id, hours_ago ? { hours_ago } : {});
    await deliver(conversation, report(conversation, change));
    expect([await said(conversation), await leadStatus(conversation)]).toEqual([[], 'ACTIVE']);
  });

  test('from a sender that the receiving server found forged changes nothing', async () => {
    const conversation = await makeConversation(server, person.organization_id);
    const headers = {
      'authentication-results':
        'mx.sender.example; spf=fail smtp.mailfrom=evil.example; dmarc=fail header.from=relay.example',
      received: 'from evil.example by mx.sender.example with ESMTP',
    };
    await deliver(conversation, report(conversation, { headers }));
    expect(await leadStatus(conversation)).toBe('ACTIVE');
  });
});
