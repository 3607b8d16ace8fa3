import { RIGHTS } from '@overture/domain/access/permissions';
import { PLACEMENT_LIMITS, SEED_STATUSES } from '@overture/domain/deliverability/placement';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { mailServerSchema } from './accounts.ts';
import { done, endpoint } from './endpoint.ts';

const providerGroup = z.enum(['google', 'microsoft', 'other']);

const seedSchema = z.object({
  id: z.number().int(),
  email: z.string(),
  provider_group: providerGroup,
  status: z.enum(SEED_STATUSES),
  /** What its server said, where something is wrong. */
  reason: z.string().nullable(),
  /** When it was searched last. */
  read_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
});
export type SeedMailbox = z.output<typeof seedSchema>;

const ruleSchema = z.object({
  is_on: z.boolean(),
  /** One copy for so many campaign emails of a sender. */
  every_nth: z.number().int().min(1).max(PLACEMENT_LIMITS.max_every_nth),
  /** Copies of a sender in 24 hours at most; each counts for its daily limit. */
  most_a_day: z.number().int().min(1).max(PLACEMENT_LIMITS.max_most_a_day),
});
export type PlacementRule = z.output<typeof ruleSchema>;

/** Copies by place. `counted` leaves out copies that a person moved. The bounds are Wilson's of 95 %, in percent. */
const figureSchema = z.object({
  inbox: z.number().int(),
  tab: z.number().int(),
  spam: z.number().int(),
  missing: z.number().int(),
  counted: z.number().int(),
  /** Null for too few copies or mailboxes. */
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type PlacementFigure = z.output<typeof figureSchema>;

const fallSchema = z.object({
  cause: z.enum(['sender', 'text', 'provider', 'all']),
  /** What fell, and what differs, as a text for people. */
  words: z.string(),
  account_id: z.number().int().nullable(),
  campaign_id: z.number().int().nullable(),
  began_at: z.iso.datetime(),
});

const textsShown = 100;

const changed = { roles: RIGHTS.settings, touches: ['placement'] } as const;

export const placementEndpoints = {
  listSeedMailboxes: endpoint('GET /seed-mailboxes/', {
    summary: 'Own mailboxes that get copies of campaign emails, and how often',
    shows: ['placement'],
    ok: z.object({
      seed_mailboxes: z.array(seedSchema).max(PLACEMENT_LIMITS.seeds),
      max_seed_mailboxes: z.number().int(),
      rule: ruleSchema,
    }),
  }),
  addSeedMailbox: endpoint('POST /seed-mailboxes/', {
    ...changed,
    recorded: { event: 'setting_changed', subject: 'setting' },
    summary:
      'Signs in to IMAP and, when that works, stores an own mailbox that gets copies; the same address again takes the new sign-in',
    body: z.object({ email: z.string().trim().min(3).max(TEXT_LIMITS.email_max), imap: mailServerSchema }),
    while_acting: 'refused',
    errors: ['mailbox_refused', 'conflict', 'rate_limited'],
    status: 201,
    ok: z.object({ seed_mailbox: seedSchema }),
  }),
  deleteSeedMailbox: endpoint('DELETE /seed-mailboxes/{id}/', {
    ...changed,
    recorded: { event: 'setting_changed', subject: 'setting' },
    summary: 'Forget an own mailbox that gets copies; what was found in it stays',
    ok: done,
  }),
  updatePlacementRule: endpoint('PUT /placement/rule/', {
    ...changed,
    recorded: { event: 'setting_changed', subject: 'setting' },
    summary: 'How many campaign emails of a sender are copied',
    body: ruleSchema,
    ok: z.object({ rule: ruleSchema }),
  }),
  getPlacement: endpoint('GET /placement/', {
    summary: `Where copies of campaign emails arrived in the last ${PLACEMENT_LIMITS.shown_days} days, by sender, provider and text`,
    shows: ['placement', 'senders', 'campaigns'],
    ok: z.object({
      days: z.number().int(),
      /** Mailboxes in which a copy was found or missed; shares need `seeds_needed` of them. */
      seeds_heard: z.number().int(),
      seeds_needed: z.number().int(),
      /** Copies that are on their way, or whose mailbox is still searched. */
      open: z.number().int(),
      total: figureSchema,
      senders: z.array(figureSchema.extend({ account_id: z.number().int() })).max(LIST_LIMITS.accounts),
      providers: z.array(figureSchema.extend({ provider_group: providerGroup })).max(3),
      /** Those with the most copies. */
      texts: z
        .array(
          figureSchema.extend({
            campaign_id: z.number().int(),
            campaign_name: z.string(),
            node_id: z.number().int(),
            /** Its subject as written; null for a follow-up without one. */
            subject: z.string().nullable(),
            variant: z.string(),
          }),
        )
        .max(textsShown),
      fall: fallSchema.nullable(),
    }),
  }),
};
export type PlacementOverview = z.output<(typeof placementEndpoints)['getPlacement']['ok']>;
export const PLACEMENT_TEXTS_SHOWN = textsShown;
