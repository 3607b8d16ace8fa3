import type { Context } from '../../../kernel/context.ts';
import { lockCampaignForChange } from '../settings/campaigns.service.ts';
import { handOverTo, settleSenderLeads } from '../settings/senders.service.ts';
import { resolveSelection, type SelectionRequest } from './lead-changes.service.ts';
import { listSelected } from './leads.store.ts';

/** Others go on with the leads of a sender, or they end. @throws not_found, bad_request */
export async function settleLeadsOfSender(
  ctx: Context,
  id: number,
  accountId: number,
  { leads, restarts }: { leads: 'hand_over' | 'end'; restarts?: boolean | null | undefined },
) {
  return ctx.transaction(async (tx) => {
    await lockCampaignForChange(tx, id);
    const { restartable_ids: _, ...settled } = await settleSenderLeads(tx, id, accountId, leads, restarts ?? false);
    return settled;
  });
}

/** One sender goes on with the leads a request means. @throws not_found, bad_request, no_leads_selected */
export async function handOverSelected(
  ctx: Context,
  id: number,
  given: SelectionRequest & { account_id: number; restarts?: boolean | null | undefined },
) {
  return ctx.transaction(async (tx) => {
    await lockCampaignForChange(tx, id);
    const { account_id, restarts, ...request } = given;
    const people = await listSelected(tx, await resolveSelection(tx, id, request));
    return handOverTo(tx, id, account_id, people, restarts ?? false);
  });
}
