import type { ProviderGroup } from '@overture/domain/sending/sender-choice';
import type { Schedule } from '@overture/domain/sending/working-days';
import type { ZoneFacts } from '@overture/domain/zones/lead-zone';
import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../../kernel/context.ts';
import { toJson } from '../../../../kernel/db/to-json.ts';
import { crmHold } from '../../../crm-people/index.ts';
import { zoneFacts } from '../../../prospects/index.ts';
import { campaignGuard } from '../../../sending-guard/index.ts';
import { isChannelSuppressed, isKeptOut, reachOfLead } from '../../../suppression-rules/index.ts';

/**
 * Makes leads that wait for an unsubscribe link due again, in one campaign or in all (null). Uses each campaign's queue. Returns the
 * campaigns.
 */
export async function releaseWaitingForLink(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  campaignId: number | null,
): Promise<number[]> {
  const rows = await sql<{ campaign_id: number }>`with waiting as materialized (
      select l.id from campaigns c join campaign_leads l on l.campaign_id = c.id and l.next_lane = 'email' and l.next_at is not null
        and not l.is_in_flight and l.archived_at is null and l.status in ('SCHEDULED', 'ACTIVE')
      where c.organization_id = ${organization.id} and (${campaignId}::bigint is null or c.id = ${campaignId})
        and l.waiting_rule = 'unsubscribe_link'
      order by l.id for no key update of l
    ), moved as (update campaign_leads l set next_at = app_now(), waiting_rule = null, waiting_until = null
      from waiting where l.id = waiting.id returning l.campaign_id)
    select distinct campaign_id from moved order by campaign_id`.execute(db);
  return rows.rows.map((row) => row.campaign_id);
}

/** The outcome of the call `a` is recorded, and decides about the lead in a moment. */
const isRecorded = sql`a.settled_at is null and a.outcome is not null`;

/**
 * Takes leads back whose call is suppressed by now; the engine then skips the step. Reads each campaign's queue (`campaign_leads_due_idx`)
 * in id order. Returns the campaigns.
 */
export async function withdrawCalls({
  db,
  organization,
}: Pick<TransactionContext, 'db' | 'organization'>): Promise<number[]> {
  const rows = await sql<{ campaign_id: number }>`with barred as materialized (
      select l.id from campaigns c
      join campaign_leads l on l.campaign_id = c.id and l.next_lane = 'person' and l.next_at is not null and not l.is_in_flight
        and l.archived_at is null and l.status in ('SCHEDULED', 'ACTIVE')
        and not exists (select from call_attempts a where a.campaign_lead_id = l.id and ${isRecorded})
      join prospects p on p.id = l.prospect_id
      where c.organization_id = ${organization.id} and c.status in ('ACTIVE', 'PAUSED')
        and (${isChannelSuppressed('phone', reachOfLead)} or ${isKeptOut(reachOfLead)})
      order by l.id for no key update of l
    ), moved as (
      update campaign_leads l set next_lane = 'local', next_at = app_now(), waiting_rule = null, waiting_until = null
      from barred where l.id = barred.id returning l.campaign_id
    ) select distinct campaign_id from moved order by campaign_id`.execute(db);
  return rows.rows.map((row) => row.campaign_id);
}

/** Whether the outcome of the lead's call is recorded and has not taken effect. */
export async function isCallRecorded({ db }: Pick<TransactionContext, 'db'>, leadId: number): Promise<boolean> {
  const rows = await sql`select from call_attempts a where a.campaign_lead_id = ${leadId} and ${isRecorded}`.execute(
    db,
  );
  return rows.rows.length > 0;
}

/** A call that a lead waits for. */
export interface WaitingCall {
  lead_id: number;
  node_id: number;
}

/** Locks those of the calls that still wait for a person, in the order in which leads are locked everywhere. */
export async function lockWaitingCalls(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  calls: readonly WaitingCall[],
): Promise<WaitingCall[]> {
  const rows = await sql<WaitingCall>`select l.id as lead_id, l.next_node_id as node_id
    from json_to_recordset(${toJson(calls)}::json) as g (lead_id bigint, node_id bigint)
    join campaign_leads l on l.id = g.lead_id and l.next_node_id = g.node_id
    where l.organization_id = ${organization.id} and l.next_lane = 'person' and l.archived_at is null
      and l.status in ('SCHEDULED', 'ACTIVE', 'PAUSED')
    order by l.id for no key update of l`.execute(db);
  return rows.rows;
}

/** Gives calls back to the engine until their time. The caller has locked them. Returns the campaigns. */
export async function postponeCalls(
  { db }: Pick<TransactionContext, 'db'>,
  calls: readonly (WaitingCall & { at: Date })[],
): Promise<number[]> {
  const rows = await sql<{ campaign_id: number }>`with moved as (
      update campaign_leads l set next_lane = 'local', next_at = g.at, waiting_rule = 'delay', waiting_until = g.at
      from json_to_recordset(${toJson(calls)}::json) as g (lead_id bigint, at timestamptz)
      where l.id = g.lead_id returning l.campaign_id
    ) select distinct campaign_id from moved order by campaign_id`.execute(db);
  return rows.rows.map((row) => row.campaign_id);
}

type Tx = Pick<SystemTransactionContext, 'db'>;

export interface LeadPerson {
  id: number;
  organization_id: number;
  campaign_id: number;
  prospect_id: number;
}

/** The person behind an unsubscribe link; null when the lead or the person was deleted. */
export async function findLeadPerson(tx: Tx, campaignLeadId: number): Promise<LeadPerson | null> {
  const rows = await sql<LeadPerson>`select l.id, l.organization_id, l.campaign_id, l.prospect_id
    from campaign_leads l where l.id = ${campaignLeadId}`.execute(tx.db);
  return rows.rows[0] ?? null;
}

/** Whether nothing may be sent to the person of a lead. */
export async function isLeadKeptOut(tx: Tx, campaignLeadId: number): Promise<boolean> {
  const rows = await sql`select from campaign_leads l join prospects p on p.id = l.prospect_id
    where l.id = ${campaignLeadId} and ${isKeptOut(reachOfLead)}`.execute(tx.db);
  return rows.rows.length > 0;
}

/** The language of the campaign that wrote to this lead. */
export async function findCampaignLanguage({ db }: Pick<Tx, 'db'>, campaignLeadId: number): Promise<string | null> {
  const { rows } = await sql<{ language: string }>`select c.language
    from campaign_leads l join campaigns c on c.id = l.campaign_id where l.id = ${campaignLeadId}`.execute(db);
  return rows[0]?.language ?? null;
}

export interface LeadPlace {
  id: number;
  next_node_id: number | null;
  next_lane: string | null;
  status: string;
}

export async function findCampaignLead(
  tx: Tx,
  organizationId: number,
  campaignId: number,
  prospectId: number,
): Promise<LeadPlace | null> {
  const rows = await sql<LeadPlace>`select id, next_node_id, next_lane, status from campaign_leads
    where organization_id = ${organizationId} and campaign_id = ${campaignId} and prospect_id = ${prospectId}`.execute(
    tx.db,
  );
  return rows.rows[0] ?? null;
}

/** As `findLeadOf`, locked. */
export async function lockCampaignLead(
  tx: Tx,
  organizationId: number,
  campaignId: number,
  prospectId: number,
): Promise<LeadPlace | null> {
  const lead = await findCampaignLead(tx, organizationId, campaignId, prospectId);
  if (!lead) return null;
  const rows = await sql<LeadPlace>`select id, next_node_id, next_lane, status from campaign_leads where id = ${lead.id}
    for no key update`.execute(tx.db);
  return rows.rows[0] ?? null;
}

export interface WaitingFacts {
  id: number;
  status: string;
  archived_at: Date | null;
  campaign_status: string;
  next_node_type: string | null;
  next_lane: string | null;
  next_at: Date | null;
  is_in_flight: boolean;
  waiting_rule: string | null;
  waiting_until: Date | null;
  possible_answer_from: string | null;
  /** The lead is away until then. */
  away_until: Date | null;
  /** A team member has written; nothing leaves until then. */
  message_hold_until: Date | null;
  /** Why a CRM keeps this person out, in words. */
  crm_hold?: string | null;
  /** The data the lead lacks, as text. */
  missing_data: string | null;
  lane_rule: string | null;
  lane_until: Date | null;
  sender: string | null;
  sender_id: number | null;
  zone: string;
  sending_window: Schedule['sending_window'];
  windows: Schedule['windows'];
  uses_lead_zone: boolean;
  skips_holidays: boolean;
  /** Where the lead is. */
  zone_facts: ZoneFacts;
  /** Of the sort of action that comes next; null where the settings name none. */
  campaign_cap: number | null;
  /** Over all its senders. */
  max_emails_per_day_total: number | null;
  max_new_leads_per_day: number | null;
  email: string | null;
  /** The provider of its mailbox by MX records, if it was looked up. */
  mx_group?: ProviderGroup | null;
  /** A person can take the action from the page LinkedIn by hand, or has. */
  is_offered?: boolean;
  intent_state: string | null;
  /** The provider's text for the paused kind of action, or for the sender; null when nothing is paused. */
  action_reason: string | null;
  sender_reason: string | null;
  /** Figures for which the guard holds the sender or the campaign. */
  guard_reason: string | null;
  domain_hold_reason: string | null;
  now: Date;
}

/** Facts that decide why leads wait, for a page of them. */
export async function listWaitingFacts(tx: Tx, campaignLeadIds: readonly number[]): Promise<WaitingFacts[]> {
  const rows = await sql<WaitingFacts>`
    select l.id, l.status, l.archived_at, c.status as campaign_status, n.type as next_node_type, l.next_lane, l.next_at,
      l.is_in_flight, l.waiting_rule, l.waiting_until, l.possible_answer_from, l.away_until,
      l.message_hold_until,
      ${crmHold} as crm_hold, ${zoneFacts} as zone_facts,
      l.missing_data, case when a.sender_holds ? k.hold_key then a.sender_holds->k.hold_key->>'rule'
        else coalesce(a.linkedin_holds->l.next_lane->>'rule', case when not d.is_linkedin then a.waiting_rule end) end as lane_rule,
      case when a.sender_holds ? k.hold_key then (a.sender_holds->k.hold_key->>'until')::timestamptz
        else coalesce((a.linkedin_holds->l.next_lane->>'until')::timestamptz, case when not d.is_linkedin then a.waiting_until end)
        end as lane_until,
      case when d.is_linkedin then s.name else coalesce(s.email::text, s.name) end as sender, s.id as sender_id, c.timezone as zone,
      c.sending_window, c.windows, c.uses_lead_zone, c.skips_holidays,
      case l.next_lane when 'invite' then c.linkedin_max_connections when 'message' then c.linkedin_max_messages
        when 'email' then c.email_max_messages end as campaign_cap,
      c.max_emails_per_day_total, c.max_new_leads_per_day, p.email::text as email,
      l.is_in_flight and exists (select from outbound_intents i where i.kind = 'campaign_step' and i.ref_id = l.id
        and i.ref_part = l.next_node_id and i.given_up = 0
        and (i.offered_at is not null or (i.claimed_at is not null and i.state = 'dispatching'))) as is_offered,
      case when l.is_in_flight then (select i.state from outbound_intents i where i.kind = 'campaign_step'
        and i.ref_id = l.id and i.ref_part = l.next_node_id and i.given_up = 0) end as intent_state,
      s.action_holds->l.next_lane->>'reason' as action_reason,
      case when s.held_until > app_now() then s.held_reason end as sender_reason,
      coalesce(s.guard_reason, ${campaignGuard(sql`c.id`)}) as guard_reason,
      s.domain_hold_reason,
      app_now() as now
    from campaign_leads l join campaigns c on c.id = l.campaign_id join prospects p on p.id = l.prospect_id
    left join campaign_nodes n on n.id = l.next_node_id
    left join campaign_lanes a on a.campaign_id = l.campaign_id
    cross join lateral (select coalesce(l.next_lane not in ('email', 'local', 'person'), false) as is_linkedin) d
    cross join lateral (select case when d.is_linkedin then l.linkedin_account_id || ':' || l.next_lane
      else l.email_account_id::text end as hold_key) k
    left join accounts s on s.id = case when d.is_linkedin then coalesce(l.linkedin_account_id, c.linkedin_account_id)
      else coalesce(l.email_account_id, c.email_account_id) end
    where l.id = any(${campaignLeadIds}::bigint[])`.execute(tx.db);
  return rows.rows;
}
