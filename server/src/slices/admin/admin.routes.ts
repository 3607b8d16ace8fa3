import type { adminEndpoints } from '@overture/contract/admin';
import type { adminFiguresEndpoints } from '@overture/contract/admin-figures';
import type { adminSystemEndpoints } from '@overture/contract/admin-system';
import type { adminTemplatesEndpoints } from '@overture/contract/admin-templates';
import type { EndpointOutput } from '@overture/contract/endpoint';
import type { SystemContext } from '../../kernel/context.ts';
import type { RouteTable, SessionContext } from '../../kernel/slice.ts';
import { listSecurityEvents } from '../security-log/index.ts';
import { deleteAnyTemplate, listEveryTemplate, renameAnyTemplate, toggleDefault } from '../templates/index.ts';
import { getCampaignAnalytics, getCosts, getSearchAnalytics, listSenders } from './figures.service.ts';
import {
  getOrganization,
  grantOrganizationCredits,
  listOrganizations,
  type Operator,
  resume,
  setAgency,
  setFeatures,
  setPlan,
  suspend,
} from './organizations.service.ts';
import { getSystem, sendTestMail } from './system.service.ts';

const operatorOf = ({ user, organization }: SessionContext): Operator => ({
  user_id: user.id,
  organization_id: organization.id,
});

export const adminRoutes: RouteTable<typeof adminEndpoints> = {
  listAdminOrganizations: (ctx, { query }) =>
    listOrganizations(ctx.system, {
      search: query.search ?? '',
      page: query.page,
      state: query.state ?? null,
      sort_field: query.sort_field ?? 'created_at',
      sort_direction: query.sort_direction ?? 'desc',
    }),
  getAdminOrganization: async (ctx, { params }) => ({ organization: await getOrganization(ctx.system, params.id) }),
  setOrganizationPlan: async (ctx, { params, body }) => ({
    organization: await setPlan(ctx.system, operatorOf(ctx), params.id, {
      plan: body.plan ?? undefined,
      trial_ends_at: body.trial_ends_at ? new Date(body.trial_ends_at) : undefined,
      extra_linkedin_accounts: body.extra_linkedin_accounts ?? undefined,
      extra_email_accounts: body.extra_email_accounts ?? undefined,
      monthly_credits: body.monthly_credits ?? undefined,
    }),
  }),
  giveOrganizationCredits: async (ctx, { params, body }) => ({
    organization: await grantOrganizationCredits(ctx.system, operatorOf(ctx), params.id, body),
  }),
  setOrganizationFeatures: async (ctx, { params, body }) => ({
    organization: await setFeatures(ctx.system, operatorOf(ctx), params.id, body),
  }),
  setOrganizationAgency: async (ctx, { params, body }) => ({
    organization: await setAgency(ctx.system, operatorOf(ctx), params.id, body.is_agency),
  }),
  suspendOrganization: async (ctx, { params, body }) => ({
    organization: await suspend(ctx.system, operatorOf(ctx), params.id, body.reason || null),
  }),
  resumeOrganization: async (ctx, { params }) => ({
    organization: await resume(ctx.system, operatorOf(ctx), params.id),
  }),
};

export const adminFiguresRoutes: RouteTable<typeof adminFiguresEndpoints> = {
  getAdminSearchAnalytics: (ctx, { params, query }) => getSearchAnalytics(ctx.system, params.id, query),
  getAdminCampaignAnalytics: (ctx, { params, query }) => getCampaignAnalytics(ctx.system, params.id, query),
  getAdminCosts: (ctx, { params, query }) => getCosts(ctx.system, params.id, query),
  listAdminSecurityEvents: async (ctx, { params, query: { page, cursor, limit, ...filters } }) => {
    await getOrganization(ctx.system, params.id);
    return listSecurityEvents(ctx.system.forOrganization(params.id), { page, cursor, limit }, filters);
  },
  listAdminSenders: (ctx, { params }) => listSenders(ctx.system, params.id),
};

export const adminTemplatesRoutes: RouteTable<typeof adminTemplatesEndpoints> = {
  listAdminTemplates: (ctx, { query }) => listEveryTemplate(ctx.system, query.search ?? ''),
  renameAdminTemplate: async (ctx, { params, body }) => {
    await renameAnyTemplate(ctx.system, params.id, body.name);
    return { success: true };
  },
  deleteAdminTemplate: async (ctx, { params }) => {
    await deleteAnyTemplate(ctx.system, params.id);
    return { success: true };
  },
  toggleDefaultTemplate: async (ctx, { params, body }) => {
    await toggleDefault(ctx.system, params.id, body.make_default);
    return { success: true };
  },
};

/** What only the program as a whole can say of itself. */
export interface ProgramFacts {
  version: string;
  examine(system: SystemContext, user_id: number): Promise<EndpointOutput<typeof adminSystemEndpoints.checkSystem>>;
}

export function createAdminSystemRoutes({ version, examine }: ProgramFacts): RouteTable<typeof adminSystemEndpoints> {
  return {
    getSystem: (ctx) => getSystem(ctx.system, version),
    checkSystem: (ctx) => examine(ctx.system, ctx.user.id),
    sendTestMail: async (ctx, { body }) => {
      await sendTestMail(ctx.system, body.to, ctx.user.id);
      return { success: true };
    },
  };
}
