import { loadPlaces } from '@overture/adapters/lead-data/locations';
import { type Api, api } from '@overture/contract';
import { IDEMPOTENT_CALLS } from '@overture/contract/idempotent-calls';
import { KEY_ACCESS } from '@overture/contract/scopes';
import type { FastifyInstance } from 'fastify';
import { type BindOptions, bindEndpoints } from '../kernel/http/bind.ts';
import { createRunCall } from '../kernel/http/run-call.ts';
import type { RouteTable } from '../kernel/slice.ts';
import { createAccountsRoutes, listAccountSummaries } from '../slices/accounts/index.ts';
import { activitiesRoutes } from '../slices/activities/index.ts';
import { addressChecksRoutes } from '../slices/address-checks/index.ts';
import {
  adminFiguresRoutes,
  adminRoutes,
  adminTemplatesRoutes,
  createAdminSystemRoutes,
} from '../slices/admin/index.ts';
import { agencyRoutes } from '../slices/agency/index.ts';
import { aiSegmentsRoutes } from '../slices/ai-segments/index.ts';
import { createApiKeysRoutes, createConnectedAppsRoutes } from '../slices/api-keys/index.ts';
import { createApprovalsRoutes } from '../slices/approvals/index.ts';
import { createAuthRoutes, type DescribeExtras } from '../slices/auth/index.ts';
import { automationsRoutes } from '../slices/automations/index.ts';
import { brandingRoutes } from '../slices/branding/index.ts';
import { callsRoutes } from '../slices/calls/index.ts';
import { campaignsRoutes, namingCampaigns, requireCampaigns } from '../slices/campaigns/index.ts';
import { countUnread, getProspect, inboxRoutes } from '../slices/chats/index.ts';
import { creditCapsRoutes, creditHistoryRoutes, findLowCredits } from '../slices/credit-history/index.ts';
import { dashboardRoutes } from '../slices/dashboard/index.ts';
import { deliverabilityRoutes } from '../slices/deliverability/index.ts';
import { diagnosisRoutes } from '../slices/diagnosis/index.ts';
import { createEnrichmentRoutes } from '../slices/enrichment/index.ts';
import { erasuresRoutes } from '../slices/erasures/index.ts';
import { excludedDomainsRoutes } from '../slices/excluded-domains/index.ts';
import { finderSearchesRoutes } from '../slices/finder-searches/index.ts';
import { goalsRoutes } from '../slices/goals/index.ts';
import { guardRoutes } from '../slices/guard/index.ts';
import { integrationsRoutes } from '../slices/integrations/index.ts';
import { kanbanRoutes } from '../slices/kanban/index.ts';
import { knowledgeBaseRoutes } from '../slices/knowledge-base/index.ts';
import { createCampaignLabelsRoutes, createChatLabelsRoutes } from '../slices/labels/index.ts';
import { createLeadColumnsRoutes } from '../slices/lead-columns/index.ts';
import { createLeadFinderRoutes } from '../slices/lead-finder/index.ts';
import { leadPlacesRoutes } from '../slices/lead-places/index.ts';
import { linkTrackingRoutes } from '../slices/link-tracking/index.ts';
import { mcpRoutes } from '../slices/mcp/index.ts';
import { meetingsRoutes } from '../slices/meetings/index.ts';
import { acceptInvitation, createMembersRoutes, joinInvited, listInvitationsTo } from '../slices/members/index.ts';
import { onboardingRoutes } from '../slices/onboarding/index.ts';
import { organizationRoutes } from '../slices/organization/index.ts';
import { archiveImportsRoutes, organizationArchivesRoutes } from '../slices/organization-archives/index.ts';
import { organizationSettingsRoutes } from '../slices/organization-settings/index.ts';
import { linkedinTasksRoutes } from '../slices/outbound/index.ts';
import { pastContactsRoutes } from '../slices/past-contacts/index.ts';
import { paymentsRoutes } from '../slices/payments/index.ts';
import { personFilesRoutes } from '../slices/person-files/index.ts';
import { placementRoutes } from '../slices/placement/index.ts';
import { privacyRoutes } from '../slices/privacy/index.ts';
import { prospectsRoutes } from '../slices/prospects/index.ts';
import { pushRoutes } from '../slices/push/index.ts';
import { quickSearchRoutes } from '../slices/quick-search/index.ts';
import { referralsRoutes } from '../slices/referrals/index.ts';
import { retentionRoutes } from '../slices/retention/index.ts';
import { scheduledExportsRoutes } from '../slices/scheduled-exports/index.ts';
import { searchesRoutes } from '../slices/searches/index.ts';
import { securityLogRoutes } from '../slices/security-log/index.ts';
import { senderDomainsRoutes } from '../slices/sender-domains/index.ts';
import { sessionsRoutes } from '../slices/sessions/index.ts';
import { signaturesRoutes } from '../slices/signatures/index.ts';
import { suppressionsRoutes } from '../slices/suppressions/index.ts';
import { templatesRoutes } from '../slices/templates/index.ts';
import { todayRoutes } from '../slices/today/index.ts';
import { toolImportsRoutes } from '../slices/tool-imports/index.ts';
import { touchLocksRoutes } from '../slices/touch-locks/index.ts';
import { tourRoutes } from '../slices/tour/index.ts';
import { countOff, webhooksRoutes } from '../slices/webhooks/index.ts';
import { weeklyMailsRoutes } from '../slices/weekly-mails/index.ts';
import { accountFacts } from './account-facts.ts';
import { createAppInfoRoutes, type Installation, version } from './app-info.ts';
import { examineProgram } from './doctor/doctor.service.ts';
import { findSendingHold } from './sending-epoch.ts';

/** What the slices after auth say about the signed-in person. */
const describeExtras: DescribeExtras = async (ctx, organizationId) => {
  const [own, hold] = await Promise.all([
    ctx.forOrganization(organizationId).transaction(async (tx) => ({
      linked_accounts: await listAccountSummaries(tx),
      unread_chats: await countUnread(tx),
      webhooks_off: await countOff(tx),
      low_credits: await findLowCredits(tx),
    })),
    findSendingHold(ctx),
  ]);
  return { ...own, sending_held_since: hold?.held_since ?? null };
};

/** What holds campaigns and senders, and why. */
const sendingHealthRoutes = {
  ...guardRoutes,
  ...diagnosisRoutes,
  ...deliverabilityRoutes,
  ...placementRoutes,
  ...linkTrackingRoutes,
};

/** Ways in and out: our own archives, and other tools. */
const movingRoutes = {
  ...organizationArchivesRoutes,
  ...archiveImportsRoutes,
  ...toolImportsRoutes,
  ...pastContactsRoutes,
};

/** Calls, meetings, and the queue of what waits. */
const dayRoutes = { ...callsRoutes, ...meetingsRoutes, ...todayRoutes, ...pushRoutes };

/** What people can ask about their data, and how long it is kept. */
const privacyDeskRoutes = { ...erasuresRoutes, ...personFilesRoutes, ...retentionRoutes, ...privacyRoutes };

/** What campaigns brought, and what they should bring. */
const figuresRoutes = { ...dashboardRoutes, ...goalsRoutes, ...weeklyMailsRoutes, ...scheduledExportsRoutes };

/** How leads are found, and where they are. */
const findingRoutes = { ...quickSearchRoutes, ...leadPlacesRoutes, ...finderSearchesRoutes };

type RouteOptions = Omit<BindOptions, 'access' | 'idempotent'> & { saveKeyUses(): Promise<void> };

/** Every call of the contract with its handler; a missing one is a compile error here and a refusal to boot. */
export function bindRoutes(app: FastifyInstance, options: RouteOptions, installation: Installation): void {
  const { cookies } = options;
  const handlers: RouteTable<Api> = {
    ...createAppInfoRoutes(installation),
    ...organizationRoutes,
    ...organizationSettingsRoutes,
    ...referralsRoutes,
    ...createAuthRoutes({ cookies, describeExtras, invited: { acceptInvitation, joinInvited, listInvitationsTo } }),
    ...sessionsRoutes,
    ...signaturesRoutes,
    ...brandingRoutes,
    ...createAccountsRoutes(accountFacts),
    ...senderDomainsRoutes,
    ...createMembersRoutes(accountFacts),
    ...excludedDomainsRoutes,
    ...suppressionsRoutes,
    ...sendingHealthRoutes,
    ...knowledgeBaseRoutes,
    ...onboardingRoutes,
    ...prospectsRoutes,
    ...createLeadColumnsRoutes(namingCampaigns.ofColumn),
    ...searchesRoutes,
    ...createLeadFinderRoutes({ readPlaces: loadPlaces }),
    ...createEnrichmentRoutes(namingCampaigns.ofTask),
    ...addressChecksRoutes,
    ...aiSegmentsRoutes,
    ...createChatLabelsRoutes(getProspect),
    ...createCampaignLabelsRoutes(requireCampaigns),
    ...templatesRoutes,
    ...campaignsRoutes,
    ...inboxRoutes,
    ...kanbanRoutes,
    ...integrationsRoutes,
    ...createApiKeysRoutes(options.saveKeyUses),
    ...createConnectedAppsRoutes(options.saveKeyUses),
    ...createApprovalsRoutes(createRunCall(api, (name) => handlers[name as keyof Api])),
    ...mcpRoutes,
    ...webhooksRoutes,
    ...automationsRoutes,
    ...privacyDeskRoutes,
    ...touchLocksRoutes,
    ...dayRoutes,
    ...linkedinTasksRoutes,
    ...activitiesRoutes,
    ...figuresRoutes,
    ...securityLogRoutes,
    ...creditHistoryRoutes,
    ...creditCapsRoutes,
    ...movingRoutes,
    ...paymentsRoutes,
    ...agencyRoutes,
    ...adminRoutes,
    ...adminFiguresRoutes,
    ...adminTemplatesRoutes,
    ...createAdminSystemRoutes({ version, examine: examineProgram }),
    ...findingRoutes,
    ...tourRoutes,
  };
  bindEndpoints(app, api, handlers, { ...options, access: KEY_ACCESS, idempotent: IDEMPOTENT_CALLS });
}
