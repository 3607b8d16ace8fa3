import { findMailProvider, findMailProviderByMx } from '../addresses/mail-providers.ts';
import type { LinkedinAction } from '../linkedin/linkedin-actions.ts';

export type Channel = 'email' | 'linkedin';

/** The channel of a lane that a sender works in. */
export const channelOf = (lane: string): Channel => (lane === 'email' ? 'email' : 'linkedin');

/** The providers of the two mailboxes of a mail; null when unknown. */
export type ProviderGroup = 'google' | 'microsoft' | 'other';

/** How a first mail looks for a sender at the provider of who gets it: not at all, where one has room, or only there. */
export const PROVIDER_MATCHINGS = ['off', 'prefer', 'strict'] as const;
export type ProviderMatching = (typeof PROVIDER_MATCHINGS)[number];

/** @param mailbox `mx_group` is what the mail exchangers of a company's own domain said, where they were asked */
export function getProviderGroup(mailbox: {
  account_type?: string;
  email: string | null;
  mx_group?: ProviderGroup | null;
}): ProviderGroup | null {
  if (mailbox.account_type === 'GOOGLE') return 'google';
  if (mailbox.account_type === 'MICROSOFT') return 'microsoft';
  const provider = mailbox.email === null ? null : findMailProvider(mailbox.email);
  return provider === null ? (mailbox.mx_group ?? null) : groupOf(provider.id);
}

function groupOf(provider: string): ProviderGroup {
  if (provider === 'gmail') return 'google';
  return provider === 'outlook' || provider === 'office365' ? 'microsoft' : 'other';
}

/** Mail filters in front of mailboxes: they hide the provider. */
const MAIL_FILTERS =
  'pphosted.com ppe-hosted.com mimecast.com mimecast.co.za barracudanetworks.com messagelabs.com iphmx.com hornetsecurity.com antispameurope.com mailcontrol.com trendmicro.com trendmicro.eu spamexperts.com mailspamprotection.com sophos.com cloudflare.net fireeyecloud.com'.split(
    ' ',
  );

/** The provider of the mailboxes behind these mail exchangers; null when unknown. */
export function providerGroupByMx(exchangers: readonly string[]): ProviderGroup | null {
  const hosts = exchangers.map((host) => host.toLowerCase().replace(/\.$/, '')).filter((host) => host !== '');
  if (hosts.length === 0) return null;
  const provider = findMailProviderByMx(hosts);
  if (provider !== null) return groupOf(provider.id);
  const isFiltered = hosts.some((host) => MAIL_FILTERS.some((name) => host === name || host.endsWith(`.${name}`)));
  return isFiltered ? null : 'other';
}

/**
 * Whether a sender may write to leads that require a matching provider. A mailbox of an unknown provider is neither
 * Google's nor Microsoft's.
 */
export function servesProvider(sender: ProviderGroup | null, wanted: ProviderGroup): boolean {
  return sender === wanted || (sender === null && wanted === 'other');
}

/** A sender that may take a lead now. */
export interface SenderCandidate {
  account_id: number;
  /** Actions it may still take in this look. */
  capacity: number;
  /** Used or planned of today's cap, 0 to 1. */
  load: number;
  /** When it acts next or last did, in milliseconds; the longest idle has the smallest. */
  idle_since: number;
  group: ProviderGroup | null;
}

/** What ties a lead to senders of the campaign. */
export interface SenderTies {
  /** Who has a conversation with the person already. */
  conversation: number | null;
  /** Who writes to the person's company already. */
  company: number | null;
  /** Whom the campaign's column names for it; only where the campaign asks. */
  named?: number | null;
  group: ProviderGroup | null;
  /** `prefer` where left out. */
  matching?: ProviderMatching;
}

/** Only a sender at the lead's own provider may take such a lead. An unknown provider never blocks. */
export function keepsToProvider({ group, matching }: Pick<SenderTies, 'group' | 'matching'>): boolean {
  return matching === 'strict' && group !== null;
}

/**
 * The sender of an untouched lead: one who knows the person, one who knows the company, one named in its column, one at
 * the same provider, then the least loaded, then the longest idle. A tied sender gets the lead even without capacity
 * now: the lead waits. `pool` are all senders that take new leads. Null when none can take it now.
 */
export function chooseSender(
  pool: ReadonlySet<number>,
  candidates: readonly SenderCandidate[],
  ties: SenderTies,
): { account_id: number; goes: boolean } | null {
  const able = candidates.filter(({ capacity }) => capacity > 0);
  for (const tied of [ties.conversation, ties.company, ties.named ?? null]) {
    if (tied !== null && pool.has(tied))
      return { account_id: tied, goes: able.some(({ account_id }) => account_id === tied) };
  }
  const { group: wanted, matching } = ties;
  const alike = wanted === null || matching === 'off' ? [] : able.filter(({ group }) => servesProvider(group, wanted));
  const [best] = (alike.length > 0 || keepsToProvider(ties) ? alike : able).toSorted(
    (a, b) => a.load - b.load || a.idle_since - b.idle_since,
  );
  return best ? { account_id: best.account_id, goes: true } : null;
}

/** The company of a lead by the domain of its address; null at a mail provider. */
export function companyOf({
  email,
  email_domain,
}: {
  email: string | null;
  email_domain: string | null;
}): string | null {
  return email === null || findMailProvider(email) !== null ? null : email_domain;
}

/** Budgets of a campaign over all its senders: its mails, and the leads it begins with. */
export const TOTAL_SCOPE = 'campaign:total';
export const NEW_LEADS_SCOPE = 'campaign:new';

/** The budget of what a campaign allows one of its senders: the first has the campaign's own, as when it was alone. */
export function toCampaignScope(isFirst: boolean, accountId: number, kind: 'email' | LinkedinAction): string {
  return `${isFirst ? 'campaign' : `campaign/${accountId}`}${kind === 'email' ? '' : `:${kind}`}`;
}

/** Longest wait of a lead for a sender at its provider before it is checked again. */
const LONGEST_PUT_OFF_IN_MS = 24 * 60 * 60_000;
/** Between two first mails of a sender without a gap of its own. */
const LEAST_TURN_IN_MS = 60_000;

/**
 * Check times of leads that require a matching provider whose senders are all busy. Each lead waits until the one
 * before it has been checked, so one blocked lead doesn't block the others. `free_at`: when each sender of that
 * provider may act again.
 */
export class ProviderTurns {
  private taken = 0;
  private readonly first: number;
  private readonly step: number;
  private readonly latest: number;

  constructor(free_at: readonly number[], gap_in_seconds: number, now: number) {
    this.first =
      free_at.length === 0 ? now + LONGEST_PUT_OFF_IN_MS : Math.max(now + LEAST_TURN_IN_MS, Math.min(...free_at));
    this.step = Math.max(LEAST_TURN_IN_MS, gap_in_seconds * 1000) / Math.max(1, free_at.length);
    this.latest = now + LONGEST_PUT_OFF_IN_MS;
  }

  /** Milliseconds at which the next lead is looked at again. */
  next(): number {
    const at = this.first + this.taken * this.step;
    this.taken += 1;
    return Math.min(this.latest, Math.round(at));
  }
}

export const PROVIDER_NAMES: Record<ProviderGroup, string> = {
  google: 'Google',
  microsoft: 'Microsoft',
  other: 'its provider',
};
