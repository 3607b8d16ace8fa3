import type { Role } from '../access/permissions.ts';
import { may } from '../access/permissions.ts';

/** Why somebody gets no more messages of campaigns. */
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

/** Taking somebody off the list, and erasing somebody for ever, is for those who answer for the organisation. */
export function canLift(viewer: { role: Role }): boolean {
  return may(viewer, 'settings');
}

/** Who asked to be erased never comes back: nobody here could say any more who it was. */
export function isLiftable(reason: SuppressionReason): boolean {
  return reason !== 'erased';
}

/** They say something of an address, and nothing of the person. */
export const ADDRESS_REASONS = ['hard_bounce', 'left'] as const satisfies SuppressionReason[];

/**
 * An address that failed, or was left behind with a job, says nothing of the person, who may be met elsewhere. Whoever said no, or was put on
 * the list by hand, is left alone on every channel.
 */
export function keepsPersonOut(reason: string): boolean {
  return !(ADDRESS_REASONS as readonly string[]).includes(reason);
}

/** A number or profile neither bounces nor is left behind. */
export function isReasonFor(reason: SuppressionReason, kind: SuppressionKind): boolean {
  return kind === 'address' || keepsPersonOut(reason);
}
