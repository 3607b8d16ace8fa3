const SUPPRESSION_REASONS: Record<string, (email: string) => string> = {
  unsubscribe: (email) => `${email} asked not to get email from you.`,
  complaint: (email) => `${email} reported a message of yours as spam.`,
  hard_bounce: (email) => `${email} does not exist: mail to it came back.`,
  manual: (email) => `${email} is on your do-not-contact list.`,
  left: (email) => `${email} belongs to a person who left that company.`,
  person: (email) => `${email} belongs to a person on your suppression list.`,
  erased: (email) => `${email} belongs to a person who asked to be erased.`,
};

const BLOCK_REASONS: Record<string, string> = {
  unsubscribe: 'This person asked not to be contacted again.',
  complaint: 'This person reported a message of yours as spam.',
  linkedin: 'This LinkedIn profile is on your suppression list.',
  phone: 'This phone number is on your suppression list.',
  erased: 'This person asked to be erased.',
};

/** Words for an address that must not be written to. */
export function describeSuppressed({ email, reason }: { email: string; reason: string }): string {
  return SUPPRESSION_REASONS[reason]?.(email) ?? `${email} must not be written to.`;
}

/** Words for a person who must not be answered on a channel. */
export function describeBlock(because: string): string {
  return BLOCK_REASONS[because] ?? 'This person is on your suppression list.';
}

/** What of a person an account writes to that is no mailbox. */
export function blockedChannel(accountType: string): 'linkedin' | 'phone' | 'elsewhere' {
  if (accountType === 'LINKEDIN') return 'linkedin';
  return accountType === 'WHATSAPP' ? 'phone' : 'elsewhere';
}
