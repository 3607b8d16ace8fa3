import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { byAnyEmail, joinEmails } from '../lead-addresses/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface Key {
  kind: 'address' | 'phone' | 'linkedin';
  value: string;
}

/** Leads that are the same person as one of these: by address or by profile. */
export async function listSamePerson({ db, organization }: Tx, ids: readonly number[]): Promise<number[]> {
  const found = byAnyEmail(sql`${organization.id}::bigint`, sql`g.emails`);
  const { rows } = await sql<{
    id: number;
  }>`with given as materialized (select p.id, ${joinEmails('p')} as emails from prospects p
      where p.organization_id = ${organization.id} and p.id = any(${[...ids]}::bigint[]))
    select id from given union select s.id from given g cross join lateral ${found} s order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Everything these leads are known by: addresses (those a CRM has of them too), numbers that no other lead shares, profiles, and the ids
 * under which LinkedIn accounts see them.
 */
export async function listKeys({ db, organization }: Tx, ids: readonly number[]): Promise<Key[]> {
  const { rows } =
    await sql<Key>`with given as materialized (select p.id, p.email, p.other_emails, p.phone_key, p.linkedin_key from prospects p
      where p.organization_id = ${organization.id} and p.id = any(${[...ids]}::bigint[]))
    select distinct kind, value from (
      select 'address' as kind, lower(email) as value from given
      union all select 'address', lower(o.email) from given g cross join lateral unnest(g.other_emails) as o (email)
      union all select 'linkedin', linkedin_key from given
      union all select 'phone', g.phone_key from given g where not exists (select from prospects o
        where o.organization_id = ${organization.id} and o.phone_key = g.phone_key and o.id not in (select id from given))
      union all select 'linkedin', 'in/' || m.provider_id from given g join linkedin_members m on m.prospect_id = g.id
        where m.provider_id like 'AC_AA%'
      union all select 'address', a.email from given g
        join crm_links k on k.prospect_id = g.id and k.record_id is not null
        join crm_people c on c.integration_id = k.integration_id and c.record_id = k.record_id
        cross join lateral (select lower(c.email) as email union select unnest(c.other_emails)) a
    ) k where value is not null and value <> ''`.execute(db);
  return rows;
}

/** Names and ids outside, for what is found by its text alone. */
export async function listTraces(
  { db, organization }: Tx,
  ids: readonly number[],
): Promise<{ names: string[]; provider_ids: string[] }> {
  const { rows } = await sql<{ names: string[]; provider_ids: string[] }>`select
      coalesce(array_agg(distinct p.first_name || ' ' || p.last_name) filter (where p.first_name <> '' and p.last_name <> ''), '{}') as names,
      coalesce((select array_agg(distinct m.provider_id) from linkedin_members m
        where m.organization_id = ${organization.id} and m.prospect_id = any(${[...ids]}::bigint[])), '{}') as provider_ids
    from prospects p where p.organization_id = ${organization.id} and p.id = any(${[...ids]}::bigint[])`.execute(db);
  return rows[0]!;
}
