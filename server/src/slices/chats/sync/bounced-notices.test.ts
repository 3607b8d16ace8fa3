import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { insertNotices, makePrivacyPath } from '../../privacy/index.ts';
import { type Conversation, cursorAfter, mailFrom, makeConversation } from '../chats.factory.ts';
import { receiveMail } from './receive-mail.service.ts';

const server = useTestServer();
let person: Awaited<ReturnType<typeof server.signUp>>;
beforeAll(async () => {
  person = await server.signUp();
});

const isInformed = async ({ prospect_id }: Conversation) =>
  (await server.owner.query('select from privacy_notices where prospect_id = $1', [prospect_id])).rowCount === 1;

/** A lead who was sent the link to their notice, and so counts as informed. */
async function startInformed(): Promise<Conversation> {
  const conversation = await makeConversation(server, person.organization_id);
  const { prospect_id, intent_id } = conversation;
  await server.owner.query(
    `with linked as (update outbound_intents set body_text = 'Your data: ' || $2 where id = $1 returning organization_id)
    insert into privacy_notices (prospect_id, organization_id, given_by) select $3, organization_id, 'message' from linked`,
    [intent_id, makePrivacyPath(server.program.system, prospect_id), prospect_id],
  );
  return conversation;
}

async function bounce(conversation: Conversation, status: string, diagnostic: string): Promise<void> {
  const synced = mailFrom(conversation, {
    from: 'mailer-daemon@mx.sender.example',
    subject: 'Undelivered Mail Returned to Sender',
    in_reply_to: null,
    references: [],
    text: 'This is the mail system. I could not deliver your message.',
    headers: { 'content-type': 'multipart/report; report-type=delivery-status; boundary="b"' },
    delivery_statuses: [{ action: 'failed', status, diagnostic, final_recipient: conversation.lead }],
    returned_message_id: conversation.message_id,
  });
  await receiveMail(server.program.system, conversation.mailbox, synced, cursorAfter(synced));
}

test('a lead whose only message with the link came back for good is not informed', async () => {
  const [dead, full, reached, asked] = [
    await startInformed(),
    await startInformed(),
    await startInformed(),
    await startInformed(),
  ];
  // The link went out on LinkedIn as well.
  await server.owner.query(
    `insert into outbound_intents (organization_id, kind, ref_id, ref_part, account_id, prospect_id, channel, body_text, state, settled_at)
      select organization_id, kind, ref_id, ref_part + 1000, account_id, prospect_id, 'linkedin', body_text, 'confirmed', app_now()
      from outbound_intents where id = $1`,
    [reached.intent_id],
  );
  // A person of the team said so.
  await server.owner.query(`update privacy_notices set given_by = 'person' where prospect_id = $1`, [
    asked.prospect_id,
  ]);
  const unknown = 'smtp; 550 5.1.1 User unknown';
  for (const conversation of [dead, reached, asked]) await bounce(conversation, '5.1.1', unknown);
  await bounce(full, '4.2.2', 'smtp; 452 4.2.2 over quota');
  expect(await Promise.all([dead, full, reached, asked].map(isInformed))).toEqual([false, true, true, true]);
});

test('an outcome that is written after the report of the bounce informs no lead', async () => {
  const conversation = await startInformed();
  await bounce(conversation, '5.1.1', 'smtp; 550 5.1.1 User unknown');
  const path = makePrivacyPath(server.program.system, conversation.prospect_id);
  await server.program.system.systemTransaction((tx) =>
    insertNotices(tx, [{ intent_id: conversation.intent_id, path }]),
  );
  expect(await isInformed(conversation)).toBe(false);
});
