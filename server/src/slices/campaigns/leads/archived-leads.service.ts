import type { ArchivedLead } from '@overture/contract/campaign-leads';
import { firstLane } from '@overture/domain/campaign/lead-plan';
import { firstNode } from '@overture/domain/flow/flow';
import { PAGE_SIZES } from '@overture/domain/limits';
import { loadPage, type PageRequest } from '../../../kernel/api-keys/cursor.ts';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { orNotFound } from '../../../kernel/errors.ts';
import { wakeCampaigns } from '../../campaign-lanes/index.ts';
import { listNodes } from '../flow/flow.store.ts';
import { acquireCampaignMutex, findCampaign } from '../settings/campaigns.store.ts';
import { countArchived, listArchived, restoreArchived } from './archived-leads.store.ts';

/** Live messages name no more leads: browsers then fetch the table again. */
const MAX_PUBLISHED = 500;

/** One page of archived leads. @throws not_found, cursor_invalid */
export async function pageArchivedLeads(
  ctx: Context,
  campaignId: number,
  request: PageRequest,
): Promise<{ leads: ArchivedLead[]; total: number; next_cursor: string | null }> {
  return ctx.transaction(async (tx) => {
    orNotFound(await findCampaign(tx, campaignId));
    const { rows, next_cursor } = await loadPage(tx, request, {
      list: `archived leads of campaign ${campaignId}`,
      page_size: PAGE_SIZES.campaign_leads,
      read: (range) => listArchived(tx, campaignId, range),
      placeOf: ({ place }) => place,
    });
    const leads = rows.map(({ place: _, ...row }) => ({ ...row, archived_at: row.archived_at.toISOString() }));
    return { leads, total: await countArchived(tx, campaignId), next_cursor };
  });
}

/** Puts archived leads back; nothing is sent to them before someone resumes them. Returns how many. @throws not_found */
export async function restoreLeads(ctx: Context, campaignId: number, prospectIds: readonly number[]): Promise<number> {
  return ctx.transaction((tx) => restoreLeadsIn(tx, campaignId, prospectIds));
}

/** The same in the caller's transaction. @throws not_found */
export async function restoreLeadsIn(
  tx: TransactionContext,
  campaignId: number,
  prospectIds: readonly number[],
): Promise<number> {
  await acquireCampaignMutex(tx, campaignId);
  const campaign = orNotFound(await findCampaign(tx, campaignId));
  const flow = await listNodes(tx, campaignId);
  const restored = await restoreArchived(tx, campaignId, prospectIds, {
    first_node_id: campaign.activated_at === null ? null : (firstNode(flow)?.id ?? null),
    nodes: flow.map(({ id, type }) => ({ node_id: id, lane: firstLane(type) })),
  });
  if (restored.length === 0) return 0;
  const prospect_ids = restored.length > MAX_PUBLISHED ? [] : restored;
  tx.live.publish('prospect_campaign', { campaign_id: campaignId, prospect_ids });
  // After the leads, as the engine does when it settles a mail.
  await wakeCampaigns(tx, [campaignId]);
  return restored.length;
}
