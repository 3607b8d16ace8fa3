import type { WaitingRule } from '../sending/waiting-rules.ts';
import { type Phrase, phrase } from '../text/say.ts';
import { type Cause, type Diagnosis, makeCause, toDiagnosis } from './causes.ts';
import { type DiagnosedSender, findLastingHold } from './sender-causes.ts';
import { describeWaiting } from './waiting-words.ts';

/** A limit of the sender that is reached today. */
export interface ReachedLimit {
  rule: WaitingRule;
  limit: number;
  growth: Phrase | null;
  until: Date | null;
}

export interface SenderFacts {
  sender: DiagnosedSender;
  is_held_after_restore: boolean;
  has_plan: boolean;
  /** Running campaigns that send from it, each with what holds the leads of this sender. */
  campaigns: { id: number; name: string; diagnosis: Diagnosis }[];
  limits: ReachedLimit[];
  now: Date;
}

/** Causes of one campaign that say nothing about its sender. */
const ENDS: readonly string[] = ['completed', 'no_leads', 'none_started', 'all_failed', 'working_copy'];

/** The first reason why campaigns send nothing from a sender now. */
export function diagnoseSender(facts: SenderFacts): Diagnosis {
  const { sender, is_held_after_restore, has_plan, campaigns, limits, now } = facts;
  const lasting = findLastingHold(sender, now);
  const first = [
    ...(lasting ? [lasting] : []),
    ...(has_plan ? [] : [toWait('subscription')]),
    ...(is_held_after_restore ? [toWait('restored_backup')] : []),
    ...(campaigns.length === 0 ? [makeCause('no_campaign', phrase('No running campaign sends from this sender'))] : []),
    ...limits.map((limit) => toLimit(limit, sender)),
  ];
  const causes = [...first, ...listCampaignCauses(facts, new Set(first.map(({ code }) => code)))];
  const [cause = nothingDue(), ...others] = causes;
  return toDiagnosis([cause, ...others]);
}

const toWait = (rule: WaitingRule): Cause => makeCause(rule, describeWaiting(rule).sentence);

const nothingDue = (): Cause => makeCause('nothing_due', phrase('No lead waits for this sender'));

function toLimit({ rule, limit, growth, until }: ReachedLimit, { id, label }: DiagnosedSender): Cause {
  const { sentence } = describeWaiting(rule, { sender: label, limit, ...(growth === null ? {} : { growth }) });
  return makeCause(rule, sentence, { until, account_id: id });
}

/** What holds this sender's leads, by campaign: one that sends first, then those that end soonest. */
function listCampaignCauses({ campaigns, sender }: SenderFacts, said: ReadonlySet<string>): Cause[] {
  const causes = campaigns.flatMap(({ id, name, diagnosis }) =>
    [diagnosis.cause, ...diagnosis.others]
      .filter(({ code }) => !said.has(code) && !ENDS.includes(code))
      .map((cause) => ({
        ...cause,
        text: cause.code === 'sending' ? cause.text : `${cause.text} (${name})`,
        campaign_id: id,
        campaign_name: cause.code === 'sending' ? null : name,
        account_id: cause.account_id ?? sender.id,
      })),
  );
  const sending = causes.filter(({ code }) => code === 'sending');
  return [...sending.slice(0, 1), ...causes.filter(({ code }) => code !== 'sending')];
}
