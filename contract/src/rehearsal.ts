import { CAMPAIGN_DAILY_LIMITS, CAMPAIGN_SENDERS_MAX, REQUEST_LIMITS } from '@overture/domain/limits';
import { REHEARSAL_LIMITS } from '@overture/domain/rehearsal/rehearsal-limits';
import { WAITING_RULES } from '@overture/domain/sending/waiting-rules';
import { z } from 'zod';
import { campaignAccountSchema } from './campaigns.ts';
import { endpoint, idSchema, unused } from './endpoint.ts';
import { sentenceSchema } from './said.ts';

const count = z.number().int();
const percent = unused(z.number().min(0).max(100));
const hours = unused(z.number().int().min(0).max(REHEARSAL_LIMITS.max_answer_in_hours));
const dailyLimit = ({ min, max }: { min: number; max: number }) => unused(z.number().int().min(min).max(max));

/** What a sender does for the campaign on one local day, and for other campaigns (`others`). */
const rehearsedDaySchema = z.object({
  /** YYYY-MM-DD in the campaign's time zone. */
  date: z.string(),
  total: count,
  emails: count,
  invites: count,
  messages: count,
  inmails: count,
  visits: count,
  likes: count,
  withdrawals: count,
  others: count,
});
export type RehearsedDay = z.output<typeof rehearsedDaySchema>;

/** Told by rules, which leave the values of their sentences open, or by the text alone. */
const reason = z.object({ text: z.string(), sentence: sentenceSchema.optional(), leads: count });

const rehearsalSchema = z.object({
  starts_at: z.iso.datetime(),
  timezone: z.string(),
  /** When the campaign is over for the last lead; null when some leads are still open in two years, or nothing ever moves. */
  finishes_at: z.iso.datetime().nullable(),
  last_action_at: z.iso.datetime().nullable(),
  leads: z.object({ total: count, completed: count, replied: count, failed: count, open: count }),
  /** Leads that were chosen but not looked at, above 10,000. */
  leads_left_out: count,
  /** Days without anything to do are left out. */
  senders: z.array(z.object({ account: campaignAccountSchema, days: z.array(rehearsedDaySchema) })),
  calls: z.array(z.object({ date: z.string(), amount: count })),
  bottleneck: z
    .object({
      text: z.string(),
      sentence: sentenceSchema.optional(),
      rule: z.enum(WAITING_RULES),
      lead_days: z.number(),
    })
    .nullable(),
  failures: z.array(reason),
  /** Steps that are passed over because no address came. */
  skips: z.array(reason),
  /** Why leads are still open at the end. */
  held: z.array(reason),
  /** A mailbox with natural rhythm sends slightly less than its daily limit. */
  has_natural_rhythm: z.boolean(),
  /** How many other running campaigns share the senders. */
  other_campaigns: count,
  assumptions: z.object({
    accept_rate: z.number(),
    reply_rate: z.number(),
    accept_after_in_hours: count,
    reply_after_in_hours: count,
  }),
});
export type RehearsalAnswer = z.output<typeof rehearsalSchema>;

export const rehearsalEndpoints = {
  rehearseCampaign: endpoint('POST /campaigns/{id}/rehearsal/', {
    summary:
      'What would go out when if the campaign ran from now on, per sender and day, at assumed rates; stores nothing',
    reads_only: true,
    body: z.object({
      /** As for activation; the campaign's own senders when left out. */
      linkedin_account_id: unused(idSchema),
      email_account_id: unused(idSchema),
      /** Several senders a channel; they go before the single ones. */
      linkedin_account_ids: unused(z.array(idSchema).min(1).max(CAMPAIGN_SENDERS_MAX)),
      email_account_ids: unused(z.array(idSchema).min(1).max(CAMPAIGN_SENDERS_MAX)),
      prospect_ids: unused(z.array(idSchema).max(REQUEST_LIMITS.max_ids)),
      /** Limits to try; those of the campaign when left out. */
      email_max_messages: dailyLimit(CAMPAIGN_DAILY_LIMITS.email_max_messages),
      linkedin_max_messages: dailyLimit(CAMPAIGN_DAILY_LIMITS.linkedin_max_messages),
      linkedin_max_connections: dailyLimit(CAMPAIGN_DAILY_LIMITS.linkedin_max_connections),
      /** Percent of the invited people who accept, and of the people written to who answer. */
      accept_rate: percent,
      reply_rate: percent,
      accept_after_in_hours: hours,
      reply_after_in_hours: hours,
      /** The same number draws the same pauses. */
      seed: unused(z.number().int().min(0).max(2_147_483_647)),
    }),
    max_body_bytes: REQUEST_LIMITS.max_json_body_in_bytes,
    errors: ['activation_refused', 'campaign_transition_refused', 'bad_request', 'unavailable'],
    ok: z.object({ rehearsal: rehearsalSchema }),
  }),
};
