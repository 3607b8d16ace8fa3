import { type LinkedinAction, reachesLead } from '@overture/domain/linkedin/linkedin-actions';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import { CAMPAIGN_STEP } from '../../../lead-endings/index.ts';
import { insertIntents } from '../../../outbound/index.ts';
import { listHeldElsewhere } from '../../../sent-actions/index.ts';
import { toReturnedLead } from '../dispatch/campaign-step.service.ts';
import { advanceFinished } from '../leads/advance.service.ts';
import { type PickedLead, returnLeads } from '../leads/run-leads.store.ts';

/**
 * Inserts intents for picked leads. If the step already ran, the lead only moves on; if it is pending in the outbox, the lead waits for the
 * next round.
 */
export async function enqueueLeads(
  tx: SystemTransactionContext,
  picked: readonly PickedLead[],
  action: LinkedinAction | null,
  now: Date,
): Promise<void> {
  const wanted = picked.map((lead) => ({ ref_id: lead.id, ref_part: lead.next_node_id }));
  const held = await listHeldElsewhere(tx, CAMPAIGN_STEP, wanted);
  await returnLeads(
    tx,
    [...held].map((id) => toReturnedLead(id, null, null)),
  );
  const free = picked.filter((lead) => !held.has(lead.id));
  const planned = await insertIntents(
    tx,
    free.map((lead) => toIntent(lead, action)),
  );
  if (planned.length === free.length) return;
  const isPlanned = new Set(planned.map((intent) => intent.ref_id));
  const done = free.filter((lead) => !isPlanned.has(lead.id));
  const base = {
    outcome: 'done' as const,
    error: null,
    intent_id: null,
    finished_at: now,
    is_contact: action === null || reachesLead(action),
    branch: null,
  };
  await advanceFinished(
    tx,
    done.map((lead) => ({ ...base, lead_id: lead.id, node_id: lead.next_node_id })),
    now,
  );
}

function toIntent(lead: PickedLead, action: LinkedinAction | null) {
  return {
    organization_id: lead.organization_id,
    kind: CAMPAIGN_STEP,
    ...(action ? { action } : {}),
    ref_id: lead.id,
    ref_part: lead.next_node_id,
    account_id: lead.account_id,
    prospect_id: lead.prospect_id,
    campaign_id: lead.campaign_id,
    priority: lead.is_new ? 2 : 1,
  };
}
