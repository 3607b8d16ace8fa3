import { readPlaces } from '@overture/adapters/lead-data/locations';
import { type Api, api } from '@overture/contract';
import type { FastifyInstance } from 'fastify';
import { type BindOptions, bindEndpoints } from '../kernel/http/bind.ts';
import type { RouteTable } from '../kernel/slice.ts';
import { createAccountsRoutes } from '../slices/accounts/index.ts';
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
import { createAuthRoutes, sessionsRoutes } from '../slices/auth/index.ts';
import { brandingRoutes } from '../slices/branding/index.ts';
import {
  campaignEnrichmentRoutes,
  campaignLeadsRoutes,
  campaignStepsRoutes,
  campaignsRoutes,
  findCampaignsNaming,
  findCampaignsNamingTask,
  holidayCalendarRoutes,
  rehearsalRoutes,
  requireCampaigns,
  unsubscribeRuleRoutes,
} from '../slices/campaigns/index.ts';
import { getProspect, inboxRoutes } from '../slices/chats/index.ts';
import { creditHistoryRoutes } from '../slices/credit-history/index.ts';
import { dashboardRoutes } from '../slices/dashboard/index.ts';
import { createEnrichmentRoutes } from '../slices/enrichment/index.ts';
import { excludedDomainsRoutes } from '../slices/excluded-domains/index.ts';
import { guardRoutes } from '../slices/guard/index.ts';
import { integrationsRoutes } from '../slices/integrations/index.ts';
import { kanbanRoutes } from '../slices/kanban/index.ts';
import { knowledgeBaseRoutes } from '../slices/knowledge-base/index.ts';
import { createCampaignLabelsRoutes, createChatLabelsRoutes } from '../slices/labels/index.ts';
import { createLeadFinderRoutes } from '../slices/lead-finder/index.ts';
import { acceptInvitation, createMembersRoutes, joinInvited, listInvitationsTo } from '../slices/members/index.ts';
import { onboardingRoutes } from '../slices/onboarding/index.ts';
import { organizationRoutes } from '../slices/organization/index.ts';
import { paymentsRoutes } from '../slices/payments/index.ts';
import { createLeadColumnsRoutes, prospectsRoutes } from '../slices/prospects/index.ts';
import { searchesRoutes } from '../slices/searches/index.ts';
import { securityLogRoutes } from '../slices/security-log/index.ts';
import { signaturesRoutes } from '../slices/signatures/index.ts';
import { suppressionsRoutes } from '../slices/suppressions/index.ts';
import { templatesRoutes } from '../slices/templates/index.ts';
import { tourRoutes } from '../slices/tour/index.ts';
import { accountFacts } from './account-facts.ts';
import { createAppInfoRoutes, type Installation, version } from './app-info.ts';
import { examineProgram } from './doctor/doctor.service.ts';
import { describeExtras } from './user-extras.ts';

/** Of those who look after others: an agency after its clients, the operator after everybody. */
const overseerRoutes = { ...agencyRoutes, ...adminRoutes, ...adminFiguresRoutes, ...adminTemplatesRoutes };
/** Who is not written to, and who may not write. */
const leftAloneRoutes = {
  ...excludedDomainsRoutes,
  ...suppressionsRoutes,
  ...guardRoutes,
  ...unsubscribeRuleRoutes,
  ...holidayCalendarRoutes,
};
/** Leads, and the columns that an organization gives them. */
const prospectRoutes = { ...prospectsRoutes, ...createLeadColumnsRoutes(findCampaignsNaming) };
const lookUpRoutes = { ...createEnrichmentRoutes(findCampaignsNamingTask), ...addressChecksRoutes };
const afterInboxRoutes = { ...kanbanRoutes, ...integrationsRoutes };

/** Every call of the contract with its handler; a missing one is a compile error here and a refusal to boot. */
export function bindRoutes(app: FastifyInstance, options: BindOptions, installation: Installation): void {
  const { cookies } = options;
  const handlers: RouteTable<Api> = {
    ...createAppInfoRoutes(installation),
    ...organizationRoutes,
    ...createAuthRoutes({ cookies, describeExtras, invited: { acceptInvitation, joinInvited, listInvitationsTo } }),
    ...sessionsRoutes,
    ...signaturesRoutes,
    ...brandingRoutes,
    ...createAccountsRoutes(accountFacts),
    ...createMembersRoutes(accountFacts),
    ...leftAloneRoutes,
    ...knowledgeBaseRoutes,
    ...onboardingRoutes,
    ...prospectRoutes,
    ...searchesRoutes,
    ...createLeadFinderRoutes({ readPlaces }),
    ...lookUpRoutes,
    ...aiSegmentsRoutes,
    ...createChatLabelsRoutes(getProspect),
    ...createCampaignLabelsRoutes(requireCampaigns),
    ...templatesRoutes,
    ...campaignsRoutes,
    ...campaignStepsRoutes,
    ...campaignLeadsRoutes,
    ...rehearsalRoutes,
    ...campaignEnrichmentRoutes,
    ...inboxRoutes,
    ...afterInboxRoutes,
    ...activitiesRoutes,
    ...dashboardRoutes,
    ...securityLogRoutes,
    ...creditHistoryRoutes,
    ...paymentsRoutes,
    ...overseerRoutes,
    ...createAdminSystemRoutes({ version, examine: examineProgram }),
    ...tourRoutes,
  };
  bindEndpoints(app, api, handlers, options);
}
