import { type HostileImap, startHostileImap } from '@overture/adapters/mailbox/testing/hostile-imap';
import { api } from '@overture/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/harness.ts';
import { drawHostileMail, HOSTILE_MAILS } from '../../../testing/hostile-mails.ts';
import { watchLongestBlock } from '../../../testing/longest-block.ts';
import { sealConnection } from '../../mailbox-connections/sealed-connection.service.ts';
import { offerMailbox } from '../../mailbox-leases/mailbox-leases.store.ts';
import { type Conversation, makeConversation, makeMailbox } from '../chats.factory.ts';

/** The short form of bench/proofs/hostile-mail.ts: a dozen shapes and some random ones, at 2 MB. */
const SIZE = 2_000_000;
const DRAWN = 6;

let server: TestServer & { stop(): Promise<void> };
let imap: HostileImap;
let person: Awaited<ReturnType<typeof server.signUp>>;
let conversation: Conversation;

beforeAll(async () => {
  imap = await startHostileImap();
  server = await startTestServer({ roles: ['web', 'live', 'worker', 'cron'] });
  person = await server.signUp();
  conversation = await connect('ada@sender.example');
}, 60_000);
afterAll(async () => {
  await server.stop();
  await imap.close();
});

/** A lead who was written to from a mailbox on the hostile server. */
async function connect(email: string): Promise<Conversation> {
  const { organization_id } = person;
  const { system } = server.program;
  const mailbox = await makeMailbox(server, organization_id, email);
  const login = { host: '127.0.0.1', port: imap.port, secure: false, username: email, password: 'x' };
  const sealed = sealConnection(system, { type: 'IMAP', email, imap: login, smtp: login });
  const { account_id } = mailbox.lease;
  await server.owner.query('update accounts set sealed_connection = $2 where id = $1', [account_id, sealed]);
  await system
    .forOrganization(organization_id)
    .transaction((tx) => offerMailbox(tx, { id: account_id, organization_id }, false));
  return makeConversation(server, organization_id, { mailbox });
}

const history = async () =>
  (await person.call(api.getChatHistory, { params: { prospectId: conversation.prospect_id }, query: { limit: 100 } }))
    .data.messages;

test('hostile mails block nothing: the next mail arrives, and requests are answered', async () => {
  const sender = { from: conversation.lead, to: conversation.sender, in_reply_to: conversation.message_id };
  const drawn = Array.from({ length: DRAWN }, () => drawHostileMail(Math.random));
  const shapes = [...HOSTILE_MAILS.slice(0, 12), ...drawn];
  const mails = shapes.map((shape, index) => {
    const marker = [
      `From: ${sender.from}`,
      `Message-ID: <marker-${index}@customer.example>`,
      `Subject: marker ${index}`,
    ];
    return { raw: shape.build(sender, SIZE), marker: Buffer.from(`${marker.join('\r\n')}\r\n\r\nStill there.`) };
  });
  for (const { raw, marker } of mails) {
    imap.deliver(raw);
    imap.deliver(marker);
  }
  const endWatch = watchLongestBlock();
  let slowest = 0;
  const deadline = performance.now() + 110_000;
  for (;;) {
    const asked = performance.now();
    const answer = await server.program.app.inject({ method: 'GET', url: '/healthz' });
    slowest = Math.max(slowest, performance.now() - asked);
    expect(answer.statusCode).toBe(200);
    const last = (await history()).some(({ subject_line }) => subject_line === `marker ${shapes.length - 1}`);
    if (last) break;
    if (performance.now() > deadline) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const longestBlock = endWatch();
  const messages = await history();
  const subjects = messages.map(({ subject_line }) => subject_line);
  const names = shapes.map(({ name }) => name).join('; ');
  for (const index of shapes.keys()) expect(subjects, `the mail after: ${names}`).toContain(`marker ${index}`);
  // The lead's message is in the conversation, parsed or not; forged reports leave nothing.
  const answers = shapes.slice(0, 12).filter((shape) => shape.is_answer).length;
  const hostile = messages.filter(({ subject_line }) => !subject_line?.startsWith('marker'));
  expect(hostile.length).toBeGreaterThanOrEqual(answers);
  for (const message of hostile.filter(({ is_unreadable }) => is_unreadable)) {
    expect(message).toMatchObject({ message: expect.stringContaining('could not be read'), html: null });
  }
  // Bytes come back from the thread as they were.
  const file = hostile.flatMap(({ attachments }) => attachments).find(({ name }) => name === 'a.pdf');
  expect(file?.size).toBeGreaterThan(1_000_000);
  expect(slowest).toBeLessThan(1_000);
  expect(longestBlock).toBeLessThan(1_000);
}, 150_000);

test('a server that misbehaves puts its own account to ERROR, in words', async () => {
  imap.misbehaviors.set('LIST', async (say) => {
    for (let count = 0; count < 40; count += 1) await say(Buffer.alloc(1_000_000, 'a'));
  });
  const other = await connect('bob@sender.example');
  const deadline = performance.now() + 30_000;
  let account: { status: string; status_reason?: string | null } | undefined;
  while (performance.now() < deadline && account?.status !== 'ERROR') {
    const { accounts } = (await person.call(api.listAccounts)).data;
    account = accounts.find(({ id }) => id === other.account_id);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(JSON.stringify(account)).toContain('The mail server sends endless lines.');
}, 60_000);
