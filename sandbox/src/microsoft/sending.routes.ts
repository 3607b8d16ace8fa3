import type { FastifyInstance } from 'fastify';
import { parseMailRef, withHeader } from '../mail/mail-header.ts';
import type { Item } from './mailbox.ts';
import type { MicrosoftSandbox } from './microsoft-sandbox.ts';
import { addressesIn, finishMail, recipientsOf } from './mime.ts';
import { GraphProblem, invalid } from './problems.ts';
import { getItem } from './queries.ts';

/** Sending a draft: it leaves Drafts immediately, and appears in Sent Items a little later. */
export function registerSendingRoutes(app: FastifyInstance, world: MicrosoftSandbox): void {
  app.post('/v1.0/me/messages/:id/send', async (request, reply) => {
    const mailbox = world.getMailbox(request);
    const item = getItem(mailbox, request.params);
    checkSendable(item, mailbox.email);
    // Leaves Drafts before anything else can happen to it: no draft is sent twice.
    const message_ref = parseMailRef(item.raw) ?? item.message_id;
    const recipients = recipientsOf(item.raw);
    item.is_draft = false;
    // The id under which a mail leaves is the server's own, not the draft's.
    item.message_id = `<${crypto.randomUUID()}@EURP190.PROD.OUTLOOK.EXAMPLE>`;
    const raw = withHeader(finishMail(item.raw, item.attachments), 'Message-ID', item.message_id);
    item.raw = raw;
    item.received_at = world.now();
    mailbox.move(item, 'outbox');
    const fault = world.faults.hiddenBy(request);
    const sent_at = new Date(world.now()).toISOString();
    world.sent.push({ sent_at, email: mailbox.email, message_id: message_ref, recipients, fault });
    const deliver = (): Promise<string> =>
      world.mail.accept({ from: mailbox.email, recipients, username: mailbox.email, raw, fault });
    if (world.limits.sent_after_in_ms === 0) await deliver();
    else setTimeout(() => void deliver(), world.limits.sent_after_in_ms).unref();
    return reply.code(202).send();
  });
}

function checkSendable(item: Item, email: string): void {
  if (!item.is_draft) throw invalid('The message was sent already.', 'ErrorInvalidOperation');
  if (recipientsOf(item.raw).length === 0) {
    throw invalid('At least one recipient is not valid.', 'ErrorInvalidRecipients');
  }
  if (addressesIn(item.raw, 'from')[0] !== email) {
    const words = 'The account does not have the right to send mail on behalf of the specified sending account.';
    throw new GraphProblem(403, 'ErrorSendAsDenied', words);
  }
}
