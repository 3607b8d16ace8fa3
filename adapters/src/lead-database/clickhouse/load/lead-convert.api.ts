import type { ClickHouseClient } from '@clickhouse/client';
import { readRows, runStatement } from '../clickhouse-query.api.ts';
import { ensureTables, SEGMENT_BITS } from '../schema/lead-schema.api.ts';
import { EVERYBODY, termOf } from '../schema/lead-terms.transform.ts';
import { collectTerms } from './lead-load.api.ts';

/**
 * A database made before there was an index of terms held what filters ask for in columns of a table `leads`. Its people are taken over
 * under their ids; the old tables go last, so that one which was cut off begins again.
 * @param onProgress hears the share that is done, 0 to 100
 */
export async function convertColumns(
  client: ClickHouseClient,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<void> {
  if (!(await hasColumns(client))) return;
  for (const table of ['lead_terms', 'lead_keys']) {
    await runStatement(client, { sql: `DROP TABLE IF EXISTS ${table} SYNC` }, { signal });
  }
  await ensureTables(client);
  const [highest] = await readRows<{ id: number }>(client, { sql: 'SELECT max(lead_id) AS id FROM leads' }, { signal });
  const segments = ((highest?.id ?? 0) >>> SEGMENT_BITS) + 1;
  const options = { signal, timeout_in_ms: 3_600_000 };
  for (let segment = 0; segment < segments; segment += 1) {
    await runStatement(client, { sql: `INSERT INTO lead_terms ${collectTerms(termsSql(segment))}` }, options);
    onProgress(Math.floor((90 * (segment + 1)) / segments));
  }
  const statements = [
    'INSERT INTO lead_keys SELECT lead_id, company_id, linkedin_hash, email_hash, 0 FROM leads',
    // Of two profiles of a person the one with the higher version holds: only it is left.
    'OPTIMIZE TABLE lead_people FINAL',
    'DROP TABLE leads SYNC',
    'DROP TABLE IF EXISTS lead_places SYNC',
    'DROP TABLE IF EXISTS lead_industries SYNC',
  ];
  for (const sql of statements) await runStatement(client, { sql }, options);
}

async function hasColumns(client: ClickHouseClient): Promise<boolean> {
  const sql = `SELECT count() AS found FROM system.columns
    WHERE database = currentDatabase() AND table = 'leads' AND name = 'title_words'`;
  const [row] = await readRows<{ found: string }>(client, { sql });
  return Number(row?.found) > 0;
}

/** Terms and ids of one segment, as `readTerms` would make them. */
function termsSql(segment: number): string {
  const chosen = (column: string, prefix: string): string => `if(${column} = '', [], [concat('${prefix}', ${column})])`;
  const band = (column: string, prefix: string): string =>
    `if(${column} = 0, [], [concat('${prefix}', toString(${column}))])`;
  const words = (text: string): string => `arrayFilter(word -> word != '', splitByChar(' ', ${text}))`;
  const marked = (prefix: string, list: string): string => `arrayMap(value -> concat('${prefix}', value), ${list})`;
  const terms = [
    `['${EVERYBODY}']`,
    chosen('seniority', termOf.seniority('')),
    chosen('department', termOf.department('')),
    band('company_size_band', 'z:'),
    band('company_revenue_band', 'r:'),
    marked(termOf.place(''), 'p.keys'),
    marked('i:', `if(leads.industry = '', [], [n.industry_key, concat(n.industry_key, '|', n.sub_industry_key)])`),
    marked(termOf.title_word(''), words('title_words')),
    marked(termOf.other_word(''), `arrayExcept(${words('all_words')}, ${words('title_words')})`),
  ];
  return `SELECT lead_id, arrayJoin(arrayConcat(${terms.join(', ')})) AS term FROM leads
    ANY LEFT JOIN lead_places AS p ON p.name = toString(leads.location)
    ANY LEFT JOIN lead_industries AS n ON n.industry = toString(leads.industry) AND n.sub_industry = toString(leads.sub_industry)
    WHERE bitShiftRight(lead_id, ${SEGMENT_BITS}) = ${segment}`;
}
