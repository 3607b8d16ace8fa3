import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { isNotParked } from '../../kernel/rounds/rounds.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export const SEAL_LOOP = 'security-log-seal';

/** Days that ended at least an hour ago: none of their rows is still to be written. */
const lastDay = sql`((app_now() - interval '1 hour') at time zone 'UTC')::date - 1`;

/** Organizations with a day to seal. Days without an event are not sealed. */
export async function listUnsealed({
  db,
}: Pick<SystemTransactionContext, 'db'>): Promise<{ organization_id: number; key: string }[]> {
  const { rows } = await sql<{
    organization_id: number;
    key: string;
  }>`select o.organization_id, 'seal' as key from organizations o
    where ${isNotParked(SEAL_LOOP, sql.ref('o.organization_id'), sql`'seal'`)} and exists (select from security_events e
      where e.organization_id = o.organization_id and e.occurred_at < (${lastDay} + 1)::timestamp at time zone 'UTC'
        and e.occurred_at >= coalesce((select max(d.day) + 1 from security_days d where d.organization_id = o.organization_id),
          '-infinity'::date)::timestamp at time zone 'UTC')
    order by o.organization_id limit 500`.execute(db);
  return rows;
}

export interface SealedDay {
  day: string;
  events: number;
  chain_digest: string;
}

/** Seals the first day that is over and not sealed. Undefined where there is none. Two workers: the later one finds it sealed. */
export async function sealNextDay({ db, organization }: Tx): Promise<SealedDay | undefined> {
  await sql`select from organizations where organization_id = ${organization.id} for no key update`.execute(db);
  const { rows } = await sql<SealedDay>`with last as (select day, chain_digest from security_days
      where organization_id = ${organization.id} order by day desc limit 1),
    next as (select (e.occurred_at at time zone 'UTC')::date as day from security_events e
      where e.organization_id = ${organization.id} and e.occurred_at < (${lastDay} + 1)::timestamp at time zone 'UTC'
        and e.occurred_at >= coalesce((select day + 1 from last), '-infinity'::date)::timestamp at time zone 'UTC'
      order by e.occurred_at, e.id limit 1)
    insert into security_days (organization_id, day, events, content_digest, chain_digest)
    select ${organization.id}, next.day, h.events, h.content_digest,
      security_chain_digest((select chain_digest from last), next.day, h.events, h.content_digest)
    from next cross join lateral security_day_digest(${organization.id}, next.day) h
    returning day::text, events, chain_digest`.execute(db);
  return rows[0];
}

export interface CheckedDay {
  day: string;
  events: number;
  chain_digest: string;
  /** The chain of hashes fits. */
  is_chained: boolean;
  /** The rows are as they were sealed; null where they are older than the log is kept. */
  is_unchanged: boolean | null;
}

/** A quarter of a busy organization is read in seconds. */
export const DAYS_A_CHECK = 90;

/** The next sealed days, oldest first, each held against its rows. Rows from before `security_log_from` were kept for a shorter time. */
export async function checkDays(
  { db, organization }: Tx,
  keptInDays: number,
  after: Pick<CheckedDay, 'day' | 'chain_digest'> | null,
): Promise<CheckedDay[]> {
  const former = sql`coalesce(lag(d.chain_digest) over (order by d.day), ${after?.chain_digest ?? null}::text)`;
  const { rows } = await sql<CheckedDay>`select d.day::text as day, d.events, d.chain_digest,
      d.chain_digest = security_chain_digest(${former}, d.day, d.events, d.content_digest) as is_chained,
      case when d.day > greatest((app_now() - make_interval(days => ${keptInDays}))::date + 1,
          (select i.security_log_from from installation i))
        then (h.events, h.content_digest) = (d.events, d.content_digest) end as is_unchanged
    from security_days d cross join lateral security_day_digest(d.organization_id, d.day) h
    where d.organization_id = ${organization.id} and d.day > ${after?.day ?? '-infinity'}::date order by d.day limit ${DAYS_A_CHECK}`.execute(
    db,
  );
  return rows;
}

/** Organizations whose log has a seal. */
export async function listSealed({
  db,
}: Pick<SystemTransactionContext, 'db'>): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`select o.organization_id as id, o.name from organizations o
    where exists (select from security_days d where d.organization_id = o.organization_id) order by o.organization_id`.execute(
    db,
  );
  return rows;
}
