import type { StepContent, StepNode } from '@overture/domain/flow/flow';
import type { TransactionContext } from '../../../kernel/context.ts';
import { insertFlow } from '../settings/campaigns.service.ts';
import { insertDraft, markDemo } from '../settings/campaigns.store.ts';
import { insertLeads } from './adding.store.ts';

interface DemoCampaign {
  name: string;
  /** One after the other. */
  mails: readonly (Partial<StepContent> & { delay_in_hours: number })[];
  source_search_id: number;
  prospect_ids: readonly number[];
}

/** A draft to look at, with leads and mails, that refuses to start. Answers it with the ids of its steps. */
export async function createDemoCampaign(
  tx: TransactionContext,
  { name, mails, source_search_id, prospect_ids }: DemoCampaign,
): Promise<{ id: number; node_ids: number[] }> {
  const id = await insertDraft(tx, name, null);
  await markDemo(tx, id);
  const flow = mails.map((mail, index): StepNode => {
    const place = { id: index + 1, parent_id: index === 0 ? null : index, branch: null };
    return { kind: 'step', type: 'EMAIL', ...place, ...mail };
  });
  const ids = await insertFlow(tx, id, flow);
  await insertLeads(tx, { campaign_id: id, source_search_id, prospect_ids });
  return { id, node_ids: flow.map((node) => ids.get(node.id) as number) };
}
