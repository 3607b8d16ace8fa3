import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { api } from '@overture/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailSandbox } from '../../../../../sandbox/src/mail/mail-sandbox.ts';
import { startTestServer, type TestServer } from '../../../testing/harness.ts';
import { startSilentMail } from '../../../testing/silent-mail.ts';
import { until } from '../../../testing/worlds.ts';
import { makeMailSender, moveClock } from '../../campaigns/run/run.factory.ts';
import { startDispatcher } from '../../outbound/dispatch/dispatcher.service.ts';
import { makeConversation, receiveReply } from '../chats.factory.ts';
import { chatMessageKind } from '../send-message.service.ts';

/** Workers are started and ended by the test. */
let server: TestServer & { stop(): Promise<void> };
let mail: MailSandbox;
beforeAll(async () => {
  mail = await startSilentMail(10);
  server = await startTestServer({
    roles: ['web'],
    environment: { TIME_TRAVEL: 'on' },
    mailbox: createSmtpImapMailbox({ outbound_allow: '127.0.0.1', answer_timeout_in_ms: 30_000 }),
  });
}, 60_000);
afterAll(async () => {
  await server?.stop();
  await mail?.close();
});

const system = () => server.program.system;
const kinds = new Map([[chatMessageKind.name, chatMessageKind]]);
const startWorker = () => startDispatcher(system(), kinds, { poll_in_ms: 20 });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test.each(['sent', 'taken back'])(
  'its worker ends in second 6 of undo: after a restart it is %s, once',
  async (end) => {
    const person = await server.signUp('Ada Jansen');
    const { organization_id } = person;
    const sender = { email: `undo${organization_id}@acme.example`, smtp_port: mail.smtp_port };
    const account_id = await makeMailSender(system(), organization_id, sender);
    const conversation = await makeConversation(server, organization_id);
    await receiveReply(server, conversation, { text: 'Yes, please.' });
    const mails = () =>
      [...mail.store.mails()].filter(({ recipients }) => recipients.includes(conversation.lead)).length;
    const params = { id: conversation.prospect_id };
    const body = { message: 'Tuesday at ten?', account_id, undo_in_seconds: 10 };

    const first = startWorker();
    const { message } = (await person.call(api.sendChatMessage, { params, body })).data;
    await moveClock(system(), 6);
    await pause(200);
    await first.stop();
    expect(mails()).toBe(0);
    const stateOf = async () =>
      (
        await server.owner.query("select state from outbound_intents where kind = 'chat_answer' and ref_id = $1", [
          message.id,
        ])
      ).rows.map(({ state }) => state);
    expect(await stateOf()).toEqual(['intent']);
    if (end === 'taken back') {
      const taken = { id: conversation.prospect_id, messageId: message.id };
      expect((await person.call(api.cancelScheduledMessage, { params: taken })).status).toBe(200);
    }

    // Its time passes while nothing runs; two workers begin together.
    await moveClock(system(), 60);
    const workers = [startWorker(), startWorker()];
    try {
      const state = end === 'sent' ? 'confirmed' : 'cancelled';
      await until(`it is ${state}`, async () => (await stateOf())[0] === state);
      await pause(300);
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()));
    }
    expect(mails()).toBe(end === 'sent' ? 1 : 0);
  },
);
