import { LIST_LIMITS } from '@overture/domain/list-limits';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import type { LeadEmails } from './emails.rules.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** SQL of the ids of leads with one of these addresses, primary or further. A union, because an `or` would read the whole table. */
export function byAnyEmail(
  organizationId: RawBuilder<unknown>,
  emails: RawBuilder<unknown>,
): RawBuilder<{ id: number }> {
  return sql`(select a.id from prospects a where a.organization_id = ${organizationId} and a.email = any(${emails})
    union select o.id from leads_by_other_email(${organizationId}, ${emails}) o)`;
}

/** SQL of all addresses of a lead (a row of `prospects`), as an array. */
export const joinEmails = (row: string): RawBuilder<string[]> =>
  sql`array_remove(array_append(${sql.ref(`${row}.other_emails`)}, ${sql.ref(`${row}.email`)}), null)`;

/** Leads with one of these addresses, primary or further. */
export async function findByAnyEmail(
  { db }: Pick<Tx, 'db'>,
  organizationId: number,
  emails: readonly string[],
  limit: number,
): Promise<number[]> {
  if (emails.length === 0) return [];
  const given = sql`${emails.map((email) => email.toLowerCase())}::text[]`;
  const found = byAnyEmail(sql`${organizationId}::bigint`, given);
  const rows = await sql<{ id: number }>`select id from ${found} f order by id limit ${limit}`.execute(db);
  return rows.rows.map(({ id }) => id);
}

/** Other leads with one of the addresses of a lead. */
export async function findSharers({ db }: Pick<Tx, 'db'>, id: number, limit: number): Promise<number[]> {
  const sharers = byAnyEmail(sql`p.organization_id`, joinEmails('p'));
  const rows = await sql<{ id: number }>`select s.id from prospects p cross join lateral ${sharers} s
    where p.id = ${id} and s.id <> p.id order by s.id limit ${limit}`.execute(db);
  return rows.rows.map((row) => row.id);
}

/** The addresses of a lead, locked: two parallel changes both keep their address. */
export async function lockEmails({ db, organization }: Tx, id: number): Promise<LeadEmails | undefined> {
  const rows = await sql<LeadEmails>`select email, other_emails, other_email_sources from prospects
    where organization_id = ${organization.id} and id = ${id} for no key update`.execute(db);
  return rows.rows[0];
}

/**
 * Adds further addresses to leads that a file names by profile or by primary address. Those that are known, erased or too many are left out. Returns what was added to whom.
 * @param among SQL: only those leads `n.id` that it allows
 */
export async function addOtherEmails(
  { db, organization }: Tx,
  given: readonly { linkedin_key: string | null; email: string | null; others: readonly string[] }[],
  source: string,
  among: RawBuilder<unknown> = sql`true`,
): Promise<{ id: number; emails: string[] }[]> {
  if (given.length === 0) return [];
  const changed = await sql<{ id: number; emails: string[] }>`with given as materialized (
      select * from json_to_recordset(${toJson(given)}::json) as g (linkedin_key text, email text, others text[])),
    named as (select * from (select p.id, g.others from given g join prospects p on p.organization_id = ${organization.id} and p.linkedin_key = g.linkedin_key
      union all select p.id, g.others from given g join prospects p on p.organization_id = ${organization.id} and p.email = g.email
        where g.linkedin_key is null) n where ${among}),
    added as (select n.id, array(select distinct e.email from named o cross join lateral unnest(o.others) as e (email)
        where o.id = n.id and e.email is distinct from p.email and e.email <> all (p.other_emails)
          and not exists (select from erasure_keys k where k.organization_id = p.organization_id
            and is_erased_digest(k.organization_id, erased_key(k.secret, 'address', e.email)))
        order by e.email limit ${LIST_LIMITS.other_emails}) as emails
      from (select distinct id from named) n join prospects p on p.id = n.id)
    update prospects p set other_emails = (p.other_emails || a.emails)[1:${sql.lit(LIST_LIMITS.other_emails)}], updated_at = app_now(),
      other_email_sources = (p.other_email_sources || array_fill(${source}::text, array[cardinality(a.emails)]))[1:${sql.lit(LIST_LIMITS.other_emails)}]
    from added a where p.id = a.id and p.organization_id = ${organization.id} and a.emails <> '{}' returning p.id, a.emails`.execute(
    db,
  );
  return changed.rows;
}

/** Takes further addresses from leads that an import added them to; those that are someone's first address by now are not found here. */
export async function removeOtherEmails(
  { db, organization }: Tx,
  given: readonly { id: number; emails: readonly string[] }[],
): Promise<void> {
  if (given.length === 0) return;
  await sql`with kept as (
      select p.id, array_agg(o.email order by o.n) filter (where o.email <> all (g.emails)) as emails,
        array_agg(p.other_email_sources[o.n] order by o.n) filter (where o.email <> all (g.emails)) as sources
      from json_to_recordset(${toJson(given)}::json) as g (id bigint, emails text[])
      join prospects p on p.organization_id = ${organization.id} and p.id = g.id
      cross join lateral unnest(p.other_emails) with ordinality as o (email, n) group by p.id)
    update prospects p set other_emails = coalesce(k.emails, '{}'), other_email_sources = coalesce(k.sources, '{}'), updated_at = app_now()
    from kept k where p.id = k.id and p.organization_id = ${organization.id} and p.other_emails <> coalesce(k.emails, '{}')`.execute(
    db,
  );
}
