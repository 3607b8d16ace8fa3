import type { Account, AccountActionHold, AccountUsage } from '@overture/contract/accounts';
import { dailyLimitBounds, isEmailAccount, isMessagingAccount } from '@overture/domain/accounts';
import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { findGraceEnd } from '@overture/domain/deliverability/deliverability';
import { WEEKLY_INVITES } from '@overture/domain/limits';
import { isLinkedinAction, type LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import { baseSlots, type SlotFacts } from '@overture/domain/money/sender-slots';
import { todaysCap } from '@overture/domain/sending/capacity';
import type { DayPlan } from '@overture/domain/sending/day-plan';
import { ownDomain } from '@overture/domain/sending/own-domain';
import { OWN_DOMAIN_DAILY } from '@overture/domain/sending/own-domain-limits';
import { countDays, type UsedUp } from '@overture/domain/sending/ramps';
import { decideRiskBudget, type RiskUse, sumRiskPoints } from '@overture/domain/sending/risk-budget';
import { isSafeLink } from '@overture/domain/text/safe-link';
import { cleanText, toSingleLine } from '@overture/domain/text/text';
import type { AccountChange, AccountRow } from './accounts.store.ts';

const NOTHING_USED: AccountUsage = {
  email_messages: 0,
  linkedin_messages: 0,
  linkedin_connections: 0,
  linkedin_inmails: 0,
  linkedin_weekly_connections: 0,
};

/** Counts of a sender by later slices. */
export interface CountedUse {
  used: AccountUsage;
  /** Days of mails that are over and not counted in its ramp yet. */
  ended: readonly UsedUp[];
  own_domain_used: number;
  /** Of its day, where it keeps a rhythm. */
  plan: DayPlan | null;
  /** What it did on LinkedIn today. */
  risk_use: RiskUse;
}

/** A sender as the API shows it. */
export function presentAccount(
  counted: AccountRow,
  use: CountedUse | undefined,
  now: Date,
  all: readonly Pick<AccountRow, 'email'>[] = [counted],
): Account {
  const row = countDays(counted, use?.ended ?? []);
  return {
    id: row.id,
    account_id: String(row.id),
    account_type: row.account_type,
    name: row.name,
    email: row.email,
    picture_url: row.picture_url,
    reply_to: row.reply_to,
    phone: row.phone,
    job_title: row.job_title,
    calendar_url: row.calendar_url,
    tier: row.tier,
    is_assisted: row.is_assisted,
    status: row.status,
    status_reason: row.status_reason,
    is_base_account: row.is_base_account,
    created_at: row.created_at.toISOString(),
    linkedin_max_connections: row.linkedin_max_connections,
    linkedin_max_messages: row.linkedin_max_messages,
    email_max_messages: row.email_max_messages,
    linkedin_weekly_connections: row.account_type === 'LINKEDIN' ? row.linkedin_weekly_invites : null,
    linkedin_invite_usage: presentInviteUsage(row, now),
    send_gap_in_seconds: row.send_gap_in_seconds,
    used_today: use?.used ?? NOTHING_USED,
    caps_today: presentCaps(row, use, now),
    ramp: row.ramp,
    spreads_weekly_invites: row.spreads_weekly_invites,
    natural_rhythm: row.natural_rhythm,
    rhythm_gap_in_seconds: row.rhythm_gap_in_seconds,
    days_off: row.days_off,
    own_domain: presentOwnDomain(row, use?.own_domain_used ?? 0, all),
    risk_budget: presentRisk(row, use, now),
    ...presentStops(row, now),
  };
}

function presentRisk(row: AccountRow, use: CountedUse | undefined, now: Date): Account['risk_budget'] {
  if (row.account_type !== 'LINKEDIN') return null;
  const budget = decideRiskBudget({ ...row, risk_since: row.ramp_since ?? row.created_at }, now);
  return { ...budget, used_today: sumRiskPoints(use?.risk_use ?? {}), is_enforced: row.enforces_risk };
}

/** Active holds only; expired ones are left out. */
function presentStops(row: AccountRow, now: Date) {
  const held_until = row.held_until && row.held_until > now ? row.held_until : null;
  return {
    held_until: held_until?.toISOString() ?? null,
    held_reason: held_until ? row.held_reason : null,
    guard_reason: row.guard_reason,
    domain_hold_reason: row.domain_hold_reason,
    domain_grace_until: findGraceEnd(row.domain_held_from, now),
    action_holds: presentHolds(row.action_holds, now),
  };
}

function presentCaps(row: AccountRow, use: CountedUse | undefined, now: Date): Account['caps_today'] {
  // Uses the day in UTC: these screens have no campaign that defines a zone.
  const { used = NOTHING_USED, plan } = use ?? {};
  const week_used = used.linkedin_weekly_connections - used.linkedin_connections;
  const risk = row.enforces_risk
    ? {
        budget: decideRiskBudget({ ...row, risk_since: row.ramp_since ?? row.created_at }, now),
        use: use?.risk_use ?? {},
      }
    : null;
  const cap = (lane: 'email' | LinkedinAction) => todaysCap(row, lane, { now, zone: 'UTC', week_used, plan, risk });
  return { emails: cap('email'), invites: cap('invite'), messages: cap('message'), inmails: cap('inmail') };
}

function presentOwnDomain(
  { account_type, email, own_domain_max_messages: max_messages }: AccountRow,
  used_today: number,
  all: readonly Pick<AccountRow, 'email'>[],
): Account['own_domain'] {
  const domain = isEmailAccount(account_type) ? ownDomain(email) : null;
  if (domain === null) return null;
  return { domain, max_messages, used_today, mailboxes: all.filter((row) => ownDomain(row.email) === domain).length };
}

/** The cap a new mailbox shares with those of its domain; the usual one for the first. */
export function findOwnDomainCap(rows: readonly AccountRow[], email: string): number | null {
  const domain = ownDomain(email);
  if (domain === null) return null;
  const sibling = rows.find((row) => isEmailAccount(row.account_type) && ownDomain(row.email) === domain);
  return sibling ? sibling.own_domain_max_messages : OWN_DOMAIN_DAILY.default;
}

/** A value that LinkedIn reported more than a week ago no longer applies. */
function presentInviteUsage(
  { linkedin_invite_usage_percent: percent, linkedin_invite_usage_at: at }: AccountRow,
  now: Date,
): Account['linkedin_invite_usage'] {
  if (
    percent === null ||
    at === null ||
    now.getTime() - at.getTime() > WEEKLY_INVITES.usage_counts_for_days * 86_400_000
  )
    return null;
  return { percent, told_at: at.toISOString() };
}

function presentHolds(holds: AccountRow['action_holds'], now: Date): AccountActionHold[] {
  const running = Object.entries(holds).flatMap(([action, hold]) => {
    const until = new Date(hold.until);
    if (!isLinkedinAction(action) || until <= now) return [];
    return [{ action, reason: hold.reason, until: until.toISOString() }];
  });
  return running.sort((a, b) => a.until.localeCompare(b.until));
}

/** Problems of requested limits, by field; empty when they fit the sender's type and tier. */
export function findLimitErrors(
  row: Pick<AccountRow, 'account_type' | 'tier'>,
  change: AccountChange,
): Record<string, string> {
  const bounds = dailyLimitBounds(row.account_type, row.tier);
  const errors: Record<string, string> = {};
  for (const field of ['linkedin_max_connections', 'linkedin_max_messages', 'email_max_messages'] as const) {
    const value = change[field];
    const bound = bounds[field];
    // A limit the type does not have is ignored: the settings dialog sends all three.
    if (value === null || value === undefined || bound === undefined) continue;
    if (value < bound.min || value > bound.max) errors[field] = `must be between ${bound.min} and ${bound.max}`;
  }
  const calendar = change.calendar_url?.trim() ?? '';
  if (calendar !== '' && !(isSafeLink(calendar) && /^https?:/i.test(calendar))) errors.calendar_url = NO_LINK;
  return isEmailAccount(row.account_type) ? { ...errors, ...findHeadErrors(change) } : errors;
}

function findHeadErrors({ name, reply_to }: AccountChange): Record<string, string> {
  const address = lineOf(reply_to);
  return {
    ...(lineOf(name) === '' ? { name: 'must not be empty' } : {}),
    ...(address && normalizeEmail(address) === null ? { reply_to: 'must be an email address' } : {}),
  };
}

const NO_LINK = 'must be a web address that begins with https://';

/** The change without the limits that the sender's type does not have. */
export function pickOwnLimits(row: Pick<AccountRow, 'account_type' | 'tier'>, change: AccountChange): AccountChange {
  const bounds = dailyLimitBounds(row.account_type, row.tier);
  return {
    linkedin_max_connections: bounds.linkedin_max_connections ? change.linkedin_max_connections : null,
    linkedin_max_messages: bounds.linkedin_max_messages ? change.linkedin_max_messages : null,
    email_max_messages: bounds.email_max_messages ? change.email_max_messages : null,
    linkedin_weekly_connections: row.account_type === 'LINKEDIN' ? change.linkedin_weekly_connections : null,
    send_gap_in_seconds: change.send_gap_in_seconds,
    ramp: change.ramp,
    natural_rhythm: change.natural_rhythm,
    rhythm_gap_in_seconds: change.rhythm_gap_in_seconds,
    spreads_weekly_invites: row.account_type === 'LINKEDIN' ? change.spreads_weekly_invites : null,
    enforces_risk: row.account_type === 'LINKEDIN' ? (change.enforces_risk ?? null) : null,
    days_off: change.days_off ? [...new Set(change.days_off)].sort() : null,
    ...(isEmailAccount(row.account_type) ? pickFrom(change) : {}),
    phone: lineOf(change.phone),
    job_title: lineOf(change.job_title),
    calendar_url: lineOf(change.calendar_url),
  };
}

/** The name in From and the address in Reply-To, which LinkedIn accounts don't have. */
function pickFrom({ name, reply_to }: AccountChange): AccountChange {
  const address = lineOf(reply_to);
  return { name: lineOf(name), reply_to: address && (normalizeEmail(address) ?? '') };
}

const lineOf = (text: string | null | undefined) => (text == null ? null : toSingleLine(cleanText(text)));

/** Senders that count for the plan; messaging accounts send nothing automatically and don't count. */
export function countSlots(rows: readonly AccountRow[]): SlotFacts['accounts'] {
  return rows
    .filter((row) => !isMessagingAccount(row.account_type))
    .map((row) => ({
      kind: isEmailAccount(row.account_type) ? 'email' : 'linkedin',
      is_base_account: row.is_base_account,
    }));
}

/** The next sender takes a base place while the plan has one free. */
export function takesBaseSlot({
  accounts,
  is_partner,
}: {
  accounts: readonly AccountRow[];
  is_partner: boolean;
}): boolean {
  return accounts.filter((row) => row.is_base_account).length < baseSlots({ is_partner });
}
