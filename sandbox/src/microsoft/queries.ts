import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { FOLDERS, type FolderName, folderId, type GraphMailbox, type Item, toConversationId } from './mailbox.ts';
import { invalid, missing } from './problems.ts';

const LARGEST_PAGE = 1000;
const names = z
  .string()
  .max(2000)
  .transform((text) => text.split(',').map((name) => name.trim()));

export const idParams = z.object({ id: z.string().max(500) });
export const folderParams = z.object({ folder: z.string().max(500) });

export const listQuery = z.object({
  $filter: z.string().max(2000).optional(),
  $select: names.optional(),
  $top: z.coerce.number().int().min(1).max(LARGEST_PAGE).default(10),
  $skip: z.coerce.number().int().min(0).default(0),
});

export const deltaQuery = z.object({
  $filter: z.string().max(2000).optional(),
  $select: names.optional(),
  changeType: z.literal('created').optional(),
  $skiptoken: z.string().max(4000).optional(),
  $deltatoken: z.string().max(4000).optional(),
});

/** What the client prefers: ids that stay, and how large a page is. */
export function parsePreferences(request: FastifyRequest): { isImmutable: boolean; page_size: number } {
  const prefer = String(request.headers.prefer ?? '');
  const asked = Number(/odata\.maxpagesize=(\d{1,4})/i.exec(prefer)?.[1] ?? 10);
  const page_size = Math.min(Math.max(asked, 1), LARGEST_PAGE);
  return { isImmutable: /IdType="ImmutableId"/i.test(prefer), page_size };
}

export function getFolder(mailbox: GraphMailbox, given: string): FolderName {
  const wanted = given.toLowerCase();
  const folder = FOLDERS.find((name) => name === wanted || folderId(mailbox.email, name) === given);
  if (folder === undefined) throw missing('The specified folder could not be found in the store.');
  return folder;
}

export function getItem(mailbox: GraphMailbox, given: unknown): Item {
  const item = mailbox.find(idParams.parse(given).id);
  if (item === undefined) throw missing();
  return item;
}

/** The few filters that are known here. @throws GraphProblem 400 for any other */
export function parseFilter(mailbox: GraphMailbox, filter: string | undefined): (item: Item) => boolean {
  if (filter === undefined) return () => true;
  const equals = /^(internetMessageId|conversationId) eq '((?:[^']|'')*)'$/.exec(filter);
  if (equals !== null) {
    const value = (equals[2] ?? '').replaceAll("''", "'");
    if (equals[1] === 'internetMessageId') return (item) => item.message_id === value;
    return (item) => toConversationId(mailbox.email, item) === value;
  }
  const since = parseSince(filter);
  if (since === null) throw invalid(`The query filter is not supported: ${filter}`, 'ErrorInvalidUrlQueryFilter');
  return (item) => item.received_at >= since;
}

/** Of `receivedDateTime ge ...`: milliseconds since the epoch; null for any other filter. */
export function parseSince(filter: string): number | null {
  const text = /^receivedDateTime ge (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)$/.exec(filter)?.[1];
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
}
