import type { AffectedCampaign } from '@overture/contract/accounts';
import { HEALTHY_STATUSES } from '@overture/domain/accounts';
import { UNFINISHED_LEAD_STATUSES } from '@overture/domain/campaign/transitions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import type { Channel } from '@overture/domain/sending/sender-choice';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { countStaying } from '../run/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** More campaigns of one sender than a user reads. */

/**
 * A sender's campaigns, newest first, with the status of its leads and the senders that could take them. Archived campaigns are left out.
 */
export async function listLosses({ db, organization }: Tx, accountId: number): Promise<AffectedCampaign[]> {
  const rows = await sql<Omit<AffectedCampaign, 'staying'>>`
    with theirs as materialized (
      select c.id, c.name, c.status, c.created_at, s.channel from campaigns c
      join campaign_senders s on s.campaign_id = c.id and s.account_id = ${accountId}
      where c.organization_id = ${organization.id} and c.status <> 'ARCHIVED'
      order by c.created_at desc, c.id desc limit ${LIST_LIMITS.affected_campaigns}),
    leads as materialized (
      select l.campaign_id,
        count(*) filter (where g.touched_at is null and l.status = any(${UNFINISHED_LEAD_STATUSES}::text[]))::int
          as untouched,
        count(*) filter (where g.touched_at is not null and l.status in ('SCHEDULED', 'SCHEDULING', 'ACTIVE', 'PAUSED'))::int
          as in_sequence,
        count(*) filter (where g.touched_at is not null and l.status = 'COMPLETED')::int as awaiting
      from campaign_leads l cross join lateral (values (l.email_account_id, l.email_touched_at),
        (l.linkedin_account_id, l.linkedin_touched_at)) as g (account_id, touched_at)
      where l.organization_id = ${organization.id} and l.campaign_id in (select id from theirs) and l.archived_at is null
        and g.account_id = ${accountId} group by l.campaign_id)
    select t.id, t.name, t.status, coalesce(l.untouched, 0) as untouched, coalesce(l.in_sequence, 0) as in_sequence,
      coalesce(l.awaiting, 0) as awaiting,
      (select count(*)::int from campaign_senders s join accounts a on a.id = s.account_id
        where s.campaign_id = t.id and s.channel = t.channel and s.account_id <> ${accountId} and not s.is_leaving
          and a.deleted_at is null and a.status = any(${[...HEALTHY_STATUSES]}::text[])) as others
    from theirs t left join leads l on l.campaign_id = t.id order by t.created_at desc, t.id desc`.execute(db);
  const ids = rows.rows.map(({ id }) => id);
  const stay = new Map(
    (await countStaying({ db, organization }, ids, accountId)).map((row) => [row.campaign_id, row.leads]),
  );
  return rows.rows.map((row) => ({ ...row, staying: stay.get(row.id) ?? 0 }));
}

/** Campaigns that a sender works for or finishes its leads in, and on which channel. */
export async function listPools({ db, organization }: Tx, accountId: number) {
  const rows = await sql<{
    campaign_id: number;
    channel: Channel;
  }>`select s.campaign_id, s.channel from campaign_senders s
    join campaigns c on c.id = s.campaign_id where s.organization_id = ${organization.id} and s.account_id = ${accountId}
      and c.status <> 'ARCHIVED' order by s.campaign_id limit ${LIST_LIMITS.affected_campaigns}`.execute(db);
  return rows.rows;
}
