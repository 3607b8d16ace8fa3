import { type AccountType, HEALTHY_STATUSES } from '@overture/domain/accounts';
import { UNFINISHED_LEAD_STATUSES } from '@overture/domain/campaign/transitions';
import type { Channel } from '@overture/domain/sending/sender-choice';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { senderColumns } from '../run/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Senders that take new leads of a campaign on a channel, in order. */
export async function listPool({ db, organization }: Tx, id: number, channel: Channel): Promise<number[]> {
  const rows = await sql<{ account_id: number }>`select account_id from campaign_senders
    where campaign_id = ${id} and organization_id = ${organization.id} and channel = ${channel} and not is_leaving
    order by position, account_id`.execute(db);
  return rows.rows.map((row) => row.account_id);
}

/** Sets a campaign's senders on one channel. A removed sender finishes the leads it has touched; those reserved for it are unassigned. */
export async function setPool(
  { db, organization }: Tx,
  id: number,
  channel: Channel,
  accountIds: readonly number[],
): Promise<void> {
  const { sender, touched } = senderColumns[channel];
  await sql`insert into campaign_senders as s (organization_id, campaign_id, channel, account_id, position)
    select ${organization.id}, ${id}, ${channel}, account_id, place - 1
    from unnest(${[...accountIds]}::bigint[]) with ordinality as g (account_id, place)
    on conflict (campaign_id, channel, account_id) do update set position = excluded.position, is_leaving = false`.execute(
    db,
  );
  await sql`update campaign_senders s set is_leaving = true, position = 1000
    where s.campaign_id = ${id} and s.channel = ${channel} and s.account_id <> all(${[...accountIds]}::bigint[])`.execute(
    db,
  );
  await sql`update campaign_leads l set ${sender} = null from campaign_senders s
    where l.campaign_id = ${id} and s.campaign_id = ${id} and s.channel = ${channel} and s.is_leaving
      and l.${sender} = s.account_id and l.${touched} is null and not l.is_in_flight`.execute(db);
  await sql`update campaigns set ${sender} = ${accountIds[0]}, version = version + 1, senders_changed = senders_changed + 1
    where id = ${id} and organization_id = ${organization.id}`.execute(db);
}

export interface SenderRow {
  channel: Channel;
  account_id: number;
  is_leaving: boolean;
  name: string;
  email: string | null;
  picture_url: string | null;
  account_type: AccountType;
  status: string;
  untouched: number;
  in_sequence: number;
  held: number;
  awaiting: number;
  replied: number;
  sent: number;
  bounced: number;
}

/** A campaign's senders with the status of their leads; former senders without leads are left out. */
export async function listSenders({ db, organization }: Tx, id: number): Promise<SenderRow[]> {
  const rows = await sql<SenderRow>`
    with sole as (
      select channel, min(account_id) as account_id from campaign_senders
      where campaign_id = ${id} and organization_id = ${organization.id} and not is_leaving
      group by channel having count(*) = 1),
    leads as materialized (
      select c.channel, coalesce(c.account_id, sole.account_id) as account_id,
        count(*) filter (where c.account_id is not null and c.touched_at is null
          and l.status = any(${UNFINISHED_LEAD_STATUSES}::text[]))::int as untouched,
        count(*) filter (where c.touched_at is not null and l.status in ('SCHEDULED', 'SCHEDULING', 'ACTIVE', 'PAUSED'))::int
          as in_sequence,
        count(*) filter (where l.status in ('SCHEDULED', 'ACTIVE') and c.is_next and not l.is_in_flight
          and l.next_at <= app_now())::int as due,
        count(*) filter (where c.touched_at is not null and l.status = 'COMPLETED')::int as awaiting,
        count(*) filter (where c.touched_at is not null and l.status = 'REPLIED')::int as replied
      from campaign_leads l cross join lateral (values
        ('email', l.email_account_id, l.email_touched_at, l.next_lane = 'email'),
        ('linkedin', l.linkedin_account_id, l.linkedin_touched_at, l.next_lane not in ('email', 'local', 'person'))
        ) as c (channel, account_id, touched_at, is_next)
      -- A campaign with one sender reserves no leads: those that are due there wait for it.
      left join sole on sole.channel = c.channel and c.account_id is null and c.is_next
      where l.campaign_id = ${id} and l.organization_id = ${organization.id} and l.archived_at is null
        and coalesce(c.account_id, sole.account_id) is not null
      group by c.channel, coalesce(c.account_id, sole.account_id)),
    sums as materialized (
      select account_id, sum(amount) filter (where type = 'email_sent')::int as sent,
        sum(amount) filter (where type = 'bounced')::int as bounced
      from campaign_step_days where campaign_id = ${id} and type in ('email_sent', 'bounced') group by account_id)
    select s.channel, s.account_id, s.is_leaving, a.name, a.email::text as email, a.picture_url, a.account_type,
      case when a.deleted_at is null then a.status else 'DELETED' end as status,
      coalesce(l.untouched, 0) as untouched, coalesce(l.in_sequence, 0) as in_sequence,
      case when a.deleted_at is not null or a.held_until > app_now()
        or a.status <> all(${[...HEALTHY_STATUSES]}::text[]) then coalesce(l.due, 0) else 0 end as held,
      coalesce(l.awaiting, 0) as awaiting, coalesce(l.replied, 0) as replied,
      coalesce(d.sent, 0) as sent, coalesce(d.bounced, 0) as bounced
    from campaign_senders s join accounts a on a.id = s.account_id
    left join leads l on l.channel = s.channel and l.account_id = s.account_id
    left join sums d on d.account_id = s.account_id and s.channel = 'email'
    where s.campaign_id = ${id} and s.organization_id = ${organization.id}
      and (not s.is_leaving or l.in_sequence + l.untouched + l.awaiting + l.replied > 0)
    order by s.channel, s.is_leaving, s.position, s.account_id limit 500`.execute(db);
  return rows.rows;
}

/** Unassigned leads per channel that have or may have a step there. */
export async function countNobodys({ db, organization }: Tx, id: number): Promise<Record<Channel, number>> {
  const rows = await sql<Record<Channel, number>>`select count(*) filter (where email_account_id is null)::int as email,
      count(*) filter (where linkedin_account_id is null)::int as linkedin from campaign_leads
    where campaign_id = ${id} and organization_id = ${organization.id} and archived_at is null
      and status = any(${UNFINISHED_LEAD_STATUSES}::text[])`.execute(db);
  return rows.rows[0]!;
}
