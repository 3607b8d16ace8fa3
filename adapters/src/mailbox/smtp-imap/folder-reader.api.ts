import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { ProviderError } from '../../kit/errors.ts';
import type { MailSource, SyncedMail, SyncFolder, SyncHandlers } from '../mailbox.port.ts';
import { LARGEST_MAIL_IN_BYTES } from '../message/parse-mail.transform.ts';
import type { ImapCursor } from './imap-cursor.transform.ts';
import { BATCH_LIMITS, type ByteBudget, FETCHED_OF_A_MAIL, OPEN_LIMITS, withinLimits } from './imap-limits.api.ts';

type FolderReaderSettings = { backfill_in_days: number; backfill_limit: number };

export type FolderReading = {
  options: FolderReaderSettings;
  handlers: Pick<SyncHandlers, 'onMail' | 'onCursor'>;
  budget: ByteBudget;
};

/** Mails fetched in one command: bounded in number and bytes, which bounds memory for any mail. */
const BATCH_COUNT = 25;
const BATCH_SIZE_IN_BYTES = 8_000_000;
/** While much comes in, larger mails are read by their heads. */
const SMALL_MAIL_IN_BYTES = 256_000;
const HEAD_IN_BYTES = 64_000;
/** New mails of one look; the others are found by the next. */
const MOST_LISTED = 20_000;
/** UIDs are 32 bits wide (RFC 3501). */
const LARGEST_UID = 2 ** 32 - 1;

type Listed = { uid: number; size_in_bytes: number; received_at: Date | null };

/**
 * Reads what is new in one folder and hands it over in UID order. The folder is selected and left so.
 * @param cursor of both folders; its entry for `folder` moves only after the handler has returned
 */
export async function fetchFolder(
  client: ImapFlow,
  folder: SyncFolder,
  path: string,
  cursor: ImapCursor,
  reading: FolderReading,
): Promise<void> {
  const { options, handlers, budget } = reading;
  const begin = client.stats().received;
  const { uid_validity, last_existing_uid, is_known, listed } = await withinLimits(client, OPEN_LIMITS, () =>
    listFolder(client, path, cursor[folder], options),
  );
  budget.spend(client.stats().received - begin);
  for (const batch of batchesOf(listed)) {
    const mails = await fetchBatch(client, batch, budget);
    for (const entry of batch) {
      const next = { uid_validity, last_uid: entry.uid };
      const source = mails.get(entry.uid);
      // Handed over, it is the handler's alone.
      mails.delete(entry.uid);
      // A mail deleted between listing and fetching is no longer ours to read.
      if (source !== undefined) {
        const place = `${folder}:${uid_validity}:${entry.uid}`;
        const synced: SyncedMail = { folder, place, received_at: entry.received_at, source };
        await handlers.onMail(synced, { ...cursor, [folder]: next });
      }
      cursor[folder] = next;
    }
  }
  const reached = cursor[folder];
  if (listed.length >= MOST_LISTED) return;
  if (reached?.uid_validity === uid_validity && (is_known || reached.last_uid === last_existing_uid)) return;
  cursor[folder] = { uid_validity, last_uid: last_existing_uid };
  await handlers.onCursor({ ...cursor });
}

async function listFolder(
  client: ImapFlow,
  path: string,
  known: ImapCursor['INBOX'],
  options: FolderReaderSettings,
): Promise<{ uid_validity: number; last_existing_uid: number; is_known: boolean; listed: Listed[] }> {
  const mailbox = await client.mailboxOpen(path, { readOnly: true });
  const uid_validity = Number(mailbox.uidValidity);
  const { uidNext, exists } = mailbox;
  if (
    ![uid_validity, uidNext, exists].every((count) => Number.isInteger(count) && count >= 0 && count <= LARGEST_UID)
  ) {
    throw new Error('The mail server numbers its mails in a way that no mail server does.');
  }
  // A cursor beyond the folder's end means that it was emptied or restored without the new UIDVALIDITY it should have.
  const is_known = known?.uid_validity === uid_validity && known.last_uid < uidNext;
  const listed = is_known ? await listNew(client, known.last_uid, exists) : await listRecent(client, options, exists);
  // What is there when a folder is first seen; later arrivals have higher numbers and are left to the next look.
  return { uid_validity, last_existing_uid: Math.max(0, uidNext - 1), is_known, listed };
}

const LISTED_FIELDS = { uid: true, size: true, internalDate: true } as const;

async function listNew(client: ImapFlow, last_uid: number, exists: number): Promise<Listed[]> {
  if (exists === 0) return [];
  // `n:*` names the last mail even when its number is below n (RFC 3501).
  return collectListed(client, `${last_uid + 1}:*`, (uid) => uid > last_uid);
}

async function listRecent(client: ImapFlow, settings: FolderReaderSettings, exists: number): Promise<Listed[]> {
  if (exists === 0 || settings.backfill_in_days === 0) return [];
  const since = new Date(Date.now() - settings.backfill_in_days * 86_400_000);
  const found = await client.search({ since }, { uid: true });
  if (found === false || found === undefined) throw new Error('The server refused to search the folder.');
  const newest = found.sort((a, b) => a - b).slice(-settings.backfill_limit);
  if (newest.length === 0) return [];
  const asked = new Set(newest);
  return collectListed(client, newest.join(','), (uid) => asked.has(uid));
}

/** What the server says of the mails that were asked for, each once, in UID order. */
async function collectListed(client: ImapFlow, range: string, isAsked: (uid: number) => boolean): Promise<Listed[]> {
  const listed = new Map<number, Listed>();
  for await (const message of client.fetch(range, LISTED_FIELDS, { uid: true })) {
    const { uid } = message;
    if (!Number.isInteger(uid) || uid < 1 || uid > LARGEST_UID || !isAsked(uid)) continue;
    listed.set(uid, presentListed(message));
    if (listed.size >= MOST_LISTED) break;
  }
  return [...listed.values()].sort(byUid);
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

/** The mails of a batch by UID. A server that sends more than it said, or others than were asked for, is believed no further. */
async function fetchBatch(client: ImapFlow, batch: Listed[], budget: ByteBudget): Promise<Map<number, MailSource>> {
  const until = budget.spentUntil();
  if (until !== null) {
    const reason = 'This mailbox receives more mail per hour than can be read. Reading continues later.';
    throw new ProviderError('unavailable', reason, { concerns: 'service', code: 'too_much', until });
  }
  const largest = budget.isSparing() ? SMALL_MAIL_IN_BYTES : LARGEST_MAIL_IN_BYTES;
  const small = batch.filter((one) => one.size_in_bytes <= Math.min(largest, SMALL_MAIL_IN_BYTES));
  const others = batch.filter((one) => !small.includes(one));
  const lengthOf = (one: Listed): number => (one.size_in_bytes > largest ? HEAD_IN_BYTES : FETCHED_OF_A_MAIL);
  const sources = new Map<number, MailSource>();
  const said = batch.reduce((sum, one) => sum + Math.min(one.size_in_bytes, lengthOf(one)), 0);
  const limits = { ...BATCH_LIMITS, bytes: BATCH_LIMITS.bytes + said };
  const begin = client.stats().received;
  try {
    await withinLimits(client, limits, async () => {
      await fetchInto(client, small, null, sources);
      // Some servers fail when parts of several mails are requested together.
      for (const one of others) await fetchInto(client, [one], lengthOf(one), sources);
    });
  } finally {
    budget.spend(client.stats().received - begin);
  }
  return sources;
}

async function fetchInto(
  client: ImapFlow,
  batch: readonly Listed[],
  maxLength: number | null,
  sources: Map<number, MailSource>,
): Promise<void> {
  if (batch.length === 0) return;
  const asked = new Map(batch.map((entry) => [entry.uid, entry]));
  const range = [...asked.keys()].join(',');
  for await (const { uid, source } of client.fetch(
    range,
    { uid: true, source: maxLength === null ? true : { maxLength } },
    { uid: true },
  )) {
    const entry = asked.get(uid);
    if (entry === undefined || source === undefined) continue;
    asked.delete(uid);
    const isWhole = source.length < (maxLength ?? FETCHED_OF_A_MAIL);
    const size_in_bytes = isWhole ? source.length : Math.max(entry.size_in_bytes, source.length + 1);
    sources.set(uid, { raw: source as Buffer<ArrayBuffer>, size_in_bytes, is_partial: false });
  }
}
