import type { FetchMessageObject, ImapFlow } from 'imapflow';
import type { SyncedMail, SyncFolder, SyncHandlers } from '../mailbox.port.ts';
import { LARGEST_MAIL_IN_BYTES, parseMail } from '../message/parse-mail.transform.ts';
import type { ImapCursor } from './imap-cursor.transform.ts';

export type FolderReaderSettings = { backfill_in_days: number; backfill_limit: number };

/** Mails fetched in one command: bounded in number and bytes, so memory stays bounded whatever arrives. */
const BATCH_COUNT = 25;
const BATCH_SIZE_IN_BYTES = 8_000_000;

type Listed = { uid: number; size_in_bytes: number; received_at: Date | null };

/**
 * Reads what is new in one folder and hands it over in UID order. The folder is selected and left so.
 * @param cursor of both folders; its entry for `folder` moves only after the handler has returned
 */
export async function readFolder(
  client: ImapFlow,
  folder: SyncFolder,
  path: string,
  cursor: ImapCursor,
  settings: FolderReaderSettings,
  handlers: Pick<SyncHandlers, 'onMail' | 'onCursor'>,
): Promise<void> {
  const mailbox = await client.mailboxOpen(path, { readOnly: true });
  const uid_validity = Number(mailbox.uidValidity);
  const known = cursor[folder];
  // A cursor beyond the folder's end means that it was emptied or restored without the new UIDVALIDITY it should have.
  const isKnown = known?.uid_validity === uid_validity && known.last_uid < mailbox.uidNext;
  // What is there when a folder is first seen; later arrivals have higher numbers and are left to the next look.
  const last_existing_uid = Math.max(0, mailbox.uidNext - 1);
  const listed = isKnown
    ? await listNew(client, known.last_uid, mailbox.exists)
    : await listRecent(client, settings, mailbox.exists);
  for (const batch of batchesOf(listed)) {
    const mails = await fetchBatch(client, batch);
    for (const entry of batch) {
      const next = { uid_validity, last_uid: entry.uid };
      const source = mails.get(entry.uid);
      // A mail deleted between listing and fetching is no longer ours to read.
      if (source !== undefined) {
        const mail = await parseMail(source, entry.size_in_bytes);
        const place = `${folder}:${uid_validity}:${entry.uid}`;
        const synced: SyncedMail = { folder, place, received_at: entry.received_at, mail };
        await handlers.onMail(synced, { ...cursor, [folder]: next });
      }
      cursor[folder] = next;
    }
  }
  const reached = cursor[folder];
  if (reached?.uid_validity === uid_validity && (isKnown || reached.last_uid === last_existing_uid)) return;
  cursor[folder] = { uid_validity, last_uid: last_existing_uid };
  await handlers.onCursor({ ...cursor });
}

async function listNew(client: ImapFlow, last_uid: number, exists: number): Promise<Listed[]> {
  if (exists === 0) return [];
  const found = await client.fetchAll(
    `${last_uid + 1}:*`,
    { uid: true, size: true, internalDate: true },
    { uid: true },
  );
  // `n:*` names the last mail even when its number is below n (RFC 3501).
  return found
    .filter((message) => message.uid > last_uid)
    .map(presentListed)
    .sort(byUid);
}

async function listRecent(client: ImapFlow, settings: FolderReaderSettings, exists: number): Promise<Listed[]> {
  if (exists === 0 || settings.backfill_in_days === 0) return [];
  const since = new Date(Date.now() - settings.backfill_in_days * 86_400_000);
  const found = await client.search({ since }, { uid: true });
  if (found === false || found === undefined) throw new Error('The server refused to search the folder.');
  const newest = found.sort((a, b) => a - b).slice(-settings.backfill_limit);
  if (newest.length === 0) return [];
  const listed = await client.fetchAll(newest.join(','), { uid: true, size: true, internalDate: true }, { uid: true });
  return listed.map(presentListed).sort(byUid);
}

function presentListed(message: FetchMessageObject): Listed {
  const date = message.internalDate === undefined ? null : new Date(message.internalDate);
  const received_at = date === null || Number.isNaN(date.getTime()) ? null : date;
  return { uid: message.uid, size_in_bytes: message.size ?? 0, received_at };
}

function byUid(a: Listed, b: Listed): number {
  return a.uid - b.uid;
}

function* batchesOf(listed: Listed[]): Generator<Listed[]> {
  let batch: Listed[] = [];
  let size = 0;
  for (const entry of listed) {
    const isFull = batch.length === BATCH_COUNT || size + entry.size_in_bytes > BATCH_SIZE_IN_BYTES;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(entry);
    size += entry.size_in_bytes;
  }
  if (batch.length > 0) yield batch;
}

async function fetchBatch(client: ImapFlow, batch: Listed[]): Promise<Map<number, Buffer>> {
  const sources = new Map<number, Buffer>();
  const whole = batch.filter((entry) => entry.size_in_bytes <= LARGEST_MAIL_IN_BYTES).map((entry) => entry.uid);
  const heads = batch.filter((entry) => entry.size_in_bytes > LARGEST_MAIL_IN_BYTES).map((entry) => entry.uid);
  if (whole.length > 0) {
    for (const message of await client.fetchAll(whole.join(','), { uid: true, source: true }, { uid: true })) {
      if (message.source !== undefined) sources.set(message.uid, message.source);
    }
  }
  if (heads.length > 0) {
    for (const message of await client.fetchAll(heads.join(','), { uid: true, headers: true }, { uid: true })) {
      if (message.headers !== undefined) sources.set(message.uid, message.headers);
    }
  }
  return sources;
}
