import { findMailProvider } from '../addresses/mail-providers.ts';
import type { LinkedinAction } from '../linkedin/linkedin-actions.ts';

export type Channel = 'email' | 'linkedin';

/** The channel of a lane that a sender works in. */
export const channelOf = (lane: string): Channel => (lane === 'email' ? 'email' : 'linkedin');

/** Who runs the mailboxes that a mail goes between; null where nobody knows. */
export type ProviderGroup = 'google' | 'microsoft' | 'other';

export function providerGroupOf(mailbox: { account_type?: string; email: string | null }): ProviderGroup | null {
  if (mailbox.account_type === 'GOOGLE') return 'google';
  if (mailbox.account_type === 'MICROSOFT') return 'microsoft';
  const provider = mailbox.email === null ? null : findMailProvider(mailbox.email);
  if (provider === null) return null;
  if (provider.id === 'gmail') return 'google';
  return provider.id === 'outlook' ? 'microsoft' : 'other';
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
interface SenderTies {
  /** Who has a conversation with the person already. */
  conversation: number | null;
  /** Who writes to the person's company already. */
  company: number | null;
  group: ProviderGroup | null;
}

/**
 * Who takes a lead that nobody has touched: who knows the person, who knows the company, one at the same provider, then the least
 * loaded, of those the longest idle. Whoever is tied gets it even without capacity now: the lead waits for them. `pool` are all senders
 * that take new leads. Null where nobody can take it now.
 */
export function chooseSender(
  pool: ReadonlySet<number>,
  candidates: readonly SenderCandidate[],
  ties: SenderTies,
): { account_id: number; goes: boolean } | null {
  const able = candidates.filter(({ capacity }) => capacity > 0);
  for (const tied of [ties.conversation, ties.company]) {
    if (tied !== null && pool.has(tied))
      return { account_id: tied, goes: able.some(({ account_id }) => account_id === tied) };
  }
  const alike = ties.group === null ? [] : able.filter(({ group }) => group === ties.group);
  const [best] = (alike.length > 0 ? alike : able).toSorted((a, b) => a.load - b.load || a.idle_since - b.idle_since);
  return best ? { account_id: best.account_id, goes: true } : null;
}

/** The company of somebody by the domain of their address; people at a mail provider have none. */
export function companyOf({
  email,
  email_domain,
}: {
  email: string | null;
  email_domain: string | null;
}): string | null {
  return email === null || findMailProvider(email) !== null ? null : email_domain;
}

/** The budget of what a campaign allows one of its senders: the first has the campaign's own, as when it was alone. */
export function campaignScopeOf(isFirst: boolean, accountId: number, kind: 'email' | LinkedinAction): string {
  return `${isFirst ? 'campaign' : `campaign/${accountId}`}${kind === 'email' ? '' : `:${kind}`}`;
}
