import type { Slice } from '../../../kernel/slice.ts';
import { runDueSteps } from './due-steps.job.ts';
import { noteGoneInvites } from './gone-invites.store.ts';
import { recordLookUps, startWantedLookUps } from './lookups.service.ts';
import { recordRelations } from './relations.service.ts';
import { wakeSender } from './run.service.ts';
import { wantSnippetsAhead } from './snippets.service.ts';
import { unsubscribePurpose } from './unsubscribe.service.ts';
import { serveUnsubscribePage } from './unsubscribe-page.service.ts';

export { describeCameBack } from './came-back.rules.ts';
export { CAMPAIGN_STEP, campaignStepKind } from './campaign-step.service.ts';
export { runDueSteps } from './due-steps.job.ts';
export { findGoneInvites } from './gone-invites.store.ts';
export { findUnavailable } from './node-kinds.rules.ts';
export {
  completeCall,
  explainLeads,
  type ReceivedBounce,
  type ReceivedReply,
  recordBounce,
  recordComplaint,
  recordReply,
  recordUnsubscribe,
  settleUnconfirmed,
  wakeCampaigns,
  wakeSender,
} from './run.service.ts';
export { listStepRuns, type StepRunRow } from './step-runs.store.ts';
export type { StoppedLead } from './stops.store.ts';
export { makeUnsubscribeUrl } from './unsubscribe.service.ts';

/** Pause between ticks; each reads the front of one index when there is nothing to do. */
const TICK_IN_MS = 300;

/** Reads the fronts of those running campaigns that use snippets. */
const SNIPPETS_LOOK_IN_MS = 2000;

/** The engine as the program runs it. */
export const campaignRunsSlice: Slice = {
  name: 'campaign-runs',
  signatures: [unsubscribePurpose],
  loops: [
    {
      name: 'due-steps',
      interval_in_ms: TICK_IN_MS,
      run: async (ctx, signal) => {
        // A full look means that more is waiting.
        while ((await runDueSteps(ctx)) >= 500 && !signal.aborted);
      },
    },
    { name: 'snippets-ahead', interval_in_ms: SNIPPETS_LOOK_IN_MS, run: wantSnippetsAhead },
    { name: 'wanted-lookups', interval_in_ms: 1000, run: startWantedLookUps },
  ],
  on: {
    account_status_changed: async (tx, event) => wakeSender(tx, event.account_id),
    contacts_looked_up: recordLookUps,
    linkedin_relations_seen: recordRelations,
    linkedin_invitations_seen: noteGoneInvites,
    account_limits_changed: async (tx, event) => wakeSender(tx, event.account_id),
  },
  pages: serveUnsubscribePage,
};
