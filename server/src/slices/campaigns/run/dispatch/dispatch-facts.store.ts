import type { LinkedinTier } from '@overture/domain/accounts';
import type { SigningRule } from '@overture/domain/campaign/signing-rule';
import type { VariantSource } from '@overture/domain/flow/ab-variant';
import { type NodeType, stepsOf } from '@overture/domain/flow/step-types';
import { FLOW_LIMITS } from '@overture/domain/limits';
import type { MessageFields } from '@overture/domain/message/variables';
import type { ZoneFacts } from '@overture/domain/zones/lead-zone';
import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import { keptPlan } from '../../../../kernel/db/kept-plan.ts';
import { toJson } from '../../../../kernel/db/to-json.ts';
import type { Letter, OutboundKind } from '../../../action-kinds/index.ts';
import { linkHost } from '../../../brand-hosts/index.ts';
import { crmHold } from '../../../crm-people/index.ts';
import { isExcludedPerson } from '../../../excluded-domains/index.ts';
import { endedPlan } from '../../../plans/index.ts';
import { messageColumns, zoneFacts } from '../../../prospects/index.ts';
import { campaignGuard } from '../../../sending-guard/index.ts';
import { isChannelSuppressed, reachOfLead, suppressedBecause } from '../../../suppression-rules/index.ts';
import { hasTouchLock, sharesTouchRules } from '../../../touch-locks/index.ts';
import { chosenSignature } from '../../messages/message-context.store.ts';
import type { RewrittenMessage } from '../../messages/messages.rules.ts';
import { type StandIns, withStandIns } from '../../messages/stand-ins.store.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** Everything the stop check needs about one lead, read in the dispatching transaction. */
export interface DispatchFacts extends MessageFields, SigningRule {
  id: number;
  organization_id: number;
  campaign_id: number;
  prospect_id: number;
  /** The step of the intent. */
  node_id: number;
  /** The campaign's language, for texts written for the lead. */
  language: string;
  campaign_name: string;
  /** The day in the campaign's zone. */
  today: string;
  sender_name: string | null;
  sender_email: string | null;
  sender_phone: string | null;
  sender_title: string | null;
  sender_calendar_url: string | null;
  status: string;
  is_archived: boolean;
  /** A trial or a subscription of the organization runs. */
  has_plan: boolean;
  /** Mails of the organization must have an unsubscribe link in their text. */
  requires_unsubscribe_link: boolean;
  /** Its first email ends with the link to the privacy notice: the organization wants it, and the lead is not informed yet. */
  adds_privacy_link: boolean;
  /** The organization lets one campaign at a time contact a person. */
  has_touch_lock: boolean;
  /** Its mails have no HTML part. */
  plain_text_only: boolean;
  plain_first_email: boolean;
  /** Which the campaign's emails end with: the sender's own, or one for all. */
  chosen_signature_id: number | null;
  /** Links of its mails after the first are rewritten. */
  tracks_clicks: boolean;
  tracks_opens: boolean;
  /** Of its brand, for links of its mail. */
  link_host: string | null;
  /** Address of an unmatched reply that may be the lead's: nothing is sent until a user decides. */
  possible_answer_from: string | null;
  /** The lead is away: nothing leaves before. */
  away_until: Date | null;
  /** A team member has written: nothing leaves before. */
  message_hold_until: Date | null;
  next_node_id: number | null;
  campaign_status: string;
  /** Of the flow the text is taken from, read in the same moment as the text. */
  revision: number;
  /** False for one that a revision has deleted. */
  is_step_live: boolean;
  /** The lead's own on this channel, or the campaign's first where it has none yet. */
  account_id: number | null;
  /** Not the campaign's first sender: the campaign's limits are counted for it separately. */
  is_extra_sender: boolean;
  email_max_messages: number;
  linkedin_max_messages: number;
  linkedin_max_connections: number;
  /** Over all senders of the campaign. */
  max_emails_per_day_total: number | null;
  max_new_leads_per_day: number | null;
  /** Nothing was begun for the lead yet, on no channel. */
  is_untouched: boolean;
  zone: string;
  sending_window: unknown;
  windows: unknown;
  uses_lead_zone: boolean;
  skips_holidays: boolean;
  /** Where the lead is. */
  zone_facts: ZoneFacts;
  is_calendar_fresh: boolean;
  opens_at: Date;
  closes_at: Date;
  email: string | null;
  suppressed_because: string | null;
  /** The lead's profile is on the suppression list: nothing happens on LinkedIn, and the other channels stay open. */
  is_channel_suppressed: boolean;
  /** Why the guard holds the mails of the campaign. */
  guard_reason: string | null;
  /** At an excluded domain or address, be it since yesterday. */
  is_excluded: boolean;
  /** Why a CRM keeps this person out, in words. */
  crm_hold?: string | null;
  /** Their number, as digits with country code. */
  phone_key: string | null;
  linkedin_key: string | null;
  /** The person's id for the campaign's LinkedIn sender; null until it was resolved. */
  linkedin_provider_id: string | null;
  linkedin_tier: LinkedinTier | null;
  /** Null when the node is gone, or is not of the channel that was planned. */
  step: (VariantSource & { type?: NodeType; continues?: (VariantSource & { id: number }) | null }) | null;
  rewritten: RewrittenMessage | null;
  attachments: Letter['attachments'] | null;
}

/**
 * Locks leads and reads what decides whether their mail may be sent. It locks first: a concurrent reply is waited for, and the row is read
 * as that reply left it.
 */
export async function lockForDispatch(
  tx: Tx,
  given: readonly { lead_id: number; node_id: number; channel: 'email' | 'linkedin' }[],
): Promise<DispatchFacts[]> {
  const ids = given.map((item) => item.lead_id);
  await sql`select 1 from campaign_leads where id = any(${ids}::bigint[]) and ${sharesTouchRules(ids)}
    order by id for no key update`.execute(tx.db);
  return listDispatchFacts(tx, given);
}

/** Sender fields that messages can use. */
const senderWords = sql`s.name as sender_name, s.email::text as sender_email, s.phone as sender_phone, s.job_title as sender_title,
  s.calendar_url as sender_calendar_url`;

/** What the suppression list blocks, and what the organization requires of a mail. */
const suppressionColumns = sql`${suppressedBecause(reachOfLead)} as suppressed_because,
  g.channel = 'linkedin' and ${isChannelSuppressed('linkedin', reachOfLead)} as is_channel_suppressed,
  (select o.requires_unsubscribe_link from organizations o where o.organization_id = l.organization_id) as requires_unsubscribe_link,
  (select o.adds_privacy_link from organizations o where o.organization_id = l.organization_id)
    and not exists (select from privacy_notices v where v.prospect_id = l.prospect_id) as adds_privacy_link`;

/** The nearest email above the step `n` with a subject of its own (`findThreadStart`). */
const threadStart = sql`(with recursive above as (
    select a.*, 1 as distance from campaign_nodes a where a.id = n.parent_id and a.campaign_id = n.campaign_id
    union all select a.*, above.distance + 1 from above join campaign_nodes a on a.id = above.parent_id and a.campaign_id = above.campaign_id
      where above.distance < ${sql.lit(FLOW_LIMITS.max_nodes)})
  select json_build_object('id', id, 'subject_line', subject_line, 'subject_line_b', subject_line_b, 'message_b', message_b,
    'more_variants', more_variants, 'variant_rules', variant_rules)
    from above where type = 'EMAIL' and not is_blank(subject_line) order by distance limit 1)`;

/** The same without a lock, to preview what a lead would get. */
export async function listDispatchFacts(
  tx: Tx,
  given: readonly { lead_id: number; node_id: number; channel: 'email' | 'linkedin' }[],
): Promise<DispatchFacts[]> {
  const rows = await sql<DispatchFacts & { stand_ins: StandIns | null }>`${keptPlan}
    select l.id, l.stand_ins, l.organization_id, l.campaign_id, l.prospect_id, g.node_id, c.language, c.name as campaign_name,
      to_char(app_now() at time zone c.timezone, 'YYYY-MM-DD') as today, ${senderWords}, l.status,
      l.archived_at is not null as is_archived, l.possible_answer_from, l.away_until, l.message_hold_until, l.next_node_id,
      (select ${endedPlan('o')} is null from organizations o where o.organization_id = l.organization_id) as has_plan,
      ${linkHost(sql`l.organization_id`)} as link_host,
      c.signature_choice, c.signs_follow_ups, ${chosenSignature(sql`k.account_id`)} as chosen_signature_id,
      c.plain_text_only, c.plain_first_email, c.tracks_clicks, c.tracks_opens, c.status as campaign_status, c.revision, coalesce(n.is_live, false) as is_step_live, c.email_max_messages, c.linkedin_max_messages, c.linkedin_max_connections,
      c.max_emails_per_day_total, c.max_new_leads_per_day, l.email_touched_at is null and l.linkedin_touched_at is null as is_untouched,
      k.account_id, k.account_id is distinct from case when g.channel = 'email' then c.email_account_id else c.linkedin_account_id end as is_extra_sender, c.timezone as zone,
      c.sending_window, c.windows, c.uses_lead_zone, c.skips_holidays, ${zoneFacts} as zone_facts,
      ${crmHold} as crm_hold, p.phone_key, p.linkedin_key, case when g.channel = 'linkedin' then s.tier end as linkedin_tier, (select m.provider_id from linkedin_members m
        where m.account_id = coalesce(l.linkedin_account_id, c.linkedin_account_id) and m.prospect_id = l.prospect_id limit 1)
        as linkedin_provider_id,
      coalesce(a.version = c.version, false) as is_calendar_fresh, coalesce(a.opens_at, '-infinity') as opens_at,
      coalesce(a.closes_at, '-infinity') as closes_at, ${messageColumns},
      ${suppressionColumns}, ${hasTouchLock(sql`l.organization_id`)} as has_touch_lock, ${campaignGuard(sql`l.campaign_id`)} as guard_reason,
      ${isExcludedPerson({ organization_id: sql`l.organization_id`, website: sql`p.company_website_url`, email: sql`p.email` })}
        as is_excluded,
      case when n.id is not null then json_build_object('type', n.type, 'message', n.message, 'message_b', n.message_b,
        'subject_line', n.subject_line, 'subject_line_b', n.subject_line_b,
        'placeholder_message', n.placeholder_message, 'placeholder_message_b', n.placeholder_message_b,
        'more_variants', n.more_variants, 'variant_rules', n.variant_rules, 'formatted_texts', n.formatted_texts,
        'continues', case when n.type = 'EMAIL' and is_blank(n.subject_line) then ${threadStart} end) end as step,
      (select json_build_object('message', m.message, 'subject_line', m.subject_line) from campaign_lead_messages m
        where m.campaign_lead_id = l.id and m.node_id = g.node_id) as rewritten,
      (select json_agg(json_build_object('file_key', f.file_key, 'name', f.name, 'type', f.type, 'size', f.size) order by f.id)
        from campaign_attachments f where f.node_id = g.node_id and f.is_live) as attachments
    from json_to_recordset(${toJson(given)}::json) as g (lead_id bigint, node_id bigint, channel text)
    join campaign_leads l on l.id = g.lead_id
    join campaigns c on c.id = l.campaign_id
    join prospects p on p.id = l.prospect_id
    left join campaign_lanes a on a.campaign_id = l.campaign_id
    cross join lateral (select case when g.channel = 'email' then coalesce(l.email_account_id, c.email_account_id) else coalesce(l.linkedin_account_id, c.linkedin_account_id) end as account_id) k
    left join accounts s on s.id = k.account_id
    left join campaign_nodes n on n.id = g.node_id and n.campaign_id = l.campaign_id
      and (n.type = any(${stepsOf('email')}::text[])) = (g.channel = 'email')`.execute(tx.db);
  return rows.rows.map(({ stand_ins, ...row }) => withStandIns(row, stand_ins));
}

/** Signatures that messages name, by id; the caller keeps to those of its organization. */
export async function listSignatures(
  tx: Tx,
  ids: readonly number[],
): Promise<{ id: number; organization_id: number; signature: string }[]> {
  if (ids.length === 0) return [];
  const rows = await sql<{
    id: number;
    organization_id: number;
    signature: string;
  }>`select id, organization_id, signature
    from signatures where id = any(${ids}::bigint[])`.execute(tx.db);
  return rows.rows;
}

export interface StepPlace {
  organization_id: number;
  ref_id: number;
  ref_part: number;
  account_id: number;
  prospect_id: number;
  campaign_id: number;
  message_id: string | null;
}

/** Leads and nodes behind actions of ours, inside the organization of the transaction. */
export async function describeSteps(
  tx: Tx,
  found: Parameters<NonNullable<OutboundKind['describe']>>[1],
): Promise<StepPlace[]> {
  const rows = await sql<StepPlace>`select l.organization_id, l.id as ref_id, n.id as ref_part,
      coalesce(a.id, l.email_account_id, c.email_account_id) as account_id, l.prospect_id, l.campaign_id, g.message_id
    from json_to_recordset(${toJson(found)}::json) as g (ref_id bigint, ref_part bigint, message_id text, account_id bigint,
      sent_at timestamptz)
    join campaign_leads l on l.id = g.ref_id and (g.sent_at is null or l.created_at < g.sent_at + interval '1 minute')
    left join accounts a on a.id = g.account_id and a.organization_id = l.organization_id
    join campaigns c on c.id = l.campaign_id and coalesce(a.id, l.email_account_id, c.email_account_id) is not null
    join campaign_nodes n on n.id = g.ref_part and n.campaign_id = l.campaign_id`.execute(tx.db);
  return rows.rows;
}
