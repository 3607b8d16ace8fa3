import { isLeadDone, type LeadStatus } from '@overture/domain/campaign/transitions';
import { LeadHours, resolveLeadPlace, usesLeadPlace } from '@overture/domain/sending/lead-hours';
import { keepsPersonOut } from '@overture/domain/suppressions/suppressions';
import type { Verdict } from '../../../action-kinds/index.ts';
import { describeSuppressed } from '../email.rules.ts';
import { SUPPRESSED_ON_LINKEDIN } from '../lead-facts.rules.ts';
import type { DispatchFacts } from './dispatch-facts.store.ts';

/** Leads held by a CRM are rechecked this often, which is how often the CRM is read. */
const CRM_RECHECK_IN_MS = 3_600_000;

/** The lead continues with the next step (`skipDeletedSteps`). */
export const STEP_DELETED_TEXT = 'The step was deleted.';

export const EXCLUDED_TEXT = 'The domain or address of this lead is excluded.';

type Obstacle = Exclude<Verdict, { verdict: 'go' }>;
type CheckedIntent = { account_id: number; ref_part: number; channel?: 'email' | 'linkedin'; action?: string };

const hold = (rule: Extract<Obstacle, { verdict: 'hold' }>['rule'], until: Date | null = null): Obstacle => ({
  verdict: 'hold',
  rule,
  until,
});
const cancel = (reason: string): Obstacle => ({ verdict: 'cancel', reason });
const fail = (reason: string): Obstacle => ({ verdict: 'fail', reason });

/**
 * The campaign's part of the stop check; null lets the action pass. The dispatcher checks sender health, gap and the sender's daily limit.
 */
export function findObstacle(facts: DispatchFacts | undefined, intent: CheckedIntent, now: Date): Obstacle | null {
  if (!facts) return cancel('The lead is no longer in the campaign.');
  return (
    findEnd(facts, intent) ??
    findPause(facts, now) ??
    findSenderObstacle(facts, intent, now) ??
    findClosedHours(facts, intent, now) ??
    findSuppression(facts, intent) ??
    findStepObstacle(facts, now)
  );
}

/** The lead is done, or was moved on. */
function findEnd(facts: DispatchFacts, intent: CheckedIntent): Obstacle | null {
  if (facts.is_archived) return cancel('The lead was archived.');
  const status = facts.status as LeadStatus;
  if (status === 'REPLIED') return cancel('The lead has replied.');
  if (isLeadDone(status) || status === 'NOT_STARTED') return cancel('The campaign is over for this lead.');
  if (facts.next_node_id !== intent.ref_part) return cancel('The lead has moved to another step.');
  return null;
}

/** Campaign, plan or lead wait. */
function findPause(facts: DispatchFacts, now: Date): Obstacle | null {
  if (facts.campaign_status === 'ARCHIVED') return hold('archived');
  if (facts.campaign_status !== 'ACTIVE') return hold('paused');
  if (!facts.has_plan) return hold('subscription');
  if ((facts.status as LeadStatus) === 'PAUSED') return hold('lead_paused');
  if (facts.possible_answer_from !== null) return hold('possible_answer');
  if (facts.away_until !== null && facts.away_until > now) return hold('away', facts.away_until);
  if (facts.message_hold_until !== null && facts.message_hold_until > now)
    return hold('own_message', facts.message_hold_until);
  return null;
}

function findSenderObstacle(facts: DispatchFacts, intent: CheckedIntent, now: Date): Obstacle | null {
  if (facts.account_id === null) return hold('sender_missing');
  return facts.account_id !== intent.account_id || !facts.is_calendar_fresh ? hold('due', now) : null;
}

function findClosedHours(facts: DispatchFacts, intent: CheckedIntent, now: Date): Obstacle | null {
  if (now < facts.opens_at) return hold('window', facts.opens_at);
  if (now >= facts.closes_at) return hold('window');
  const opens = intent.action === 'look' ? null : leadPlaceOpening(facts, now);
  return opens ? hold('lead_zone', opens) : null;
}

/** The guard, excluded domains and the suppression list. */
function findSuppression(facts: DispatchFacts, { channel, action }: CheckedIntent): Obstacle | null {
  if (facts.guard_reason !== null && channel === 'email') return hold('guard');
  if (facts.is_excluded) return fail(EXCLUDED_TEXT);
  if (facts.suppressed_because !== null && keepsPersonOut(facts.suppressed_because))
    return fail(describeSuppressed(facts.suppressed_because));
  // A pending invitation is still withdrawn: that is what suppression asks for.
  if (facts.is_channel_suppressed && channel === 'linkedin' && action !== 'withdraw')
    return cancel(SUPPRESSED_ON_LINKEDIN);
  return null;
}

function findStepObstacle(facts: DispatchFacts, now: Date): Obstacle | null {
  if (facts.crm_hold) return hold('crm_hold', new Date(now.getTime() + CRM_RECHECK_IN_MS));
  if (facts.step !== null && !facts.is_step_live) return cancel(STEP_DELETED_TEXT);
  return facts.step === null ? fail('The step no longer exists.') : null;
}

/** When the lead's own zone opens, or its holiday ends, where the campaign keeps to them; null while it is open. */
function leadPlaceOpening(facts: DispatchFacts, now: Date): Date | null {
  if (!usesLeadPlace(facts)) return null;
  return new LeadHours({ ...facts, timezone: facts.zone }).closedUntil(resolveLeadPlace(facts.zone_facts), now);
}
