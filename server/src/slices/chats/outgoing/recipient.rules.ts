import { isEmailAddress, normalizeEmail } from '@overture/domain/addresses/email-address';
import { INBOX_LIMITS } from '@overture/domain/limits';
import { isSameAddress } from '../addresses.rules.ts';

/** The mail that a message continues. */
export interface ThreadEnd {
  sent_by_prospect: boolean;
  from_email: string | null;
  from_name: string | null;
}

export interface Recipient {
  email: string | null;
  name: string | null;
  /** The lead's own address; another one belongs to a colleague who replied. */
  is_lead: boolean;
}

/**
 * The mail address that a message to a lead goes to: that of the last reply, else the lead's own. The composer shows it and sending uses
 * it, so both must ask here.
 */
export function chooseRecipient(end: ThreadEnd | undefined, leadEmail: string | null): Recipient {
  const replied = end?.sent_by_prospect ? end.from_email : null;
  const email = replied ?? leadEmail;
  const is_lead = email !== null && email.toLowerCase() === leadEmail?.toLowerCase();
  return { email, name: end?.sent_by_prospect ? end.from_name : null, is_lead };
}

export interface Copies {
  cc: string[];
  bcc: string[];
  /** Too many recipients, in words. */
  problem: string | null;
}

interface GivenCopies {
  cc?: readonly string[] | null | undefined;
  bcc?: readonly string[] | null | undefined;
}

/** Each address once: a recipient gets no copy, and a visible copy no blind one. */
export function listCopies(given: GivenCopies, recipients: readonly string[]): Copies {
  const known = new Set(recipients.map((email) => email.toLowerCase()));
  const cc = listUnknown(given.cc ?? [], known);
  const bcc = listUnknown(given.bcc ?? [], known);
  const count = recipients.length + cc.length + bcc.length;
  const isTooMany = count > INBOX_LIMITS.cc;
  const words = `A message can have up to ${INBOX_LIMITS.cc} recipients; this one has ${count}.`;
  return { cc, bcc, problem: isTooMany ? words : null };
}

/** Of addresses that differ in case only, the last one counts. */
function listUnknown(emails: readonly string[], known: Set<string>): string[] {
  const byKey = new Map(emails.map((email) => [email.toLowerCase(), email]));
  const taken = [...byKey].filter(([key]) => !known.has(key));
  for (const [key] of taken) known.add(key);
  return taken.map(([, email]) => email);
}

/** Everyone else whom the mail names that is answered, without mailboxes of ours. */
export function listOthers(
  end: { other_to_emails: readonly string[]; cc_emails: readonly string[] } | undefined,
  { address, own }: { address: string | null; own: readonly string[] },
): { cc: string[]; left_out: number } {
  const without = [...own, ...(address === null ? [] : [address])];
  const named = [...(end?.other_to_emails ?? []), ...(end?.cc_emails ?? [])].filter(
    (email) => isEmailAddress(email) && !without.some((other) => isSameAddress(other, email)),
  );
  const others = [...new Map(named.map((email) => [email.toLowerCase(), email])).values()];
  const cc = others.slice(0, INBOX_LIMITS.cc - 1);
  return { cc, left_out: others.length - cc.length };
}

/** A stranger may name any number of recipients. */
const MOST_READ = 500;
const MOST_KEPT = 50;

interface NamedRecipients {
  to: readonly { address: string }[];
  cc: readonly { address: string }[];
}

/** To whom else a received mail went, as a reply to all needs it; in lower case, each once. */
export function listNamed(mail: NamedRecipients, own: string): { other_to_emails: string[]; cc_emails: string[] } {
  const known = new Set([normalizeEmail(own) ?? own]);
  const take = (addresses: NamedRecipients['to']): string[] => {
    const normal = addresses.slice(0, MOST_READ).flatMap(({ address }) => normalizeEmail(address) ?? []);
    const taken = listUnknown([...new Set(normal)], known);
    return taken.filter((_, index) => index < MOST_KEPT);
  };
  return { other_to_emails: take(mail.to), cc_emails: take(mail.cc) };
}
