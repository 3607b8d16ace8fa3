import type { ClickHouseClient } from '@clickhouse/client';
import { ENGINE_LIMITS } from '../clickhouse.manifest.ts';
import { queryRows, runStatement } from '../clickhouse-query.api.ts';

/**
 * Company data held in the engine's memory. It has each person's company, ordered by person id: a cap counts millions
 * of people by company, and this costs a tenth of reading the table. It also has the displayed company facts: those of
 * 500 people are spread over nearly as many blocks. Both only grow; people added after the last load are missing.
 */
export type CompanyLookup = {
  /** The engine's name of people's companies with the highest id that is in it; null while there is none. */
  current(): { dictionary: string; up_to: number } | null;
  /** The engine's name of companies' facts; null while there are none, or where they are too many to be held. */
  facts(): string | null;
  /** Reloads in the background when it lacks people. Never fails; searches work without it. */
  refresh(): void;
};

export const COMPANY_DICTIONARY = 'lead_company_of';
export const FACTS_DICTIONARY = 'lead_company_facts';

/** A server has its own rules for who may make a dictionary: there companies are read from the table. */
export const NO_COMPANY_LOOKUP: CompanyLookup = {
  current: () => null,
  facts: () => null,
  refresh: () => undefined,
};

/** What of companies is in the engine's memory. */
type Held = {
  /** Highest id that was there when both were read last. */
  read_up_to: number;
  /** The same of those whose companies are in it; 0 while there are none. */
  known: number;
  has_facts: boolean;
};

export function createCompanyLookup(client: ClickHouseClient): CompanyLookup {
  const held: Held = { read_up_to: 0, known: 0, has_facts: false };
  let nextAt = 0;
  return {
    current: () => (held.known === 0 ? null : { dictionary: COMPANY_DICTIONARY, up_to: held.known }),
    facts: () => (held.has_facts ? FACTS_DICTIONARY : null),
    refresh() {
      if (Date.now() < nextAt) return;
      nextAt = Number.POSITIVE_INFINITY;
      void loadNewCompanies(client, held)
        .catch(() => undefined)
        .finally(() => {
          nextAt = Date.now() + ENGINE_LIMITS.lookup_pause;
        });
    },
  };
}

async function loadNewCompanies(client: ClickHouseClient, held: Held): Promise<void> {
  // Asked before it is read: what is there by now is in it.
  const [row] = await queryRows<{ id: number }>(client, { sql: 'SELECT max(lead_id) AS id FROM lead_keys' });
  const highest = row?.id ?? 0;
  if (highest <= held.read_up_to) return;
  await loadFacts(client, held);
  if (highest <= ENGINE_LIMITS.looked_up_people) {
    await runStatement(client, { sql: DEFINITION });
    await runStatement(client, { sql: `SYSTEM RELOAD DICTIONARY ${COMPANY_DICTIONARY}` });
    held.known = highest;
  }
  held.read_up_to = highest;
}

async function loadFacts(client: ClickHouseClient, held: Held): Promise<void> {
  const [row] = await queryRows<{ n: string }>(client, { sql: 'SELECT count() AS n FROM lead_companies' });
  if (Number(row?.n ?? 0) > ENGINE_LIMITS.held_companies) {
    held.has_facts = false;
    await runStatement(client, { sql: `DROP DICTIONARY IF EXISTS ${FACTS_DICTIONARY}` });
    return;
  }
  await runStatement(client, { sql: FACTS_DEFINITION });
  await runStatement(client, { sql: `SYSTEM RELOAD DICTIONARY ${FACTS_DICTIONARY}` });
  held.has_facts = true;
}

const DEFINITION = `CREATE DICTIONARY IF NOT EXISTS ${COMPANY_DICTIONARY} (lead_id UInt64, company UInt64) PRIMARY KEY lead_id
  SOURCE(CLICKHOUSE(QUERY 'SELECT lead_id, if(company_id = 0, toUInt64(lead_id), company_id) AS company FROM lead_keys'))
  LAYOUT(FLAT(INITIAL_ARRAY_SIZE 1024 MAX_ARRAY_SIZE ${ENGINE_LIMITS.looked_up_people + 1})) LIFETIME(0)`;

const FACTS_DEFINITION = `CREATE DICTIONARY IF NOT EXISTS ${FACTS_DICTIONARY} (facts_id UInt64, facts String) PRIMARY KEY facts_id
  SOURCE(CLICKHOUSE(QUERY 'SELECT facts_id, facts FROM lead_companies')) LAYOUT(HASHED()) LIFETIME(0)`;
