import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { GmailMessage, HistoryRecord } from './gmail-mailbox.ts';
import { GoogleProblem, notFound } from './google-problems.ts';
import type { GoogleSandbox } from './google-sandbox.ts';
import { matches } from './search.ts';

const ME = '/gmail/v1/users/me';
const UNITS = { get: 5, list: 5, history: 2, profile: 1, trash: 5 };

const pages = { maxResults: z.coerce.number().int().min(1).max(500).default(100), pageToken: z.string().optional() };
const listQuery = z.object({
  q: z.string().default(''),
  includeSpamTrash: z.stringbool().default(false),
  labelIds: z.string().optional(),
  ...pages,
});
const historyTypes = z.enum(['messageAdded', 'labelAdded', 'messageDeleted', 'labelRemoved']);
const historyQuery = z.object({
  startHistoryId: z.coerce.number().int(),
  historyTypes: z.union([historyTypes, z.array(historyTypes)]).transform((types) => [types].flat()),
  ...pages,
});
const getQuery = z.object({
  format: z.enum(['full', 'minimal', 'raw', 'metadata']).default('full'),
  metadataHeaders: z.union([z.string(), z.array(z.string())]).optional(),
});

/** What a mailbox holds and what changed in it. */
export function registerMessageRoutes(app: FastifyInstance, world: GoogleSandbox): void {
  app.get(`${ME}/profile`, async (request) => {
    const { email, mailbox } = world.getMailbox(request, UNITS.profile);
    const messagesTotal = mailbox.messages().length;
    return { emailAddress: email, messagesTotal, threadsTotal: messagesTotal, historyId: String(mailbox.history_id()) };
  });

  app.get(`${ME}/settings/sendAs`, async (request) => {
    const { email, name } = world.getMailbox(request, UNITS.profile);
    return { sendAs: [{ sendAsEmail: email, displayName: name, isPrimary: true, isDefault: true }] };
  });

  app.get(`${ME}/messages`, async (request) => {
    const { mailbox } = world.getMailbox(request, UNITS.list);
    const query = listQuery.parse(request.query);
    const isHidden = ({ labels }: GmailMessage): boolean =>
      !query.includeSpamTrash && labels.some((label) => label === 'SPAM' || label === 'TRASH');
    const { labelIds: label } = query;
    const isLabelled = ({ labels }: GmailMessage): boolean => label === undefined || labels.includes(label);
    const found = mailbox
      .messages()
      .filter((message) => !isHidden(message) && isLabelled(message) && matches(message, query.q));
    const { page, nextPageToken } = cut(found.reverse(), query);
    const messages = page.map(({ id, thread_id }) => ({ id, threadId: thread_id }));
    return { ...(messages.length === 0 ? {} : { messages }), nextPageToken, resultSizeEstimate: found.length };
  });

  app.get(`${ME}/messages/:id`, async (request) => {
    const { mailbox } = world.getMailbox(request, UNITS.get);
    const query = getQuery.parse(request.query);
    const message = mailbox.find(z.object({ id: z.string() }).parse(request.params).id);
    if (message === undefined) throw notFound();
    return presentMessage(message, query);
  });

  app.post(`${ME}/messages/:id/trash`, async (request) => {
    const { mailbox } = world.getMailbox(request, UNITS.trash);
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const labels = mailbox.find(id)?.labels.filter((label) => label !== 'INBOX') ?? [];
    if (!mailbox.setLabels(id, [...labels, 'TRASH'])) throw notFound();
    return { id, labelIds: [...labels, 'TRASH'] };
  });

  app.get(`${ME}/history`, async (request) => {
    const { mailbox } = world.getMailbox(request, UNITS.history);
    const query = historyQuery.parse(request.query);
    const historyId = mailbox.history_id();
    if (query.startHistoryId < mailbox.oldest_history() || query.startHistoryId > historyId) throw notFound();
    const isAsked = ({ labels_added }: HistoryRecord): boolean =>
      query.historyTypes.includes(labels_added === null ? 'messageAdded' : 'labelAdded');
    const found = mailbox.history().filter((record) => record.id > query.startHistoryId && isAsked(record));
    const { page, nextPageToken } = cut(found, query);
    const history = page.map(presentRecord);
    return { ...(history.length === 0 ? {} : { history }), nextPageToken, historyId: String(historyId) };
  });
}

function cut<Item>(items: Item[], query: { maxResults: number; pageToken?: string | undefined }) {
  const start = query.pageToken === undefined ? 0 : Number(Buffer.from(query.pageToken, 'base64url').toString());
  if (!Number.isInteger(start) || start < 0) throw new GoogleProblem(400, 'invalidArgument', 'Invalid pageToken');
  const end = start + query.maxResults;
  const nextPageToken = end < items.length ? Buffer.from(String(end)).toString('base64url') : undefined;
  return { page: items.slice(start, end), nextPageToken };
}

function presentRecord({ id, message, labels_added }: HistoryRecord) {
  const listed = { id: message.id, threadId: message.thread_id, labelIds: message.labels };
  const changes =
    labels_added === null
      ? { messagesAdded: [{ message: listed }] }
      : { labelsAdded: [{ message: listed, labelIds: labels_added }] };
  return { id: String(id), messages: [{ id: message.id, threadId: message.thread_id }], ...changes };
}

function presentMessage(message: GmailMessage, { format, metadataHeaders }: z.output<typeof getQuery>) {
  const base = {
    id: message.id,
    threadId: message.thread_id,
    labelIds: message.labels,
    sizeEstimate: message.raw.length,
    historyId: String(message.history_id),
    internalDate: String(message.received_at),
  };
  if (format === 'minimal') return base;
  if (format === 'raw') return { ...base, raw: message.raw.toString('base64url') };
  const wanted = [metadataHeaders ?? []].flat().map((name) => name.toLowerCase());
  const headers = headersOf(message.raw).filter(
    ({ name }) => wanted.length === 0 || wanted.includes(name.toLowerCase()),
  );
  return { ...base, payload: { headers } };
}

function headersOf(raw: Buffer): { name: string; value: string }[] {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.subarray(0, end === -1 ? raw.length : end).toString('utf8');
  return head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .flatMap((line) => {
      const [, name, value] = /^([^:\s]+):[ \t]*(.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [{ name, value }];
    });
}
