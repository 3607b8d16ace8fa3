import type { FlowNode } from '@overture/domain/flow/flow';
import type { LeadTexts } from '@overture/domain/flow/kinds/node-kind';
import { CONDITION_COLUMNS } from '@overture/domain/flow/step-types';
import type { RehearsalCampaign } from '@overture/domain/rehearsal/rehearsal-types';
import { resolveLeadPlace, usesLeadPlace } from '@overture/domain/sending/lead-hours';
import { companyOf, getProviderGroup, type ProviderGroup } from '@overture/domain/sending/sender-choice';
import { resolveCallPlace, type ZoneFacts } from '@overture/domain/zones/lead-zone';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { isExcludedPerson } from '../../excluded-domains/index.ts';
import { messageColumns, zoneFacts } from '../../prospects/index.ts';
import { isChannelSuppressed, isKeptOut, reachOfLead, suppressedBecause } from '../../suppression-rules/index.ts';
import { conditionColumns, conditionFacts } from '../flow/flow.store.ts';
import { type StandIns, withStandIns } from '../messages/stand-ins.store.ts';
import { senderPool, withMxGroups } from '../run/index.ts';
import type { GivenLead, GivenPerson } from './rehearsal.rules.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Which leads of a campaign move: those under way always, those not started when the campaign starts them, and named ones. */
export interface ChosenLeads {
  campaign_id: number;
  linkedin_account_id: number | null;
  starts_all: boolean;
  prospect_ids: readonly number[] | null;
  /** Finished leads that continue. */
  reopened_ids: readonly number[];
  /** The campaign keeps to the zones or holidays of its leads. */
  uses_place: boolean;
}

type LeadRow = Omit<GivenLead, 'person' | 'fields' | 'zone' | 'holidays_of' | 'call_place'> &
  LeadTexts & { zone_facts: ZoneFacts | null };

const leadColumns = sql`l.id, l.campaign_id, l.next_node_id, l.next_at, l.email_account_id, l.linkedin_account_id,
  to_json(l.skipped_nodes) as skipped_nodes,
  case when l.waiting_rule = 'missing_data' and l.missing_node_id = l.next_node_id then l.missing_since end as missing_since,
  ${conditionColumns}, ${conditionFacts}`;
const isMoving = sql`l.status in ('SCHEDULED', 'SCHEDULING', 'ACTIVE')`;

/** The first leads of a campaign that would move, in the order they were added. */
export async function listChosenLeads(
  { db, organization }: Tx,
  chosen: ChosenLeads,
  limit: number,
): Promise<GivenLead[]> {
  const seat = chosen.linkedin_account_id;
  const rows = await sql<ChosenRow>`select ${leadColumns},
      ${chosen.uses_place ? zoneFacts : sql`null`} as zone_facts, l.prospect_id, l.stand_ins, p.email_domain,
      case when l.status in ('PAUSED', 'COMPLETED') then 'ACTIVE' else l.status end as status,
      ${messageColumns},
      exists (select from linkedin_relations r where r.account_id = coalesce(l.linkedin_account_id, ${seat})
        and r.prospect_id = l.prospect_id) as is_connected,
      (p.linkedin_key is not null or exists (select from linkedin_members m where m.account_id = ${seat}
        and m.prospect_id = l.prospect_id)) as has_linkedin,
      ${suppressedBecause(reachOfLead)} as suppressed_because,
      ${isChannelSuppressed('linkedin', reachOfLead)} as is_linkedin_suppressed, 
      (${isChannelSuppressed('phone', reachOfLead)} or ${isKeptOut(reachOfLead)}) as is_phone_suppressed,
      ${isExcludedPerson({ organization_id: sql`l.organization_id`, website: sql`p.company_website_url`, email: sql`p.email` })}
        as is_excluded
    from campaign_leads l join prospects p on p.id = l.prospect_id
    where ${isChosen(chosen, organization.id)} order by l.id limit ${limit}`.execute(db);
  return (await withMxGroups({ db }, rows.rows)).map(toGivenLead);
}

type ChosenRow = LeadRow &
  GivenPerson & { prospect_id: number; email_domain: string | null; stand_ins: StandIns | null };

function toGivenLead(row: ChosenRow & { mx_group: ProviderGroup | null }): GivenLead {
  const { id, campaign_id, status, next_node_id, next_at, is_connected, email_domain, mx_group, ...rest } = row;
  const {
    email_account_id,
    linkedin_account_id,
    prospect_id,
    skipped_nodes,
    missing_since,
    call_outcome,
    reply_class,
    clicked_urls,
    has_opened,
    has_meeting,
    ...more
  } = rest;
  const { stand_ins, zone_facts, ...named } = more;
  const person = withStandIns(named, stand_ins);
  const fields = pickFields(named);
  const email = fields.email ?? null;
  return {
    ...{ id, campaign_id, status, next_node_id, next_at, skipped_nodes, missing_since, ...toPlace(zone_facts) },
    ...{ company: companyOf({ email, email_domain }), group: getProviderGroup({ email, mx_group }) },
    ...{ email_account_id, linkedin_account_id, prospect_id, fields, is_connected, person, call_outcome, reply_class },
    clicked_urls,
    has_opened,
    has_meeting,
  };
}

function toPlace(facts: ZoneFacts | null) {
  if (facts === null) return { zone: null, holidays_of: null, call_place: null };
  return { ...resolveLeadPlace(facts), call_place: resolveCallPlace(facts) };
}

function pickFields(row: LeadTexts): LeadTexts {
  return Object.fromEntries(CONDITION_COLUMNS.map((column) => [column, row[column] ?? null]));
}

export async function countChosenLeads({ db, organization }: Tx, chosen: ChosenLeads): Promise<number> {
  const rows = await sql<{ total: number }>`select count(*)::int as total from campaign_leads l
    where ${isChosen(chosen, organization.id)}`.execute(db);
  return rows.rows[0]!.total;
}

function isChosen({ campaign_id, starts_all, prospect_ids, reopened_ids }: ChosenLeads, organizationId: number) {
  const isNamed = prospect_ids === null ? sql`false` : sql`l.prospect_id = any(${[...prospect_ids]}::bigint[])`;
  return sql`l.campaign_id = ${campaign_id} and l.organization_id = ${organizationId} and l.archived_at is null
    and not l.is_in_flight and (${isMoving} or (l.status = 'NOT_STARTED' and (${starts_all} or ${isNamed}))
      or (l.status = 'PAUSED' and ${isNamed}) or (l.status = 'COMPLETED' and l.id = any(${[...reopened_ids]}::bigint[])))`;
}

const pools = sql`${senderPool('email')} as email_pool, ${senderPool('email', true)} as email_leaving,
  ${senderPool('linkedin')} as linkedin_pool, ${senderPool('linkedin', true)} as linkedin_leaving`;

/** Senders of a campaign that only finish the leads they have begun. */
export async function listLeaving({ db, organization }: Tx, campaignId: number) {
  const rows = await sql<{
    email_leaving: number[];
    linkedin_leaving: number[];
  }>`select ${senderPool('email', true)} as email_leaving,
      ${senderPool('linkedin', true)} as linkedin_leaving from campaigns c
    where c.id = ${campaignId} and c.organization_id = ${organization.id}`.execute(db);
  return rows.rows[0]!;
}

type OtherCampaign = Omit<RehearsalCampaign, 'flow'>;

/** Running campaigns that share a sender, the longest running first, with their flows. */
export async function listOtherCampaigns(
  { db, organization }: Tx,
  campaignId: number,
  accountIds: readonly number[],
  limit: number,
): Promise<RehearsalCampaign[]> {
  const campaigns =
    await sql<OtherCampaign>`select id, timezone, sending_window, windows, counts_working_days, skips_holidays, holiday_calendar, uses_lead_zone, email_account_id, linkedin_account_id,
      email_max_messages, linkedin_max_messages, linkedin_max_connections, provider_matching, max_emails_per_day_total,
      max_new_leads_per_day, ${pools}
    from campaigns c where organization_id = ${organization.id} and status = 'ACTIVE' and id <> ${campaignId}
      and exists (select from campaign_senders s where s.campaign_id = c.id and s.account_id = any(${[...accountIds]}::bigint[]))
    order by activated_at, id limit ${limit}`.execute(db);
  if (campaigns.rows.length === 0) return [];
  const ids = campaigns.rows.map(({ id }) => id);
  const nodes = await sql<FlowNode & { campaign_id: number }>`select campaign_id, id, kind, type, parent_id, branch,
      delay_in_hours, address_wait_in_days from campaign_nodes where campaign_id = any(${ids}::bigint[]) and is_live order by id`.execute(
    db,
  );
  const flows = Map.groupBy(nodes.rows, (node) => node.campaign_id);
  return campaigns.rows.map((row) => ({ ...row, flow: flows.get(row.id) ?? [] }));
}

/** Leads of running campaigns that have something to come, the next due first. */
export async function listOtherLeads(
  { db, organization }: Tx,
  campaigns: readonly Pick<RehearsalCampaign, 'id' | 'uses_lead_zone' | 'skips_holidays'>[],
  limit: number,
): Promise<GivenLead[]> {
  if (campaigns.length === 0) return [];
  const zoned = campaigns.filter(usesLeadPlace);
  const rows =
    await sql<LeadRow>`select ${leadColumns}, l.status, case when l.campaign_id = any(${zoned.map(({ id }) => id)}::bigint[]) then ${zoneFacts} end as zone_facts,
      exists (select from linkedin_relations r join campaigns c on coalesce(l.linkedin_account_id, c.linkedin_account_id) = r.account_id
        where c.id = l.campaign_id and r.prospect_id = l.prospect_id) as is_connected
    from unnest(${campaigns.map(({ id }) => id)}::bigint[]) as c (id) cross join lateral (
      select * from campaign_leads l where l.campaign_id = c.id and l.organization_id = ${organization.id}
        and l.archived_at is null and not l.is_in_flight and l.next_at is not null and l.status in ('SCHEDULED', 'ACTIVE')
      limit ${limit}) l
    join prospects p on p.id = l.prospect_id order by l.next_at, l.id limit ${limit}`.execute(db);
  return rows.rows.map(({ zone_facts, ...row }) => {
    return { ...row, fields: pickFields(row), ...toPlace(zone_facts), person: null };
  });
}
