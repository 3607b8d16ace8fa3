import { FEATURE_FLAGS } from '@overture/domain/access/feature-flags';
import { RIGHTS, ROLES } from '@overture/domain/access/permissions';
import { ADMIN_LIMITS } from '@overture/domain/limits';
import { EXTRA_LIMITS } from '@overture/domain/money/pricing';
import { z } from 'zod';
import { endpoint, pageQuery, unused } from './endpoint.ts';

/** What an organization may do: its trial runs or ended, a plan runs, or this installation sells nothing. */
const planSchema = z.enum(['unlimited', 'subscription', 'trial', 'none']);

export const ADMIN_ORGANIZATION_STATES = ['unlimited', 'subscription', 'trial', 'none', 'suspended'] as const;
/** Not by leads: that would count every lead of the installation. */
export const ADMIN_ORGANIZATION_SORTS = [
  'name',
  'total_users',
  'total_campaigns',
  'last_active_at',
  'created_at',
] as const;

const rowSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  total_prospects: z.number().int(),
  total_users: z.number().int(),
  total_campaigns: z.number().int(),
  plan: planSchema,
  suspended_at: z.string().nullable(),
  created_at: z.string(),
  /** The last day its campaigns did something, or when a user of its own was last there. */
  last_active_at: z.string().nullable(),
});
export type AdminOrganizationRow = z.output<typeof rowSchema>;

const adminUserSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  active: z.boolean(),
  created_at: z.string(),
  last_seen_at: z.string().nullable(),
});

const flagsSchema = z.object(
  Object.fromEntries(FEATURE_FLAGS.map((flag) => [flag, z.boolean()])) as Record<
    (typeof FEATURE_FLAGS)[number],
    z.ZodBoolean
  >,
);

export type AdminUser = z.output<typeof adminUserSchema>;

const organizationSchema = rowSchema.extend({
  suspended_reason: z.string().nullable(),
  trial_ends_at: z.string(),
  /** Paid at the payment provider, which then sets the plan and its extras. */
  is_paid_for: z.boolean(),
  email_credits: z.number().int(),
  monthly_credits: z.number().int(),
  extra_linkedin_accounts: z.number().int(),
  extra_email_accounts: z.number().int(),
  is_agency: z.boolean(),
  /** Whose client it is. */
  agency_id: z.number().int().nullable(),
  features: flagsSchema,
  users: z.array(adminUserSchema),
});
export type AdminOrganization = z.output<typeof organizationSchema>;
const answer = z.object({ organization: organizationSchema });

const count = (max: number) => z.number().int().min(0).max(max);

export const adminEndpoints = {
  listAdminOrganizations: endpoint('GET /admin/organizations/', {
    summary:
      'Every organization of the installation, newest first unless sorted, 25 a page; searched by name or by the email address of a member',
    shows: ['admin_organizations'],
    roles: RIGHTS.installation,
    query: z.object({
      search: unused(z.string().max(200)),
      page: pageQuery,
      /** `suspended` instead of a plan: only those that are suspended. */
      state: z.enum(ADMIN_ORGANIZATION_STATES).optional(),
      sort_field: z.enum(ADMIN_ORGANIZATION_SORTS).optional(),
      sort_direction: z.enum(['asc', 'desc']).optional(),
    }),
    ok: z.object({ organizations: z.array(rowSchema), total_organizations: z.number().int() }),
  }),
  getAdminOrganization: endpoint('GET /admin/organizations/{id}/', {
    summary: 'One organization with its people',
    shows: ['admin_organizations'],
    roles: RIGHTS.installation,
    ok: answer,
  }),
  setOrganizationPlan: endpoint('PUT /admin/organizations/{id}/billing/', {
    summary: 'Set the plan of an organization by hand; what is left out stays',
    touches: ['admin_organizations'],
    roles: RIGHTS.installation,
    body: z.object({
      plan: unused(z.enum(['subscription', 'trial', 'none'])),
      /** With `trial`: its last instant. */
      trial_ends_at: unused(z.iso.datetime()),
      extra_linkedin_accounts: unused(count(EXTRA_LIMITS.linkedin_accounts)),
      extra_email_accounts: unused(count(EXTRA_LIMITS.email_accounts)),
      monthly_credits: unused(count(ADMIN_LIMITS.credits)),
    }),
    errors: ['conflict', 'bad_request'],
    ok: answer,
  }),
  giveOrganizationCredits: endpoint('POST /admin/organizations/{id}/credits/', {
    summary: 'Give credits to an organization, or take unspent ones (below 0)',
    touches: ['admin_organizations'],
    roles: RIGHTS.installation,
    body: z.object({
      amount: z.number().int().min(-ADMIN_LIMITS.credits).max(ADMIN_LIMITS.credits),
      /** Shown in the credit history, which the organization can read. */
      note: z.string().trim().min(1).max(ADMIN_LIMITS.note_max),
    }),
    errors: ['conflict', 'bad_request'],
    ok: answer,
  }),
  setOrganizationFeatures: endpoint('PUT /admin/organizations/{id}/features/', {
    summary: 'Switch what an organization may use; what is left out stays',
    touches: ['admin_organizations'],
    roles: RIGHTS.installation,
    body: flagsSchema.partial(),
    ok: answer,
  }),
  setOrganizationAgency: endpoint('PUT /admin/organizations/{id}/agency/', {
    summary: 'Open or close the agency area of an organization',
    touches: ['admin_organizations'],
    roles: RIGHTS.installation,
    body: z.object({ is_agency: z.boolean() }),
    errors: ['conflict'],
    ok: answer,
  }),
  suspendOrganization: endpoint('POST /admin/organizations/{id}/suspend/', {
    summary: 'Suspend an organization: sign all its users out, block sign-ins, sending and spending',
    touches: ['admin_organizations'],
    roles: RIGHTS.installation,
    body: z.object({ reason: unused(z.string().trim().max(ADMIN_LIMITS.note_max)) }),
    errors: ['conflict'],
    ok: answer,
  }),
  resumeOrganization: endpoint('POST /admin/organizations/{id}/resume/', {
    summary: 'Reopen a suspended organization: waiting actions continue',
    touches: ['admin_organizations'],
    roles: RIGHTS.installation,
    ok: answer,
  }),
};
