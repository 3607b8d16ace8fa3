import { DISCONNECTED_STATUSES } from '@overture/domain/accounts';
import type { Channel } from '@overture/domain/sending/sender-choice';
import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import { senderColumns } from '../senders.store.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** A sender that is down so long loses the leads it has not touched to the others. */
export const DOWN_IN_HOURS = 24;

/** Gone, or cut off for so many hours. */
const isDown = (
  hours: number,
) => sql`(a.deleted_at is not null or (a.status = any(${[...DISCONNECTED_STATUSES]}::text[])
  and a.status_changed_at < app_now() - make_interval(hours => ${hours})))`;

/** Those of the senders that have been down so long. */
export async function listDown(tx: Tx, accountIds: readonly number[], hours: number): Promise<Set<number>> {
  const rows = await sql<{ id: number }>`select a.id from accounts a where a.id = any(${[...accountIds]}::bigint[])
    and ${isDown(hours)}`.execute(tx.db);
  return new Set(rows.rows.map(({ id }) => id));
}

/** Who of these senders acted for which of these people last, in whatever campaign or answer. */
export async function findConversations(
  tx: Tx,
  given: { organization_id: number; account_ids: readonly number[]; prospect_ids: readonly number[] },
): Promise<Map<number, number>> {
  const rows = await sql<{
    prospect_id: number;
    account_id: number;
  }>`select distinct on (prospect_id) prospect_id, account_id
    from outbound_intents where organization_id = ${given.organization_id}
      and prospect_id = any(${[...given.prospect_ids]}::bigint[]) and account_id = any(${[...given.account_ids]}::bigint[])
      and dispatched_at is not null and state in ('dispatching', 'confirmed', 'unknown', 'parked')
    order by prospect_id, dispatched_at desc`.execute(tx.db);
  return new Map(rows.rows.map((row) => [row.prospect_id, row.account_id]));
}

/** Who of these senders writes to which of these companies, told by the domain of their people's addresses. */
export async function findCompanySenders(
  tx: Tx,
  given: {
    organization_id: number;
    account_ids: readonly number[];
    domains: readonly string[];
    channel: Channel;
  },
): Promise<Map<string, number>> {
  if (given.domains.length === 0) return new Map();
  const { sender } = senderColumns[given.channel];
  const rows = await sql<{ domain: string; account_id: number }>`select d.domain, k.account_id
    from unnest(${[...given.domains]}::text[]) as d (domain) cross join lateral (
      select l.${sender} as account_id from prospects p join campaign_leads l on l.prospect_id = p.id
      where p.organization_id = ${given.organization_id} and p.email_domain = d.domain and l.${sender} = any(${[...given.account_ids]}::bigint[])
      limit 1) k`.execute(tx.db);
  return new Map(rows.rows.map((row) => [row.domain, row.account_id]));
}

/** Leads kept for senders that have been down so long, and not touched by them, are anybody's again. Answers their campaigns. */
export async function releaseKept(tx: Tx, hours: number): Promise<{ campaign_id: number; organization_id: number }[]> {
  const rows = await sql<{ campaign_id: number; organization_id: number }>`
    with down as materialized (
      select a.id from accounts a where ${isDown(hours)}
        and exists (select from campaign_senders s where s.account_id = a.id)),
    kept as materialized (
      select l.id from down d join campaign_leads l on l.email_account_id = d.id and l.email_touched_at is null
      where not l.is_in_flight and (select count(*) from campaign_senders s where s.campaign_id = l.campaign_id and s.channel = 'email'
        and not s.is_leaving) > 1
      union
      select l.id from down d join campaign_leads l on l.linkedin_account_id = d.id and l.linkedin_touched_at is null
      where not l.is_in_flight and (select count(*) from campaign_senders s where s.campaign_id = l.campaign_id and s.channel = 'linkedin'
        and not s.is_leaving) > 1
      limit 5000),
    locked as materialized (select l.id from campaign_leads l join kept using (id) order by l.id for no key update of l skip locked)
    update campaign_leads l set
      email_account_id = case when l.email_touched_at is null then null else l.email_account_id end,
      linkedin_account_id = case when l.linkedin_touched_at is null then null else l.linkedin_account_id end
    from locked where l.id = locked.id returning l.campaign_id, l.organization_id`.execute(tx.db);
  return rows.rows;
}
