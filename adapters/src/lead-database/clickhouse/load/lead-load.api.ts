import { randomBytes } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Lead, LoadAccount, QueryOptions } from '../../lead-database.port.ts';
import { insertRows, queryRows, runStatement } from '../clickhouse-query.api.ts';
import { aliveSql } from '../find/lead-read.api.ts';
import { PACKED_PLACES, toIncomingRow } from '../schema/lead-row.transform.ts';
import { SEGMENT_BITS } from '../schema/lead-schema.api.ts';
import { EVERYBODY, REACHABLE, REPLACED } from '../schema/lead-terms.transform.ts';

/** A person of the batch under their new id; `replaces` is the id they had, 0 for a new one. */
type Placed = { lead: Lead; lead_id: number; replaces: number };

const LEAD_HASH = (text: string): string => `toUInt32(cityHash64(${text}))`;

/** Never a lead's id: its highest bit is set. */
const COMPANY_ID = (text: string): string =>
  `if(${text} = '', toUInt64(0), bitOr(cityHash64(${text}), toUInt64(9223372036854775808)))`;

const INCOMING_COLUMNS = `lead_id UInt32, replaces UInt32, linkedin_key String, email String, company_key String,
  terms Array(String), profile String, facts String`;

/**
 * Adds or updates one batch. An updated person gets a new row under a new id, and the old one is marked as replaced. What is shown comes
 * first; the terms come last and in one piece, with the mark of the replaced: only by them a person is found, so every total is of
 * before or after. Cut off anywhere, nothing is found that was not, and the batch loaded again completes it.
 */
export async function loadLeads(
  client: ClickHouseClient,
  batch: readonly Lead[],
  options: QueryOptions,
): Promise<LoadAccount> {
  const people = mergeWithin(batch);
  if (people.length === 0) return { added: 0, updated: 0, superseded: 0 };
  const placed = await placePeople(client, people, options);
  const updated = placed.filter(({ replaces }) => replaces > 0).length;
  const table = await createIncoming(client, options);
  try {
    const rows = placed.map(({ lead, lead_id, replaces }) => ({ lead_id, replaces, ...toIncomingRow(lead) }));
    await insertRows(client, table, rows, options);
    if (updated > 0) await dropUnchanged(client, table, options);
    await addIncoming(client, table, options);
  } finally {
    await dropTable(client, table);
  }
  return { added: placed.length - updated, updated, superseded: batch.length - people.length };
}

/** A table of its own for a batch. Its name is made here: no text of a person. */
export async function createIncoming(client: ClickHouseClient, options: QueryOptions): Promise<string> {
  const table = `leads_incoming_${randomBytes(6).toString('hex')}`;
  await runStatement(client, { sql: `CREATE TABLE ${table} (${INCOMING_COLUMNS}) ENGINE = Memory` }, options);
  return table;
}

export async function dropTable(client: ClickHouseClient, table: string): Promise<void> {
  await runStatement(client, { sql: `DROP TABLE IF EXISTS ${table}` }).catch(() => undefined);
}

/** A person of whom nothing is new keeps their row: a file loaded every week must not fill the database with copies. */
async function dropUnchanged(client: ClickHouseClient, table: string, options: QueryOptions): Promise<void> {
  const sql = `ALTER TABLE ${table} DELETE WHERE lead_id IN (
    SELECT incoming.lead_id FROM ${table} AS incoming INNER JOIN (
      SELECT lead_id, facts_id, profile FROM lead_people WHERE lead_id IN (SELECT replaces FROM ${table})
    ) AS known ON known.lead_id = incoming.replaces
    WHERE known.profile = incoming.profile AND known.facts_id = cityHash64(incoming.facts)) SETTINGS mutations_sync = 1`;
  await runStatement(client, { sql }, options);
}

export async function addIncoming(client: ClickHouseClient, table: string, options: QueryOptions): Promise<void> {
  const statements = [
    `INSERT INTO lead_companies SELECT DISTINCT cityHash64(facts) AS id, facts FROM ${table}
      WHERE id NOT IN (SELECT facts_id FROM lead_companies)`,
    `INSERT INTO lead_people (lead_id, facts_id, profile) SELECT lead_id, cityHash64(facts), profile FROM ${table}`,
    `INSERT INTO lead_keys SELECT lead_id, ${COMPANY_ID('company_key')}, if(linkedin_key = '', 0, ${LEAD_HASH('linkedin_key')}),
      if(email = '', 0, ${LEAD_HASH('email')}), replaces FROM ${table}`,
    `INSERT INTO lead_terms ${collectTerms(`SELECT arrayJoin(arrayConcat(terms, ['${EVERYBODY}', '${REACHABLE}'])) AS term, lead_id FROM ${table}
      UNION ALL SELECT '${REPLACED}', replaces FROM ${table} WHERE replaces > 0`)}`,
  ];
  for (const sql of statements) await runStatement(client, { sql }, options);
}

/** One block: the engine adds all of it or nothing, and no search sees a part of it. */
const ONE_BLOCK = `max_insert_threads = 1, max_block_size = 100000000, min_insert_block_size_rows = 100000000,
  min_insert_block_size_bytes = 16000000000, group_by_two_level_threshold = 0, group_by_two_level_threshold_bytes = 0`;

/** Rows of the index from a statement of terms and ids. */
export function collectTerms(sql: string): string {
  return `SELECT term, toUInt16(bitShiftRight(lead_id, ${SEGMENT_BITS})) AS segment, groupBitmapState(lead_id) FROM (${sql})
    GROUP BY term, segment SETTINGS ${ONE_BLOCK}`;
}

/** Tables that a killed load left behind. @param olderThanInHours others may be at work: on a server that several programs share */
export async function dropIncoming(client: ClickHouseClient, olderThanInHours = 0): Promise<void> {
  const tables = await queryRows<{ name: string }>(client, {
    sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, 'leads_incoming_')
      AND metadata_modification_time <= now() - toIntervalHour({hours:UInt32})`,
    params: { hours: olderThanInHours },
  });
  for (const { name } of tables) {
    await runStatement(client, { sql: 'DROP TABLE IF EXISTS {name:Identifier}', params: { name } });
  }
}

/** One row for each person of the batch: the last facts hold; an address that only an earlier row names is kept. */
function mergeWithin(batch: readonly Lead[]): Lead[] {
  const people: (Lead | null)[] = [];
  const byKey = new Map<string, number>();
  const byEmail = new Map<string, number>();
  for (const lead of batch) {
    const known = findPerson(lead, byKey, byEmail, (at) => people[at]?.linkedin_key ?? null);
    const earlier = known === undefined ? null : people[known];
    const person = earlier ? withKnownAddresses(lead, earlier) : lead;
    if (known !== undefined) people[known] = null;
    const place = people.push(person) - 1;
    if (person.linkedin_key !== null) byKey.set(person.linkedin_key, place);
    if (person.email !== null) byEmail.set(person.email, place);
  }
  return people.filter((person) => person !== null);
}

/** The same LinkedIn key; else, where either side has none, the same email. */
function findPerson<Place>(
  lead: Lead,
  byKey: ReadonlyMap<string, Place>,
  byEmail: ReadonlyMap<string, Place>,
  keyOf: (place: Place) => string | null,
): Place | undefined {
  const same = lead.linkedin_key === null ? undefined : byKey.get(lead.linkedin_key);
  if (same !== undefined || lead.email === null) return same;
  const other = byEmail.get(lead.email);
  if (other === undefined) return undefined;
  return lead.linkedin_key === null || keyOf(other) === null ? other : undefined;
}

function withKnownAddresses(lead: Lead, earlier: Pick<Lead, 'linkedin_key' | 'linkedin_profile_url' | 'email'>): Lead {
  const isSame = lead.linkedin_key !== null;
  return {
    ...lead,
    linkedin_key: lead.linkedin_key ?? earlier.linkedin_key,
    linkedin_profile_url: isSame ? lead.linkedin_profile_url : earlier.linkedin_profile_url,
    email: lead.email ?? earlier.email,
  };
}

type KnownPerson = { lead_id: number; linkedin_key: string; email: string };

async function placePeople(
  client: ClickHouseClient,
  people: readonly Lead[],
  options: QueryOptions,
): Promise<Placed[]> {
  const known = await findKnown(client, people, options);
  const byKey = new Map(known.filter((row) => row.linkedin_key !== '').map((row) => [row.linkedin_key, row]));
  const byEmail = new Map(known.filter((row) => row.email !== '').map((row) => [row.email, row]));
  const [highest] = await queryRows<{ id: number }>(
    client,
    { sql: 'SELECT max(lead_id) AS id FROM lead_people' },
    options,
  );
  let next = highest?.id ?? 0;
  const taken = new Set<number>();
  return people.map((lead) => {
    const found = findPerson(lead, byKey, byEmail, (row) => row.linkedin_key || null);
    // Two rows of one batch may point at one person (one by LinkedIn, one by email): the second is a person of their own.
    if (found === undefined || taken.has(found.lead_id)) return { lead, lead_id: ++next, replaces: 0 };
    taken.add(found.lead_id);
    const addresses = {
      linkedin_key: found.linkedin_key || null,
      linkedin_profile_url: null,
      email: found.email || null,
    };
    return { lead: withKnownAddresses(lead, addresses), lead_id: ++next, replaces: found.lead_id };
  });
}

/** Short hashes find the candidates without an index; the addresses themselves decide. */
async function findKnown(client: ClickHouseClient, people: readonly Lead[], options: QueryOptions) {
  const keys = people.flatMap(({ linkedin_key }) => linkedin_key ?? []);
  const emails = people.flatMap(({ email }) => email ?? []);
  return queryRows<KnownPerson>(
    client,
    {
      sql: `SELECT lead_id, JSONExtractString(profile, ${PACKED_PLACES.linkedin_key}) AS linkedin_key,
          JSONExtractString(profile, ${PACKED_PLACES.email}) AS email FROM lead_people WHERE lead_id IN (
          SELECT lead_id FROM lead_keys
          WHERE (linkedin_hash IN (SELECT ${LEAD_HASH('text')} FROM (SELECT arrayJoin({keys:Array(String)}) AS text))
            OR email_hash IN (SELECT ${LEAD_HASH('text')} FROM (SELECT arrayJoin({emails:Array(String)}) AS text)))
            AND bitmapContains((${aliveSql}), lead_id)
        ) ORDER BY lead_id`,
      params: { keys, emails },
    },
    { ...options, timeout_in_ms: options.timeout_in_ms ?? 60_000 },
  );
}
