import type { Role } from '../access/permissions.ts';
import { may } from '../access/permissions.ts';

/** Why an address gets no more mail of campaigns. */
export const SUPPRESSION_REASONS = ['unsubscribe', 'complaint', 'hard_bounce', 'manual', 'import', 'crm'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

export const SUPPRESSION_LABELS: Record<SuppressionReason, string> = {
  unsubscribe: 'Unsubscribed',
  complaint: 'Reported as spam',
  hard_bounce: 'Bounced',
  manual: 'Added by hand',
  import: 'Imported',
  crm: 'From your CRM',
};

/** What a list of another tool can say of its addresses. */
export const IMPORTED_REASONS = ['unsubscribe', 'hard_bounce', 'import'] as const satisfies SuppressionReason[];

export const SUPPRESSION_LIMITS = {
  import_max_rows: 100_000,
  import_max_bytes: 10 * 1024 * 1024,
  most_counted: 10_000, // rows of the list; a search finds those behind
  why_max: 500,
  words_min: 10,
  words_max: 2000,
} as const;

/** A person who said no comes back by words of their own only. */
export function needsOwnWords(reason: SuppressionReason): boolean {
  return reason === 'unsubscribe' || reason === 'complaint';
}

/** Taking somebody off the list is for those who answer for the organisation. */
export function canLift(viewer: { role: Role }): boolean {
  return may(viewer, 'settings');
}

/**
 * An address that failed says nothing of the person, who may be met elsewhere. Whoever said no, or was put on the list by hand, is left
 * alone on every channel.
 */
export function keepsPersonOut(reason: string): boolean {
  return reason !== 'hard_bounce';
}
