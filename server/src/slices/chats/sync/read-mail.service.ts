import { HEAD_IN_BYTES, parseSourceHead } from '@overture/adapters/mailbox/mail-source.port';
import type { SyncedMail } from '@overture/adapters/mailbox/mailbox.port';
import type { BaseContext } from '../../../kernel/context.ts';
import { defineWork, runInThread, WorkStoppedError } from '../../../kernel/thread-pool.ts';
import { type MailboxLease, READING_LIMITS } from '../../mailbox-leases/index.ts';
import { interpretMail, type ReadingOrder, type ReadMail } from './mail-reading.service.ts';

/** A mailbox whose mails are received: its address, and the lease without which nothing is committed. */
export interface ReadMailbox {
  lease: MailboxLease;
  email: string;
}

/** A mail of a mailbox, as it was read. */
export type ReceivedMail = Pick<SyncedMail, 'folder' | 'place' | 'received_at'> & ReadMail;

const HOUR_IN_MS = 3_600_000;

/**
 * When a mail came, by the server that received it: its own Date header may say anything. Never later than now. Where
 * the installation's clock was moved, a mail that came just now came just now on that clock as well.
 * @param now by the database: a reply that is dated before the message it replies to stops nothing
 */
export function arrivalOf({ received_at, mail }: ReceivedMail, now: Date, offsetInMs: number): Date {
  const at = received_at ?? mail.date ?? now;
  const realNow = now.getTime() - offsetInMs;
  const isFresh = Math.abs(realNow - at.getTime()) < HOUR_IN_MS;
  const moved = isFresh ? at.getTime() + offsetInMs : at.getTime();
  // Servers store whole seconds. Take the end of that second: a reply must not precede the mail it replies to.
  const inSecond = at.getMilliseconds() === 0 ? moved + 999 : moved;
  return new Date(Math.min(inSecond, now.getTime()));
}

const reading = defineWork<ReadingOrder, ReadMail>({
  module: new URL('./mail-reading.service.ts', import.meta.url),
  // The largest allowed mail (25 MB) takes less than one second.
  timeout_in_ms: 5_000,
  // Each mailbox hands over one at a time.
  max_waiting: READING_LIMITS.mailboxes,
});
/** Smaller mails are parsed here: copying them to a thread costs more. */
const WORTH_HANDING_OVER_IN_BYTES = 1_000_000;

/** A downloaded mail. It is parsed once, however often storing it is tried. */
export interface OpenedMail {
  synced: SyncedMail;
  /** Parses in a thread. A mail that exceeds the time limit or crashes its thread returns with its headers only. @throws unavailable */
  readWhole(): Promise<ReceivedMail>;
  /** Parses the headers only, without a thread. */
  readHead(): ReceivedMail;
}

export function openMail(ctx: Pick<BaseContext, 'log'>, mailbox: ReadMailbox, synced: SyncedMail): OpenedMail {
  const { folder, place, received_at, source } = synced;
  // A copy: the bytes are transferred to the thread.
  const head = { ...source, raw: new Uint8Array(source.raw.subarray(0, HEAD_IN_BYTES)) };
  const order = { folder, received_at, own_address: mailbox.email };
  let read: ReceivedMail | null = null;

  const readHead = (): ReceivedMail => ({
    folder,
    place,
    received_at,
    ...interpretMail(parseSourceHead(head), order),
  });

  async function readOrHead(): Promise<ReceivedMail> {
    // An earlier try transferred the bytes to a thread: only the headers are left.
    if (source.raw.buffer.detached) return readHead();
    try {
      const found = await readInThread({ ...order, source }, mailbox.lease.organization_id);
      return { folder, place, received_at, ...found };
    } catch (error) {
      if (!(error instanceof WorkStoppedError)) throw error;
      const { because } = error;
      ctx.log.warn({ account: mailbox.lease.account_id, mail: place, because }, 'mail not parsed, stored headers only');
      return readHead();
    }
  }

  return {
    synced,
    async readWhole() {
      read ??= await readOrHead();
      return read;
    },
    readHead,
  };
}

async function readInThread(order: ReadingOrder, owner: number): Promise<ReadMail> {
  const { raw } = order.source;
  const isWhole = raw.byteOffset === 0 && raw.byteLength === raw.buffer.byteLength;
  const found = await runInThread(reading, order, {
    owner,
    size_in_bytes: raw.byteLength,
    transfer: isWhole && raw.byteLength >= WORTH_HANDING_OVER_IN_BYTES ? [raw.buffer] : [],
  });
  return withBuffers(found);
}

/** A thread returns plain bytes. */
function withBuffers(read: ReadMail): ReadMail {
  const { content, digest } = read;
  const files = content.files.map((file) => ({ ...file, content: asBuffer(file.content) }));
  return { ...read, digest: asBuffer(digest), content: { ...content, files } };
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
