import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SyncCursor, SyncFolder } from '../mailbox.port.ts';

/** A mail that could not be read yet; it is retried while others are read. Instants in milliseconds. */
const laterSchema = z.object({
  id: z.string().max(1000),
  received_at: z.number(),
  tries: z.number().int(),
  due_at: z.number(),
});
export type LaterMail = z.output<typeof laterSchema>;

const folderSchema = z.object({
  /** Start of the next poll; null: restart, from `reached` on. */
  link: z.string().max(20_000).nullable(),
  linked_at: z.number(),
  /** Everything that arrived before was handed over; null before the first look is complete. */
  reached: z.number().nullable(),
  /** Marks of the mails of a look that is not over: they are not handed over again. */
  done: z.array(z.string().max(20)).max(1000),
  later: z.array(laterSchema).max(100),
});
export type FolderCursor = z.output<typeof folderSchema>;
export type DeltaCursor = Partial<Record<SyncFolder, FolderCursor>>;

const cursorSchema = z.object({
  INBOX: folderSchema.optional().catch(undefined),
  SENT: folderSchema.optional().catch(undefined),
});

export const NEW_FOLDER: FolderCursor = { link: null, linked_at: 0, reached: null, done: [], later: [] };

/** Never throws: a folder whose entry cannot be read, or that leads elsewhere, is read from the start. */
export function parseDeltaCursor(cursor: SyncCursor, isOwnLink: (link: string) => boolean): DeltaCursor {
  const { INBOX, SENT } = cursorSchema.catch({}).parse(cursor);
  const check = (folder: FolderCursor | undefined): FolderCursor | undefined =>
    folder !== undefined && (folder.link === null || isOwnLink(folder.link)) ? folder : undefined;
  const [inbox, sent] = [check(INBOX), check(SENT)];
  return { ...(inbox ? { INBOX: inbox } : {}), ...(sent ? { SENT: sent } : {}) };
}

/** Short: a cursor is written with every mail. */
export const markOf = (id: string): string => createHash('sha256').update(id).digest('base64url').slice(0, 10);
