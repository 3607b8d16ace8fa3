import { emailDomain } from './email-address.ts';
import domains from './free-mail-domains.json' with { type: 'json' };
import { registrableDomain } from './registrable-domain.ts';

// Kept apart from `email-address.ts`: a browser that checks an address needs no list of thousands.
const FREE_MAIL_DOMAINS: ReadonlySet<string> = new Set(domains);

/** Providers with a name in nearly every country. */
const WORLDWIDE = /^(?:yahoo|hotmail|live|outlook|gmx|aol|yandex)\.[a-z]{2,6}(?:\.[a-z]{2,3})?$/;

/**
 * True for addresses at a provider where everyone can get a mailbox, including disposable ones and those of internet
 * providers. Two people there are not colleagues, and the provider is not their company.
 */
export function isFreeMail(input: string): boolean {
  const domain = emailDomain(input);
  if (domain === null) return false;
  const owner = registrableDomain(domain) ?? domain;
  return [domain, owner].some((name) => FREE_MAIL_DOMAINS.has(name)) || WORLDWIDE.test(owner);
}

/** Website suggested from a person's address; null for free mail. */
export function suggestWebsite(email: string): string | null {
  return isFreeMail(email) ? null : emailDomain(email);
}

/** Name of a person's first organization: the domain of their company, or their own name for a free mailbox. */
export function firstOrganizationName(name: string, email: string): string {
  const label = email.split('@')[1]?.split('.')[0] ?? '';
  if (isFreeMail(email) || label === '') return name;
  return label.charAt(0).toUpperCase() + label.slice(1);
}
