import type { Slice } from '../../kernel/slice.ts';
import { consentKind, revokeConsent, revokeTask, serveUninstalls } from './connect/connect.service.ts';
import { tokensPurpose } from './connect/tokens.service.ts';
import { runCrmWork, wakeCrmWork } from './crm-work.job.ts';
import { crmWorkTask } from './push/run-push.job.ts';
import * as events from './sync/events.service.ts';

export { findConsentHost, RETURN_PATH } from './connect/connect.service.ts';
export { eraseInCrms } from './erasures/crm-erasures.service.ts';
export { type CrmErasures, countRecords, sumErasures } from './erasures/crm-erasures.store.ts';
export { integrationsRoutes } from './integrations.routes.ts';
export { pushLead } from './push/push.service.ts';
export { type CardPush, pushCard } from './sync/events.service.ts';

export const integrationsSlice: Slice = {
  name: 'integrations',
  sealed: [
    { table: 'integrations', column: 'sealed_tokens', key: 'id', purpose: tokensPurpose },
    { table: 'integration_consents', column: 'sealed_verifier', key: 'state_hash', purpose: consentKind.purpose },
  ],
  tasks: { [crmWorkTask]: runCrmWork, [revokeTask]: revokeConsent },
  loops: [wakeCrmWork],
  on: {
    leads_added_to_campaign: events.pushNewLeads,
    lead_replied: events.recordReplyEvent,
    lead_interest_changed: events.recordInterest,
    call_recorded: events.recordCall,
    meeting_changed: events.recordMeeting,
    lead_unsubscribed: events.recordUnsubscribe,
  },
  pages: serveUninstalls,
};
