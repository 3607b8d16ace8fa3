import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseHeader, parseMessageId, withHeader } from '../mail/mail-header.ts';
import type { GraphMailbox, Item } from './mailbox.ts';
import type { MicrosoftSandbox } from './microsoft-sandbox.ts';
import { composeDraft } from './mime.ts';
import { mimeOf, presentMessage } from './present.ts';
import { GraphProblem, invalid } from './problems.ts';
import { getFolder, getItem, listQuery, parsePreferences } from './queries.ts';

const recipient = z.object({
  emailAddress: z.object({ name: z.string().max(500).optional(), address: z.string().max(320) }),
});
const recipients = z.array(recipient).max(500).default([]);
const draftBody = z.object({
  subject: z.string().max(1000).default(''),
  body: z
    .object({ contentType: z.enum(['text', 'html', 'Text', 'HTML']), content: z.string() })
    .default({ contentType: 'text', content: '' }),
  toRecipients: recipients,
  ccRecipients: recipients,
  bccRecipients: recipients,
  replyTo: recipients,
  internetMessageId: z.string().max(998).optional(),
  internetMessageHeaders: z.array(z.object({ name: z.string().max(100), value: z.string().max(1000) })).default([]),
});
const patchBody = z.strictObject({ isRead: z.boolean().optional(), internetMessageId: z.string().max(998).optional() });
const messageId = /^<[^<>\s]+@[^<>\s]+>$/;

/** Single messages: drafts in JSON or MIME, reading, changing, moving, removing. */
export function registerMessageRoutes(app: FastifyInstance, world: MicrosoftSandbox): void {
  app.post('/v1.0/me/messages', async (request, reply) => {
    const mailbox = world.getMailbox(request);
    const raw =
      typeof request.body === 'string' ? readMime(mailbox, request.body) : await composeJson(mailbox, request.body);
    const hasId = messageId.test(parseMessageId(raw) ?? '') && !mailbox.replaces_message_ids;
    const own = `<${crypto.randomUUID()}@sandbox.outlook.example>`;
    const item = mailbox.addDraft(hasId ? raw : withHeader(raw, 'Message-ID', own), world.now());
    return reply.code(201).send(await presentMessage(mailbox, item, null, parsePreferences(request).isImmutable));
  });
  app.get('/v1.0/me/messages/:id', async (request) => {
    const mailbox = world.getMailbox(request);
    const { $select } = listQuery.parse(request.query);
    const item = getItem(mailbox, request.params);
    return presentMessage(mailbox, item, $select ?? null, parsePreferences(request).isImmutable);
  });
  app.get('/v1.0/me/messages/:id/$value', async (request, reply) => {
    const mailbox = world.getMailbox(request);
    const item = getItem(mailbox, request.params);
    if (mailbox.unreadable.has(item.id)) {
      throw new GraphProblem(500, 'ErrorMimeContentConversionFailed', 'The MIME content could not be converted.');
    }
    return reply.type('text/plain').send(mimeOf(item));
  });
  app.patch('/v1.0/me/messages/:id', async (request) => {
    const mailbox = world.getMailbox(request);
    const item = getItem(mailbox, request.params);
    changeItem(mailbox, item, patchBody.parse(request.body));
    return presentMessage(mailbox, item, null, parsePreferences(request).isImmutable);
  });
  registerRemoval(app, world);
}

function registerRemoval(app: FastifyInstance, world: MicrosoftSandbox): void {
  const move = (mailbox: GraphMailbox, item: Item, to: string): void => {
    const folder = getFolder(mailbox, to);
    if (item.folder !== folder) mailbox.move(item, folder);
  };
  app.post('/v1.0/me/messages/:id/move', async (request, reply) => {
    const mailbox = world.getMailbox(request);
    const item = getItem(mailbox, request.params);
    move(mailbox, item, z.object({ destinationId: z.string() }).parse(request.body).destinationId);
    const { isImmutable } = parsePreferences(request);
    return reply.code(201).send(await presentMessage(mailbox, item, ['id'], isImmutable));
  });
  app.delete('/v1.0/me/messages/:id', async (request, reply) => {
    const mailbox = world.getMailbox(request);
    move(mailbox, getItem(mailbox, request.params), 'deleteditems');
    return reply.code(204).send();
  });
  app.post('/v1.0/me/messages/:id/permanentDelete', async (request, reply) => {
    const mailbox = world.getMailbox(request);
    mailbox.remove(getItem(mailbox, request.params));
    return reply.code(204).send();
  });
}

function changeItem(mailbox: GraphMailbox, item: Item, change: z.output<typeof patchBody>): void {
  if (change.internetMessageId !== undefined) {
    if (!item.is_draft) throw invalid('Only a draft can be given an internetMessageId.');
    if (!messageId.test(change.internetMessageId)) throw invalid('The internetMessageId is not valid.');
    item.raw = withHeader(item.raw, 'Message-ID', change.internetMessageId);
    item.message_id = change.internetMessageId;
  }
  if (change.isRead !== undefined) item.is_read = change.isRead;
  mailbox.touch(item);
}

/** A body of `text/plain`: the mail in base64. */
function readMime(mailbox: GraphMailbox, body: string): Buffer {
  const text = body.replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    throw invalid('Invalid base64 string for MIME content.', 'ErrorMimeContentInvalidBase64String');
  const raw = Buffer.from(text, 'base64');
  if (parseHeader(raw, 'from') === null) return withHeader(raw, 'From', mailbox.email);
  return raw;
}

async function composeJson(mailbox: GraphMailbox, given: unknown): Promise<Buffer> {
  const draft = draftBody.parse(given);
  const foreign = draft.internetMessageHeaders.find(({ name }) => !/^x-/i.test(name));
  if (foreign !== undefined) {
    const words = `The internet message header name '${foreign.name}' should start with 'x-' or 'X-'.`;
    throw invalid(words, 'InvalidInternetMessageHeader');
  }
  const list = (given: z.output<typeof recipients>) =>
    given.map(({ emailAddress }) => ({ name: emailAddress.name ?? '', address: emailAddress.address }));
  const isHtml = draft.body.contentType.toLowerCase() === 'html';
  return composeDraft({
    from: mailbox.email,
    to: list(draft.toRecipients),
    cc: list(draft.ccRecipients),
    bcc: list(draft.bccRecipients),
    replyTo: list(draft.replyTo),
    subject: draft.subject,
    ...(isHtml ? { html: draft.body.content } : { text: draft.body.content }),
    ...(draft.internetMessageId ? { messageId: draft.internetMessageId } : {}),
    headers: draft.internetMessageHeaders.map(({ name, value }) => ({ key: name, value })),
  });
}
