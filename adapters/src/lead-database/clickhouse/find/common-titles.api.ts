import type { ClickHouseClient } from '@clickhouse/client';
import type { QueryOptions } from '../../lead-database.port.ts';
import { queryRows } from '../clickhouse-query.api.ts';
import { getPosition } from './new-leads.api.ts';

/** People are read in a few stretches of ids from all over the table: counting the titles of 220M takes minutes. */
const STRETCHES = 16;
const PEOPLE_OF_A_STRETCH = 8_192;
/** The fourth field of a packed profile (`lead-row.transform`), counted from 1. */
const JOB_TITLE = 4;

/** The most frequent job titles of a sample. @throws ProviderError */
export async function listCommonTitles(
  client: ClickHouseClient,
  limit: number,
  options: QueryOptions = {},
): Promise<string[]> {
  const people = Number(await getPosition(client, options));
  const rows = await queryRows<{ title: string }>(
    client,
    {
      sql: `SELECT any(name) AS title FROM (
          SELECT JSONExtractString(profile, ${JOB_TITLE}) AS name FROM lead_people WHERE ${stretches(people)}
        ) WHERE name != '' GROUP BY lowerUTF8(name) AS folded ORDER BY count() DESC, folded LIMIT {limit:UInt32}`,
      params: { limit },
    },
    options,
  );
  return rows.map(({ title }) => title);
}

function stretches(people: number): string {
  if (people <= STRETCHES * PEOPLE_OF_A_STRETCH) return 'true';
  const step = Math.floor(people / STRETCHES);
  return Array.from({ length: STRETCHES }, (_, index) => index * step)
    .map((from) => `lead_id BETWEEN ${from} AND ${from + PEOPLE_OF_A_STRETCH - 1}`)
    .join(' OR ');
}
