import { RIGHTS } from '@overture/domain/access/permissions';
import { WINNER_LIMITS, WINNER_MEASURES } from '@overture/domain/campaign/variant-winner';
import { VARIANTS } from '@overture/domain/flow/flow';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const count = z.number().int();
const variant = z.enum(VARIANTS);

/** When the best variant gets all further leads without a person. */
const winnerRule = z.object({
  /** Replies, or leads that were interested. */
  measure: z.enum(WINNER_MEASURES),
  /** Messages of each variant before anything is decided. */
  minimum_sent: z.number().int().min(WINNER_LIMITS.min_sent).max(WINNER_LIMITS.max_sent),
  /** In percent: 95 allows a chance of error of 5 % over the whole test, however often it is looked at. */
  confidence: z.number().int().min(WINNER_LIMITS.min_confidence).max(WINNER_LIMITS.max_confidence),
});

const stepVariantsSchema = z.object({
  variants: z.array(
    z.object({
      variant,
      /** Of further leads, in percent; 0 for a stopped one. */
      share: count,
      is_stopped: z.boolean(),
      /** Messages that count: five days old or older. Before that, replies may be missing. */
      sent: count,
      /** Of those, what came to something within five days, by the measure of the rule; replies without a rule. */
      hits: count,
    }),
  ),
  /** Null leaves the shares to people. */
  rule: winnerRule.nullable(),
  /** How the test goes, in words; null while there is one variant. `variant` is the best so far. */
  verdict: z
    .object({
      state: z.enum(['too_early', 'undecided', 'won']),
      variant: variant.nullable(),
      /** In percent, over all looks at the test; 100 says nothing yet. */
      chance_of_error: count,
      words: z.string(),
    })
    .nullable(),
  /** What the rule decided: this variant gets all further leads until it is undone or the texts change. */
  winner: z.object({ variant, at: z.iso.datetime(), words: z.string() }).nullable(),
  /** Messages before this time had other texts and don't count; null counts all. */
  counts_since: z.iso.datetime().nullable(),
  version: count,
});
export type StepVariants = z.output<typeof stepVariantsSchema>;

const answer = z.object({ variants: stepVariantsSchema });

/** Which variant of a step leads get. Unlike its texts, this changes a running campaign immediately, for leads that did not get the step. */
export const stepVariantsEndpoints = {
  getStepVariants: endpoint('GET /campaigns/{id}/steps/{stepId}/variants/', {
    summary: 'Variants of a step, their shares and how their test goes',
    shows: ['campaigns', 'figures'],
    ok: answer,
  }),
  setStepVariants: endpoint('PUT /campaigns/{id}/steps/{stepId}/variants/', {
    summary: 'Change shares, stop variants and set the rule for a winner; leads keep what was sent to them',
    touches: ['campaigns'],
    roles: RIGHTS.work,
    body: z.object({
      /** Of exactly the variants that run, 100 together; null makes them even. */
      shares: z
        .array(z.object({ variant, share: z.number().int().min(0).max(100) }))
        .max(VARIANTS.length)
        .nullable(),
      /** Variants that no further lead gets. */
      stopped: z.array(variant).max(VARIANTS.length - 1),
      rule: winnerRule.nullable(),
      /** As it was read: a change of an older state is refused. */
      version: count,
    }),
    errors: ['bad_request', 'conflict'],
    ok: answer,
  }),
  undoStepWinner: endpoint('POST /campaigns/{id}/steps/{stepId}/variants/undo/', {
    summary: 'Take the decision of the rule back: the shares of before hold again, and the rule is off',
    touches: ['campaigns'],
    roles: RIGHTS.work,
    body: z.object({ version: count }),
    errors: ['bad_request', 'conflict'],
    ok: answer,
  }),
};
