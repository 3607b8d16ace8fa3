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

/** The first instant of this month in the zone of an organization. */
const monthStart = (organizationId: number): RawBuilder<unknown> =>
  sql`(select date_trunc('month', app_now() at time zone z.zone) at time zone z.zone as since
    from (select ${zoneOf(sql`${organizationId}::bigint`)} as zone) z)`;

/**
 * The caps that bind work of a person (without one: of the organization only) with what was used or reserved of each this month. Without caps it
 * reads one index.
 */
export async function listBindingCaps(
  { db, organization }: Reader,
  userId: number | null,
): Promise<(Cap & { used: number })[]> {
  const rows = await sql<Cap & { used: number }>`with month as ${monthStart(organization.id)}
    select c.user_id, c.credits as cap, used.credits as used
    from credit_caps c cross join lateral (select coalesce(sum(r.amount - r.released), 0)::int as credits from credit_reservations r
      where r.organization_id = c.organization_id and (c.user_id is null or r.user_id = c.user_id)
        and r.created_at >= (select since from month)) used
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
  const rows = await sql<{ user_id: number | null; credits: number }>`with month as ${monthStart(organization.id)}
    select user_id, sum(amount - released)::int as credits from credit_reservations
    where organization_id = ${organization.id} and created_at >= (select since from month) group by user_id`.execute(
    db,
  );
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
