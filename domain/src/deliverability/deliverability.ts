import type { Sentence } from '../text/say.ts';
import type { SendingProvider } from './sending-providers.ts';
import type { DnsAnswer, SpfPolicy } from './spf.ts';

export const DELIVERABILITY_CHECKS = ['spf', 'dkim', 'dmarc', 'mx', 'reverse_dns'] as const;
export type DeliverabilityCheckId = (typeof DELIVERABILITY_CHECKS)[number];
export const CHECK_STATUSES = ['pass', 'warn', 'fail', 'unknown'] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** What was found and what to do about it, in words; `record` is the DNS record to publish, where one can be told. */
export type DeliverabilityCheck = {
  id: DeliverabilityCheckId;
  status: CheckStatus;
  found: string;
  advice: string | null;
  /** Both with their values left open; a check that the release before stored has none. */
  found_sentence?: Sentence;
  advice_sentence?: Sentence | null;
  record: { type: 'TXT'; name: string; value: string } | null;
};

/**
 * What the records of a sender's domain mean for its campaign mails. `exempt`: the organization can't change them (a
 * mail provider's domain, or a private one); `unknown`: no DNS answer.
 */
export type AuthenticationVerdict = 'passed' | 'failed' | 'unknown' | 'exempt';

/** So long a record that was right may be wrong before campaign mails wait for it. */
export const AUTHENTICATION_GRACE_IN_HOURS = 72;

/** Until when campaign emails leave although the records of the domain are wrong; null where they wait, or nothing is wrong. */
export function findGraceEnd(heldFrom: Date | null, now: Date): string | null {
  return heldFrom !== null && heldFrom > now ? heldFrom.toISOString() : null;
}

/** Everything the judgement needs; gathered by the server from DNS. */
export type DeliverabilityFacts = {
  /** The part after the @ of the sender. */
  domain: string;
  /** True for a domain of a public mailbox provider: its records are not the user's to change. */
  is_free_mail: boolean;
  provider: SendingProvider | null;
  /** The server that takes our mail, and its addresses; null for mailboxes reached through their provider's own interface. */
  smtp: { host: string; addresses: DnsAnswer } | null;
  spf: SpfPolicy;
  /**
   * TXT records under `<selector>._domainkey.<domain>`. `is_seen`: the selector was found in a real mail of this
   * domain.
   */
  dkim: { selector: string; is_seen: boolean; answer: DnsAnswer }[];
  /** Of the domain itself, then of the registered domain above it, which holds where there is none. */
  dmarc: { domain: string; answer: DnsAnswer }[];
  mx: DnsAnswer;
  /**
   * Reverse names of the server's addresses; `confirms`: the name resolves back to the address, null when DNS did not
   * answer.
   */
  reverse: { address: string; answer: DnsAnswer; confirms: boolean | null }[];
};

/** The worst of several: fail, warn, unknown, pass. */
export function worstStatus(checks: readonly Pick<DeliverabilityCheck, 'status'>[]): CheckStatus {
  const order: readonly CheckStatus[] = ['fail', 'warn', 'unknown'];
  return order.find((status) => checks.some((check) => check.status === status)) ?? 'pass';
}
