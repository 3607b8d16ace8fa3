import type { StepContent, StepNode } from '@overture/domain/flow/flow';
import type { StepType } from '@overture/domain/flow/step-types';
import type { TransactionContext } from '../../../kernel/context.ts';
import { wakeCampaigns } from '../../campaign-lanes/index.ts';
import { listSharers } from '../../past-contacts/index.ts';
import { classifyCandidates, insertLeads, lockAdding } from '../leads/adding.store.ts';
import { restoreLeadsIn } from '../leads/archived-leads.service.ts';
import { archiveLeadsWhere } from '../leads/lead-changes.store.ts';
import { insertFlow, lockCampaignForChange } from '../settings/campaigns.service.ts';
import { acquireCampaignMutex, findCampaign, insertDraft } from '../settings/campaigns.store.ts';
import * as store from './moved-campaigns.store.ts';

type Tx = TransactionContext;

interface MovedLead {
  prospect_id: number;
  /** Steps that the other tool has sent; none for a lead that begins here. */
  skipped_nodes: readonly number[];
}

/** A draft with steps one after the other, and the ids of its steps. */
async function createCampaign(
  tx: Tx,
  given: { name: string; steps: readonly (Partial<StepContent> & { type?: StepType; delay_in_hours: number })[] },
): Promise<{ id: number; node_ids: number[] }> {
  const id = await insertDraft(tx, given.name, null);
  const flow = given.steps.map((step, index): StepNode => {
    const place = { id: index + 1, parent_id: index === 0 ? null : index, branch: null };
    return { kind: 'step', type: 'EMAIL', ...place, ...step };
  });
  const ids = await insertFlow(tx, id, flow);
  return { id, node_ids: flow.map((node) => ids.get(node.id) as number) };
}

/**
 * Adds leads to a moved draft by the usual rules, except that leads which continue may have past contacts. A campaign that is no
 * longer a draft gets none.
 */
async function addLeads(
  tx: Tx,
  target: { campaign_id: number; source_search_id: number | null },
  leads: readonly MovedLead[],
): Promise<number[]> {
  await lockAdding(tx);
  if ((await lockCampaignForChange(tx, target.campaign_id)) !== 'DRAFT') return [];
  const added: number[] = [];
  for (const continues of [false, true]) {
    const prospect_ids = leads
      .filter(({ skipped_nodes }) => skipped_nodes.length > 0 === continues)
      .map(({ prospect_id }) => prospect_id);
    if (prospect_ids.length === 0) continue;
    const rules = {
      allow_duplicates: false,
      allow_contacted: continues,
      allow_locked: false,
      prospects_per_company: null,
    };
    const { addable } = await classifyCandidates(tx, { campaign_id: target.campaign_id, prospect_ids, ...rules });
    added.push(...(await insertLeads(tx, { ...target, prospect_ids: addable })));
  }
  const isAdded = new Set(added);
  const continued = leads.filter((lead) => lead.skipped_nodes.length > 0 && isAdded.has(lead.prospect_id));
  if (continued.length > 0) await store.setSkippedNodes(tx, target.campaign_id, continued);
  return added;
}

/**
 * People whom another tool wrote to, and those who share their address, leave the campaigns here that have not begun with them: their leads are archived, and users can restore
 * them. Returns the campaigns with these people.
 */
async function setAside(
  tx: Tx,
  prospectIds: readonly number[],
): Promise<{ campaign_id: number; prospect_ids: number[] }[]> {
  // Leads that are being added right now are seen, or their transaction sees the past contacts.
  await lockAdding(tx);
  const sharers = await listSharers(tx, prospectIds);
  const ids = sharers.map(({ id }) => id);
  const found = await store.listUntouchedLeads(tx, ids);
  for (const { campaign_id, prospect_ids } of found) {
    await acquireCampaignMutex(tx, campaign_id);
    await archiveLeadsWhere(tx, campaign_id, store.untouchedAmong(prospect_ids));
    await wakeCampaigns(tx, [campaign_id]);
  }
  return found;
}

/** Undoes `setAside`, except for people with a past contact of another import. A deleted campaign is ignored. */
async function restoreLeads(tx: Tx, campaignId: number, prospectIds: readonly number[]): Promise<void> {
  if (!(await findCampaign(tx, campaignId))) return;
  const free = (await listSharers(tx, prospectIds)).filter(({ has_past_contact }) => !has_past_contact);
  const ids = free.map(({ id }) => id);
  if (ids.length > 0) await restoreLeadsIn(tx, campaignId, ids);
}

/** Deletes a moved draft. False for a campaign that was started: it stays. */
async function deleteCampaign(tx: Tx, id: number): Promise<boolean> {
  const campaign = await findCampaign(tx, id);
  if (!campaign) return true;
  if ((await lockCampaignForChange(tx, id)) !== 'DRAFT' || campaign.activated_at !== null) return false;
  await store.deleteDraft(tx, id);
  return true;
}

/** Campaigns that come from another tool. */
export const movedCampaigns = {
  create: createCampaign,
  addLeads,
  setAside,
  restoreLeads,
  delete: deleteCampaign,
};
