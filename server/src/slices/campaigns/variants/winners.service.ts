import { cutText } from '@overture/domain/text/text-bounds';
import type { SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { runUnits } from '../../../kernel/rounds/rounds.ts';
import { insertNotice } from '../../notices/index.ts';
import { acquireCampaignMutex, findCampaign } from '../settings/campaigns.store.ts';
import { judgeTest } from './variants.service.ts';
import * as store from './variants.store.ts';

const TESTS_A_LOOK = 50;

/** Checks the tests whose rule is due, and gives all further leads to a variant that has won. */
export async function decideWinners(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  const due = await ctx.systemRead((read) => store.listDueTests(read, TESTS_A_LOOK));
  await runUnits(
    ctx,
    {
      loop: store.WINNER_LOOP,
      units: due.map((test) => ({ ...test, key: String(test.node_id) })),
      share: 10,
      at_once: 2,
      time_box_in_ms: 60_000,
      run: ({ organization_id, campaign_id, node_id }) =>
        ctx.forOrganization(organization_id).transaction((tx) => decide(tx, campaign_id, node_id)),
    },
    signal,
  );
}

async function decide(tx: TransactionContext, campaignId: number, stepId: number): Promise<void> {
  await acquireCampaignMutex(tx, campaignId);
  const campaign = await findCampaign(tx, campaignId);
  const node = await store.lockVariantNode(tx, campaignId, stepId);
  const isOpen = campaign?.status === 'ACTIVE' && node && node.winner_rule !== null && node.winner_outcome === null;
  if (!isOpen) return store.postponeCheck(tx, stepId);
  const { variants, verdict, words } = await judgeTest(tx, campaignId, node);
  const { best } = verdict;
  if (verdict.state !== 'won' || best === null) return store.postponeCheck(tx, stepId);
  const at = tx.clock.now().toISOString();
  await store.saveVariantRules(tx, stepId, {
    rules: { stopped: variants.filter((variant) => variant !== best) },
    rule: node.winner_rule,
    outcome: { variant: best, at, words, before: node.variant_rules },
  });
  await notify(tx, campaignId, words);
  tx.live.publish('campaign_status', { campaign_id: campaignId, status: campaign.status });
}

const TITLE_KEPT = 200;

async function notify(tx: TransactionContext, campaignId: number, words: string): Promise<void> {
  const reader = await store.findCampaignReader(tx, campaignId);
  if (reader === undefined) return;
  // A line break in a name would end the line of the subject.
  const campaign = cutText(reader.campaign.replace(/\p{Cc}+/gu, ' '), TITLE_KEPT);
  await insertNotice(tx, {
    user_id: reader.user_id,
    subject: `A variant won in ${campaign}`,
    paragraphs: [
      words,
      'All further leads of this step get it. Leads that got another variant keep their conversation.',
      'You can take this back in the analytics of the campaign.',
    ],
    path: `/campaigns/${campaignId}`,
  });
}
