import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sendingTo, withhold } from '../mail/api-faults.ts';
import { withHeader, withoutHeader } from '../mail/mail-header.ts';
import { type GmailDraft, recipientsOf } from './gmail-mailbox.ts';
import { GoogleProblem, notFound } from './google-problems.ts';
import type { GoogleSandbox } from './google-sandbox.ts';
import { matches } from './search.ts';

const UNITS = { create: 10, list: 5, remove: 10, send: 100 };
const sendBody = z.object({ id: z.string() });
const listQuery = z.object({
  q: z.string().default(''),
  maxResults: z.coerce.number().int().min(1).max(500).default(100),
});
const metadataSchema = z.object({ message: z.object({ threadId: z.string().optional() }).default({}) });

/** Drafts: made by upload, found, deleted and sent. */
export function registerDraftRoutes(app: FastifyInstance, world: GoogleSandbox): void {
  app.post('/upload/gmail/v1/users/me/drafts', async (request) => {
    const { mailbox } = world.getMailbox(request, UNITS.create);
    const { threadId, raw } = parseUpload(request.headers['content-type'] ?? '', request.body as Buffer);
    return presentDraft(mailbox.addDraft(raw, threadId ?? null));
  });

  app.get('/gmail/v1/users/me/drafts', async (request) => {
    const { mailbox } = world.getMailbox(request, UNITS.list);
    const { q, maxResults } = listQuery.parse(request.query);
    const found = [...mailbox.drafts.values()].filter(({ message }) => matches(message, q)).slice(0, maxResults);
    return { ...(found.length === 0 ? {} : { drafts: found.map(presentDraft) }), resultSizeEstimate: found.length };
  });

  app.get('/gmail/v1/users/me/drafts/:id', async (request) => {
    const { mailbox } = world.getMailbox(request, UNITS.list);
    const draft = mailbox.drafts.get(sendBody.parse(request.params).id);
    if (draft === undefined) throw notFound();
    return presentDraft(draft);
  });

  app.delete('/gmail/v1/users/me/drafts/:id', async (request, reply) => {
    const { mailbox } = world.getMailbox(request, UNITS.remove);
    if (mailbox.removeDraft(sendBody.parse(request.params).id) === undefined) throw notFound();
    return reply.code(204).send();
  });

  app.post('/gmail/v1/users/me/drafts/send', async (request, reply) => {
    const { mailbox, email } = world.getMailbox(request, UNITS.send);
    const { id } = sendBody.parse(request.body);
    const draft = mailbox.drafts.get(id);
    if (draft === undefined) throw notFound();
    const recipients = await recipientsOf(draft.message.raw);
    if (recipients.length === 0) throw new GoogleProblem(400, 'invalidArgument', 'Recipient address required');
    const { performs, tells } = sendingTo(recipients);
    if (typeof tells === 'object' && !performs) throw refusalOf(tells.status);
    if (performs) {
      mailbox.removeDraft(id);
      const fault = tells === 'truth' ? null : 'dropafterdot-stored';
      // As Gmail does: the mail leaves under an id of its own, for its recipients and for Sent, and without its blind copies.
      const raw = withHeader(
        withoutHeader(draft.message.raw, 'Bcc'),
        'Message-ID',
        `<CA+${crypto.randomUUID()}@mail.gmail.com>`,
      );
      await world.mail.accept({ from: email, recipients, raw, username: email, fault });
    }
    if (tells === 'drop' || tells === 'silence') return withhold(request, reply, tells);
    if (tells !== 'truth') throw refusalOf(tells.status);
    const sent = mailbox.messages().findLast(({ labels }) => labels.includes('SENT'));
    return { id: sent?.id, threadId: sent?.thread_id, labelIds: sent?.labels };
  });
}

function refusalOf(status: number): GoogleProblem {
  if (status === 429) return new GoogleProblem(429, 'userRateLimitExceeded', 'User-rate limit exceeded.');
  if (status === 403) return new GoogleProblem(403, 'domainPolicy', 'Sending is not allowed for this account.');
  if (status === 400) return new GoogleProblem(400, 'invalidArgument', 'Invalid To header');
  return new GoogleProblem(status, 'backendError', 'Backend Error');
}

const presentDraft = ({ id, message }: GmailDraft) => ({
  id,
  message: { id: message.id, threadId: message.thread_id },
});

/** multipart/related of JSON and message/rfc822. */
function parseUpload(content_type: string, body: Buffer): { threadId: string | undefined; raw: Buffer } {
  const boundary = /^multipart\/related;.*boundary="?([^";\s]+)/i.exec(content_type)?.[1];
  if (boundary === undefined) throw new GoogleProblem(400, 'badContent', 'multipart/related was expected.');
  const text = body.toString('latin1');
  const parts = text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => part.replace(/^\r\n/, '').replace(/\r\n$/, ''));
  const [metadata, mail] = parts.map((part) => part.slice(part.indexOf('\r\n\r\n') + 4));
  if (metadata === undefined || mail === undefined)
    throw new GoogleProblem(400, 'badContent', 'Two parts were expected.');
  const { message } = metadataSchema.parse(JSON.parse(metadata));
  return { threadId: message.threadId, raw: Buffer.from(mail, 'latin1') };
}
