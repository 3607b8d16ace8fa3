import type { ClickHouseClient } from '@clickhouse/client';
import { emptyLeadFinderFilters, hasFinderFilter, type LeadFinderFilters } from '@overture/domain/finder/lead-finder';
import type { QueryOptions } from '../../lead-database.port.ts';
import { queryRows, runStatement } from '../clickhouse-query.api.ts';
import { aliveSql } from '../find/lead-read.api.ts';
import { PACKED_PLACES } from '../schema/lead-row.transform.ts';
import { SEGMENT_BITS } from '../schema/lead-schema.api.ts';
import { EVERYBODY, REACHABLE, REPLACED, termOf } from '../schema/lead-terms.transform.ts';
import { collectTerms } from './lead-load.api.ts';

/** Of a few hundred million people. */
const LONGEST_INDEXING_IN_MS = 12 * 3_600_000;

/** True for filters by company domain or contact data: databases of earlier releases lack their terms. */
export function usesReachTerms({ company_domain, contact }: LeadFinderFilters): boolean {
  return hasFinderFilter({ ...emptyLeadFinderFilters(), company_domain, contact });
}

/** Of each segment those who are found and lack the terms. */
const LACKING = `SELECT segment, bitmapCardinality(bitmapAndnot(
    bitmapAndnot(groupBitmapMergeStateIf(lead_ids, term = '${EVERYBODY}'), groupBitmapMergeStateIf(lead_ids, term = '${REPLACED}')),
    groupBitmapMergeStateIf(lead_ids, term = '${REACHABLE}'))) AS people
  FROM lead_terms WHERE term IN ('${EVERYBODY}', '${REPLACED}', '${REACHABLE}') GROUP BY segment HAVING people > 0 ORDER BY segment`;

const listLacking = (client: ClickHouseClient, options: QueryOptions = {}) =>
  queryRows<{ segment: number }>(client, { sql: LACKING }, options);

export async function hasReachTerms(client: ClickHouseClient): Promise<boolean> {
  return (await listLacking(client)).length === 0;
}

/**
 * Adds the terms to people who were loaded by an earlier release, a segment at a time, while the database is in use. Terms merge: an
 * interrupted run starts again and changes nothing twice. No load may run at the same time.
 */
export async function addReachTerms(client: ClickHouseClient, signal: AbortSignal): Promise<void> {
  const options = { signal, timeout_in_ms: LONGEST_INDEXING_IN_MS };
  for (const { segment } of await listLacking(client, { signal })) {
    const params = { from: segment * 2 ** SEGMENT_BITS, to: (segment + 1) * 2 ** SEGMENT_BITS - 1 };
    await runStatement(client, { sql: `INSERT INTO lead_terms ${collectTerms(TERMS_OF_RANGE)}`, params }, options);
  }
}

/** A load that was cut off left people behind whom no search finds. */
const PEOPLE_OF_RANGE = `FROM lead_people WHERE lead_id BETWEEN {from:UInt32} AND {to:UInt32} AND bitmapContains((${aliveSql}), lead_id)`;
const profile = (place: keyof typeof PACKED_PLACES): string => `JSONExtractString(profile, ${PACKED_PLACES[place]})`;

const TERMS_OF_RANGE = `SELECT arrayJoin(arrayFilter(term -> term != '', ['${REACHABLE}',
    if(domain = '', '', concat('${termOf.company_domain('')}', domain)),
    if(${profile('email')} = '', '', '${termOf.contact('email')}'),
    if(${profile('phone_number')} = '', '', '${termOf.contact('phone')}')])) AS term, lead_id
  FROM (SELECT lead_id, facts_id, profile ${PEOPLE_OF_RANGE}) AS people
  ANY LEFT JOIN (SELECT facts_id, JSONExtractString(facts, 2) AS domain FROM lead_companies
    WHERE facts_id IN (SELECT facts_id ${PEOPLE_OF_RANGE})) AS companies USING (facts_id)`;
