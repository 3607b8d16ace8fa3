/** Emails with a lead that belong to no conversation: how many are kept, and for how many days they count as contact. */
export const PAST_MAIL_LIMITS = {
  per_lead: 50,
  /** Leads with one address. */
  leads: 5,
  /** Of one of our emails: more are a circular. */
  recipients: 5,
  characters: 10_000,
  counts_for_days: 90,
} as const;

/** What lists of earlier contacts call a mailbox, beside the tools that people moved from. */
export const MAILBOX_AS_TOOL = 'Mailbox';

/** Headers of newsletters and lists. */
const CIRCULAR_HEADERS = ['list-id', 'list-unsubscribe', 'list-post', 'feedback-id'] as const;
const CIRCULAR_PRECEDENCE = /^(?:bulk|list|junk)$/i;

/** Whether a mail was written to many: newsletters and lists are no contact with a person. */
export function isCircular(headers: ReadonlyMap<string, readonly string[]>): boolean {
  if (CIRCULAR_HEADERS.some((name) => headers.has(name))) return true;
  return (headers.get('precedence') ?? []).some((value) => CIRCULAR_PRECEDENCE.test(value.trim()));
}
