import { z } from 'zod';
import type { SyncCursor } from '../mailbox.port.ts';

/** How far the folders were read: by UIDVALIDITY and last UID. */
export type ImapCursor = { INBOX?: FolderCursor | undefined; SENT?: FolderCursor | undefined };
type FolderCursor = { uid_validity: number; last_uid: number };

const folderSchema = z.object({ uid_validity: z.number(), last_uid: z.number() }).optional().catch(undefined);
const cursorSchema = z.object({ INBOX: folderSchema, SENT: folderSchema }).catch({});

/** Never throws: a folder whose entry cannot be read is read from the start. */
export function parseImapCursor(cursor: SyncCursor): ImapCursor {
  const { INBOX, SENT } = cursorSchema.parse(cursor);
  return { ...(INBOX ? { INBOX } : {}), ...(SENT ? { SENT } : {}) };
}
