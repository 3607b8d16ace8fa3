import { type RawBuilder, sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../kernel/context.ts';
import { zoneOf } from '../organization/index.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface Cap {
  /** Null for the whole organization. */
  user_id: number | null;
  cap: number;
}

/**
 * What was used or reserved in this month of the organization's zone, by person (0 without one), as a table of `user_id` and `credits`. Sums of
 * UTC days, corrected by the reservations between the beginning of the month and the midnight nearest to it.
 */
const usedThisMonth = (organizationId: number): RawBuilder<unknown> => sql`(with
    start as (select date_trunc('month', app_now() at time zone z.zone) at time zone z.zone as since
      from (select ${zoneOf(sql`${organizationId}::bigint`)} as zone) z),
    month as materialized (select since, day, day at time zone 'UTC' as midnight
      from (select since, date_trunc('day', since at time zone 'UTC' + interval '12 hours') as day from start) s)
  select d.user_id, d.credits from credit_days d
    where d.organization_id = ${organizationId} and d.day >= (select day::date from month)
  union all
  select coalesce(r.user_id, 0), case when m.since < m.midnight then r.amount - r.released else r.released - r.amount end
    from month m join credit_reservations r on r.organization_id = ${organizationId}
      and r.created_at >= least(m.since, m.midnight) and r.created_at < greatest(m.since, m.midnight))`;

/**
 * The caps that bind work of a person (without one: of the organization only) with what was used or reserved of each this month. Without caps it
 * reads one index.
 */
export async function listBindingCaps(
  { db, organization }: Reader,
  userId: number | null,
): Promise<(Cap & { used: number })[]> {
  const rows = await sql<Cap & { used: number }>`select c.user_id, c.credits as cap, used.credits as used
    from credit_caps c cross join lateral (select coalesce(sum(u.credits), 0)::int as credits
      from ${usedThisMonth(organization.id)} u where c.user_id is null or u.user_id = c.user_id) used
    where c.organization_id = ${organization.id} and (c.user_id is null or c.user_id = ${userId}::bigint)
    order by c.user_id nulls last`.execute(db);
  return rows.rows;
}

export async function listCaps({ db, organization }: Reader): Promise<Cap[]> {
  const rows = await sql<Cap>`select user_id, credits as cap from credit_caps
    where organization_id = ${organization.id}`.execute(db);
  return rows.rows;
}

/** What was used or reserved this month, by person; of work without one by null. */
export async function sumMonth({ db, organization }: Reader): Promise<Map<number | null, number>> {
  const rows = await sql<{
    user_id: number | null;
    credits: number;
  }>`select nullif(user_id, 0) as user_id, sum(credits)::int as credits
    from ${usedThisMonth(organization.id)} u group by u.user_id having sum(credits) <> 0`.execute(db);
  return new Map(rows.rows.map(({ user_id, credits }) => [user_id, credits]));
}

/** Sets or (null) removes the cap of a person, or of the organization. */
export async function saveCap({ db, organization }: Tx, userId: number | null, credits: number | null): Promise<void> {
  // In turns: two that set the first cap would both insert it.
  await sql`select from organizations where organization_id = ${organization.id} for no key update`.execute(db);
  await sql`delete from credit_caps where organization_id = ${organization.id}
    and user_id is not distinct from ${userId}::bigint`.execute(db);
  if (credits === null) return;
  await sql`insert into credit_caps (organization_id, user_id, credits) values (${organization.id}, ${userId}, ${credits})`.execute(
    db,
  );
}
