import { closeSync, fdatasync, openSync, write } from 'node:fs';
import { promisify } from 'node:util';

type LedgerEntry = {
  accepted_at: string;
  /** Which mail it is for its sender (`parseMailRef`): one that left twice under two ids of a provider is one that left twice. */
  message_id: string | null;
  from: string;
  recipients: string[];
  size_in_bytes: number;
  /** Set when the client was never told that its mail was taken. */
  fault: string | null;
};

type LedgerCount = { message_id: string | null; recipient: string; count: number };

/** What the SMTP server accepted, independent of its responses. With a file: durable before `record` resolves. */
export type Ledger = {
  record(entry: LedgerEntry): Promise<void>;
  /** Counts an acceptance of an earlier life without writing it again. */
  remember(message_id: string | null, recipients: string[]): void;
  counts(): LedgerCount[];
  total(): number;
  clear(): void;
  close(): Promise<void>;
};

const writeAsync = promisify(write);
const syncAsync = promisify(fdatasync);

export function createLedger(file: string | null): Ledger {
  const descriptor = file === null ? null : openSync(file, 'a');
  const counts = new Map<string, LedgerCount>();
  let total = 0;
  let pending = '';
  let next: Promise<void> | null = null;
  let current: Promise<void> = Promise.resolve();

  /** One write and one sync for all mails that arrive while the previous sync runs. */
  function flush(): Promise<void> {
    if (descriptor === null) return Promise.resolve();
    next ??= current = current.then(async () => {
      const lines = pending;
      pending = '';
      next = null;
      await writeAsync(descriptor, lines);
      await syncAsync(descriptor);
    });
    return next;
  }

  function remember(message_id: string | null, recipients: string[]): void {
    total += 1;
    for (const recipient of recipients) {
      const key = `${message_id}\n${recipient}`;
      const seen = counts.get(key);
      if (seen === undefined) counts.set(key, { message_id, recipient, count: 1 });
      else seen.count += 1;
    }
  }

  return {
    remember,
    record(entry) {
      remember(entry.message_id, entry.recipients);
      if (descriptor !== null) pending += `${JSON.stringify(entry)}\n`;
      return flush();
    },
    counts: () => [...counts.values()],
    total: () => total,
    clear() {
      counts.clear();
      total = 0;
    },
    async close() {
      await current;
      if (descriptor !== null) closeSync(descriptor);
    },
  };
}
