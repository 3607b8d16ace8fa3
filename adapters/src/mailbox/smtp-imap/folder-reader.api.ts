import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { ProviderError } from '../../kit/errors.ts';
import type { MailSource, SyncedMail, SyncFolder, SyncHandlers } from '../mailbox.port.ts';
import { LARGEST_MAIL_IN_BYTES } from '../message/parse-mail.transform.ts';
import type { LookSettings } from '../polling-sync.ts';
import type { ImapCursor } from './imap-cursor.transform.ts';
import {
  type ByteBudget,
  FETCHED_OF_A_MAIL,
  faultOf,
  limitsOfBatch,
  OPEN_LIMITS,
  withinLimits,
} from './imap-limits.api.ts';

export type FolderReading = {
  options: LookSettings;
  handlers: Pick<SyncHandlers, 'onMail' | 'onCursor'>;
  budget: ByteBudget;
  /** So many mails take memory for the largest, after the server sent more than it said. */
  doubted: { mails: number };
};

/** Small mails fetched in one command; a larger one is fetched alone. */
const BATCH_COUNT = 25;
const BATCH_SIZE_IN_BYTES = 2_000_000;
/** While much comes in, larger mails are read by their heads. */
const SMALL_MAIL_IN_BYTES = 256_000;
/** Some servers estimate sizes. */
const MORE_THAN_SAID = 1.25;
const FRAME_IN_BYTES = 20_000;
/** Any mail with its frame. */
const LARGEST_BATCH_IN_BYTES = FETCHED_OF_A_MAIL + 3_000_000;
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
    for await (const { entry, source } of fetchInMemory(client, batch, reading)) {
      const next = { uid_validity, last_uid: entry.uid };
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
  options: LookSettings,
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

async function listRecent(client: ImapFlow, settings: LookSettings, exists: number): Promise<Listed[]> {
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
    // The one before it was large, if it is.
    if ((isFull || entry.size_in_bytes > SMALL_MAIL_IN_BYTES || size > BATCH_SIZE_IN_BYTES) && batch.length > 0) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(entry);
    size += entry.size_in_bytes;
  }
  if (batch.length > 0) yield batch;
}

type Fetched = { entry: Listed; source: MailSource | undefined };

/**
 * The mails of a batch, one at a time. Their memory is taken before they are fetched, and each gives its own back when the next one is asked for. A
 * server that sends more than it said is believed no further: its mails take memory for the largest, one after the other.
 */
async function* fetchInMemory(client: ImapFlow, batch: Listed[], reading: FolderReading): AsyncGenerator<Fetched> {
  const { options, doubted } = reading;
  requireBudget(reading.budget);
  const isDoubted = doubted.mails > 0;
  if (isDoubted && batch.length > 1) {
    for (const entry of batch) yield* fetchInMemory(client, [entry], reading);
    return;
  }
  const largest = reading.budget.isSparing() ? SMALL_MAIL_IN_BYTES : LARGEST_MAIL_IN_BYTES;
  const needs = batch.map((entry) => (isDoubted ? LARGEST_BATCH_IN_BYTES : expectBytes(entry, largest)));
  const needed = needs.reduce((sum, bytes) => sum + bytes, 0);
  const giveBack = await options.takeMemory(needed, options.closing);
  let isMore = false;
  try {
    const { mails, received } = await fetchBatch(client, batch, reading, { largest, needed });
    isMore = !isDoubted && received > needed;
    for (const [index, entry] of isMore ? [] : batch.entries()) {
      const source = mails.get(entry.uid);
      // Handed over, it is the handler's alone.
      mails.delete(entry.uid);
      yield { entry, source };
      giveBack(needs[index]);
    }
    if (isDoubted) doubted.mails -= 1;
  } catch (error) {
    if (faultOf(client)?.code === 'too_much') doubted.mails = BATCH_COUNT;
    throw error;
  } finally {
    giveBack();
  }
  if (!isMore) return;
  doubted.mails = BATCH_COUNT;
  yield* fetchInMemory(client, batch, reading);
}

function requireBudget(budget: ByteBudget): void {
  const until = budget.spentUntil();
  if (until === null) return;
  const reason = 'This mailbox receives more mail per hour than can be read. Reading continues later.';
  throw new ProviderError('unavailable', reason, { concerns: 'service', code: 'too_much', until });
}

/** Fetched of a mail: its head where it is too large. */
const lengthOf = (one: Listed, largest: number): number =>
  one.size_in_bytes > largest ? HEAD_IN_BYTES : FETCHED_OF_A_MAIL;

const expectBytes = (one: Listed, largest: number): number =>
  Math.ceil(Math.min(one.size_in_bytes, lengthOf(one, largest)) * MORE_THAN_SAID) + FRAME_IN_BYTES;

/** The mails of a batch by UID. */
async function fetchBatch(
  client: ImapFlow,
  batch: Listed[],
  { budget }: FolderReading,
  { largest, needed }: { largest: number; needed: number },
): Promise<{ mails: Map<number, MailSource>; received: number }> {
  const small = batch.filter((one) => one.size_in_bytes <= Math.min(largest, SMALL_MAIL_IN_BYTES));
  const others = batch.filter((one) => !small.includes(one));
  const mails = new Map<number, MailSource>();
  const begin = client.stats().received;
  try {
    await withinLimits(client, limitsOfBatch(needed), async () => {
      await fetchInto(client, small, null, mails);
      // Some servers fail when parts of several mails are requested together.
      for (const one of others) await fetchInto(client, [one], lengthOf(one, largest), mails);
    });
  } finally {
    budget.spend(client.stats().received - begin);
  }
  return { mails, received: client.stats().received - begin };
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
