import type { LeadStatus } from '../campaign/transitions.ts';
import type { Flow, FlowNode } from '../flow/flow.ts';
import type { Lane, LeadFacts } from '../flow/kinds/node-kind.ts';
import type { LinkedinAction } from '../linkedin/linkedin-actions.ts';
import type { InviteDay } from '../sending/budget-days.ts';
import type { SenderLimits } from '../sending/capacity.ts';
import type { ProviderGroup, ProviderMatching } from '../sending/sender-choice.ts';
import type { SenderState } from '../sending/sender-holds.ts';
import type { WaitingRule } from '../sending/waiting-rules.ts';
import type { Schedule } from '../sending/working-days.ts';
import type { CallPlace } from '../zones/lead-zone.ts';

/** What is assumed of people who have not been asked yet. Rates are percents, 0 to 100. */
export interface Assumptions {
  /** Share of the invited people who accept. */
  accept_rate: number;
  /** Share of the people written to who answer; they answer the first message that reaches them. */
  reply_rate: number;
  accept_after_in_hours: number;
  reply_after_in_hours: number;
}

/** The current state of a sender. A LinkedIn account and a mailbox are two senders. */
export interface RehearsalSender extends SenderState, SenderLimits {
  id: number;
  name: string;
  channel: 'email' | 'linkedin';
  /** The mailbox provider; absent when unknown. */
  group?: ProviderGroup | null;
  send_gap_in_seconds: number;
  natural_rhythm: boolean;
  rhythm_gap_in_seconds: number;
  /** The budget that mailboxes of one domain share. */
  own_domain: { scope: string; scope_id: number; cap: number } | null;
}

/** A budget's day as the engine has counted it: `scope` and `scope_id` as in `sending_days`. */
export interface UsedDay extends InviteDay {
  scope: string;
  scope_id: number;
  /** YYYY-MM-DD. */
  day: string;
  zone: string;
}

export interface RehearsalCampaign extends Schedule {
  id: number;
  flow: Flow;
  email_account_id: number | null;
  linkedin_account_id: number | null;
  /** All senders that take new leads, the first first; the one above where left out. */
  email_pool?: readonly number[];
  linkedin_pool?: readonly number[];
  /** Those that only finish the leads they have begun. */
  email_leaving?: readonly number[];
  linkedin_leaving?: readonly number[];
  email_max_messages: number;
  linkedin_max_messages: number;
  linkedin_max_connections: number;
  /** `prefer` where left out. */
  provider_matching?: ProviderMatching;
  /** Over all senders; none where left out. */
  max_emails_per_day_total?: number | null;
  max_new_leads_per_day?: number | null;
}

/** The current state of a lead; NOT_STARTED leads begin with the rehearsal. */
export interface RehearsalLead {
  /** Id of the campaign lead: decides ties and what is drawn for the lead. */
  id: number;
  campaign_id: number;
  status: LeadStatus;
  next_node_id: number | null;
  next_at: Date | null;
  facts: LeadFacts;
  is_connected: boolean;
  /** The lead's location; absent when unknown, or when its campaign doesn't use it. */
  zone?: string | null;
  /** Whose public holidays it has, where the campaign pauses on them; null where nothing says it. */
  holidays_of?: string | null;
  /** By which clocks it may be called; those of its zone where left out. */
  call_place?: CallPlace | null;
  /** The lead's sender on each channel; absent when it has none yet. */
  email_account_id?: number | null;
  linkedin_account_id?: number | null;
  /** What ties it to a sender before that: who knows the person, and the company they work at. */
  conversation?: number | null;
  company?: string | null;
  group?: ProviderGroup | null;
  /** Whom its campaign's column names, by channel. */
  named?: { email: number | null; linkedin: number | null };
}

export interface RehearsalInput {
  now: Date;
  /** The same seed draws the same pauses. */
  seed: number;
  assumptions: Assumptions;
  /** Nothing later than this is looked at. */
  horizon_in_days: number;
  /** The campaign that is rehearsed; the others run beside it and share its senders. */
  campaign_id: number;
  campaigns: readonly RehearsalCampaign[];
  senders: readonly RehearsalSender[];
  days: readonly UsedDay[];
  /** Which sender of a channel writes to which company already. */
  companies?: readonly { channel: 'email' | 'linkedin'; company: string; account_id: number }[];
  leads: readonly RehearsalLead[];
}

/** A lead has no address for a node: the node is held for it, and passed over in the end. */
export interface LackedAddress {
  text: string;
  lacks: 'address';
}

/** Why a step cannot be done for a lead, in words; null when it can. */
export type FindProblem = (lead: RehearsalLead, node: FlowNode) => string | LackedAddress | null;

/** What reaches people; lookups are invisible to them and not shown. */
export type OutwardAction = 'email' | Exclude<LinkedinAction, 'look'>;

export interface RehearsedDay {
  /** YYYY-MM-DD in the campaign's time zone. */
  date: string;
  actions: Partial<Record<OutwardAction, number>>;
  /** What the sender does on that day for other campaigns. */
  others: number;
}

/** What held leads back for the longest time, all leads together. */
export interface Bottleneck {
  rule: WaitingRule;
  lane: Lane;
  account_id: number | null;
  /** Whose limit it is; null where the rule is no limit. */
  limit: { of: 'account' | 'campaign'; amount: number } | null;
  /** Days that leads waited in the queue for it, summed over the leads. */
  lead_days: number;
}

export interface Rehearsal {
  /** Oldest day first; only days on which something happens. */
  senders: { account_id: number; days: RehearsedDay[] }[];
  /** Calls to make, by day. */
  calls: { date: string; amount: number }[];
  leads: { total: number; completed: number; replied: number; failed: number; open: number };
  /** Instant of the last action or call; null when nothing happens. */
  last_action_at: Date | null;
  /** When the campaign is over for the last lead; null when some are still open at the horizon. */
  finishes_at: Date | null;
  /** Why leads fail, the most frequent first. */
  failures: { text: string; leads: number }[];
  /** Steps that are passed over for want of an address, the most frequent reason first. */
  skips: { text: string; leads: number }[];
  /** What still holds leads at the end of the rehearsal. */
  held: { rule: WaitingRule; leads: number }[];
  bottleneck: Bottleneck | null;
}
