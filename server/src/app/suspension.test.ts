import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { type Conversation, cursorAfter, mailFrom, makeConversation } from '../slices/chats/chats.factory.ts';
import { recordSentMails } from '../slices/chats/sent-mails.service.ts';
import { receiveMail } from '../slices/chats/sync/receive-mail.service.ts';
import { findReady } from '../slices/outbound/dispatch/ready-intents.service.ts';
import { useTestServer } from '../testing/harness.ts';

const server = useTestServer();

const receive = async (conversation: Conversation, text: string) => {
  const synced = mailFrom(conversation, { text });
  await receiveMail(server.program.system, conversation.mailbox, synced, cursorAfter(synced));
};

test('a message of an organization suspended in between waits, and leaves after it is resumed', async () => {
  const owner = await server.signUp();
  const conversation = await makeConversation(server, owner.organization_id, {});
  await conversation.context.transaction((tx) => recordSentMails(tx, { intent_ids: [conversation.intent_id] }));
  await receive(conversation, 'Yes, please.');
  const { status } = await owner.call(api.sendChatMessage, {
    params: { id: conversation.prospect_id },
    body: { message: 'On its way.' },
  });
  expect(status).toBe(200);
  const suspend = (moment: string) =>
    server.owner.query(`update organizations set suspended_at = ${moment} where organization_id = $1`, [
      owner.organization_id,
    ]);
  // The dispatcher's own question, without sending.
  const listReady = async () => {
    const { ready } = await findReady(server.program.system, { limit: 1000, per_account: 1000, taken: [] });
    return ready.filter((one) => one.organization_id === owner.organization_id);
  };
  await suspend('now()');
  expect(await listReady()).toEqual([]);
  // Mail that comes in is still taken.
  await receive(conversation, 'Are you there?');
  await suspend('null');
  expect(await listReady()).toHaveLength(1);
  const history = await owner.call(api.getChatHistory, { params: { prospectId: conversation.prospect_id } });
  expect(history.data.messages.map(({ message }) => message)).toContain('Are you there?');
});
