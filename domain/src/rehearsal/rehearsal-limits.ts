import type { Assumptions } from './rehearsal-types.ts';

/** Bounds that let a rehearsal answer within two seconds. */
export const REHEARSAL_LIMITS = {
  max_leads: 10_000,
  /** Leads of other running campaigns that share the senders. */
  max_other_leads: 10_000,
  max_other_campaigns: 50,
  horizon_in_days: 730,
  max_answer_in_hours: 720,
} as const;

/** Default assumptions: three in ten accept and one in ten replies, both a day later. */
export const DEFAULT_ASSUMPTIONS: Readonly<Assumptions> = {
  accept_rate: 30,
  reply_rate: 10,
  accept_after_in_hours: 24,
  reply_after_in_hours: 24,
};
