import { type LinkedinAction, NOT_CONNECTED_TEXT } from '@overture/domain/linkedin/linkedin-actions';
import { type ActionHold, decideLimitRest } from '@overture/domain/sending/sender-holds';
import type { WaitingRule } from '@overture/domain/sending/waiting-rules';
import {
  type Consequence,
  classifyFailure,
  decideUnknown,
  type EvidenceMove,
  type Failure,
  type UnknownFacts,
} from './outbound.rules.ts';

const DAY_IN_MS = 86_400_000;

/** LinkedIn does not say how long it restricts an account. */
const RESTRICTED_FOR_DAYS = 7;

/**
 * Classifies a provider's response to a LinkedIn action: its limits hold the kind of action and never fail the lead.
 * @param pause the last pause of this kind of action
 */
export function classifyActionFailure(
  action: LinkedinAction,
  failure: Failure,
  attempts: number,
  now: Date,
  pause?: ActionHold,
): Omit<Consequence, 'suppress'> & { suppress: false } {
  const { kind, concerns, code } = failure;
  const reason = HOLD_WORDS[code ?? ''] ?? failure.reason;
  const isSenderRefused = kind === 'rejected' && concerns === 'sender';
  if (isSenderRefused && code === 'account_restricted') {
    const until = ending(failure.until, now, RESTRICTED_FOR_DAYS);
    return { ...held('sender_held', until, reason), hold_sender: { until, reason } };
  }
  if (kind === 'rate_limited' || isSenderRefused) {
    const rest = isLimitSignal(failure) ? decideLimitRest(pause, now) : { until: findActionHold(failure, now) };
    return { ...held('action_held', rest.until, reason), hold_action: { action, reason, ...rest } };
  }
  const refusal = findRefusal(failure, reason);
  if (refusal !== null) return { ...quiet, outcome: { outcome: 'rejected', reason: refusal, code } };
  if (kind === 'auth_expired' && concerns === 'service') {
    const until = new Date(now.getTime() + 5 * 60_000);
    return { ...held('sender_held', until, reason), hold_sender: { until, reason } };
  }
  return { ...classifyFailure({ ...failure, concerns }, attempts, now), suppress: false };
}

/** The person does not exist for this account, or refuses it: reported as text, without other effects. */
function findRefusal({ kind, code }: Failure, reason: string): string | null {
  if (kind === 'not_found') return reason;
  return kind === 'rejected' ? (REFUSALS[code ?? ''] ?? null) : null;
}

/** LinkedIn's own limit, without a time when it ends. */
function isLimitSignal({ kind, code, until }: Failure): boolean {
  return kind === 'rate_limited' && (code === 'cannot_resend_yet' || code === 'limit_exceeded' || until === null);
}

/** Until when the provider asked for a pause; else a day. */
function findActionHold({ until }: Failure, now: Date): Date {
  return until !== null && until > now ? until : ending(null, now, 1);
}

/** So many days by our own clock, or longer where the provider says so: it counts by its own. */
function ending(until: Date | null, now: Date, days: number): Date {
  return new Date(Math.max(until?.getTime() ?? 0, now.getTime() + days * DAY_IN_MS));
}

/** Why LinkedIn paused something, in words for people; other reasons are shown as the provider gives them. */
const HOLD_WORDS: Partial<Record<string, string>> = {
  cannot_resend_yet: 'LinkedIn asked this account to slow down.',
  too_many_requests: 'LinkedIn asked this account to slow down.',
  limit_exceeded: "LinkedIn's own limit of this account is reached.",
  insufficient_credits: 'There are no InMail credits left.',
  account_restricted: 'LinkedIn has restricted this account. Sign in to LinkedIn itself to see why.',
};

/** Texts for the refusals that the port distinguishes. */
const REFUSALS: Partial<Record<string, string>> = {
  no_connection_with_recipient: NOT_CONNECTED_TEXT,
  already_invited_recently:
    'This person was invited not long ago. LinkedIn allows another invite after about three weeks.',
  cannot_invite_attendee: 'LinkedIn does not let this sender invite this person.',
  invalid_recipient: 'LinkedIn does not know this profile.',
  not_allowed_inmail: 'This person cannot be reached by InMail from this sender.',
};

const quiet = { suppress: false, hold_sender: null, lost_credentials: false } as const;

function held(rule: WaitingRule, until: Date, reason: string) {
  return { ...quiet, outcome: { outcome: 'held' as const, rule, until, reason, is_try: false } };
}

export type ActionEvidence = 'found' | 'absent' | 'unavailable';

/**
 * What LinkedIn's lists mean for an unconfirmed action. Invitations and messages are confirmed when found, and never sent again when
 * absent: the lists lag, and the person may have declined. A withdrawal is proved either way. A like or a look-up may be repeated, since a
 * second one changes nothing. A visit leaves no trace: it counts as made.
 */
export function decideActionByEvidence(
  action: LinkedinAction,
  evidence: ActionEvidence,
  facts: UnknownFacts,
  now: Date,
): EvidenceMove {
  return decideUnknown(evidence, isRepeatable(action), facts, now);
}

/** A second one changes nothing, or absence proves that there was no first. */
function isRepeatable(action: LinkedinAction): boolean {
  return action === 'withdraw' || action === 'like' || action === 'look';
}
