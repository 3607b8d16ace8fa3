import type { Role } from '../access/permissions.ts';
import { may } from '../access/permissions.ts';

/** Why a contact gets no more campaign messages. */
export const SUPPRESSION_REASONS = [
  'unsubscribe',
  'complaint',
  'hard_bounce',
  'left',
  'manual',
  'import',
  'crm',
  'erased',
] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** An erased person is no lead. */
export const SUPPRESSED_REASONS = SUPPRESSION_REASONS.filter(
  (reason): reason is Exclude<SuppressionReason, 'erased'> => reason !== 'erased',
);

/** What tables of leads are filtered by. `any` is what the mark behind a lead's name says: by the suppression list or an excluded domain. */
export const SUPPRESSED_FILTERS = ['any', ...SUPPRESSED_REASONS, 'excluded_domain'] as const;

export const SUPPRESSION_LABELS: Record<SuppressionReason, string> = {
  unsubscribe: 'Unsubscribed',
  complaint: 'Reported as spam',
  hard_bounce: 'Bounced',
  left: 'Left the company',
  manual: 'Added by hand',
  import: 'Imported',
  crm: 'From your CRM',
  erased: 'Erased on request',
};

/** What an entry names. Whole domains are excluded domains. */
export const SUPPRESSION_KINDS = ['address', 'person', 'phone', 'linkedin'] as const;
export type SuppressionKind = (typeof SUPPRESSION_KINDS)[number];

export const SUPPRESSION_KIND_LABELS: Record<SuppressionKind, string> = {
  address: 'Email address',
  person: 'Person',
  phone: 'Phone number',
  linkedin: 'LinkedIn profile',
};

/** What a list of another tool can say of its addresses. */
export const IMPORTED_REASONS = ['unsubscribe', 'hard_bounce', 'left', 'import'] as const satisfies SuppressionReason[];

/** What a person can say who adds an entry. */
export const ADDED_REASONS = ['manual', 'unsubscribe', 'left', 'erased'] as const satisfies SuppressionReason[];
export type AddedReason = (typeof ADDED_REASONS)[number];

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

/** Removing or erasing a contact requires a manager of the organization. */
export function canLift(viewer: { role: Role }): boolean {
  return may(viewer, 'settings');
}

/** An erased contact can't be restored: its identity is no longer known. */
export function isLiftable(reason: SuppressionReason): boolean {
  return reason !== 'erased';
}

/** They say something of an address, and nothing of the person. */
export const ADDRESS_REASONS = ['hard_bounce', 'left'] as const satisfies SuppressionReason[];

/**
 * A bounced address, or one left behind with a job, doesn't suppress the person, who may have another address. A
 * refusal, or an entry made by hand, suppresses the person on every channel.
 */
export function keepsPersonOut(reason: string): boolean {
  return !(ADDRESS_REASONS as readonly string[]).includes(reason);
}

/** A number or profile neither bounces nor is left behind. */
export function isReasonFor(reason: SuppressionReason, kind: SuppressionKind): boolean {
  return kind === 'address' || keepsPersonOut(reason);
}
