import type { ClickHouseClient } from '@clickhouse/client';
import { emptyLeadFinderFilters, hasFinderFilter, type LeadFinderFilters } from '@overture/domain/finder/lead-finder';
import { queryRows, runStatement } from '../clickhouse-query.api.ts';
import { PACKED_PLACES } from '../schema/lead-row.transform.ts';
import { SEGMENT_BITS } from '../schema/lead-schema.api.ts';
import { termOf } from '../schema/lead-terms.transform.ts';
import { collectTerms } from './lead-load.api.ts';

/** Of a few hundred million people. */
const LONGEST_INDEXING_IN_MS = 12 * 3_600_000;

/** A term of the index once all people have those of `usesReachTerms`. It is no person's. */
const INDEXED = '!company and contact';

/** True for filters by company domain or contact data: databases of earlier releases lack their terms. */
export function usesReachTerms({ company_domain, contact }: LeadFinderFilters): boolean {
  return hasFinderFilter({ ...emptyLeadFinderFilters(), company_domain, contact });
}

export async function hasReachTerms(client: ClickHouseClient): Promise<boolean> {
  const sql = 'SELECT count() AS marks FROM lead_terms WHERE term = {term:String}';
  const [found] = await queryRows<{ marks: string }>(client, { sql, params: { term: INDEXED } });
  return Number(found?.marks) > 0;
}

export async function markReachTerms(client: ClickHouseClient): Promise<void> {
  const sql = 'INSERT INTO lead_terms SELECT {term:String}, toUInt16(0), groupBitmapState(toUInt32(0))';
  await runStatement(client, { sql, params: { term: INDEXED } });
}

/**
 * Adds the terms to people who were loaded by an earlier release, a segment at a time, while the database is in use. Terms merge: an
 * interrupted run starts again and changes nothing twice. No load may run at the same time.
 */
export async function addReachTerms(client: ClickHouseClient, signal: AbortSignal): Promise<void> {
  if (await hasReachTerms(client)) return;
  const options = { signal, timeout_in_ms: LONGEST_INDEXING_IN_MS };
  const [highest] = await queryRows<{ id: number }>(client, { sql: 'SELECT max(lead_id) AS id FROM lead_people' });
  const segments = ((highest?.id ?? 0) >>> SEGMENT_BITS) + 1;
  for (let segment = 0; segment < segments; segment += 1) {
    const params = { from: segment * 2 ** SEGMENT_BITS, to: (segment + 1) * 2 ** SEGMENT_BITS - 1 };
    await runStatement(client, { sql: `INSERT INTO lead_terms ${collectTerms(TERMS_OF_RANGE)}`, params }, options);
  }
  await markReachTerms(client);
}

const PEOPLE_OF_RANGE = 'FROM lead_people WHERE lead_id BETWEEN {from:UInt32} AND {to:UInt32}';
const profile = (place: keyof typeof PACKED_PLACES): string => `JSONExtractString(profile, ${PACKED_PLACES[place]})`;

const TERMS_OF_RANGE = `SELECT arrayJoin(arrayFilter(term -> term != '', [
    if(domain = '', '', concat('${termOf.company_domain('')}', domain)),
    if(${profile('email')} = '', '', '${termOf.contact('email')}'),
    if(${profile('phone_number')} = '', '', '${termOf.contact('phone')}')])) AS term, lead_id
  FROM (SELECT lead_id, facts_id, profile ${PEOPLE_OF_RANGE}) AS people
  ANY LEFT JOIN (SELECT facts_id, JSONExtractString(facts, 2) AS domain FROM lead_companies
    WHERE facts_id IN (SELECT facts_id ${PEOPLE_OF_RANGE})) AS companies USING (facts_id)`;
