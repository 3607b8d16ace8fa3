import { appendFileSync, existsSync, readFileSync } from 'node:fs';

export const ACTIONS = ['invite', 'withdraw', 'message', 'inmail', 'reply', 'visit', 'like'] as const;
export type Action = (typeof ACTIONS)[number];

export type LedgerEntry = {
  /** On the installation's clock. */
  performed_at: string;
  account_id: string;
  action: Action;
  public_identifier: string;
  /** Of the invitation, message or post. */
  id: string | null;
  text: string | null;
  subject: string | null;
  attachments: { filename: string; size_in_bytes: number }[];
  /** Set when the client was never told that it was done. */
  fault: string | null;
};

type LedgerCount = Pick<LedgerEntry, 'account_id' | 'action' | 'public_identifier' | 'text'> & { count: number };

/**
 * What was really done in the network, independent of the responses. With a file: one line for each, written before the
 * response.
 */
export type LinkedinLedger = {
  record(entry: LedgerEntry): void;
  /** Oldest first. */
  entries(): readonly LedgerEntry[];
  /** How often each seat did the same to the same person, with the same words. */
  counts(): LedgerCount[];
  clear(): void;
};

export function createLinkedinLedger(file: string | null): LinkedinLedger {
  const entries = file !== null && existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(parseLine) : [];
  return {
    record(entry) {
      if (file !== null) appendFileSync(file, `\n${JSON.stringify(entry)}`);
      entries.push(entry);
    },
    entries: () => entries,
    counts() {
      const counts = new Map<string, LedgerCount>();
      for (const { account_id, action, public_identifier, text } of entries) {
        const key = JSON.stringify([account_id, action, public_identifier, text]);
        const seen = counts.get(key);
        if (seen) seen.count += 1;
        else counts.set(key, { account_id, action, public_identifier, text, count: 1 });
      }
      return [...counts.values()];
    },
    clear() {
      entries.length = 0;
    },
  };
}

/** None for a line that a kill cut off. */
function parseLine(line: string): LedgerEntry[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as LedgerEntry];
  } catch {
    return [];
  }
}
