import { isLeadDone, type LeadStatus } from '@overture/domain/campaign/transitions';
import { LeadHours } from '@overture/domain/sending/lead-hours';
import { keepsPersonOut } from '@overture/domain/suppressions/suppressions';
import { resolveLeadZone } from '@overture/domain/zones/lead-zone';
import type { Verdict } from '../../../action-kinds/index.ts';
import { describeSuppressed } from '../email.rules.ts';
import { SUPPRESSED_ON_LINKEDIN } from '../lead-facts.rules.ts';
import type { DispatchFacts } from './dispatch-facts.store.ts';

/** Leads held by a CRM are rechecked this often, which is how often the CRM is read. */
const CRM_RECHECK_IN_MS = 3_600_000;

/** The lead continues with the next step (`skipDeletedSteps`). */
export const STEP_DELETED_TEXT = 'The step was deleted.';

export const EXCLUDED_TEXT = 'The domain or address of this lead is excluded.';

/**
 * The campaign's part of the stop check; null lets the action pass. The dispatcher checks sender health, gap and the sender's daily limit.
 */
export function findObstacle(
  facts: DispatchFacts | undefined,
  intent: { account_id: number; ref_part: number; channel?: 'email' | 'linkedin'; action?: string },
  now: Date,
): Exclude<Verdict, { verdict: 'go' }> | null {
  if (!facts) return { verdict: 'cancel', reason: 'The lead is no longer in the campaign.' };
  if (facts.is_archived) return { verdict: 'cancel', reason: 'The lead was archived.' };
  const status = facts.status as LeadStatus;
  if (status === 'REPLIED') return { verdict: 'cancel', reason: 'The lead has replied.' };
  if (isLeadDone(status) || status === 'NOT_STARTED')
    return { verdict: 'cancel', reason: 'The campaign is over for this lead.' };
  if (facts.next_node_id !== intent.ref_part)
    return { verdict: 'cancel', reason: 'The lead has moved to another step.' };
  if (facts.campaign_status === 'ARCHIVED') return { verdict: 'hold', rule: 'archived', until: null };
  if (facts.campaign_status !== 'ACTIVE') return { verdict: 'hold', rule: 'paused', until: null };
  if (!facts.has_plan) return { verdict: 'hold', rule: 'subscription', until: null };
  if (status === 'PAUSED') return { verdict: 'hold', rule: 'lead_paused', until: null };
  if (facts.possible_answer_from !== null) return { verdict: 'hold', rule: 'possible_answer', until: null };
  if (facts.away_until !== null && facts.away_until > now)
    return { verdict: 'hold', rule: 'away', until: facts.away_until };
  if (facts.account_id === null) return { verdict: 'hold', rule: 'sender_missing', until: null };
  if (facts.account_id !== intent.account_id || !facts.is_calendar_fresh)
    return { verdict: 'hold', rule: 'due', until: now };
  if (now < facts.opens_at) return { verdict: 'hold', rule: 'window', until: facts.opens_at };
  if (now >= facts.closes_at) return { verdict: 'hold', rule: 'window', until: null };
  const opens = intent.action === 'look' ? null : leadZoneOpening(facts, now);
  if (opens) return { verdict: 'hold', rule: 'lead_zone', until: opens };
  if (facts.guard_reason !== null && intent.channel === 'email') return { verdict: 'hold', rule: 'guard', until: null };
  if (facts.is_excluded) return { verdict: 'fail', reason: EXCLUDED_TEXT };
  if (facts.suppressed_because !== null && keepsPersonOut(facts.suppressed_because))
    return { verdict: 'fail', reason: describeSuppressed(facts.suppressed_because) };
  // A pending invitation is still withdrawn: that is what suppression asks for.
  if (facts.is_channel_suppressed && intent.channel === 'linkedin' && intent.action !== 'withdraw')
    return { verdict: 'cancel', reason: SUPPRESSED_ON_LINKEDIN };
  if (facts.crm_hold) return { verdict: 'hold', rule: 'crm_hold', until: new Date(now.getTime() + CRM_RECHECK_IN_MS) };
  if (facts.step !== null && !facts.is_step_live) return { verdict: 'cancel', reason: STEP_DELETED_TEXT };
  if (facts.step === null) return { verdict: 'fail', reason: 'The step no longer exists.' };
  return null;
}

/** When the lead's own zone opens, where the campaign keeps to it; null while it is open. */
function leadZoneOpening(facts: DispatchFacts, now: Date): Date | null {
  if (!facts.uses_lead_zone) return null;
  const zone = resolveLeadZone(facts.zone_facts)?.zone ?? null;
  return new LeadHours({ ...facts, timezone: facts.zone }).closedUntil(zone, now);
}
