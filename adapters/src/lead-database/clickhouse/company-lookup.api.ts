import type { ClickHouseClient } from '@clickhouse/client';
import { ENGINE_LIMITS } from './clickhouse.manifest.ts';
import { readRows, runStatement } from './clickhouse-query.api.ts';

/**
 * Which company people are of, held in the engine's memory in the order of their ids: under a cap, millions of people are counted by
 * company, and looking each up costs a tenth of reading everybody's. It only ever grows; people who came after it was read are not in it.
 */
export type CompanyLookup = {
  /** The engine's name of it with the highest id that is in it; null while there is none. */
  current(): { dictionary: string; up_to: number } | null;
  /** Reads it anew in the background where there are people it does not know. Never fails; searches do without it. */
  refresh(): void;
};

export const COMPANY_DICTIONARY = 'lead_company_of';

/** A server has its own rules for who may make a dictionary: there companies are read from the table. */
export const NO_COMPANY_LOOKUP: CompanyLookup = { current: () => null, refresh: () => undefined };

export function createCompanyLookup(client: ClickHouseClient): CompanyLookup {
  let known = 0;
  let nextAt = 0;
  const read = async (): Promise<void> => {
    // Asked before it is read: what is there by now is in it.
    const [row] = await readRows<{ id: number }>(client, { sql: 'SELECT max(lead_id) AS id FROM lead_keys' });
    const highest = row?.id ?? 0;
    if (highest <= known || highest > ENGINE_LIMITS.looked_up_people) return;
    await runStatement(client, { sql: DEFINITION });
    await runStatement(client, { sql: `SYSTEM RELOAD DICTIONARY ${COMPANY_DICTIONARY}` });
    known = highest;
  };
  return {
    current: () => (known === 0 ? null : { dictionary: COMPANY_DICTIONARY, up_to: known }),
    refresh() {
      if (Date.now() < nextAt) return;
      nextAt = Number.POSITIVE_INFINITY;
      void read()
        .catch(() => undefined)
        .finally(() => {
          nextAt = Date.now() + ENGINE_LIMITS.lookup_pause;
        });
    },
  };
}

const DEFINITION = `CREATE DICTIONARY IF NOT EXISTS ${COMPANY_DICTIONARY} (lead_id UInt64, company UInt64) PRIMARY KEY lead_id
  SOURCE(CLICKHOUSE(QUERY 'SELECT lead_id, if(company_id = 0, toUInt64(lead_id), company_id) AS company FROM lead_keys'))
  LAYOUT(FLAT(INITIAL_ARRAY_SIZE 1024 MAX_ARRAY_SIZE ${ENGINE_LIMITS.looked_up_people + 1})) LIFETIME(0)`;
