import type { FeatureFlag } from '../../access/feature-flags.ts';
import type { CallOutcome } from '../../calls/call-outcomes.ts';
import type { ReplyClass } from '../../inbound/reply-classes.ts';
import type { LeadFieldColumn } from '../../leads/lead-fields.ts';
import type { LinkedinAction } from '../../linkedin/linkedin-actions.ts';
import type { ContactLookup } from '../../money/credits.ts';

/** Who carries a node out: a sender by mail or on LinkedIn (by its action), the engine itself, or a person. */
export type Lane = 'email' | 'local' | 'person' | LinkedinAction;

/** What is known about a lead. `null` is 'not known yet': someone has to look first. */
export type LeadFacts = {
  has_replied: boolean;
  /** Unsubscribed, or the address or domain is suppressed for this organization. */
  is_suppressed: boolean;
  is_connected: boolean | null;
  invite_accepted_at: Date | null;
  /** Those columns of the lead that conditions read. */
  fields: LeadTexts;
  /** Look-ups for the lead that have ended: what they did not find is not there. */
  lookups_ended: readonly ContactLookup[];
  /** Steps that a person took out for this lead: passed over when they are due. */
  skipped_steps?: readonly number[];
  /** Since when it has waited for data at a node, and which addresses it has; null where it does not. */
  held?: HeldLead | null;
  /** Channels on which the lead is suppressed (by number or profile): steps on them are skipped when due. */
  closed_channels?: readonly ClosedChannel[];
  /** Of the last call in this campaign; null before one. */
  call_outcome?: CallOutcome | null;
  /** Links of this campaign's mails that the lead opened. */
  clicked_urls?: readonly string[] | null;
  /** The lead opened a mail of this campaign, as far as that can be known. */
  has_opened?: boolean;
  /** Of the last reply of the lead, in any campaign; null where there is none or its type is not sure. */
  reply_class?: ReplyClass | null;
  /** A meeting of the lead is booked or was held; cancelled and missed ones do not count. */
  has_meeting?: boolean;
};

/** What one condition of a flow asks for, besides its kind. */
export interface AskedCondition {
  /** The link that counts; any where it is null. */
  link_url?: string | null;
}

export interface HeldLead {
  node_id: number;
  since: Date;
  has_email: boolean;
  has_linkedin: boolean;
}

export type ClosedChannel = 'linkedin' | 'phone';

export type LeadTexts = Readonly<Partial<Record<LeadFieldColumn, string | null>>>;

/** What is said of a kind of node once, for everything that offers, checks, carries out, counts or shows it. */
interface NodeKind {
  label: string;
  channel: 'linkedin' | 'email' | 'phone';
  /** Hides the kind while it is off. */
  flag: FeatureFlag;
  /** The sender without which a flow that has it cannot start. */
  account: 'linkedin' | 'email' | null;
  lane: Lane;
  /** Hours a new one waits after the node before it. */
  delay_in_hours: number;
}

export interface StepKind extends NodeKind {
  /** Carries a message to the lead, so a reply to it stops the campaign for the lead. */
  is_message: boolean;
  /** A flow cannot start while it says nothing; an invite may go out without a note. */
  needs_message: boolean;
  takes_subject: boolean;
  takes_attachments: boolean;
  /** Whose limit its text keeps to. */
  body: 'message' | 'invite_note';
  /** May occur more than once in a path. */
  may_repeat: boolean;
  /** Done by a person from the leads table, never by the engine. */
  is_manual: boolean;
}

export interface ConditionKind extends NodeKind {
  /** What the facts say; null when someone has to look first. */
  answer(facts: LeadFacts, asked?: AskedCondition): boolean | null;
  /** In words, for `describeWaiting('condition', ...)`. */
  waits_for: string;
  /** Its delay is the longest wait: yes the moment the facts say so, no when the wait is over. */
  is_wait?: true;
  /** Of its wait, where that may be longer than other delays. */
  max_delay_in_days?: number;
  /** The column of the lead that it asks for, and what looks for it where it is blank. */
  reads?: { column: LeadFieldColumn; lookup?: ContactLookup };
}
