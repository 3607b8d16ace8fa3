import type { SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { runUnits, type Unit } from '../../../kernel/rounds/rounds.ts';
import { wakeCampaigns } from '../../campaign-lanes/index.ts';
import { findIncompleteCondition } from './incomplete.service.ts';
import {
  BEFORE_ALL,
  isHeldAddress,
  type LackRule,
  listCampaignsWaiting,
  releaseComplete,
  type WaitingCampaign,
} from './release.store.ts';

/**
 * Releases leads whose missing data has arrived, from any source: a user, an import, research, a look-up or a rewritten message. It
 * applies the rule that counts incomplete leads to each lead's next node. Leads with an undeliverable address are released by a new address
 * or when a user accepts the old one.
 */
export async function releaseCompleteLeads(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  for (const rule of ['missing_data', 'address_held'] as const) {
    const units = await listUnits(ctx, rule, signal);
    await runUnits(
      ctx,
      {
        loop: 'missing-data',
        units,
        // Every campaign in every round, those of one organization behind the first of each other one.
        share: units.length,
        at_once: 2,
        time_box_in_ms: 60_000,
        run: ({ organization_id, campaign_id }) =>
          ctx.forOrganization(organization_id).transaction((tx) => release(tx, campaign_id, rule)),
      },
      signal,
    );
  }
}

async function listUnits(ctx: SystemContext, rule: LackRule, signal: AbortSignal): Promise<(WaitingCampaign & Unit)[]> {
  const units: (WaitingCampaign & Unit)[] = [];
  for (let after = BEFORE_ALL; !signal.aborted; ) {
    const from = after;
    const page = await ctx.systemRead((read) => listCampaignsWaiting(read, rule, from));
    const last = page.at(-1);
    if (!last) break;
    after = last;
    for (const { organization_id, campaign_id, is_active } of page)
      if (is_active) units.push({ organization_id, campaign_id, key: `${rule} ${campaign_id}` });
  }
  return units;
}

async function release(tx: TransactionContext, campaignId: number, rule: LackRule): Promise<void> {
  const isLacking =
    rule === 'address_held' ? isHeldAddress : await findIncompleteCondition(tx, campaignId, 'next_node');
  if (isLacking === null) return;
  const prospect_ids = await releaseComplete(tx, campaignId, rule, isLacking);
  if (prospect_ids.length === 0) return;
  tx.live.publish('prospect_campaign', { campaign_id: campaignId, prospect_ids: prospect_ids.slice(0, 500) });
  // After the leads, as the engine does when it settles a mail.
  await wakeCampaigns(tx, [campaignId]);
}
