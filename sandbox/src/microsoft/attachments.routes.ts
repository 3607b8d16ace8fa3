import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { GraphMailbox, Item } from './mailbox.ts';
import type { MicrosoftSandbox } from './microsoft-sandbox.ts';
import type { GraphAttachment } from './mime.ts';
import { GraphProblem, invalid, missing } from './problems.ts';
import { getItem, idParams } from './queries.ts';

const SMALLEST_UPLOAD = 3_000_000;
const LARGEST_UPLOAD = 150 * 1024 * 1024;
const name = z.string().min(1).max(255);
const content_type = z
  .string()
  .regex(/^[\w.+-]+\/[\w.+-]+$/)
  .default('application/octet-stream');

/** Where the text shows it. */
const place = { isInline: z.boolean().default(false), contentId: z.string().max(255).optional() };

const fileBody = z.object({
  '@odata.type': z.literal('#microsoft.graph.fileAttachment'),
  name,
  contentType: content_type,
  contentBytes: z.base64(),
  ...place,
});
const sessionBody = z.object({
  AttachmentItem: z.object({
    attachmentType: z.literal('file'),
    name,
    size: z.number().int().min(1).max(LARGEST_UPLOAD),
    contentType: content_type,
    ...place,
  }),
});

type File = Omit<GraphAttachment, 'id'>;

type Session = Omit<File, 'content'> & {
  mailbox: GraphMailbox;
  item: Item;
  size: number;
  pieces: Buffer[];
  received: number;
};

/** Files of a draft: small ones in one call, larger ones piece by piece to an address of their own. */
export function registerAttachmentRoutes(app: FastifyInstance, world: MicrosoftSandbox): void {
  const sessions = new Map<string, Session>();
  const attach = (mailbox: GraphMailbox, item: Item, { name, content_type, content_id, content }: File) => {
    const id = `AAkALgATT${randomBytes(12).toString('base64url')}`;
    item.attachments.push({ id, name, content_type, content_id, content });
    mailbox.touch(item);
    return id;
  };
  const getDraft = (mailbox: GraphMailbox, params: unknown): Item => {
    const item = getItem(mailbox, params);
    if (!item.is_draft) throw invalid('Only a draft takes attachments.', 'ErrorInvalidOperation');
    return item;
  };
  app.post('/v1.0/me/messages/:id/attachments', async (request, reply) => {
    const mailbox = world.getMailbox(request);
    const body = fileBody.parse(request.body);
    const content = Buffer.from(body.contentBytes, 'base64');
    const file = { name: body.name, content_type: body.contentType, content_id: idOf(body), content };
    const id = attach(mailbox, getDraft(mailbox, request.params), file);
    return reply
      .code(201)
      .send({ '@odata.type': '#microsoft.graph.fileAttachment', id, name: body.name, size: content.length });
  });
  app.post('/v1.0/me/messages/:id/attachments/createUploadSession', async (request, reply) => {
    const mailbox = world.getMailbox(request);
    const item = getDraft(mailbox, request.params);
    const { AttachmentItem: file } = sessionBody.parse(request.body);
    if (file.size < SMALLEST_UPLOAD) {
      const words = 'The attachment is too small for an upload session.';
      throw invalid(words, 'ErrorAttachmentSizeShouldNotBeLessThanMinimumSize');
    }
    const token = randomBytes(24).toString('base64url');
    const { size, contentType } = file;
    const about = { name: file.name, content_type: contentType, content_id: idOf(file), size };
    sessions.set(token, { mailbox, item, ...about, pieces: [], received: 0 });
    const uploadUrl = `http://${request.headers.host}${app.prefix}/upload/${token}`;
    const expirationDateTime = new Date(world.now() + 3_600_000).toISOString();
    return reply.code(201).send({ uploadUrl, expirationDateTime, nextExpectedRanges: ['0-'] });
  });
  app.put('/upload/:id', async (request, reply) => {
    const { id } = idParams.parse(request.params);
    const session = sessions.get(id);
    if (session === undefined) throw missing('The upload session was not found.');
    // The address is the permission; a token beside it is refused.
    if (request.headers.authorization !== undefined)
      throw new GraphProblem(401, 'InvalidAudience', 'Unexpected token.');
    acceptChunk(session, request.headers['content-range'], request.body);
    if (session.received < session.size) return { nextExpectedRanges: [`${session.received}-`] };
    sessions.delete(id);
    const { mailbox, item, pieces } = session;
    const attachment = attach(mailbox, item, { ...session, content: Buffer.concat(pieces) });
    return reply
      .code(201)
      .header('location', `${app.prefix}/v1.0/me/messages/${item.id}/attachments/${attachment}`)
      .send();
  });
}

const idOf = ({ isInline, contentId }: { isInline: boolean; contentId?: string | undefined }): string | null =>
  isInline ? (contentId ?? null) : null;

/** @throws GraphProblem unless the bytes are those that follow */
function acceptChunk(session: Session, range: string | undefined, body: unknown): void {
  const [, from, to, size] = (/^bytes (\d+)-(\d+)\/(\d+)$/.exec(range ?? '') ?? []).map(Number);
  const isNext = from === session.received && size === session.size;
  if (!Buffer.isBuffer(body) || !isNext || to !== session.received + body.length - 1) {
    throw new GraphProblem(416, 'ErrorInvalidRange', `Expected bytes from ${session.received} on.`);
  }
  session.pieces.push(body);
  session.received += body.length;
}
