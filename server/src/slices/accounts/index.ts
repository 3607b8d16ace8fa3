import type { Slice } from '../../kernel/slice.ts';
import { sealPurpose as verifierPurpose } from './consent.service.ts';
import { giveConsentBack, giveConsentBackTask } from './consent-end.service.ts';
import { linkedinEventsTask, signOutTask } from './linkedin-link.rules.ts';
import { lookForNews } from './linkedin-news.service.ts';
import { processLinkedinEvents, reconcileSeats, signOutSeat } from './linkedin-seats.service.ts';
import { followSignIns } from './linkedin-sign-in.service.ts';
import { registerLinkedinWebhooks, ringForWaitingEvents, serveLinkedinWebhooks } from './linkedin-webhooks.service.ts';
import { sealPurpose as connectionPurpose } from './sealed-connection.service.ts';

export { setAccountStatus } from './account-status.service.ts';
export { type AccountFacts, createAccountsRoutes } from './accounts.routes.ts';
export { type DescribeUsage, listAccountSummaries } from './accounts.service.ts';
export { type AccountRow, findAccount, findAccounts, listAccounts } from './accounts.store.ts';
export { openConnection } from './connection.service.ts';
export { rememberDkimSelector } from './deliverability.service.ts';
export { listUnheard, type UnheardSender } from './linkedin.store.ts';
export {
  checkMailboxes,
  claimMailboxes,
  type LeasedMailbox,
  type MailboxLease,
  releaseMailboxes,
  renewMailboxes,
  saveSyncCursor,
} from './mailbox-lease.store.ts';
export { getStoredConnection } from './sealed-connection.service.ts';

export const accountsSlice: Slice = {
  name: 'accounts',
  sealed: [
    { table: 'accounts', column: 'sealed_connection', key: 'id', purpose: connectionPurpose },
    { table: 'mailbox_consents', column: 'sealed_verifier', key: 'state_hash', purpose: verifierPurpose },
  ],
  tasks: {
    [linkedinEventsTask]: (ctx, payload) => processLinkedinEvents(ctx.forOrganization(Number(payload.organization_id))),
    [giveConsentBackTask]: giveConsentBack,
    [signOutTask]: (ctx, payload) => signOutSeat(ctx, String(payload.provider_account_id)),
  },
  loops: [
    { name: 'linkedin-seats', interval_in_ms: 600_000, run: reconcileSeats },
    { name: 'linkedin-sign-ins', interval_in_ms: 5000, run: followSignIns },
    { name: 'linkedin-news', interval_in_ms: 15_000, run: lookForNews },
    { name: 'linkedin-events', interval_in_ms: 60_000, run: ringForWaitingEvents },
    { name: 'linkedin-webhooks', interval_in_ms: 3_600_000, run: registerLinkedinWebhooks },
  ],
  pages: serveLinkedinWebhooks,
};
