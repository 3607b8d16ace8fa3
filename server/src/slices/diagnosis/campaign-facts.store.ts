import type { CampaignFacts } from '@overture/domain/diagnosis/campaign-diagnosis';
import { LINKEDIN_ACTIONS } from '@overture/domain/linkedin/linkedin-actions';
import type { Channel } from '@overture/domain/sending/sender-choice';
import type { Schedule } from '@overture/domain/sending/working-days';
import { sql } from 'kysely';
import type { ReadContext } from '../../kernel/context.ts';
import { endedPlan } from '../plans/index.ts';
import { campaignGuard } from '../sending-guard/index.ts';

type Tx = Pick<ReadContext, 'db' | 'organization'>;

type ReadFacts = Omit<
  CampaignFacts,
  'schedule' | 'is_held_after_restore' | 'senders' | 'waits' | 'is_engine_late' | 'now'
>;

export interface DiagnosedCampaign extends Schedule, ReadFacts {
  id: number;
  name: string;
  /** Senders that take leads or finish theirs. */
  email_senders: number[];
  linkedin_senders: number[];
  /** When the engine wanted to plan it again; null while it waits for an event. */
  look_at: Date | null;
  /** Due since then and not claimed by a dispatcher. */
  oldest_intent_at: Date | null;
}

/** The newest failed leads, among which the most frequent reason is found. */
const FAILED_IN_VIEW = 200;

const failure = sql`(select f.error from (select l.error from campaign_leads l where l.campaign_id = c.id and l.status = 'FAILED'
    and l.archived_at is null order by l.id desc limit ${sql.lit(FAILED_IN_VIEW)}) f
  where f.error is not null group by f.error order by count(*) desc, f.error limit 1)`;

const sendersOf = (channel: Channel) => sql`array(select s.account_id from campaign_senders s where s.campaign_id = c.id
  and s.channel = ${sql.lit(channel)} order by s.is_leaving, s.position, s.account_id)`;

/** What is known of campaigns of the organization without reading all their leads. */
export async function listCampaigns({ db, organization }: Tx, ids: readonly number[]): Promise<DiagnosedCampaign[]> {
  const rows =
    await sql<DiagnosedCampaign>`select c.id, c.name, c.status, c.is_demo, c.timezone, c.sending_window, c.windows,
      c.counts_working_days, c.skips_holidays, c.holiday_calendar, ${endedPlan('o')} is null as has_plan,
      o.email_credits > 0 as has_credits,
      exists (select from approvals a where a.campaign_id = c.id and a.state = 'waiting' and a.expires_at > app_now()) as awaits_approval,
      exists (select from campaign_nodes n where n.campaign_id = c.id and n.is_live and n.kind = 'step') as has_steps,
      exists (select from campaign_working_copies w where w.campaign_id = c.id and w.flow is not null) as has_unpublished_changes,
      (select coalesce(sum(total), 0)::int from campaign_counts where campaign_id = c.id) as leads,
      exists (select from campaign_leads l where l.campaign_id = c.id and l.status = 'NOT_STARTED' and l.archived_at is null)
        as has_unstarted,
      ${failure} as failure, ${campaignGuard(sql`c.id`)} as guard_reason,
      ${sendersOf('email')} as email_senders,
      ${sendersOf('linkedin')} as linkedin_senders,
      (select nullif(k.look_at, 'infinity') from campaign_lanes k where k.campaign_id = c.id) as look_at,
      (select min(i.due_at) from outbound_intents i where i.campaign_id = c.id and i.settled_at is null and i.state = 'intent'
        and i.offered_at is null) as oldest_intent_at
    from campaigns c join organizations o on o.organization_id = c.organization_id
    where c.id = any(${ids}::bigint[]) and c.organization_id = ${organization.id}`.execute(db);
  return rows.rows;
}

export interface HeadLead {
  id: number;
  campaign_id: number;
  lane: string;
  account_id: number | null;
}

/** Leads that are looked at of each queue, and of each kind of lead that has left its queue. */
const LEADS_OF_QUEUE = 12;
const PAUSED_IN_VIEW = 25;

const LANES = ['email', 'local', 'person', ...LINKEDIN_ACTIONS];

const columns = sql`l.id, l.campaign_id, coalesce(l.next_lane, 'local') as lane, case when l.next_lane in ('local', 'person') then null
    when l.next_lane = 'email' then coalesce(l.email_account_id, c.email_account_id)
    else coalesce(l.linkedin_account_id, c.linkedin_account_id) end as account_id`;

/**
 * The leads that would be acted on next, of each queue of the campaigns, those in the outbox, and some that have left their queue. A few
 * index probes a campaign, however many leads it has.
 */
export async function listHeadLeads({ db, organization }: Tx, campaignIds: readonly number[]): Promise<HeadLead[]> {
  const rows = await sql<HeadLead>`select ${columns} from campaigns c cross join lateral (
      select d.id from unnest(${LANES}::text[]) as lane cross join (values (false), (true)) as q (is_new)
        cross join lateral (select l.id from campaign_leads l where l.campaign_id = c.id and l.next_lane = lane
          and (l.status = 'SCHEDULED') = q.is_new and l.next_at is not null and not l.is_in_flight and l.archived_at is null
          and l.status in ('SCHEDULED', 'ACTIVE') order by l.next_at limit ${sql.lit(LEADS_OF_QUEUE)}) d
      union select i.ref_id from (select ref_id from outbound_intents where campaign_id = c.id and settled_at is null
        and kind = 'campaign_step' limit ${sql.lit(PAUSED_IN_VIEW)}) i
      union (select l.id from campaign_leads l where l.campaign_id = c.id and l.status = 'PAUSED' and l.archived_at is null
        order by l.id desc limit ${sql.lit(PAUSED_IN_VIEW)})
      union (select l.id from campaign_leads l where l.organization_id = c.organization_id and l.campaign_id = c.id
        and l.waiting_rule = 'missing_data' and l.archived_at is null limit ${sql.lit(PAUSED_IN_VIEW)})
      union (select l.id from campaign_leads l where l.organization_id = c.organization_id and l.campaign_id = c.id
        and l.waiting_rule = 'address_held' and l.archived_at is null limit ${sql.lit(PAUSED_IN_VIEW)})
    ) h join campaign_leads l on l.id = h.id
    where c.id = any(${campaignIds}::bigint[]) and c.organization_id = ${organization.id} order by l.next_at, l.id`.execute(
    db,
  );
  return rows.rows;
}

/** Running campaigns of a sender that are looked at. */
const CAMPAIGNS_OF_SENDER = 8;

/** Running campaigns that send from a sender, the first planned first. */
export async function listCampaignsOfSender(
  { db, organization }: Tx,
  accountId: number,
): Promise<{ id: number; channel: Channel }[]> {
  const rows = await sql<{ id: number; channel: Channel }>`select c.id, s.channel from campaign_senders s
    join campaigns c on c.id = s.campaign_id and c.status = 'ACTIVE' left join campaign_lanes k on k.campaign_id = c.id
    where s.account_id = ${accountId} and s.organization_id = ${organization.id}
    order by k.look_at nulls last, c.id limit ${sql.lit(CAMPAIGNS_OF_SENDER)}`.execute(db);
  return rows.rows;
}

/** Why providers asked senders to wait. */
export async function listHeldReasons(
  { db, organization }: Tx,
  ids: readonly number[],
): Promise<Map<number, string | null>> {
  const rows = await sql<{ id: number; held_reason: string | null }>`select id, held_reason from accounts
    where id = any(${ids}::bigint[]) and organization_id = ${organization.id}`.execute(db);
  return new Map(rows.rows.map(({ id, held_reason }) => [id, held_reason]));
}
