import { FEATURE_FLAGS } from '@overture/domain/access/feature-flags';
import { RIGHTS } from '@overture/domain/access/permissions';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { z } from 'zod';
import { done, endpoint, seenVersion, unused } from './endpoint.ts';
import { withoutAddress } from './names.ts';

/** Names both cases: JSON Schema has no flag for it. */
export const hexColor = z.string().regex(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, 'must be a hex color such as #6366F1');

export const buttonStyleSchema = z.enum(['PILL', 'ROUNDED', 'SQUARE']);

/** Switches of what an organization may use; all on unless an agency turned them off. */
const featureFlagsSchema = z.object(
  Object.fromEntries(FEATURE_FLAGS.map((flag) => [flag, z.boolean()])) as Record<
    (typeof FEATURE_FLAGS)[number],
    z.ZodBoolean
  >,
);

const brandingSettingsSchema = featureFlagsSchema.extend({
  icon: z.string().nullable(),
  primary_color: hexColor,
  company_display_name: z.string(),
  button_style: buttonStyleSchema,
  logo: z.string().nullish(),
  button_color: hexColor.optional(),
  secondary_color: hexColor.optional(),
  support_email: z.string().nullish(),
  terms_of_service_url: z.string().nullish(),
  privacy_policy_url: z.string().nullish(),
});

export const organizationSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  website_url: z.string().nullable(),
  email_credits: z.number().int(),
  active_subscription: z.boolean(),
  /** The installation sells nothing: no plan and no credits are wanting. */
  is_unlimited: z.boolean(),
  /** Plans and credits can be paid for here. */
  has_payments: z.boolean(),
  is_in_trial: z.boolean(),
  trial_days_remaining: z.number().int(),
  had_subscription: z.boolean(),
  /** Until when the plan continues despite a failed payment; null while nothing is owed. */
  grace_until: z.iso.datetime().nullable(),
  is_whitelabel: z.boolean(),
  is_agency: z.boolean(),
  agency: z.number().int().nullable(),
  extra_linkedin_accounts: z.number().int(),
  extra_email_accounts: z.number().int(),
  referral_code: z.string().nullable(),
  referral_code_in_use: z.boolean(),
  has_website: z.boolean(),
  product_description: z.string().nullable(),
  icp_description: z.string().nullable(),
  usp_description: z.string().nullable(),
  case_studies: z.string().nullable(),
  annual_revenue: z.number().nullable(),
  employee_count: z.number().int().nullable(),
  competitors: z.string().nullable(),
  objections: z.string().nullable(),
  pain_points: z.string().nullable(),
  /** Rises with every change of what the organization says about itself. */
  version: z.number().int(),
  branding_settings: brandingSettingsSchema,
});
export type Organization = z.output<typeof organizationSchema>;

/** Branding of a host, readable before sign-in. */
export const brandingSchema = z.object({
  company_display_name: z.string(),
  website_url: z.string().nullable(),
  logo: z.string().nullable(),
  icon: z.string().nullable(),
  primary_color: hexColor,
  button_color: hexColor,
  secondary_color: hexColor,
  button_style: buttonStyleSchema,
  support_email: z.string().nullable(),
  domain: z.string().nullable(),
  terms_of_service_url: z.string().nullable(),
  privacy_policy_url: z.string().nullable(),
});
export type Branding = z.output<typeof brandingSchema>;

const zoneSchema = z.object({
  time_zone: z.string(),
  /** The chosen one. */
  chosen_time_zone: z.string().nullable(),
});

const description = unused(z.string().max(TEXT_LIMITS.knowledge_base_field_max));

export const organizationEndpoints = {
  getOrganization: endpoint('GET /organization/', {
    summary: 'The organization with its knowledge base',
    shows: ['organization'],
    ok: z.object({ data: organizationSchema }),
  }),
  updateOrganization: endpoint('PUT /organization/', {
    recorded: { event: 'setting_changed' },
    summary: 'Change what the organization says about itself',
    touches: ['organization', 'user'],
    roles: RIGHTS.knowledge_base,
    body: z.object({
      /** Left out: unchanged. Null or blank clears; a name is never empty. */
      name: unused(withoutAddress(z.string().max(TEXT_LIMITS.name_max))),
      website_url: unused(z.string().max(TEXT_LIMITS.url_max)),
      product_description: description,
      icp_description: description,
      usp_description: description,
      case_studies: description,
      annual_revenue: unused(z.number().min(0).max(1e15)),
      employee_count: unused(z.number().int().min(0).max(100_000_000)),
      competitors: description,
      objections: description,
      pain_points: description,
      version: seenVersion,
    }),
    errors: ['changed_meanwhile'],
    ok: z.object({ data: organizationSchema }),
  }),
  getBranding: endpoint('GET /branding/', {
    summary: 'Branding of a host name',
    shows: ['branding'],
    auth: 'public',
    query: z.object({ domain: unused(z.string().max(253)) }),
    ok: brandingSchema,
  }),
  getTimeZone: endpoint('GET /organization/time-zone/', {
    summary: 'The zone the organization goes by: the one that was chosen, else that of its first campaign, else UTC',
    shows: ['organization_settings'],
    ok: zoneSchema,
  }),
  completeOnboarding: endpoint('POST /organization/onboarding/complete/', {
    summary: 'Remembers that the welcome of a new account was seen',
    touches: ['organization', 'user'],
    roles: RIGHTS.work,
    ok: done,
  }),
};
