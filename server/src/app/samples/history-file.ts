import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

/** One value for each row. */
export interface HistoryColumn {
  name: string;
  /** Milliseconds from the midnight after the last working day of the history. */
  is_instant?: boolean;
  /** The values are numbers of rows of this table, from 1 in the order of the file; 0 stays 0. */
  names?: string;
  values: unknown[];
}

export interface HistoryTable {
  name: string;
  /** Column whose value the database gives. */
  key?: string;
  columns: HistoryColumn[];
}

/** The input of the LinkedIn stand-in: its own format, except for the times. */
export interface LinkedinHistory {
  seats: Record<string, unknown>[];
  invitations: Record<string, unknown>[];
  messages: Record<string, unknown>[];
  strangers: string[];
}

export interface SampleHistory {
  tables: HistoryTable[];
  linkedin: LinkedinHistory;
}

/** In the order in which they are filled. Sums and counts are not among them: the triggers make them from the facts. */
export const HISTORY_TABLES = [
  'organizations',
  'users',
  'accounts',
  'mailbox_syncs',
  'labels',
  'chat_labels',
  'searches',
  'prospects',
  'prospect_versions',
  'search_prospects',
  'prospect_labels',
  'linkedin_members',
  'linkedin_relations',
  'linkedin_looks',
  'suppressions',
  'campaigns',
  'campaign_labels',
  'campaign_nodes',
  'campaign_lanes',
  'campaign_leads',
  'outbound_intents',
  'campaign_gone_invites',
  'campaign_events',
  'campaign_step_runs',
  'chats',
  'chat_messages',
  'chat_accounts',
  'chat_notes',
  'chat_words',
] as const;

const file = join(dirname(fileURLToPath(import.meta.url)), 'history.json.br');

/** Made by `tools/sample-history.ts`. */
export async function readHistory(): Promise<SampleHistory> {
  return JSON.parse((await promisify(brotliDecompress)(await readFile(file))).toString('utf8')) as SampleHistory;
}
