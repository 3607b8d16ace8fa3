import { randomBytes } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { locationKeys, tagKey } from '@overture/domain/lead-finder';
import type { Lead, LoadAccount, QueryOptions } from '../lead-database.port.ts';
import { insertRows, readRows, runStatement } from './clickhouse-query.api.ts';
import { EXCLUSIVE_MARK } from './engine-wire.ts';
import { type IncomingRow, PACKED_PLACES, toIncomingRow } from './lead-row.transform.ts';

/** A person of the batch and who they are in the database; `lead_id` is given to new ones too. */
type Placed = { lead: Lead; lead_id: number; is_update: boolean };

export const LEAD_HASH = (text: string): string => `toUInt32(cityHash64(${text}))`;

/** Never a lead's id: its highest bit is set. */
export const COMPANY_ID = (text: string): string =>
  `if(${text} = '', toUInt64(0), bitOr(cityHash64(${text}), toUInt64(9223372036854775808)))`;

const INCOMING_COLUMNS = `lead_id UInt32, is_update UInt8, row_number UInt32, linkedin_key String, email String,
  company_key String, industry String, sub_industry String, company_size_band UInt8, company_revenue_band UInt8,
  location String, seniority String, department String, title_words String, all_words String, profile String, facts String`;

const SELECT_LEADS = `SELECT lead_id, ${COMPANY_ID('company_key')}, industry, sub_industry, company_size_band,
  company_revenue_band, location, seniority, department, title_words, all_words,
  if(linkedin_key = '', 0, ${LEAD_HASH('linkedin_key')}), if(email = '', 0, ${LEAD_HASH('email')})`;

/**
 * Adds or updates one batch. What is shown comes first; then the finder's rows are exchanged in one piece, during which no search runs
 * on the embedded engine. Cut off before that, nothing is found that was not; cut off within it, the batch loaded again completes it.
 */
export async function loadLeads(
  client: ClickHouseClient,
  batch: readonly Lead[],
  isEmbedded: boolean,
  options: QueryOptions,
): Promise<LoadAccount> {
  const people = mergeWithin(batch);
  if (people.length === 0) return { added: 0, updated: 0, superseded: 0 };
  const placed = await placePeople(client, people, options);
  const updated = placed.filter(({ is_update }) => is_update).length;
  const table = await createIncoming(client, options);
  try {
    const rows = placed.map(({ lead, lead_id, is_update }, at) => {
      return { lead_id, is_update: is_update ? 1 : 0, ...toIncomingRow(lead, at) };
    });
    await insertRows(client, table, rows, options);
    await rememberNames(client, rows, options);
    await storeProfiles(client, table, options);
    await exchangeLeads(client, table, updated > 0, isEmbedded, options);
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
  await client.command({ query: `DROP TABLE IF EXISTS ${table}` }).catch(() => undefined);
}

/** Adds people of an incoming table who are all new. */
export async function addIncoming(client: ClickHouseClient, table: string, options: QueryOptions): Promise<void> {
  await storeProfiles(client, table, options);
  await exchangeLeads(client, table, false, true, options);
}

/** Tables that a killed load left behind. */
export async function dropIncoming(client: ClickHouseClient): Promise<void> {
  const tables = await readRows<{ name: string }>(client, {
    sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, 'leads_incoming_')`,
  });
  for (const { name } of tables) {
    await client.command({ query: 'DROP TABLE IF EXISTS {name:Identifier}', query_params: { name } });
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
    const person = earlier ? keepAddresses(lead, earlier) : lead;
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

function keepAddresses(lead: Lead, earlier: Pick<Lead, 'linkedin_key' | 'linkedin_profile_url' | 'email'>): Lead {
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
  const [highest] = await readRows<{ id: number }>(
    client,
    { sql: 'SELECT max(lead_id) AS id FROM lead_people' },
    options,
  );
  let next = highest?.id ?? 0;
  const taken = new Set<number>();
  return people.map((lead) => {
    const found = findPerson(lead, byKey, byEmail, (row) => row.linkedin_key || null);
    // Two rows of one batch may point at one person (one by LinkedIn, one by email): the second is a person of their own.
    if (found === undefined || taken.has(found.lead_id)) return { lead, lead_id: ++next, is_update: false };
    taken.add(found.lead_id);
    const addresses = {
      linkedin_key: found.linkedin_key || null,
      linkedin_profile_url: null,
      email: found.email || null,
    };
    return { lead: keepAddresses(lead, addresses), lead_id: found.lead_id, is_update: true };
  });
}

/** Short hashes find the candidates without an index; the addresses themselves decide. */
async function findKnown(client: ClickHouseClient, people: readonly Lead[], options: QueryOptions) {
  const keys = people.flatMap(({ linkedin_key }) => linkedin_key ?? []);
  const emails = people.flatMap(({ email }) => email ?? []);
  return readRows<KnownPerson>(
    client,
    {
      sql: `SELECT lead_id, JSONExtractString(profile, ${PACKED_PLACES.linkedin_key}) AS linkedin_key,
          JSONExtractString(profile, ${PACKED_PLACES.email}) AS email FROM lead_people WHERE lead_id IN (
          SELECT lead_id FROM leads
          WHERE linkedin_hash IN (SELECT ${LEAD_HASH('text')} FROM (SELECT arrayJoin({keys:Array(String)}) AS text))
            OR email_hash IN (SELECT ${LEAD_HASH('text')} FROM (SELECT arrayJoin({emails:Array(String)}) AS text))
        ) ORDER BY lead_id, version DESC LIMIT 1 BY lead_id`,
      params: { keys, emails },
    },
    { ...options, timeout_in_ms: options.timeout_in_ms ?? 60_000 },
  );
}

let lastVersion = 0;

/** Of two profiles of a person the higher version holds: milliseconds, never the same twice. */
function nextVersion(): number {
  lastVersion = Math.max(Date.now(), lastVersion + 1);
  return lastVersion;
}

async function storeProfiles(client: ClickHouseClient, table: string, options: QueryOptions): Promise<void> {
  const version = nextVersion();
  const statements = [
    `INSERT INTO lead_companies SELECT DISTINCT cityHash64(facts) AS id, facts FROM ${table}
      WHERE id NOT IN (SELECT facts_id FROM lead_companies)`,
    `INSERT INTO lead_people (lead_id, version, facts_id, profile)
      SELECT lead_id, {version:UInt64}, cityHash64(facts), profile FROM ${table}`,
  ];
  for (const sql of statements) await runStatement(client, { sql, params: { version } }, options);
}

async function exchangeLeads(
  client: ClickHouseClient,
  table: string,
  hasUpdates: boolean,
  isEmbedded: boolean,
  options: QueryOptions,
): Promise<void> {
  const remove = `DELETE FROM leads WHERE lead_id IN (SELECT lead_id FROM ${table} WHERE is_update)`;
  const add = `INSERT INTO leads ${SELECT_LEADS} FROM ${table}`;
  if (!hasUpdates) await runStatement(client, { sql: add }, options);
  else if (isEmbedded) await runStatement(client, { sql: `${EXCLUSIVE_MARK} ${remove}; ${add}` }, options);
  else for (const sql of [remove, add]) await runStatement(client, { sql }, options);
}

/** Names of places and industries with their folded keys, by which filters find them. */
async function rememberNames(client: ClickHouseClient, rows: readonly IncomingRow[], options: QueryOptions) {
  const places = [...new Set(rows.map(({ location }) => location))].filter((name) => name !== '');
  await insertRows(client, 'lead_places', places.map(placeRow), options);
  const industries = new Map(rows.map((row) => [`${row.industry}|${row.sub_industry}`, row]));
  const named = [...industries.values()].filter(({ industry }) => industry !== '');
  await insertRows(
    client,
    'lead_industries',
    named.map(({ industry, sub_industry }) => industryRow(industry, sub_industry)),
    options,
  );
}

export const placeRow = (name: string) => ({ name, keys: locationKeys(name) });

export const industryRow = (industry: string, sub_industry: string) => ({
  industry,
  sub_industry,
  industry_key: tagKey(industry),
  sub_industry_key: tagKey(sub_industry),
});
