import type { ProviderErrorConcern, ProviderErrorKind } from '@overture/adapters/kit/errors';
import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import { classifyBounce } from '@overture/domain/mail/bounce-class';
import { toStorableText } from '@overture/domain/text/storable-text';
import type { OutboundKind, Outcome, Receipt } from '../../action-kinds/index.ts';

/** The registered kinds of actions, by name. */
export type OutboundKinds = ReadonlyMap<string, OutboundKind>;

/** Leases run by the installation's clock; a dispatcher that lives renews them every `heartbeat_in_ms` of real time. */
export const LEASE_IN_SECONDS = 45;
export const HEARTBEAT_IN_MS = 10_000;

/** An unknown outcome without evidence is parked and shown after this long. */
export const PARK_AFTER_IN_MS = 15 * 60_000;
/** A missing Sent copy proves nothing before this long: servers file it some time after their response. */
const ABSENCE_COUNTS_AFTER_IN_MS = 30_000;
/** ... and after a worker went silent, not before its connection must be dead (RFC 5321 4.5.3.2: servers wait 5 minutes). */
const SILENCE_COUNTS_AFTER_IN_MS = 10 * 60_000;

/** How often a mail is tried when the receiving server asks to come back later; about two days in all. */
export const MAX_TRIES = 10;

/** A mail proved to be lost this often is parked instead of being sent once more. */
const MAX_LOSSES = 3;

const EMPTY_RECEIPT: Receipt = {
  provider_ref: null,
  chat_id: null,
  provider_id: null,
  is_connected: null,
  nothing_to_do: null,
  invite_usage: null,
};

/** Longer than any provider's id. */
const ID_MAX = 500;

/** Builds a receipt from the provider's response. Its ids are stored and searched, so they are cut to the indexable length. */
export function makeReceipt(said: Partial<Receipt>): Receipt {
  const { provider_ref = null, chat_id = null, provider_id = null } = said;
  const ids = {
    provider_ref: storableId(provider_ref),
    chat_id: storableId(chat_id),
    provider_id: storableId(provider_id),
  };
  return { ...EMPTY_RECEIPT, ...said, ...ids };
}

const storableId = (id: string | null): string | null => (id === null ? null : toStorableText(id, ID_MAX));

/** What a provider's response means for the action and for its sender. */
export interface Consequence {
  outcome: Exclude<Outcome, { outcome: 'confirmed' | 'parked' | 'cancelled' }>;
  /** The address is bad for good and must not be written to again. */
  suppress: boolean;
  /** Nothing leaves this sender until then. */
  hold_sender: { until: Date; reason: string } | null;
  /** Only this sort of action does not leave it until then. */
  hold_action?: { action: LinkedinAction; until: Date; reason: string; signals?: string[] };
  /** The login was refused: the sender has to be connected again. */
  lost_credentials: boolean;
}

export interface Failure {
  kind: ProviderErrorKind;
  concerns: ProviderErrorConcern;
  code: string | null;
  reason: string;
  until: Date | null;
}

const MINUTE_IN_MS = 60_000;
const HOUR_IN_MS = 60 * MINUTE_IN_MS;
/** Pause after a mail server could not be reached. */
const SERVICE_PAUSE_IN_MS = MINUTE_IN_MS;
/** Pause after a file of the message could not be read. However long its store is away, the message waits. */
const FILE_PAUSE_IN_MS = 2 * MINUTE_IN_MS;
/** It may come back with a restored store: tried like an address that is away, and given up in the end. */
export const MISSING_FILE = 'missing_file';

/** The consequence of a failed call. `attempts` counts this one. */
export function classifyFailure(failure: Failure, attempts: number, now: Date): Consequence {
  const { kind, concerns, reason } = failure;
  const after = (ms: number) => new Date(now.getTime() + ms);
  const quiet = { suppress: false, hold_sender: null, lost_credentials: false };
  const heldBySender = (until: Date, lost = false): Consequence => ({
    ...quiet,
    outcome: { outcome: 'held', rule: 'sender_held', until, reason, is_try: false },
    hold_sender: { until, reason },
    lost_credentials: lost,
  });
  if (kind === 'unknown_outcome') return { ...quiet, outcome: { outcome: 'unknown', reason, code: failure.code } };
  if (kind === 'auth_expired') return heldBySender(after(5 * MINUTE_IN_MS), true);
  if (kind === 'rate_limited') return heldBySender(failure.until ?? after(limitPause(failure.code)));
  if (kind === 'unavailable' && !isOfMessage(failure)) return heldBySender(after(SERVICE_PAUSE_IN_MS));
  const wait = findWait(failure, attempts);
  if (wait !== null) {
    const { pause_in_ms, is_try } = wait;
    return { ...quiet, outcome: { outcome: 'held', rule: 'retry', until: after(pause_in_ms), reason, is_try } };
  }
  // Our own reputation or policy: the address is good, so neither it nor its lead may suffer (reliability: 5.7.515).
  if (kind === 'rejected' && concerns === 'sender') return heldBySender(after(24 * HOUR_IN_MS));
  return { ...quiet, outcome: { outcome: 'rejected', reason, code: failure.code }, suppress: isBadAddress(failure) };
}

/** Other messages of the sender are not concerned. */
const isOfMessage = ({ concerns }: Failure): boolean => concerns === 'recipient' || concerns === 'message';

/** How long this message waits; null when it was tried often enough. */
function findWait(
  { kind, concerns, code }: Failure,
  attempts: number,
): { pause_in_ms: number; is_try: boolean } | null {
  if (kind !== 'unavailable') return null;
  if (concerns === 'message' && code !== MISSING_FILE) return { pause_in_ms: FILE_PAUSE_IN_MS, is_try: false };
  return attempts < MAX_TRIES ? { pause_in_ms: retryPause(attempts), is_try: true } : null;
}

const isBadAddress = ({ kind, concerns, code, reason }: Failure): boolean =>
  kind === 'rejected' && concerns === 'recipient' && classifyBounce(code, reason) === 'bounce_hard';

/** A provider's limit pauses the sender for a day; a mere 'slow down' for an hour. */
function limitPause(code: string | null): number {
  return code?.startsWith('4') ? HOUR_IN_MS : 24 * HOUR_IN_MS;
}

/** 5 minutes, 10, 20, ... up to 8 hours. */
function retryPause(attempts: number): number {
  return Math.min(8 * HOUR_IN_MS, 5 * MINUTE_IN_MS * 2 ** Math.max(0, attempts - 1));
}

/** `unclear`: its draft is gone, and no copy of it is there so far. */
export type Evidence = 'found' | 'absent' | 'unclear' | 'no_sent_folder' | 'unavailable';

export interface UnknownFacts {
  unknown_since: Date;
  /** True when the worker went silent, false when it told us that it does not know. */
  was_silent: boolean;
  /** An action that gets lost again and again is a person's matter. */
  attempts: number;
}

/** The next state of an unconfirmed action. `wait` is the time of the next check. */
export type EvidenceMove = { move: 'confirm' } | { move: 'retry' } | { move: 'park' } | { move: 'wait'; look_at: Date };

/** What a check of the Sent folder means for a mail: absence is proof only if the server files every mail itself. */
export function decideByEvidence(
  evidence: Evidence,
  { sent_copy, ...facts }: UnknownFacts & { sent_copy: string | null },
  now: Date,
): EvidenceMove {
  return decideUnknown(evidence, sent_copy === 'kept_by_server', facts, now);
}

/** What a check means for any unconfirmed action; `absenceCounts`: not finding it allows another try after some time. */
export function decideUnknown(
  evidence: Evidence,
  absenceCounts: boolean,
  facts: UnknownFacts,
  now: Date,
): EvidenceMove {
  if (evidence === 'found') return { move: 'confirm' };
  const age = now.getTime() - facts.unknown_since.getTime();
  const countsAt = facts.was_silent ? SILENCE_COUNTS_AFTER_IN_MS : ABSENCE_COUNTS_AFTER_IN_MS;
  if (evidence === 'absent' && absenceCounts && age >= countsAt) {
    return { move: facts.attempts < MAX_LOSSES ? 'retry' : 'park' };
  }
  if (age >= PARK_AFTER_IN_MS && !(evidence === 'unavailable' && age < 4 * PARK_AFTER_IN_MS)) return { move: 'park' };
  const next = Math.min(2 * MINUTE_IN_MS, Math.max(5_000, age));
  const milestones = [countsAt, PARK_AFTER_IN_MS].filter((milestone) => milestone > age);
  return { move: 'wait', look_at: new Date(now.getTime() + Math.min(next, ...milestones.map((at) => at - age))) };
}

/** The domain part of a Message-ID: the account's own, which receivers expect. */
export function messageIdDomain(email: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return /^[a-z0-9.-]{1,250}$/.test(domain) ? domain : 'localhost';
}
