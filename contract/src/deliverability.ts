import { CHECK_STATUSES, DELIVERABILITY_CHECKS } from '@overture/domain/deliverability/deliverability';
import { z } from 'zod';
import { sentenceSchema } from './said.ts';

/** What DNS says about the domain a mailbox sends from. */
export const deliverabilitySchema = z.object({
  account_id: z.number().int(),
  domain: z.string(),
  /** The worst of the checks: fail, warn, unknown, pass. */
  status: z.enum(CHECK_STATUSES),
  checked_at: z.iso.datetime(),
  /** As `domain_hold_reason` and `domain_grace_until` of the sender. */
  hold_reason: z.string().nullable(),
  grace_until: z.iso.datetime().nullable(),
  checks: z
    .array(
      z.object({
        id: z.enum(DELIVERABILITY_CHECKS),
        status: z.enum(CHECK_STATUSES),
        /** What was found, in words. */
        found: z.string(),
        /** What to change, in words; null where there is nothing. */
        advice: z.string().nullable(),
        found_sentence: sentenceSchema.optional(),
        advice_sentence: sentenceSchema.nullish(),
        /** The DNS record to publish, where one can be told. */
        record: z.object({ type: z.literal('TXT'), name: z.string(), value: z.string() }).nullable(),
      }),
    )
    .max(DELIVERABILITY_CHECKS.length),
});
export type AccountDeliverability = z.output<typeof deliverabilitySchema>;
