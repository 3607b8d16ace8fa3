import type { Slice } from '../../kernel/slice.ts';
import { mailDataDigests } from './digest/digest.service.ts';
import { previewStep } from './editor/preview.service.ts';
import { listSelection } from './leads/lead-changes.service.ts';
import { releaseCompleteLeads } from './missing-data/release.service.ts';
import { sweepRevisions } from './revisions/publish.service.ts';
import { publishDueCopies } from './revisions/scheduled-publishing.service.ts';
import {
  disarmUnsubscribeLinks,
  explainLeads,
  finishCalls,
  postponeCalls,
  releaseLinkWaits,
  campaignRunsSlice as runsSlice,
} from './run/index.ts';
import { settleDeletedSender } from './settings/senders.service.ts';
import { pruneTestMails, testMailKind } from './test-mails/test-mail-kind.service.ts';
import { decideWinners } from './variants/winners.service.ts';

export { campaignsRoutes } from './campaigns.routes.ts';
export { namingCampaigns } from './flow/named-columns.store.ts';
export { addPeople, createDemoCampaign } from './leads/adding.service.ts';
export { stopLead } from './leads/lead-changes.service.ts';
export { movedCampaigns } from './moved/moved-campaigns.service.ts';
export { campaignStepKind } from './run/index.ts';
export { saveAsTemplate } from './settings/campaign-templates.service.ts';
export { requireCampaigns } from './settings/campaigns.service.ts';
export { listLosses } from './settings/sender-losses.store.ts';
export { pauseAllCampaigns } from './start/activation.service.ts';

/** The calls that leads wait for: their text for a lead, and how they continue. */
export const campaignCalls = { preview: previewStep, finish: finishCalls, postpone: postponeCalls };

/** Emails of campaigns that go to own people and mailboxes. */
export const ownEmails = { testMailKind, disarmUnsubscribeLinks };

/** Leads of a campaign: those that a request names, and why they wait. */
export const campaignLeads = { listSelection, explain: explainLeads };

/** Checks for leads whose missing data has arrived; uses an index of waiting leads, which is usually empty. */
const RELEASE_IN_MS = 5000;
/** Checks for leads that moved while a revision was being published; uses an index of recent revisions, usually empty. */
const SWEEP_IN_MS = 1500;

/** Checks for working copies due to be published; uses an index of scheduled copies, usually empty. */
const PUBLISH_IN_MS = 5000;
/** Mornings come by the clock of each organization. */
const DIGEST_IN_MS = 600_000;

/** Tests are checked once a day; uses an index of steps with a rule. */
const WINNERS_IN_MS = 60_000;

/** The engine, with the loops that bring leads back to it. */
export const campaignRunsSlice: Slice = {
  ...runsSlice,
  on: {
    ...runsSlice.on,
    account_removed: settleDeletedSender,
    organization_setting_changed: async (tx, { setting, value }) => {
      if (setting === 'requires_link' && value === false) await releaseLinkWaits(tx, null);
    },
  },
  loops: [
    ...(runsSlice.loops ?? []),
    { name: 'missing-data', interval_in_ms: RELEASE_IN_MS, run: releaseCompleteLeads },
    { name: 'published-revisions', interval_in_ms: SWEEP_IN_MS, run: sweepRevisions },
    { name: 'timed-revisions', interval_in_ms: PUBLISH_IN_MS, run: publishDueCopies },
    { name: 'data-digests', interval_in_ms: DIGEST_IN_MS, run: mailDataDigests },
    { name: 'variant-winners', interval_in_ms: WINNERS_IN_MS, run: decideWinners },
    { name: 'old-test-mails', interval_in_ms: 3_600_000, run: pruneTestMails },
  ],
};
