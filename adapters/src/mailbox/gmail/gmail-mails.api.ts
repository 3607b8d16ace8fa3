import type { gmail_v1 } from '@googleapis/gmail';
import { z } from 'zod';
import { readsOnly } from '../../kit/exactly.ts';
import type { OauthConnection, SyncedMail } from '../mailbox.port.ts';
import { LARGEST_MAIL_IN_BYTES } from '../message/parse-mail.transform.ts';
import type { Memory } from '../polling-sync.ts';
import { gmailManifest } from './gmail.manifest.ts';
import { requestBatch } from './gmail-batch.api.ts';
import { type Gmail, idSchema, labelsSchema, messageQuery, withQuery } from './gmail-client.api.ts';

const listedSchema = readsOnly<gmail_v1.Schema$Message>()(
  z.object({
    id: idSchema,
    labelIds: labelsSchema,
    sizeEstimate: z.number().int().min(0).catch(0),
    internalDate: z
      .string()
      .regex(/^\d{1,16}$/)
      .optional()
      .catch(undefined),
  }),
);
const rawSchema = readsOnly<gmail_v1.Schema$Message>()(z.object({ id: idSchema, raw: z.string() }));
const headSchema = readsOnly<gmail_v1.Schema$Message>()(
  z.object({
    id: idSchema,
    payload: z.object({ headers: z.array(z.object({ name: z.string(), value: z.string() })).max(2_000) }),
  }),
);
type Listed = z.output<typeof listedSchema>;

/** Neither received nor sent. */
const LEFT_OUT = ['DRAFT', 'SPAM', 'TRASH', 'CHAT'];

export function isReadable(labels: readonly string[]): boolean {
  return !labels.some((label) => LEFT_OUT.includes(label));
}

/**
 * Whole mails by id, in the order given, in bounded batches. Those deleted in the meantime, drafts and spam are left
 * out.
 */
export async function* readMails(
  gmail: Gmail,
  connection: OauthConnection,
  ids: readonly string[],
  memory: Memory,
): AsyncGenerator<SyncedMail> {
  const { calls_per_batch } = gmailManifest.limits;
  for (let start = 0; start < ids.length; start += calls_per_batch) {
    const listed = await listMails(gmail, connection, ids.slice(start, start + calls_per_batch));
    for (const batch of batchesOf(listed)) yield* fetchBatch(gmail, connection, batch, memory);
  }
}

async function listMails(gmail: Gmail, connection: OauthConnection, ids: readonly string[]): Promise<Listed[]> {
  const paths = ids.map((id) => withQuery(`/messages/${id}`, messageQuery({ format: 'minimal' })));
  const bodies = await requestBatch(gmail, connection, paths, ids.length * 20_000);
  return bodies.flatMap((body) => {
    const { data } = listedSchema.safeParse(body);
    return data !== undefined && isReadable(data.labelIds) ? [data] : [];
  });
}

/** A mail too large to be read is fetched by its headers, like a small one. */
const fetchedSize = ({ sizeEstimate }: Listed): number => (sizeEstimate > LARGEST_MAIL_IN_BYTES ? 0 : sizeEstimate);

function* batchesOf(listed: Listed[]): Generator<Listed[]> {
  const { mails_per_batch, bytes_per_batch } = gmailManifest.limits;
  let batch: Listed[] = [];
  let size = 0;
  for (const entry of listed) {
    if (batch.length > 0 && (batch.length === mails_per_batch || size + fetchedSize(entry) > bytes_per_batch)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(entry);
    size += fetchedSize(entry);
  }
  if (batch.length > 0) yield batch;
}

async function* fetchBatch(
  gmail: Gmail,
  connection: OauthConnection,
  batch: Listed[],
  { takeMemory, closing }: Memory,
): AsyncGenerator<SyncedMail> {
  const paths = batch.map(({ id, sizeEstimate }) => {
    const format = sizeEstimate > LARGEST_MAIL_IN_BYTES ? 'metadata' : 'raw';
    return withQuery(`/messages/${id}`, messageQuery({ format }));
  });
  // base64 makes three bytes four; the estimate is one.
  const size = batch.reduce((sum, entry) => sum + fetchedSize(entry) * 1.5 + 100_000, 0);
  const giveBack = await takeMemory(Math.ceil(size), closing);
  try {
    const bodies = await requestBatch(gmail, connection, paths, Math.ceil(size));
    for (const [index, entry] of batch.entries()) {
      const raw = parseSource(bodies[index]);
      if (raw === null) continue;
      const isHead = entry.sizeEstimate > LARGEST_MAIL_IN_BYTES;
      yield {
        folder: entry.labelIds.includes('SENT') ? 'SENT' : 'INBOX',
        place: entry.id,
        received_at: entry.internalDate === undefined ? null : new Date(Number(entry.internalDate)),
        source: { raw, size_in_bytes: isHead ? entry.sizeEstimate : raw.length, is_partial: false },
      };
    }
  } finally {
    giveBack();
  }
}

function parseSource(body: unknown): Buffer<ArrayBuffer> | null {
  const whole = rawSchema.safeParse(body).data;
  if (whole !== undefined) return Buffer.from(whole.raw, 'base64url');
  const head = headSchema.safeParse(body).data;
  if (head === undefined) return null;
  const lines = head.payload.headers.map(({ name, value }) => `${name}: ${value.replace(/\r?\n/g, ' ')}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}
