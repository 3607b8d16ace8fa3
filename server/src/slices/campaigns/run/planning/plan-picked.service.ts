import { type LinkedinAction, reachesLead } from '@overture/domain/linkedin/linkedin-actions';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import { insertIntents } from '../../../outbound/index.ts';
import { CAMPAIGN_STEP } from '../dispatch/campaign-step.service.ts';
import { advanceFinished } from '../leads/advance.service.ts';
import type { PickedLead } from '../leads/run-leads.store.ts';

/** Intents for picked leads. A step that turns out to be done already only moves its lead on. */
export async function planPicked(
  tx: SystemTransactionContext,
  picked: readonly PickedLead[],
  action: LinkedinAction | null,
  now: Date,
): Promise<void> {
  const planned = await insertIntents(
    tx,
    picked.map((lead) => ({
      organization_id: lead.organization_id,
      kind: CAMPAIGN_STEP,
      ...(action ? { action } : {}),
      ref_id: lead.id,
      ref_part: lead.next_node_id,
      account_id: lead.account_id,
      prospect_id: lead.prospect_id,
      campaign_id: lead.campaign_id,
      priority: lead.is_new ? 2 : 1,
    })),
  );
  if (planned.length === picked.length) return;
  const isPlanned = new Set(planned.map((intent) => intent.ref_id));
  const done = picked.filter((lead) => !isPlanned.has(lead.id));
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
