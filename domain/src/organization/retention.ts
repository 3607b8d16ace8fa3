/** Kinds of data with a period after which they are deleted, in the order of the nightly run. */
export const RETENTION_KINDS = ['never_contacted_months', 'no_reply_months', 'messages_months'] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

export const RETENTION_MONTHS = { min: 1, max: 120 } as const;

/** Offered to an organization that sets a period for the first time. */
export const SUGGESTED_MONTHS: Record<RetentionKind, number> = {
  never_contacted_months: 6,
  no_reply_months: 24,
  messages_months: 36,
};
