import { isHealthyStatus } from '../accounts.ts';
import { findSenderHold, type SenderState } from '../sending/sender-holds.ts';
import type { WaitingRule } from '../sending/waiting-rules.ts';
import { type Cause, type Cure, makeCause } from './causes.ts';
import { describeWaiting } from './waiting-words.ts';

/** A sender of a campaign, or the one that is diagnosed. */
export interface DiagnosedSender extends SenderState {
  id: number;
  /** Its address, or the name of a LinkedIn account. */
  label: string;
  held_reason: string | null;
}

/** Holds that outlast the gap to the previous message. */
const LASTING: readonly WaitingRule[] = ['sender_held', 'guard', 'domain_records'];

/** Why a sender sends nothing that campaigns plan, until it is repaired or its provider lets it continue. */
export function findLastingHold(sender: DiagnosedSender, now: Date): Cause | null {
  // Without the gap, which may hold the same sender for a minute.
  const hold = findSenderHold({ ...sender, next_send_at: null }, true, now);
  if (hold === null || !LASTING.includes(hold.rule)) return null;
  const reason = findReason(sender, hold.rule, hold.until);
  const detail = { sender: sender.label, until: hold.until, ...(reason === null ? {} : { reason }) };
  const { sentence } = describeWaiting(hold.rule, detail);
  const cure = findCure(sender, hold.rule);
  return makeCause(hold.rule, sentence, { until: hold.until, account_id: sender.id, ...(cure ? { cure } : {}) });
}

function findReason(sender: DiagnosedSender, rule: WaitingRule, until: Date | null): string | null {
  if (rule === 'guard') return sender.guard_reason ?? null;
  if (rule === 'domain_records') return sender.domain_hold_reason ?? null;
  return until === null ? null : sender.held_reason;
}

function findCure({ is_deleted, status, has_connection }: DiagnosedSender, rule: WaitingRule): Cure | null {
  if (rule !== 'sender_held') return null;
  if (is_deleted) return 'choose_sender';
  return isHealthyStatus(status) && has_connection ? null : 'reconnect_sender';
}
