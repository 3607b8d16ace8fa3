import { isFreeMail } from '../addresses/free-mail.ts';
import { registrableDomain } from '../addresses/registrable-domain.ts';

/** The domain a mailbox's organization answers for; null for addresses at a mail provider, which are everybody's. */
export function ownDomain(email: string | null): string | null {
  if (email === null || isFreeMail(email)) return null;
  return registrableDomain(email.slice(email.lastIndexOf('@') + 1));
}

/** Name of the budget that mailboxes of a domain share. */
export function domainScope(domain: string): string {
  return `domain:${domain}`;
}
