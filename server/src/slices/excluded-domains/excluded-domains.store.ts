import type { ExcludedDomain } from '@overture/contract/excluded-domains';
import { type RawBuilder, sql } from 'kysely';
import type { PageRange } from '../../kernel/api-keys/cursor.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { containsPattern } from '../../kernel/db/like-pattern.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

interface DomainRow {
  id: number;
  domain: string;
  created_at: Date;
}

/** A domain or an address in the two forms in which it may be met. */
export interface DomainForms {
  domain: string;
  unicode_domain: string;
}

const present = (row: DomainRow): ExcludedDomain => ({ ...row, created_at: row.created_at.toISOString() });

/** Without a search it is left out: a parameter for it would keep the planner from the index. */
function isFound(search: string): RawBuilder<unknown> {
  const pattern = containsPattern(search);
  return search === '' ? sql`true` : sql`(domain like ${pattern} or unicode_domain like ${pattern})`;
}

/** Newest first. */
export async function pageDomains(
  { db, organization }: Tx,
  search: string,
  { limit, offset, after }: PageRange,
): Promise<{ domain: ExcludedDomain; place: readonly [string, number] }[]> {
  const isAfter = after === null ? sql`true` : sql`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`;
  const rows = await sql<DomainRow & { instant: string }>`select id, unicode_domain as domain, created_at,
      created_at::text as instant from excluded_domains
    where organization_id = ${organization.id} and ${isFound(search)} and ${isAfter}
    order by created_at desc, id desc limit ${limit} offset ${offset}`.execute(db);
  return rows.rows.map(({ instant, ...row }) => ({ domain: present(row), place: [instant, row.id] }));
}

export async function countDomains({ db, organization }: Tx, search = ''): Promise<number> {
  const rows = await sql<{ n: number }>`select count(*)::int as n from excluded_domains
    where organization_id = ${organization.id} and ${isFound(search)}`.execute(db);
  return rows.rows[0]?.n ?? 0;
}

/** Adds those that are not excluded yet and answers their ids. */
export async function insertDomains(
  { db, organization, user }: Tx & Pick<TransactionContext, 'user'>,
  given: readonly DomainForms[],
): Promise<number[]> {
  const rows = await sql<{
    id: number;
  }>`insert into excluded_domains (organization_id, domain, unicode_domain, created_by)
    select ${organization.id}, domain, unicode_domain, ${user?.id ?? null}::bigint
    from unnest(${given.map((item) => item.domain)}::text[], ${given.map((item) => item.unicode_domain)}::text[])
      as g (domain, unicode_domain)
    on conflict (organization_id, domain) do nothing returning id`.execute(db);
  return rows.rows.map(({ id }) => id);
}

export async function findDomain({ db, organization }: Tx, domain: string): Promise<ExcludedDomain | undefined> {
  const rows = await sql<DomainRow>`select id, unicode_domain as domain, created_at from excluded_domains
    where organization_id = ${organization.id} and domain = ${domain}`.execute(db);
  return rows.rows[0] && present(rows.rows[0]);
}

/** Answers those that there were, in the letters people write. */
export async function deleteDomains({ db }: Tx, ids: readonly number[]): Promise<string[]> {
  const rows = await sql<{ domain: string }>`delete from excluded_domains where id = any(${ids})
    returning unicode_domain as domain`.execute(db);
  return rows.rows.map(({ domain }) => domain);
}

/** All of them: the service keeps an organization below 200,000. */
export async function listAllDomains({ db, organization }: Tx): Promise<Set<string>> {
  const rows = await sql<{ domain: string }>`select domain from excluded_domains
    where organization_id = ${organization.id}`.execute(db);
  return new Set(rows.rows.map((row) => row.domain));
}

/**
 * SQL that is true for a person whom the organization leaves alone: the company's website or the person's address is at an
 * excluded domain or below one, or is excluded itself. The one decision for adding, ticking and sending.
 * @param person aliases of SQL expressions: the organization's id, the website and the email address
 */
export function isExcludedPerson(person: {
  organization_id: RawBuilder<unknown>;
  website: RawBuilder<unknown>;
  email: RawBuilder<unknown>;
}): RawBuilder<boolean> {
  const host = (column: string) => namesOf(sql.ref(`h.${column}`));
  // Selects of their own compute hosts and names once for a person: not for each domain, and not for each of the two columns.
  // The local part of an address may hold a slash or a question mark: its host begins behind the last `@`, a website's does not.
  const domain = sql`regexp_replace(${person.email}, '^.*@', '')`;
  const hosts = sql`(select host_of(${person.website}) as website, host_of(${domain}) as email offset 0) h`;
  const named = sql`(select (${host('website')} || ${host('email')} || ${person.email})::text[] as list from ${hosts} offset 0) n`;
  // Each column is asked alone: an `or` in one scan compares the names with each of a thousand domains.
  const listed = (
    column: string,
  ) => sql`exists (select from excluded_domains e where e.organization_id = ${person.organization_id}
    and ${sql.ref(`e.${column}`)} = any(n.list))`;
  return sql<boolean>`exists (select from ${named} where ${listed('domain')} or ${listed('unicode_domain')})`;
}

/** `domain_and_parents` takes eight expressions for a host: not for those with two labels or three, which most are. */
const namesOf = (host: RawBuilder<unknown>): RawBuilder<unknown> => sql`case
    when ${host} not like '%.%.%' then array[${host}]
    when ${host} not like '%.%.%.%' and ${host} not like '%..%' then array[${host}, substr(${host}, strpos(${host}, '.') + 1)]
    else domain_and_parents(${host}) end`;

/** A query for the ids of leads that `isExcludedPerson` is true for, from the domains: an index finds the leads of each. */
export const excludedLeads = (organizationId: number): RawBuilder<unknown> =>
  sql`select id from leads_at_excluded_domains(${organizationId})`;
