import { isLeadDone } from '@overture/domain/campaign/transitions';
import type { TransactionContext } from '../../../kernel/context.ts';
import { wakeCampaigns } from '../run/index.ts';
import { acquireCampaignMutex } from '../settings/campaigns.store.ts';
import { lockLead, setLeadStatus } from '../start/lead-moves.store.ts';
import { listUnfinishedCampaigns } from './lead-changes.store.ts';

/** Ends every campaign of a lead that is not over for it, as a person would with 'Completed'. Answers the names of the campaigns. */
export async function stopLead(tx: TransactionContext, prospect_id: number): Promise<string[]> {
  const stopped: { id: number; name: string }[] = [];
  for (const campaign of await listUnfinishedCampaigns(tx, prospect_id)) {
    await acquireCampaignMutex(tx, campaign.id);
    const lead = await lockLead(tx, campaign.id, prospect_id);
    if (!lead || isLeadDone(lead.status)) continue;
    await setLeadStatus(tx, lead.id, 'COMPLETED');
    tx.live.publish('prospect_campaign_status', {
      campaign_id: campaign.id,
      prospect_id,
      campaign_status: 'COMPLETED',
    });
    stopped.push(campaign);
  }
  // After the leads, as the engine does when it settles a mail.
  await wakeCampaigns(
    tx,
    stopped.map(({ id }) => id),
  );
  return stopped.map(({ name }) => name);
}
