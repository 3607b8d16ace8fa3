import { appendFileSync, existsSync, readFileSync, statSync, truncateSync } from 'node:fs';
import type { ImapFolder } from './imap-server.ts';

/** What a restart must not forget. `raw` is base64. */
export type JournalEntry =
  | {
      kind: 'account';
      email: string;
      password: string;
      keeps_sent_copies: boolean;
      replaces_message_ids?: boolean;
      hides_headers?: boolean;
    }
  | { kind: 'mail'; received_at: string; from: string; recipients: string[]; is_system: boolean; raw: string }
  /** `reaction` identifies the prospect's reply, which prevents a second one. */
  | { kind: 'filed'; email: string; folder: ImapFolder; filed_at: string; raw: string; reaction: string | null };

export type Journal = {
  /** Everything written so far, oldest first. */
  read(): JournalEntry[];
  write(entry: JournalEntry): void;
  clear(): void;
};

/** The stand-in's history is a convenience: above this size it restarts empty instead of starting slowly. */
const LARGEST_FILE_IN_BYTES = 100_000_000;

/** Without a file nothing outlives the program. A line that a kill cut off is passed over. */
export function createJournal(file: string | null): Journal {
  if (file === null) return { read: () => [], write: () => {}, clear: () => {} };
  if (existsSync(file) && statSync(file).size > LARGEST_FILE_IN_BYTES) truncateSync(file);
  return {
    read: () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(parseLine) : []),
    // The leading line break keeps a line that was cut off from taking the next one with it.
    write: (entry) => appendFileSync(file, `\n${JSON.stringify(entry)}`),
    clear: () => {
      if (existsSync(file)) truncateSync(file);
    },
  };
}

function parseLine(line: string): JournalEntry[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as JournalEntry];
  } catch {
    return [];
  }
}
