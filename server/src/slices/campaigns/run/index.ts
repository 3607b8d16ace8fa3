import type { Slice } from '../../../kernel/slice.ts';
import { wakeSender } from '../../campaign-lanes/index.ts';
import { requestUpcomingSnippets } from './dispatch/snippets.service.ts';
import { wakeClicked, wakeOpened } from './leads/clicked-leads.store.ts';
import { recordRelations } from './linkedin/relations.service.ts';
import { recordVanishedInvites } from './linkedin/vanished-invites.store.ts';
import { recordLookUps, startWantedLookUps } from './lookups/flow-lookups.service.ts';
import { releaseReservedLeads } from './planning/assign-senders.service.ts';
import { detectMailProviders } from './planning/detect-mail-providers.service.ts';
import { runDueSteps } from './planning/due-steps.job.ts';
import { cancelCalls } from './run.service.ts';
import { unsubscribePurpose } from './stops/unsubscribe.service.ts';
import { serveUnsubscribePage } from './unsubscribe-page.service.ts';

export { campaignStepKind } from './dispatch/campaign-step.service.ts';
export { writeTestEmail } from './dispatch/test-email.service.ts';
export { endLeadsOfSender, type HandedOver, handOverLeads } from './hand-over.service.ts';
export { skipDeletedSteps } from './leads/advance.service.ts';
export { countStaying, listHandOvers } from './leads/hand-over.store.ts';
export { findCompanySenders, findConversations, findNamedSenders } from './leads/lead-affinity.store.ts';
export { withMxGroups } from './leads/mail-providers.store.ts';
export { lockLeads, startLeads } from './leads/run-leads.store.ts';
export { listStepRuns, type StepRunRow } from './leads/step-runs.store.ts';
export { findVanishedInvites } from './linkedin/vanished-invites.store.ts';
export {
  completeCall,
  explainLeads,
  finishCalls,
  postponeCalls,
  releaseLinkWaits,
  settleUnconfirmed,
} from './run.service.ts';
export { senderColumns, senderPool } from './senders.store.ts';
export { disarmUnsubscribeLinks, makeUnsubscribeUrl } from './stops/unsubscribe.service.ts';

/** Pause between ticks; an idle tick reads the first row of one index. */
const TICK_IN_MS = 300;

/** Reads the heads of those running campaigns that use snippets. */
const SNIPPETS_LOOK_IN_MS = 2000;

/** Reads the queue heads of running campaigns that match providers, and resolves domains it does not know. */
const PROVIDERS_LOOK_IN_MS = 5000;

/** The engine as the program runs it. */
export const campaignRunsSlice: Slice = {
  name: 'campaign-runs',
  signatures: [unsubscribePurpose],
  loops: [
    {
      name: 'due-steps',
      interval_in_ms: TICK_IN_MS,
      run: async (ctx, signal) => {
        // A full round means that more campaigns are due.
        while ((await runDueSteps(ctx)) >= 500 && !signal.aborted);
      },
    },
    { name: 'snippets-ahead', interval_in_ms: SNIPPETS_LOOK_IN_MS, run: requestUpcomingSnippets },
    { name: 'wanted-lookups', interval_in_ms: 1000, run: startWantedLookUps },
    { name: 'mail-providers', interval_in_ms: PROVIDERS_LOOK_IN_MS, run: detectMailProviders },
    { name: 'kept-leads', interval_in_ms: 60_000, run: releaseReservedLeads },
  ],
  on: {
    account_status_changed: async (tx, event) => wakeSender(tx, event.account_id),
    contacts_looked_up: recordLookUps,
    link_clicked: wakeClicked,
    mail_opened: wakeOpened,
    linkedin_relations_seen: recordRelations,
    linkedin_invitations_seen: recordVanishedInvites,
    people_suppressed: cancelCalls,
    account_limits_changed: async (tx, event) => wakeSender(tx, event.account_id),
  },
  pages: serveUnsubscribePage,
};
