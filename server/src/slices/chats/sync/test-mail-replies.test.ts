import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { type Conversation, cursorAfter, type MailChange, mailFrom, makeConversation } from '../chats.factory.ts';
import { receiveMail } from './receive-mail.service.ts';

/** Members answer test mails, and seed mailboxes reply to copies. The headers of both name the thread of a lead. */
const server = useTestServer();
let person: Awaited<ReturnType<typeof server.signUp>>;
let count = 0;
beforeAll(async () => {
  person = await server.signUp();
});

/** A conversation, and a test of its next mail that a member got, or a copy of it that a seed mailbox got. */
async function start(
  given: { lead?: string; kind?: 'test_mail' | 'seed_copy' } = {},
): Promise<Conversation & { test_id: string }> {
  const conversation = await makeConversation(server, person.organization_id, given);
  count += 1;
  const test_id = `test${count}.${crypto.randomUUID()}@sender.example`;
  await conversation.context.transaction(({ db }) =>
    sql`insert into outbound_intents (organization_id, kind, ref_id, ref_part, account_id, state, message_id, to_email, subject,
        body_text, dispatched_at, settled_at)
      values (${person.organization_id}, ${given.kind ?? 'test_mail'}, ${count}, 0, ${conversation.account_id}, 'confirmed', ${test_id},
        ${person.email}, 'Hello', 'Hello Grace', app_now(), app_now())`.execute(db),
  );
  return { ...conversation, test_id };
}

async function receive(conversation: Conversation, change: MailChange) {
  const received = mailFrom(conversation, change);
  await receiveMail(server.program.system, conversation.mailbox, received, cursorAfter(received));
  const of = async (table: string) =>
    (await server.owner.query(`select * from ${table} where prospect_id = $1`, [conversation.prospect_id])).rows;
  const [lead] = await of('campaign_leads');
  return { status: lead.status, messages: await of('chat_messages'), possible: await of('possible_answers') };
}
const answerTo = ({ test_id, message_id }: { test_id: string; message_id: string }) => ({
  in_reply_to: test_id,
  references: [message_id, test_id],
});
const NOTHING = { status: 'ACTIVE', messages: [], possible: [] };

test('the reply of a member stops nothing and is not stored', async () => {
  const made = await start();
  expect(await receive(made, { from: person.email, ...answerTo(made) })).toEqual(NOTHING);
});

test('nor does that of a member who is a lead too', async () => {
  const made = await start({ lead: person.email });
  expect(await receive(made, { from: person.email, ...answerTo(made) })).toEqual(NOTHING);
});

test('nor the test itself in the connected mailbox of a member', async () => {
  const made = await start({ lead: `bo@sender.example` });
  const itself = { message_id: made.test_id, in_reply_to: made.message_id, references: [made.message_id] };
  expect(await receive(made, { from: 'carl@sender.example', ...itself })).toEqual(NOTHING);
});

test('a lead to whom a member handed the test on is heard', async () => {
  const made = await start();
  const { status, messages } = await receive(made, answerTo(made));
  expect([status, messages.length]).toEqual(['REPLIED', 1]);
});

test('a member who answers the lead’s own mail as that lead is heard', async () => {
  const made = await start({ lead: `own${count}.${person.email}` });
  expect((await receive(made, {})).status).toBe('REPLIED');
});

test('an automatic reply to a copy stops nothing and is not stored, even if its mailbox is a lead', async () => {
  const made = await start({ lead: `seed${count}@seeds.example`, kind: 'seed_copy' });
  const from = `seed${count - 1}@seeds.example`;
  const away = { from, subject: 'Out of office', ...answerTo(made) };
  expect(await receive(made, away)).toEqual(NOTHING);
  // To its own email it replies as any lead does.
  expect((await receive(made, { from })).status).toBe('REPLIED');
});

test.each(['test_mail', 'seed_copy'] as const)(
  'a bounced %s suppresses no address, and changes nothing of the lead',
  async (kind) => {
    const made = await start({ kind });
    const bounce: MailChange = {
      from: 'mailer-daemon@sender.example',
      in_reply_to: null,
      references: [],
      subject: 'Undelivered Mail Returned to Sender',
      returned_message_id: made.test_id,
      delivery_statuses: [
        {
          action: 'failed',
          status: '5.1.1',
          diagnostic: 'smtp; 550 5.1.1 User unknown',
          final_recipient: person.email,
        },
      ],
    };
    expect(await receive(made, bounce)).toEqual(NOTHING);
    const { rows } = await server.owner.query(
      `select 'suppressed' as what from suppressions where email = $1 union all
      select 'counted' from guard_events where account_id = $2`,
      [person.email, made.account_id],
    );
    expect(rows).toEqual([]);
  },
);
