import type { Slice } from '../../kernel/slice.ts';
import { campaignEnrichmentRoutes as enrichmentRoutes } from './campaign-enrichment.routes.ts';
import { campaignSendersRoutes } from './campaign-senders.routes.ts';
import { campaignStepsRoutes as stepsRoutes } from './campaign-steps.routes.ts';
import { campaignDataProblemsRoutes } from './data-problems.routes.ts';
import { mailDataDigests } from './digest/digest.service.ts';
import { campaignLeadsRoutes as leadsRoutes } from './leads.routes.ts';
import { releaseCompleteLeads } from './missing-data/release.service.ts';
import { sweepRevisions } from './revisions/publish.service.ts';
import { publishDueCopies } from './revisions/timed-publishing.service.ts';
import { revisionsRoutes } from './revisions.routes.ts';
import { campaignRunsSlice as runsSlice } from './run/index.ts';
import { settleDeletedSender } from './settings/senders.service.ts';
import { pruneTestMails } from './test-mails/test-mail-kind.service.ts';

export { changeAbsence, holdForAbsence } from './absence/absence.service.ts';
export { findAwayUntil } from './absence/absence.store.ts';
export { campaignsRoutes } from './campaigns.routes.ts';
export { findCampaignsNaming, findCampaignsNamingTask } from './flow/named-columns.store.ts';
export { holidayCalendarRoutes } from './holiday-calendars.routes.ts';
export { addPeople } from './leads/adding.service.ts';
export { createDemoCampaign } from './leads/demo-campaign.service.ts';
export { listSelection } from './leads/lead-changes.service.ts';
export { stopLead } from './leads/stop-lead.service.ts';
export { rehearsalRoutes } from './rehearsal/rehearsal.routes.ts';
export {
  campaignStepKind,
  recordAddressOptOut,
  recordBounce,
  recordComplaint,
  recordLeft,
  recordReply,
  recordUnsubscribe,
  wakeCampaigns,
  wakeSender,
} from './run/index.ts';
export { saveAsTemplate } from './settings/campaign-templates.service.ts';
export { requireCampaigns } from './settings/campaigns.service.ts';
export { figuresTable, findPageDays, kindColumn, sumsWithin } from './settings/day-sums.store.ts';
export { listLosses } from './settings/sender-losses.store.ts';
export { pauseAllCampaigns } from './start/activation.service.ts';
export { testMailKind } from './test-mails/test-mail-kind.service.ts';
export {
  holdForUnmatchedReply,
  releaseUnmatchedReply,
} from './unmatched/holds.service.ts';
export { unsubscribeRuleRoutes } from './unsubscribe-rule.routes.ts';

/** Steps of a draft, and the revisions of what runs. */
export const campaignStepsRoutes = { ...stepsRoutes, ...revisionsRoutes };

/** Leads of a campaign, and whose they are. */
export const campaignLeadsRoutes = { ...leadsRoutes, ...campaignSendersRoutes };

/** What leads lack, and what looks for it. */
export const campaignEnrichmentRoutes = { ...enrichmentRoutes, ...campaignDataProblemsRoutes };

/** Looks for leads whose missing data has come; an index holds those that wait, usually none. */
const RELEASE_IN_MS = 5000;
/** Looks for leads that moved while a revision was being published; an index holds those revisions, usually none. */
const SWEEP_IN_MS = 1500;

/** Looks for working copies whose time of publishing has come; an index holds those that have one, usually none. */
const PUBLISH_IN_MS = 5000;
/** Mornings come by the clock of each organization. */
const DIGEST_IN_MS = 600_000;

/** The engine, and what brings leads back to it. */
export const campaignRunsSlice: Slice = {
  ...runsSlice,
  on: { ...runsSlice.on, account_removed: settleDeletedSender },
  loops: [
    ...(runsSlice.loops ?? []),
    { name: 'missing-data', interval_in_ms: RELEASE_IN_MS, run: releaseCompleteLeads },
    { name: 'published-revisions', interval_in_ms: SWEEP_IN_MS, run: sweepRevisions },
    { name: 'timed-revisions', interval_in_ms: PUBLISH_IN_MS, run: publishDueCopies },
    { name: 'data-digests', interval_in_ms: DIGEST_IN_MS, run: mailDataDigests },
    { name: 'old-test-mails', interval_in_ms: 3_600_000, run: pruneTestMails },
  ],
};
