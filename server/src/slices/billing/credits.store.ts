import { TRIAL, UNLIMITED_CREDITS } from '@overture/domain/limits';
import type { CreditUse } from '@overture/domain/money/credits';
import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { isUnlimited } from '../plans/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Work that costs credits, as the history shows it; `key` identifies it: a second request reserves nothing. */
export interface CreditWork {
  amount: number;
  purpose: string;
  key: string;
  kind: CreditUse;
  search_id?: number | null;
  /** Null also for work of several campaigns. */
  campaign_id?: number | null;
}

/** A finished part of a reservation; `key` identifies it, so it counts once. */
export interface ReservedPart {
  key: string;
  credits: number;
  /** The lead it was spent on, and the source that found what was paid for. */
  prospect_id?: number;
  provider?: string | null;
}

export async function getBalance({ db, organization }: Tx): Promise<number> {
  const rows = await sql<{ email_credits: number }>`select email_credits from organizations
    where organization_id = ${organization.id}`.execute(db);
  return rows.rows[0]?.email_credits ?? 0;
}

/** The balance, locked. */
export async function lockBalance({ db, organization }: Tx): Promise<number> {
  const rows = await sql<{ email_credits: number }>`select email_credits from organizations
    where organization_id = ${organization.id} for no key update`.execute(db);
  return rows.rows[0]?.email_credits ?? 0;
}

/** Takes credits if there are enough: one conditional statement, so two runs cannot spend the same credit. */
export async function debit({ db, organization }: Tx, amount: number): Promise<boolean> {
  const rows = await sql`update organizations set email_credits = email_credits - ${amount}
    where organization_id = ${organization.id} and email_credits >= ${amount}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

export async function credit({ db, organization }: Tx, amount: number): Promise<void> {
  await sql`update organizations set email_credits = email_credits + ${amount}
    where organization_id = ${organization.id}`.execute(db);
}

/** Returns the former value; the row stays locked, so only one process sees the change. */
export async function writeBilling({ db }: Pick<SystemTransactionContext, 'db'>, billing: string): Promise<string> {
  const rows = await sql<{ billing: string }>`select billing from installation for update`.execute(db);
  const before = rows.rows[0]?.billing ?? billing;
  if (before !== billing) await sql`update installation set billing = ${billing}`.execute(db);
  return before;
}

/**
 * When credits count again, removes the unsold ones: the balance is then as if nothing had been spent since the first refill.
 * Running work keeps its reservation.
 */
export async function removeRefills({ db }: Pick<SystemTransactionContext, 'db'>): Promise<void> {
  await sql`with ended as (select organization_id, max(id) as id from credit_entries where key like 'sold-again:%' group by organization_id),
    begun as (select e.organization_id, min(e.id) as id from credit_entries e left join ended using (organization_id)
      where e.id > coalesce(ended.id, 0) and (e.key like 'unlimited:%' or e.key = 'opening' and e.change >= ${UNLIMITED_CREDITS}::int)
      group by e.organization_id),
    own as (select e.organization_id,
        sum(case when e.id < b.id then e.change when e.key like 'unlimited:%' then 0
          when e.id = b.id then ${TRIAL.credits}::int when e.kind in ('grant', 'take') then e.change else 0 end) as credits
      from begun b join credit_entries e using (organization_id) group by e.organization_id),
    taken as (select o.organization_id, (o.email_credits - greatest(own.credits, 0))::int as credits
      from own join organizations o using (organization_id) where o.email_credits > greatest(own.credits, 0)
      order by o.organization_id for no key update of o),
    lowered as (update organizations o set email_credits = o.email_credits - taken.credits from taken
      where o.organization_id = taken.organization_id)
    insert into credit_entries (organization_id, kind, credits, change, purpose, key)
    select organization_id, 'take', credits, -credits, 'Credits count again', 'sold-again:' || gen_random_uuid() from taken`.execute(
    db,
  );
}

/** Without billing (BILLING=unlimited), refills one organization, or all (null), once half of the target balance is spent. */
export async function refill(
  { db }: Pick<SystemTransactionContext, 'db'>,
  organizationId: number | null,
  amount: number,
): Promise<void> {
  await sql`with low as (
      select organization_id, ${amount}::int - email_credits as credits from organizations
      where ${isUnlimited} and email_credits < ${amount - UNLIMITED_CREDITS / 2}::int
        and organization_id = coalesce(${organizationId}::bigint, organization_id)
      order by organization_id for no key update),
    raised as (update organizations o set email_credits = o.email_credits + low.credits from low
      where o.organization_id = low.organization_id)
    insert into credit_entries (organization_id, kind, credits, change, purpose, key)
    select organization_id, 'grant', credits, credits, 'Not sold here', 'unlimited:' || gen_random_uuid() from low`.execute(
    db,
  );
}

/** Answers the new reservation's id, or undefined when one of this key exists (a concurrent one is waited for). */
export async function insertReservation(
  { db, organization }: Tx,
  given: CreditWork & { user_id: number | null },
): Promise<number | undefined> {
  const rows = await sql<{ id: number }>`insert into credit_reservations
      (organization_id, key, purpose, amount, kind, user_id, search_id, campaign_id)
    values (${organization.id}, ${given.key}, ${given.purpose}, ${given.amount}, ${given.kind}, ${given.user_id},
      ${given.search_id ?? null}, ${given.campaign_id ?? null})
    on conflict (organization_id, key) do nothing returning id`.execute(db);
  return rows.rows[0]?.id;
}

export async function findReservation({ db, organization }: Tx, key: string): Promise<number | undefined> {
  const rows = await sql<{ id: number }>`select id from credit_reservations
    where organization_id = ${organization.id} and key = ${key}`.execute(db);
  return rows.rows[0]?.id;
}

export async function insertEntry(
  { db, organization }: Tx,
  entry: {
    kind: 'grant' | 'take' | 'reserve';
    credits: number;
    purpose: string;
    key: string;
    reservation_id: number | null;
  },
): Promise<boolean> {
  const change = entry.kind === 'grant' ? entry.credits : -entry.credits;
  const rows =
    await sql`insert into credit_entries (organization_id, kind, credits, change, purpose, key, reservation_id)
    values (${organization.id}, ${entry.kind}, ${entry.credits}, ${change}, ${entry.purpose}, ${entry.key}, ${entry.reservation_id})
    on conflict (organization_id, key) do nothing`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

/**
 * Ends parts of a reservation and returns how many credits this call ended: known keys, and parts of no credits, count for
 * nothing.
 */
export async function endParts(
  { db, organization }: Tx,
  reservationId: number,
  kind: 'spend' | 'release',
  parts: readonly ReservedPart[],
): Promise<number> {
  const total = kind === 'spend' ? sql`spent` : sql`released`;
  const rows = await sql<{ credits: number }>`with given as (
      select key, credits, prospect_id, provider
      from jsonb_to_recordset(${toJson(parts)}::jsonb) as g (key text, credits integer, prospect_id bigint, provider text)
      where credits > 0
    ), added as (
      insert into credit_entries (organization_id, kind, credits, change, purpose, key, reservation_id, prospect_id, provider)
      select r.organization_id, ${kind}, g.credits, ${kind === 'spend' ? sql`0` : sql`g.credits`}, r.purpose, g.key, r.id,
        g.prospect_id, g.provider
      from credit_reservations r, given g where r.id = ${reservationId} and r.organization_id = ${organization.id}
      on conflict (organization_id, key) do nothing returning credits
    ), summed as (select coalesce(sum(credits), 0)::int as credits from added
    ), counted as (
      update credit_reservations set ${total} = ${total} + summed.credits from summed
      where id = ${reservationId} and organization_id = ${organization.id} and summed.credits > 0
    ) select credits from summed`.execute(db);
  return rows.rows[0]?.credits ?? 0;
}
