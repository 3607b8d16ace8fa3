import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import {
  HISTORY_TABLES,
  type HistoryColumn,
  type HistoryTable,
  type LinkedinHistory,
  type SampleHistory,
} from '../../server/src/app/samples/history-file.ts';
import { chance } from './people.ts';
import type { World } from './world.ts';

/** What a new installation makes for itself: leases, cursors, ids of dispatches, what the engine works out again. */
const LEFT_OUT: Record<string, readonly string[]> = {
  accounts: ['sealed_connection', 'token_lease', 'token_leased_until', 'next_send_at', 'action_holds'],
  campaign_lanes: ['look_at', 'version', 'opens_at', 'closes_at', 'linkedin_holds', 'waiting_rule', 'waiting_until'],
  // The newest of the conversation: it comes later than the conversation itself.
  chats: ['last_message_id'],
  mailbox_syncs: ['cursor', 'lease_token', 'leased_until'],
  outbound_intents: ['lease_token', 'leased_until', 'dispatch_id', 'debited_day_ids', 'body_html', 'unsubscribe_url'],
};
/** Messages of the inbox are in the conversations; their intents are finished. */
const ROWS: Record<string, string> = { outbound_intents: "kind = 'campaign_step'" };

/** Ids of other rows that no foreign key declares. */
const UNDECLARED: Record<string, Record<string, string>> = {
  campaign_events: {
    campaign_id: 'campaigns',
    campaign_lead_id: 'campaign_leads',
    prospect_id: 'prospects',
    node_id: 'campaign_nodes',
    account_id: 'accounts',
  },
  campaign_leads: { next_node_id: 'campaign_nodes', source_search_id: 'searches' },
  outbound_intents: { ref_id: 'campaign_leads', ref_part: 'campaign_nodes' },
  search_prospects: { organization_id: 'organizations', search_id: 'searches' },
};
const UNDECLARED_EVERYWHERE: Record<string, string> = { organization_id: 'organizations' };

/** The clock stops three times a day; in life the same work is spread over the day. What a lead's day holds is moved alike. */
const SPREAD_IN_MS = 6.5 * 3_600_000;
const DAY = 86_400_000;

type Row = Record<string, unknown>;
interface Source {
  name: string;
  columns: { name: string; type: string }[];
  rows: Row[];
  /** Column with the row's own id, which other rows name. */
  key: string | undefined;
  references: Record<string, string>;
}

/** @param end midnight after the last working day, from which all instants are counted */
export async function exportHistory(
  world: World,
  end: Date,
): Promise<{ bytes: Buffer; counts: Record<string, number> }> {
  const sources: Source[] = [];
  for (const name of HISTORY_TABLES) sources.push(await readTable(world, name));
  const numbers = new Map(sources.map(({ name, key, rows }) => [name, numberRows(rows, key)]));
  const history: SampleHistory = {
    tables: sources.map((source) => relateTable(source, numbers, end)),
    linkedin: await readLinkedin(world, end),
  };
  const bytes = brotliCompressSync(JSON.stringify(history), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
  return { bytes, counts: Object.fromEntries(sources.map(({ name, rows }) => [name, rows.length])) };
}

async function readTable({ server: { owner } }: World, name: string): Promise<Source> {
  const columns = await owner.query<{ name: string; type: string; is_own_id: boolean }>(
    `select column_name as name, data_type as type, is_identity = 'YES' as is_own_id from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [name],
  );
  const references = await owner.query<{ name: string; target: string }>(
    `select a.attname as name, replace(c.confrelid::regclass::text, 'chats', 'prospects') as target from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[array_length(c.conkey, 1)]
      where c.contype = 'f' and c.conrelid = to_regclass($1)`,
    [name],
  );
  const key = columns.rows.find((column) => column.is_own_id)?.name;
  const { rows } = await owner.query<{ row: Row }>(
    `select to_jsonb(t) as row from ${name} t where organization_id = 1 and ${ROWS[name] ?? 'true'}
      order by ${key ?? columns.rows.map((column) => column.name).slice(0, 2)}`,
  );
  return {
    name,
    columns: columns.rows.filter((column) => !LEFT_OUT[name]?.includes(column.name)),
    rows: rows.map(({ row }) => row),
    key,
    references: {
      ...UNDECLARED_EVERYWHERE,
      ...Object.fromEntries(references.rows.map((reference) => [reference.name, reference.target])),
      ...UNDECLARED[name],
    },
  };
}

const numberRows = (rows: readonly Row[], key: string | undefined): Map<unknown, number> =>
  new Map(key === undefined ? [] : rows.map((row, index) => [row[key], index + 1]));

function relateTable(source: Source, numbers: Map<string, Map<unknown, number>>, end: Date): HistoryTable {
  const { name, rows, key, references } = source;
  const columns = source.columns
    .filter((column) => column.name !== key)
    .map((column): HistoryColumn => {
      const target = references[column.name];
      const values = rows.map((row) => {
        const value = row[column.name] ?? null;
        if (target !== undefined) return value === 0 ? 0 : (numbers.get(target)?.get(value) ?? null);
        if (!column.type.startsWith('timestamp') || typeof value !== 'string' || value.includes('infinity'))
          return value;
        const since_end = Date.parse(value) - end.getTime();
        return since_end + spreadOf(row, Math.floor(since_end / DAY));
      });
      if (target !== undefined) return { name: column.name, names: target, values };
      return { name: column.name, ...(column.type.startsWith('timestamp') ? { is_instant: true } : {}), values };
    })
    .filter(({ values }) => values.some((value) => value !== null));
  return { name, ...(key === undefined ? {} : { key }), columns };
}

const spreadOf = ({ prospect_id }: Row, day: number): number =>
  typeof prospect_id === 'number' ? Math.floor(chance('spread', prospect_id, day) * SPREAD_IN_MS) : 0;

/** What the stand-in for LinkedIn knows of seats, invitations and messages: written a moment after each change. */
async function readLinkedin({ server }: World, end: Date): Promise<LinkedinHistory> {
  await sleep(500);
  const file = join(server.directory, 'sandbox-linkedin.json');
  const { seats } = JSON.parse(await readFile(file, 'utf8'));
  const { invitations, messages, strangers } = JSON.parse(
    await readFile(`${file}.network`, 'utf8').catch(() => '{"invitations":[],"messages":[],"strangers":[]}'),
  );
  const relateAll = (entries: Record<string, unknown>[]) =>
    entries.map((entry) => ({
      ...entry,
      at: Number(entry.at) - end.getTime(),
      ...(entry.settled_at ? { settled_at: Number(entry.settled_at) - end.getTime() } : {}),
    }));
  return { seats, invitations: relateAll(invitations), messages: relateAll(messages), strangers };
}
