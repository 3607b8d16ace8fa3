import { isHealthyStatus } from '../accounts.ts';
import type { LinkedinAction } from '../linkedin/linkedin-actions.ts';
import { WEEK_IN_MS } from './budget-days.ts';
import { keepsGap } from './capacity.ts';
import type { WaitingRule } from './waiting-rules.ts';

/** A pause of one sort of action, with instants as JSON has them. */
export interface ActionHold {
  until: string;
  reason: string;
  /** When LinkedIn said that a limit is reached; the last three. */
  signals?: string[];
}

export interface SenderState {
  status: string;
  is_deleted: boolean;
  has_connection: boolean;
  held_until: Date | null;
  next_send_at: Date | null;
  /** Why the guard holds paced actions; messages written by users continue. */
  guard_reason?: string | null;
  /** What is wrong with the records of its domain, and from when on what is paced waits for it. */
  domain_hold_reason?: string | null;
  domain_held_from?: Date | null;
  /** Sorts of LinkedIn action that are paused; instants as JSON has them. */
  action_holds?: Partial<Record<string, ActionHold>>;
}

/** Why nothing may leave a sender now, or null. Answers of people (`is_paced` false) need no gap. */
export function findSenderHold(
  sender: SenderState,
  isPaced: boolean,
  now: Date,
): { rule: WaitingRule; until: Date | null } | null {
  if (!isUsable(sender)) return { rule: 'sender_held', until: null };
  if (sender.held_until && sender.held_until > now) return { rule: 'sender_held', until: sender.held_until };
  if (isPaced && sender.guard_reason) return { rule: 'guard', until: null };
  if (isPaced && isHeldForDomain(sender, now)) return { rule: 'domain_records', until: null };
  if (isPaced && sender.next_send_at && sender.next_send_at > now) return { rule: 'gap', until: sender.next_send_at };
  return null;
}

const isUsable = ({ is_deleted, has_connection, status }: SenderState): boolean =>
  !is_deleted && has_connection && isHealthyStatus(status);

/** Why a sender does nothing planned of a lane now, or null. */
export function findLaneHold(
  sender: SenderState,
  lane: 'email' | LinkedinAction,
  now: Date,
): { rule: WaitingRule; until: Date | null } | null {
  if (lane === 'email') return findSenderHold(sender, true, now);
  return findSenderHold(sender, keepsGap(lane), now) ?? findActionHold(sender, lane, now);
}

/** True while campaign mails wait for the records of the sender's domain; before that moment a broken record is only told. */
function isHeldForDomain(
  { domain_hold_reason: reason, domain_held_from: from }: Pick<SenderState, 'domain_hold_reason' | 'domain_held_from'>,
  now: Date,
): boolean {
  return Boolean(reason) && from != null && from <= now;
}

/** Why a sort of action may not leave a sender now, or null. The sender's own state is asked by `findSenderHold`. */
export function findActionHold(
  sender: Pick<SenderState, 'action_holds'>,
  action: LinkedinAction,
  now: Date,
): { rule: WaitingRule; until: Date } | null {
  const hold = sender.action_holds?.[action];
  if (!hold) return null;
  const until = new Date(hold.until);
  return until > now ? { rule: 'action_held', until } : null;
}

const HOUR_IN_MS = 3_600_000;
/** How long an action rests after the first, second and third limit that LinkedIn reports within a week. */
const LIMIT_RESTS_IN_HOURS = [5, 24, 7 * 24] as const;

/** How long a sort of action rests after LinkedIn reported a limit. A report during the rest is part of the same one. */
export function decideLimitRest(hold: ActionHold | undefined, now: Date): { until: Date; signals: string[] } {
  const signals = (hold?.signals ?? []).filter((at) => new Date(at).getTime() > now.getTime() - WEEK_IN_MS);
  const until = hold ? new Date(hold.until) : null;
  if (until && until > now && signals.length > 0) return { until, signals };
  const rest = LIMIT_RESTS_IN_HOURS[Math.min(signals.length, LIMIT_RESTS_IN_HOURS.length - 1)]!;
  return {
    until: new Date(now.getTime() + rest * HOUR_IN_MS),
    signals: [...signals.slice(1 - LIMIT_RESTS_IN_HOURS.length), now.toISOString()],
  };
}
