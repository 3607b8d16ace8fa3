import { z } from 'zod';
import type { FolderName, GraphMailbox, Item } from './mailbox.ts';
import { GraphProblem, invalid } from './problems.ts';

/** What a delta link or a link to the next page says, where the client cannot look. */
const cursorSchema = z.strictObject({
  life: z.string(),
  folder: z.string(),
  /** Changes up to here are known to the client. */
  from: z.number().int().min(0),
  /** While pages follow: what this round reaches to, and how much of it was given. */
  to: z.number().int().min(0).nullable(),
  given: z.number().int().min(0),
  is_first: z.boolean(),
  since: z.number().nullable(),
  select: z.array(z.string()).nullable(),
  created_only: z.boolean(),
});
export type DeltaCursor = z.output<typeof cursorSchema>;

export type DeltaEntry = { item: Item } | { removed: string };
export type DeltaPage = { entries: DeltaEntry[]; cursor: DeltaCursor; has_more: boolean };

/** No first round gives more than this when it is filtered. */
const MOST_OF_A_FILTERED_ROUND = 5000;

export function beginDelta(
  mailbox: GraphMailbox,
  folder: FolderName,
  asked: Pick<DeltaCursor, 'since' | 'select' | 'created_only'>,
): DeltaCursor {
  return { life: mailbox.life, folder, from: 0, to: null, given: 0, is_first: true, ...asked };
}

export const writeCursor = (cursor: DeltaCursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** @throws GraphProblem 400 for a token that is none, 410 for one of an earlier life */
export function parseCursor(mailbox: GraphMailbox, folder: FolderName, token: string): DeltaCursor {
  const parsed = cursorSchema.safeParse(parseJson(Buffer.from(token, 'base64url').toString()));
  if (!parsed.success || parsed.data.folder !== folder) throw invalid('Badly formed token.', 'BadRequest');
  const { life, from, to } = parsed.data;
  if (life !== mailbox.life || Math.max(from, to ?? 0) > mailbox.changes[folder].length) {
    const words = 'The sync state generation is not found; a full synchronization is required.';
    throw new GraphProblem(410, 'SyncStateNotFound', words);
  }
  return parsed.data;
}

/** The next page of a round: the first gives what is there, newest first; later ones what changed. */
export function parseDelta(
  mailbox: GraphMailbox,
  folder: FolderName,
  cursor: DeltaCursor,
  page_size: number,
): DeltaPage {
  const to = cursor.to ?? mailbox.changes[folder].length;
  const all = cursor.is_first
    ? listFolder(mailbox, folder, cursor.since, to)
    : listChanges(mailbox, folder, { ...cursor, to });
  const entries = all.slice(cursor.given, cursor.given + page_size);
  const given = cursor.given + entries.length;
  const has_more = given < all.length;
  const next = has_more ? { ...cursor, to, given } : { ...cursor, from: to, to: null, given: 0, is_first: false };
  return { entries, cursor: next, has_more };
}

function listFolder(mailbox: GraphMailbox, folder: FolderName, since: number | null, to: number): DeltaEntry[] {
  const known = new Set(mailbox.changes[folder].slice(0, to).map((change) => change.id));
  const items = [...mailbox.items.values()].filter(
    (item) => item.folder === folder && known.has(item.id) && (since === null || item.received_at >= since),
  );
  const newest_first = items.toReversed().sort((a, b) => b.received_at - a.received_at);
  return newest_first.slice(0, since === null ? undefined : MOST_OF_A_FILTERED_ROUND).map((item) => ({ item }));
}

function listChanges(
  mailbox: GraphMailbox,
  folder: FolderName,
  { from, to, since, created_only }: DeltaCursor & { to: number },
): DeltaEntry[] {
  const byId = Map.groupBy(mailbox.changes[folder].slice(from, to), (change) => change.id);
  return [...byId].flatMap(([id, changes]): DeltaEntry[] => {
    const item = mailbox.items.get(id);
    if (item?.folder !== folder) return created_only ? [] : [{ removed: id }];
    if (since !== null && item.received_at < since) return [];
    if (created_only && !changes.some((change) => change.kind === 'added')) return [];
    return [{ item }];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
