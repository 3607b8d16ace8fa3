export interface LeadEmails {
  email: string | null;
  other_emails: readonly string[];
  /** Where each of them came from, in the same order. */
  other_email_sources: readonly string[];
}

interface EmailChange {
  /** The new primary address; null clears it, undefined leaves it. */
  email?: string | null | undefined;
  add?: readonly string[];
  remove?: readonly string[];
  source: string;
}

/**
 * The further addresses after a change. One that becomes the primary address changes places with it, so no address is lost. The primary address is
 * never listed twice.
 */
export function changeEmails(
  current: LeadEmails,
  change: EmailChange,
): Pick<LeadEmails, 'other_emails' | 'other_email_sources'> {
  const sources = new Map(
    current.other_emails.map((email, place) => [email, current.other_email_sources[place] ?? '']),
  );
  for (const email of change.remove ?? []) sources.delete(email);
  for (const email of change.add ?? []) if (!sources.has(email)) sources.set(email, change.source);
  const primary = change.email === undefined ? current.email : change.email;
  const isSwap = change.email !== undefined && change.email !== null && current.other_emails.includes(change.email);
  if (isSwap && current.email !== null) sources.set(current.email, change.source);
  if (primary !== null) sources.delete(primary);
  return { other_emails: [...sources.keys()], other_email_sources: [...sources.values()] };
}
