import type { AddressResult } from '@overture/domain/addresses/address-checks';
import type { VendorManifest } from '../kit/vendor-access.ts';

/**
 * What the slices need to find out how a person can be reached. Terminology:
 * - *provider*: a vendor with a database of contacts; each question to it costs the installation money.
 * - *waterfall*: the slice asks what is known, then patterns, then providers, the cheapest first, until one answers.
 */

/** What providers can look up. */
const CONTACT_KINDS = ['email', 'phone'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

export type ContactPerson = {
  first_name: string;
  last_name: string;
  /** Address of the profile; null where it is not known. */
  linkedin_url: string | null;
  /** `domain` is a normalised domain (`example.com`), never a URL. */
  company: { name: string | null; domain: string | null };
};

type ContactQuestion = { person: ContactPerson; signal?: AbortSignal };

/** `evidence` says in words what the answer rests on; it is shown to people. */
export type ContactAnswer =
  /** `value`: an address in lower case, or a phone number as it is written internationally. `confidence`: 0 to 100. */
  | { outcome: 'found'; value: string; confidence: number; evidence: string }
  /** No match, too little data for a query, or the person opted out at the provider. */
  | { outcome: 'not_found'; evidence: string };

/** What a verifier says of an address, and on what it rests, in words. */
export type AddressAnswer = { result: AddressResult; evidence: string };

/** What a provider is and can do; differences between providers are read here, never by name. */
export type ContactProviderManifest = VendorManifest & {
  /** What it looks up, and what an answer costs at the vendor's list price, in US cents: the order of the waterfall. */
  capabilities: {
    readonly [Kind in ContactKind]?: { readonly cost_in_cents: number; readonly charges_misses: boolean };
  };
  limits: { requests_per_second: number; concurrency: number; timeout_in_ms: number };
};

/**
 * One provider. Both calls are questions: repeating one does no harm but may be charged again.
 * @throws ProviderError, `concerns` service:
 *   - auth_expired: the key is refused
 *   - rate_limited: too many questions; `until` when it may be asked again. Also the account's used-up quota (`code` quota)
 *   - rejected: it refuses this question for good
 *   - unavailable: no answer in time, an error of its own, or an answer that cannot be read
 * and the signal's own reason when the question was ended
 */
export type ContactProvider = {
  manifest: ContactProviderManifest;
  findEmail?(question: ContactQuestion): Promise<ContactAnswer>;
  findPhone?(question: ContactQuestion): Promise<ContactAnswer>;
  /** Whether an address takes mail; unavailable also while the provider is still at it. */
  verifyEmail?(question: { email: string; signal?: AbortSignal }): Promise<AddressAnswer>;
};

/** Whether a domain accepts mail at all. `unknown`: no answer, which says nothing about the domain. */
type MailDomain = { status: 'accepts' | 'refuses' | 'unknown'; exchangers: string[] };

/** A mail server's response to a recipient: `accepts_all` when it accepts any name, which makes its yes meaningless. */
export type MailboxProbe = 'exists' | 'absent' | 'accepts_all' | 'unknown';

export type ContactFinderPort = {
  /** The configured providers for a kind, the cheapest first. */
  listProviders(kind: ContactKind): readonly ContactProvider[];
  /** The configured providers that verify addresses. */
  listVerifiers(): readonly ContactProvider[];
  /** Asks DNS for a domain's mail exchangers. Never throws but for the signal. */
  checkMailDomain(domain: string, signal?: AbortSignal): Promise<MailDomain>;
  /** False unless the installation switched probing on. */
  can_probe: boolean;
  /**
   * Asks the domain's mail server whether it would take mail for an address, without sending any. Never throws but for
   * the signal; `unknown` also where probing is off.
   */
  probeMailbox(email: string, exchangers: readonly string[], signal?: AbortSignal): Promise<MailboxProbe>;
  close(): Promise<void>;
};
