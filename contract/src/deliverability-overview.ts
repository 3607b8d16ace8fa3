import { MOST_BLOCKLISTS, MOST_LISTED_ADDRESSES } from '@overture/domain/deliverability/blocklists';
import { CHECK_STATUSES, DELIVERABILITY_CHECKS } from '@overture/domain/deliverability/deliverability';
import { ADVICE_CODES } from '@overture/domain/deliverability/sender-advice';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sentenceSchema } from './said.ts';

/** A list about the domain, or about each address of the mail server. */
const MOST_RESULTS = MOST_BLOCKLISTS * (1 + MOST_LISTED_ADDRESSES);

const mailboxHealthSchema = z.object({
  account_id: z.number().int(),
  domain: z.string(),
  /** The worst of the DNS checks; null before the first one, and where nothing is checked. */
  status: z.enum(CHECK_STATUSES).nullable(),
  /** A mail provider's own domain, or a private one: its records are not the organization's to change. */
  is_exempt: z.boolean(),
  checked_at: z.iso.datetime().nullable(),
  checks: z
    .array(z.object({ id: z.enum(DELIVERABILITY_CHECKS), status: z.enum(CHECK_STATUSES) }))
    .max(DELIVERABILITY_CHECKS.length),
  /** Campaign emails of the last seven days, and what came of them. */
  sent: z.number().int(),
  bounces: z.number().int(),
  complaints: z.number().int(),
  guard: z.enum(['warned', 'paused']).nullable(),
  /** Null before the lists were asked. */
  blocklists_at: z.iso.datetime().nullable(),
  listings: z.array(z.object({ list: z.string(), subject: z.string() })).max(MOST_RESULTS),
  /** Lists that gave no answer, or refuse this name server. */
  unanswered: z.array(z.string()).max(MOST_BLOCKLISTS),
  /** What to change, the most urgent first. */
  advice: z
    .array(z.object({ code: z.enum(ADVICE_CODES), text: z.string(), sentence: sentenceSchema.optional() }))
    .max(MOST_RESULTS + 10),
});
export type MailboxHealth = z.output<typeof mailboxHealthSchema>;

export const deliverabilityOverviewEndpoints = {
  listDeliverability: endpoint('GET /deliverability/', {
    summary: 'Every mailbox with its DNS, bounces, complaints, blocklists, and what to change',
    shows: ['senders', 'deliverability', 'guard'],
    ok: z.object({
      mailboxes: z.array(mailboxHealthSchema).max(LIST_LIMITS.accounts),
      /** Names of the lists that the operator of the installation has chosen; none are asked by default. */
      blocklists: z.array(z.string()).max(MOST_BLOCKLISTS),
    }),
  }),
};
