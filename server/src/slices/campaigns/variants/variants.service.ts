import type { StepVariants } from '@overture/contract/step-variants';
import {
  DEFAULT_WINNER_RULE,
  describeVerdict,
  judgeVariants,
  type WinnerRule,
  type WinnerVerdict,
} from '@overture/domain/campaign/variant-winner';
import { listRunning, listVariants, sharesOf } from '@overture/domain/flow/ab-variant';
import type { Variant, VariantRules } from '@overture/domain/flow/flow';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { acquireCampaignMutex, findCampaign } from '../settings/campaigns.store.ts';
import * as store from './variants.store.ts';

type Tx = TransactionContext;

/** Variants of a step, their shares and how their test goes. @throws not_found */
export async function getStepVariants(ctx: Context, campaignId: number, stepId: number): Promise<StepVariants> {
  return ctx.transaction(async (tx) => {
    const node = orNotFound(await store.findVariantNode(tx, campaignId, stepId));
    return presentVariants(tx, campaignId, node);
  });
}

export interface VariantsInput {
  shares: { variant: Variant; share: number }[] | null;
  stopped: Variant[];
  rule: WinnerRule | null;
  version: number;
}

/**
 * Changes which variant further leads get. Messages on their way keep the one they were claimed with.
 * @throws not_found, bad_request, conflict
 */
export async function setStepVariants(
  ctx: Context,
  campaignId: number,
  stepId: number,
  given: VariantsInput,
): Promise<StepVariants> {
  return ctx.transaction(async (tx) => {
    const node = await openVariants(tx, campaignId, stepId, given.version);
    const rules = parseRules(listVariants(node), given);
    // A person decides: an earlier decision of the rule is over.
    await store.saveVariantRules(tx, stepId, { rules, rule: given.rule, outcome: null });
    return showChanged(tx, campaignId, stepId);
  });
}

/** Takes the decision of the rule back. @throws not_found, bad_request, conflict */
export async function undoStepWinner(
  ctx: Context,
  campaignId: number,
  stepId: number,
  version: number,
): Promise<StepVariants> {
  return ctx.transaction(async (tx) => {
    const { winner_outcome } = await openVariants(tx, campaignId, stepId, version);
    if (winner_outcome === null) throw new ApiError('bad_request', { reason: 'There is no winner to take back.' });
    await store.saveVariantRules(tx, stepId, { rules: winner_outcome.before ?? {}, rule: null, outcome: null });
    return showChanged(tx, campaignId, stepId);
  });
}

async function openVariants(tx: Tx, campaignId: number, stepId: number, version: number): Promise<store.VariantNode> {
  await acquireCampaignMutex(tx, campaignId);
  const node = orNotFound(await store.lockVariantNode(tx, campaignId, stepId));
  if (node.variant_version !== version)
    throw new ApiError('conflict', { reason: 'The shares were changed in the meantime. Look at them again.' });
  return node;
}

async function showChanged(tx: Tx, campaignId: number, stepId: number): Promise<StepVariants> {
  const { status } = orNotFound(await findCampaign(tx, campaignId));
  tx.live.publish('campaign_status', { campaign_id: campaignId, status });
  return presentVariants(tx, campaignId, orNotFound(await store.findVariantNode(tx, campaignId, stepId)));
}

const refused = (reason: string): ApiError => new ApiError('bad_request', { reason });

function parseRules(variants: readonly Variant[], { shares, stopped, rule }: VariantsInput): VariantRules {
  if (variants.length < 2) throw refused('This step has one message. Add a variant first.');
  if (stopped.some((variant) => !variants.includes(variant))) throw refused('A stopped variant has no message.');
  const running = variants.filter((variant) => !stopped.includes(variant));
  if (running.length === 0) throw refused('One variant has to run.');
  if (rule !== null && running.length < 2) throw refused('A winner needs two variants that run.');
  if (shares === null) return { stopped: [...new Set(stopped)] };
  const isEach = running.every((variant) => shares.filter((one) => one.variant === variant).length === 1);
  if (!isEach || shares.length !== running.length) throw refused('Give each variant that runs one share.');
  if (shares.reduce((sum, { share }) => sum + share, 0) !== 100) throw refused('The shares have to add up to 100 %.');
  return {
    shares: Object.fromEntries(shares.map(({ variant, share }) => [variant, share])),
    stopped: [...new Set(stopped)],
  };
}

interface JudgedTest {
  variants: Variant[];
  running: Variant[];
  verdict: WinnerVerdict;
  words: string;
}

/** How the test of a step goes by its rule, or by the usual one. */
export async function judgeTest(
  tx: Pick<Tx, 'db' | 'organization'>,
  campaignId: number,
  node: store.VariantNode,
): Promise<JudgedTest> {
  const rule = node.winner_rule ?? DEFAULT_WINNER_RULE;
  const variants = listVariants(node);
  const running = listRunning(variants, node.variant_rules);
  const days = variants.length < 2 ? [] : await store.listVariantDays(tx, campaignId, node, rule.measure);
  const verdict = judgeVariants(days, variants, running, rule);
  return { variants, running, verdict, words: describeVerdict(verdict, rule, running) };
}

async function presentVariants(tx: Tx, campaignId: number, node: store.VariantNode): Promise<StepVariants> {
  const { variants, running, verdict, words } = await judgeTest(tx, campaignId, node);
  const shares = sharesOf(variants, node.variant_rules);
  const { winner_outcome: outcome } = node;
  return {
    variants: variants.map((variant) => ({
      variant,
      share: shares[variant] ?? 0,
      is_stopped: !running.includes(variant),
      sent: verdict.counts[variant]?.sent ?? 0,
      hits: verdict.counts[variant]?.hits ?? 0,
    })),
    rule: node.winner_rule,
    verdict:
      running.length < 2
        ? null
        : {
            state: verdict.state,
            variant: verdict.best,
            chance_of_error: Math.ceil(verdict.chance_of_error * 100),
            words,
          },
    winner: outcome && { variant: outcome.variant, at: outcome.at, words: outcome.words },
    counts_since: node.variants_since?.toISOString() ?? null,
    version: node.variant_version,
  };
}
