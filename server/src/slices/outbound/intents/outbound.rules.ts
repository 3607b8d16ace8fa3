import type { ProviderErrorConcern, ProviderErrorKind } from '@overture/adapters/kit/errors';
import { ADDRESS_CHECKS } from '@overture/domain/addresses/address-checks';
import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import { classifyBounce } from '@overture/domain/mail/bounce-class';
import type { SendingHours } from '@overture/domain/sending/sending-window';
import type { WaitingRule } from '@overture/domain/sending/waiting-rules';
import { toStorableText } from '@overture/domain/text/storable-text';

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

export interface Attachment {
  file_key: string;
  name: string;
  type: string;
  size: number;
}

/** The content a kind provides. The outbox adds the sender's address and the Message-ID. */
export interface Letter {
  to: { name: string | null; address: string };
  /** Visible copy recipients. */
  cc?: string[];
  subject: string;
  text: string;
  html: string | null;
  in_reply_to: string | null;
  /** The whole chain, oldest first. */
  references: string[];
  /** RFC 8058; null for messages written by users. */
  unsubscribe_url: string | null;
  attachments: Attachment[];
}

/** A LinkedIn action as it is to be carried out. */
export interface ActionContent {
  action: LinkedinAction;
  /** The account's own id of the person, if known. */
  provider_id: string | null;
  /** Name in the address of the profile. */
  public_identifier: string | null;
  name: string | null;
  /** A message goes into this conversation of the provider; null opens (or finds) the one with the person. */
  chat_id: string | null;
  /** Note of an invitation, text of a message; null without one. */
  text: string | null;
  subject: string | null;
  attachments: Attachment[];
}

/** What a completed LinkedIn action returned. */
export interface Receipt {
  /** Of the invitation or the message. */
  provider_ref: string | null;
  /** The conversation that contains the message. */
  chat_id: string | null;
  /** The account's own id of the person. */
  provider_id: string | null;
  /** Observed during the action; null if not. */
  is_connected: boolean | null;
  /** In words, when there was nothing to do: they are connected already, there is no post to like. */
  nothing_to_do: string | null;
  /** Percent of the account's invitation limit in use, as LinkedIn reported. */
  invite_usage: number | null;
}

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

/** A budget of one local day that an action is debited from, besides its sender's. */
export interface Budget {
  /** `campaign`, with `/` and the sender where it is one of several, with `:` and the sort for LinkedIn. */
  scope: string;
  scope_id: number;
  cap: number;
  /** Of the sender's own day, at least one: takes the place of `cap`. */
  share_of_day?: number;
}

/** Addresses that may not exist are written to rarely, over all campaigns. */
export const RISKY_SCOPE = 'account:risky';

export const riskyBudget = (accountId: number): Budget => ({
  scope: RISKY_SCOPE,
  scope_id: accountId,
  cap: 1,
  share_of_day: ADDRESS_CHECKS.risky_share,
});

/** The text version of an action, stored with it: the slice may have changed it by the time it is needed. */
export interface BoundText {
  revision: number;
  variant: string;
}

interface Leave {
  verdict: 'go';
  bound?: BoundText;
  /** Decides where the sender's day ends when a new one begins. */
  zone: string;
  budgets: Budget[];
  /** Weekdays on which its campaign acts, over which a week of invitations is handed out. */
  working_days?: number;
  /** When its campaign acts; a sender with a rhythm spreads its actions over these hours. */
  hours?: SendingHours;
}

/** The slice's verdict at the moment the action could be sent. */
export type Verdict =
  | (Leave & { letter: Letter; content?: undefined })
  | (Leave & { content: ActionContent; letter?: undefined })
  /** Not now; the slice plans it again, or the outbox retries it at `until` (60 s without one). */
  | { verdict: 'hold'; rule: WaitingRule; until: Date | null; reason?: string }
  /** No longer wanted. */
  | { verdict: 'cancel'; reason: string }
  /** Can never be done; said in words for people. */
  | { verdict: 'fail'; reason: string };

/** `lists`: LinkedIn's own lists show it. `policy`: a visit, which can't be proved and isn't worth a second one. */
export type SettledBy = 'answer' | 'sent_folder' | 'person' | 'reply' | 'bounce' | 'lists' | 'policy';

/** How an action ended, or why it did not yet. */
export type Outcome =
  | {
      outcome: 'confirmed';
      settled_by: SettledBy;
      at: Date;
      receipt?: Receipt;
      sent_message_id?: string | null;
      queue_id?: string | null;
    }
  | { outcome: 'rejected'; reason: string; code: string | null }
  /** `code` is 'silent' when the worker's lease expired. */
  | { outcome: 'unknown'; reason: string; code: string | null }
  | { outcome: 'parked'; reason: string }
  /** Certainly not done; it goes back to where it was planned. */
  | { outcome: 'held'; rule: WaitingRule; until: Date | null; reason: string | null; is_try: boolean }
  | { outcome: 'cancelled'; reason: string };

/** What a provider's response means for the action and for its sender. */
export interface Consequence {
  outcome: Exclude<Outcome, { outcome: 'confirmed' | 'parked' | 'cancelled' }>;
  /** The address is bad for good and must not be written to again. */
  suppress: boolean;
  /** Nothing leaves this sender until then. */
  hold_sender: { until: Date; reason: string } | null;
  /** Only this sort of action does not leave it until then. */
  hold_action?: { action: LinkedinAction; until: Date; reason: string };
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
  if (kind === 'unavailable' && concerns !== 'recipient') return heldBySender(after(SERVICE_PAUSE_IN_MS));
  if (kind === 'unavailable' && attempts < MAX_TRIES) {
    const until = after(retryPause(attempts));
    return { ...quiet, outcome: { outcome: 'held', rule: 'retry', until, reason, is_try: true } };
  }
  // Our own reputation or policy: the address is good, so neither it nor its lead may suffer (reliability: 5.7.515).
  if (kind === 'rejected' && concerns === 'sender') return heldBySender(after(24 * HOUR_IN_MS));
  const isBadAddress =
    kind === 'rejected' && concerns === 'recipient' && classifyBounce(failure.code, reason) === 'bounce_hard';
  return { ...quiet, outcome: { outcome: 'rejected', reason, code: failure.code }, suppress: isBadAddress };
}

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
