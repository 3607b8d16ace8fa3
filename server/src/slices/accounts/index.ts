import type { Slice } from '../../kernel/slice.ts';
import { sealPurpose as connectionPurpose } from '../mailbox-connections/index.ts';
import { consentKind } from './consent/consent.service.ts';
import { revokeConsent, revokeConsentTask } from './consent/consent-end.service.ts';
import { linkedinEventsTask, signOutTask } from './linkedin/linkedin-link.rules.ts';
import { processLinkedinEvents, reconcileSeats, signOutSeat } from './linkedin/linkedin-seats.service.ts';
import { followSignIns } from './linkedin/linkedin-sign-in.service.ts';
import {
  registerLinkedinWebhooks,
  serveLinkedinWebhooks,
  wakeForWaitingEvents,
} from './linkedin/linkedin-webhooks.service.ts';
import { pollLinkedin } from './linkedin/poll-linkedin.service.ts';
import { countRisks } from './linkedin/risk.store.ts';

export { setAccountStatus, stopUserSenders } from './account-status.service.ts';
export { type AccountFacts, createAccountsRoutes } from './accounts.routes.ts';
export { listAccountSummaries, removeAccount } from './accounts.service.ts';
export {
  type AccountRow,
  findAccount,
  findAccounts,
  listAccounts,
  listConnectedBy,
  mailboxTypes,
} from './accounts.store.ts';
export { findConsentHost, RETURN_PATH } from './consent/consent.service.ts';

export const accountsSlice: Slice = {
  name: 'accounts',
  sealed: [
    { table: 'accounts', column: 'sealed_connection', key: 'id', purpose: connectionPurpose },
    { table: 'mailbox_consents', column: 'sealed_verifier', key: 'state_hash', purpose: consentKind.purpose },
  ],
  tasks: {
    [linkedinEventsTask]: (ctx, payload) => processLinkedinEvents(ctx.forOrganization(Number(payload.organization_id))),
    [revokeConsentTask]: revokeConsent,
    [signOutTask]: (ctx, payload) => signOutSeat(ctx, String(payload.provider_account_id)),
  },
  loops: [
    { name: 'linkedin-seats', interval_in_ms: 600_000, run: reconcileSeats },
    { name: 'linkedin-sign-ins', interval_in_ms: 5000, run: followSignIns },
    { name: 'linkedin-poll', interval_in_ms: 15_000, run: pollLinkedin },
    { name: 'linkedin-events', interval_in_ms: 60_000, run: wakeForWaitingEvents },
    { name: 'linkedin-risk', interval_in_ms: 60_000, run: (ctx) => ctx.systemTransaction(countRisks) },
    { name: 'linkedin-webhooks', interval_in_ms: 3_600_000, run: registerLinkedinWebhooks },
  ],
  pages: serveLinkedinWebhooks,
};
