import { DISCONNECTED_STATUSES } from '@overture/domain/accounts';
import type { OpenPoints } from '@overture/domain/campaign/weekly-mail';
import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';

/** More of a kind are not counted. */
const MOST_COUNTED = 1000;
/** Running campaigns that are looked at, the newest first. */
const MOST_CAMPAIGNS = 200;

interface Row extends Pick<OpenPoints, 'interested_replies' | 'senders' | 'drafts'> {
  ending: number[];
  missing: { campaign_id: number; leads: number }[];
}

/** What waits for people. Campaigns are compared with what they contacted in the week before `until`. */
export async function findOpenPoints(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  until: Date,
): Promise<OpenPoints> {
  const rows = await sql<Row>`with running as materialized (
      select id from campaigns where organization_id = ${organization.id} and status = 'ACTIVE' order by id desc limit ${MOST_CAMPAIGNS}),
    left_over as materialized (
      select r.id, (select count(*) from (select from campaign_leads l where l.campaign_id = r.id and l.archived_at is null
          and l.status in ('NOT_STARTED', 'SCHEDULED') limit ${MOST_COUNTED}) n) as leads
      from running r),
    ending as (
      select o.id from left_over o where o.leads < ${MOST_COUNTED} and o.leads < (select count(*) from campaign_leads l
        where l.campaign_id = o.id and l.contacted_at >= ${until}::timestamptz - interval '7 days' and l.contacted_at < ${until})),
    missing as (
      select n.campaign_id, count(*)::int as leads from (select l.campaign_id from campaign_leads l join running r on r.id = l.campaign_id
        where l.organization_id = ${organization.id} and l.waiting_rule = 'missing_data' and l.archived_at is null
        limit ${MOST_COUNTED}) n group by 1)
    select
      (select count(*)::int from (select from chats h where h.organization_id = ${organization.id} and h.interest = 'INTERESTED'
        and h.last_sent_by_prospect and h.archived_at is null and h.remind_at is null limit ${MOST_COUNTED}) n) as interested_replies,
      (select count(*)::int from (select from accounts a where a.organization_id = ${organization.id} and a.deleted_at is null
        and (a.status = any(${[...DISCONNECTED_STATUSES]}::text[]) or a.guard_reason is not null)
        limit ${MOST_COUNTED}) n) as senders,
      (select count(*)::int from (select from chats h where h.organization_id = ${organization.id} and h.has_draft
        and h.archived_at is null limit ${MOST_COUNTED}) n) as drafts,
      array(select id from ending) as ending,
      coalesce((select json_agg(m) from missing m), '[]') as missing`.execute(db);
  const { ending, missing, ...counted } = rows.rows[0]!;
  return {
    ...counted,
    ending: { count: ending.length, campaign_id: pickOnly(ending) },
    missing: {
      count: missing.reduce((sum, { leads }) => sum + leads, 0),
      campaign_id: pickOnly(missing.map(({ campaign_id }) => campaign_id)),
    },
  };
}

const pickOnly = (ids: readonly number[]): number | null => (ids.length === 1 ? Number(ids[0]) : null);
