import { api } from '@overture/contract';
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import type { IntentHead } from '../../action-kinds/index.ts';
import { type Conversation, makeConversation, receiveReply } from '../chats.factory.ts';
import { chatForwardKind, chatMessageKind } from '../send-message.service.ts';

const server = useTestServer();
let person: Awaited<ReturnType<typeof server.signUp>>;
beforeAll(async () => {
  person = await server.signUp('Ada Jansen');
});

const RICH = '<p>Yes, <b>really</b>:</p>\n<ul><li>one</li><li><a href="https://own.example/a">two</a></li></ul>';
const PLAIN = 'Yes, really:\n\n- one\n- two (https://own.example/a)';
const HOSTILE = `<p onclick="x()">A<script>alert(1)</script><img src="https://evil.example/p.gif"><b style="x">bold</b></p>
  <iframe src="https://evil.example"></iframe><a href="javascript:alert(1)">link</a><form><input name=p></form>`;

const answered = async () => {
  const conversation = await makeConversation(server, person.organization_id);
  await receiveReply(server, conversation, { text: 'Really?' });
  return conversation;
};
type Body = Partial<NonNullable<NonNullable<Parameters<typeof person.call<typeof api.sendChatMessage>>[1]>['body']>>;
const send = ({ prospect_id }: Conversation, body: Body) =>
  person.call(api.sendChatMessage, { params: { id: prospect_id }, body: { message: PLAIN, ...body } });
const letterOf = async (messageId: number, kind = chatMessageKind) => {
  const { rows } = await server.owner.query<IntentHead>(
    `select *, id::int, ref_id::int, organization_id::int from outbound_intents where kind = $1 and ref_id = $2`,
    [kind.name, messageId],
  );
  const verdict = await server.program.system.systemTransaction(async (tx) =>
    (await kind.check(tx, rows, new Date())).get(rows[0]!.id),
  );
  if (verdict?.verdict !== 'go' || !verdict.letter) throw new Error('it does not leave');
  return verdict.letter;
};

test('a formatted message is a mail of two parts, with signature and quote in both', async () => {
  const conversation = await answered();
  const { signature } = (
    await person.call(api.createSignature, { body: { name: 'Ada', signature: '<p><b>Ada</b> of Kanaal</p>' } })
  ).data;
  const { message } = (await send(conversation, { formatted_text: RICH, quotes: true, signature_id: signature.id }))
    .data;
  expect(message).toMatchObject({ message: PLAIN, html: expect.stringContaining('<b>really</b>') });
  const { text, html } = await letterOf(message.id);
  expect(text).toMatch(
    /^Yes, really:\n\n- one\n- two \(https:\/\/own\.example\/a\)\n\nAda of Kanaal\n\nOn .+ wrote:\n> Really\?/,
  );
  expect(html).toContain('<ul><li>one</li>');
  expect(html).toContain('<b>Ada</b> of Kanaal');
  expect(html).toContain('<blockquote');
});

test('what is hostile or says nothing of its own is not kept, and a plain message stays as it was', async () => {
  const conversation = await answered();
  const { message } = (await send(conversation, { formatted_text: HOSTILE })).data;
  const { html } = await letterOf(message.id);
  expect(html).toContain('<b>bold</b>');
  for (const shown of [html, message.html])
    expect(shown).not.toMatch(/script|onclick|iframe|evil|javascript|form|style/);
  const plain = await send(conversation, { message: 'Hello\n<b>you</b>', formatted_text: '<p>Hello</p>' });
  expect(plain.data.message.html).toBeNull();
  expect((await letterOf(plain.data.message.id)).html).toBe('<p>Hello<br>&lt;b&gt;you&lt;/b&gt;</p>');
  const unfilled = await send(conversation, { message: 'Hi', formatted_text: '<p><b>Hi {{first_name}}</b></p>' });
  expect(unfilled.error.error).toBe('Fill in {{first_name}} first.');
  expect((await send(conversation, { formatted_text: `<b>${'x'.repeat(40_000)}</b>` })).status).toBe(400);
});

test('it comes back when it is taken back, changes with its words, and is saved as a draft', async () => {
  const conversation = await answered();
  const { message } = (await send(conversation, { formatted_text: RICH, undo_in_seconds: 60 })).data;
  const params = { id: conversation.prospect_id, messageId: message.id };
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const moved = await person.call(api.updateScheduledMessage, { params, body: { send_at: later } });
  expect(moved.data.message.html).toContain('<b>really</b>');
  const words = await person.call(api.updateScheduledMessage, { params, body: { message: 'Plain again' } });
  expect(words.data.message).toMatchObject({ message: 'Plain again', html: null });
  const body = { message: PLAIN, formatted_text: RICH };
  await person.call(api.updateScheduledMessage, { params, body });
  const { draft } = (await person.call(api.cancelScheduledMessage, { params })).data;
  expect(draft).toMatchObject({ message: PLAIN, formatted_text: RICH });
  const own = await person.call(api.saveChatDraft, {
    params: { id: conversation.prospect_id },
    body: { message: PLAIN, extras: { formatted_text: RICH }, version: 0 },
  });
  expect(own.data.own?.extras.formatted_text).toBe(RICH);
});

test('a note above a mail that is sent on may be formatted', async () => {
  const conversation = await answered();
  const { messages } = (await person.call(api.getChatHistory, { params: { prospectId: conversation.prospect_id } }))
    .data;
  const params = { id: conversation.prospect_id, messageId: messages[0]!.id };
  const body = { to: ['boss@own.example'], message: PLAIN, formatted_text: RICH };
  const { message } = (await person.call(api.forwardChatMessage, { params, body })).data;
  const { html } = await letterOf(message.id, chatForwardKind);
  expect(html).toMatch(/<b>really<\/b>[\s\S]+Forwarded message[\s\S]+Really\?/);
});
