import type { SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { wakeCampaigns } from '../run/index.ts';
import { findIncompleteCondition } from './incomplete.service.ts';
import { listCampaignsWaitingForData, releaseComplete } from './release.store.ts';

/**
 * Leads that wait for data go on by themselves once it is there, whoever wrote it: a person, a file, research, a look-up or a
 * message rewritten for them. What is asked is the rule that counts incomplete leads, for the node each lead stands at.
 */
export async function releaseCompleteLeads(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  const waiting = await ctx.systemRead(listCampaignsWaitingForData);
  for (const { organization_id, campaign_id } of waiting) {
    if (signal.aborted) return;
    await ctx.forOrganization(organization_id).transaction((tx) => release(tx, campaign_id));
  }
}

async function release(tx: TransactionContext, campaignId: number): Promise<void> {
  const isIncomplete = await findIncompleteCondition(tx, campaignId, 'next_node');
  if (isIncomplete === null) return;
  const prospect_ids = await releaseComplete(tx, campaignId, isIncomplete);
  if (prospect_ids.length === 0) return;
  tx.live.publish('prospect_campaign', { campaign_id: campaignId, prospect_ids: prospect_ids.slice(0, 500) });
  // After the leads, as the engine does when it settles a mail.
  await wakeCampaigns(tx, [campaignId]);
}
