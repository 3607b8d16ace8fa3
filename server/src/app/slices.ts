import type { Slice } from '../kernel/slice.ts';
import { accountsSlice } from '../slices/accounts/index.ts';
import { addressChecksSlice } from '../slices/address-checks/index.ts';
import { adminSlice } from '../slices/admin/index.ts';
import { agencySlice } from '../slices/agency/index.ts';
import { aiSegmentsSlice } from '../slices/ai-segments/index.ts';
import { apiKeysSlice } from '../slices/api-keys/index.ts';
import { approvalsSlice } from '../slices/approvals/index.ts';
import { authSlice } from '../slices/auth/index.ts';
import { automationsSlice } from '../slices/automations/index.ts';
import { brandingSlice } from '../slices/branding/index.ts';
import { callsSlice } from '../slices/calls/index.ts';
import { campaignRunsSlice, campaignStepKind, ownEmails } from '../slices/campaigns/index.ts';
import { chatForwardKind, chatMessageKind, chatsSlice } from '../slices/chats/index.ts';
import { creditHistorySlice } from '../slices/credit-history/index.ts';
import { createEnrichmentSlice, lookUpContact } from '../slices/enrichment/index.ts';
import { erasuresSlice } from '../slices/erasures/index.ts';
import { finderSearchesSlice } from '../slices/finder-searches/index.ts';
import { integrationsSlice } from '../slices/integrations/index.ts';
import { kanbanSlice } from '../slices/kanban/index.ts';
import { linkTrackingSlice } from '../slices/link-tracking/index.ts';
import { mcpSlice } from '../slices/mcp/index.ts';
import { meetingsSlice } from '../slices/meetings/index.ts';
import { noticesSlice } from '../slices/notices/index.ts';
import { organizationArchivesSlice } from '../slices/organization-archives/index.ts';
import { createOutboundSlice } from '../slices/outbound/index.ts';
import { paymentsSlice } from '../slices/payments/index.ts';
import { placementSlice, seedCopyKind } from '../slices/placement/index.ts';
import { privacySlice } from '../slices/privacy/index.ts';
import { pushSlice } from '../slices/push/index.ts';
import { researchCell, researchSlice } from '../slices/research/index.ts';
import { retentionSlice } from '../slices/retention/index.ts';
import { scheduledExportsSlice } from '../slices/scheduled-exports/index.ts';
import { searchesSlice } from '../slices/searches/index.ts';
import { securityLogSlice } from '../slices/security-log/index.ts';
import { senderDomainsSlice } from '../slices/sender-domains/index.ts';
import { toolImportsSlice } from '../slices/tool-imports/index.ts';
import { touchLocksSlice } from '../slices/touch-locks/index.ts';
import { webhooksSlice } from '../slices/webhooks/index.ts';
import { weeklyMailsSlice } from '../slices/weekly-mails/index.ts';
import { rememberDispatches } from './sending-epoch.ts';
import { followRecorder } from './sending-timeline.ts';

/**
 * The slices that run something besides their calls, in the product's one order: a slice imports only earlier ones,
 * later ones answer earlier ones by events.
 */
export const slices: Slice[] = [
  noticesSlice,
  authSlice,
  accountsSlice,
  senderDomainsSlice,
  brandingSlice,
  paymentsSlice,
  createOutboundSlice({
    kinds: [campaignStepKind, chatMessageKind, chatForwardKind, ownEmails.testMailKind, seedCopyKind],
    rememberDispatches,
    onRecorder: followRecorder,
  }),
  searchesSlice,
  researchSlice,
  createEnrichmentSlice({ researchCell, lookUpContact }),
  addressChecksSlice,
  aiSegmentsSlice,
  privacySlice,
  linkTrackingSlice,
  touchLocksSlice,
  campaignRunsSlice,
  placementSlice,
  chatsSlice,
  pushSlice,
  callsSlice,
  meetingsSlice,
  kanbanSlice,
  integrationsSlice,
  apiKeysSlice,
  webhooksSlice,
  erasuresSlice,
  retentionSlice,
  automationsSlice,
  approvalsSlice,
  mcpSlice,
  weeklyMailsSlice,
  finderSearchesSlice,
  scheduledExportsSlice,
  creditHistorySlice,
  securityLogSlice,
  toolImportsSlice,
  organizationArchivesSlice,
  agencySlice,
  adminSlice,
];
