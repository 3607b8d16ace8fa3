import type { LinkedinTask } from '@overture/contract/linkedin-tasks';
import { HAND_OUTCOMES, type HandOutcome, hasHandOutcome, SKIPPED_BY_HAND } from '@overture/domain/linkedin/by-hand';
import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import { parseLinkedinProfile, toLinkedinUrl } from '@overture/domain/linkedin/linkedin-address';
import { stopsByHand, type WaitingRule } from '@overture/domain/sending/waiting-rules';
import type { Outcome, Verdict } from '../../action-kinds/index.ts';
import { makeReceipt } from '../intents/outbound.rules.ts';
import type { TaskRow } from './by-hand.store.ts';

/** What a recorded outcome means for the action; the words are those of connected accounts. */
export function toOutcome(action: LinkedinAction, outcome: HandOutcome, now: Date): Outcome {
  if (outcome === 'skipped') return { outcome: 'cancelled', reason: SKIPPED_BY_HAND };
  if (outcome === 'cannot_reach') return { outcome: 'rejected', reason: CANNOT_REACH, code: 'cannot_reach' };
  const is_connected = outcome === 'already_connected';
  const nothing_to_do = is_connected ? (NOTHING_TO_DO[action] ?? null) : null;
  // A look-up says yes or no; other actions that are done say nothing about the connection.
  const known = is_connected || action === 'look' ? { is_connected } : {};
  return { outcome: 'confirmed', settled_by: 'person', at: now, receipt: makeReceipt({ ...known, nothing_to_do }) };
}

const CANNOT_REACH = 'A team member could not reach this person on LinkedIn.';

const NOTHING_TO_DO: Partial<Record<LinkedinAction, string>> = {
  invite: 'You were connected with this person already.',
  withdraw: 'This person had accepted the invite.',
};

/** Why the action was stopped, in words; null while it may be carried out. */
export function findStop(verdict: Verdict | undefined, describe: (rule: WaitingRule) => string): string | null {
  if (verdict === undefined) return 'The campaign step or message was deleted.';
  if (verdict.verdict === 'cancel' || verdict.verdict === 'fail') return verdict.reason;
  if (verdict.verdict === 'go' || !stopsByHand(verdict.rule)) return null;
  return `${describe(verdict.rule)}.`;
}

/** A card as the API shows it. */
export function presentTask(row: TaskRow): LinkedinTask {
  const { id, account_id, action, campaign_id } = row;
  return {
    id,
    token: row.lease_token,
    action,
    account: { id: account_id, name: row.account_name },
    prospect: presentProspect(row),
    campaign: campaign_id === null ? null : { id: campaign_id, name: row.campaign_name ?? '' },
    subject: row.subject || null,
    text: row.body_text || null,
    attachments: row.attachment_names ?? [],
    outcomes: HAND_OUTCOMES.filter((outcome) => hasHandOutcome(action, outcome)),
    reserved_until: (row.leased_until ?? row.now).toISOString(),
    opened_before: findOpenedBefore(row),
    restored: row.is_restored ? { from: row.restored_from?.toISOString() ?? null } : null,
    outcome: row.person_outcome,
  };
}

function presentProspect(row: TaskRow): LinkedinTask['prospect'] {
  return {
    id: row.prospect_id ?? 0,
    name: row.person_name ?? 'Unknown lead',
    job_title: row.job_title,
    company_name: row.company_name,
    profile_url: profileUrl(row.linkedin_key),
  };
}

/** Who opened the card in an earlier reservation that ended without an outcome. */
function findOpenedBefore({ opened_at, opener, claimed_at, now }: TaskRow): LinkedinTask['opened_before'] {
  if (opened_at === null || opened_at >= (claimed_at ?? now)) return null;
  return { name: opener ?? 'A former team member', at: opened_at.toISOString() };
}

/** Only addresses of profiles on linkedin.com become links. */
export function profileUrl(key: string | null): string | null {
  return key === null ? null : (parseLinkedinProfile(toLinkedinUrl(key))?.url ?? null);
}
