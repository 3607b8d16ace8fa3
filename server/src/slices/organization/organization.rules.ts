import type { Branding, Organization } from '@overture/contract/organization';
import { FEATURE_FLAGS, type FeatureFlag, normalizeFlags } from '@overture/domain/access/feature-flags';
import type { OrganizationRow } from './organization.store.ts';

const dayInMs = 24 * 3600 * 1000;

/** The product's own look, for hosts and organizations without branding. */
const DEFAULT_BRANDING: Branding = {
  company_display_name: 'Overture',
  website_url: null,
  logo: null,
  icon: null,
  primary_color: '#6366F1',
  button_color: '#6366F1',
  secondary_color: '#4F46E5',
  button_style: 'PILL',
  support_email: null,
  domain: null,
  terms_of_service_url: null,
  privacy_policy_url: null,
};

/** Branding with every field set; unknown keys and wrong types fall back to the product's own. */
export function completeBranding(stored: Record<string, unknown>): Branding {
  const entries = Object.entries(DEFAULT_BRANDING).map(([key, fallback]) => {
    const value = stored[key];
    return [key, typeof value === 'string' && value !== '' ? value : fallback];
  });
  const branding = Object.fromEntries(entries) as Branding;
  return ['PILL', 'ROUNDED', 'SQUARE'].includes(branding.button_style)
    ? branding
    : { ...branding, button_style: 'PILL' };
}

/** Days of the trial that are left, counting a day that has begun. */
function trialDaysRemaining(trialEndsAt: Date, now: Date): number {
  return Math.max(0, Math.ceil((trialEndsAt.getTime() - now.getTime()) / dayInMs));
}

export function isInTrial(row: Pick<OrganizationRow, 'active_subscription' | 'trial_ends_at'>, now: Date): boolean {
  return !row.active_subscription && row.trial_ends_at > now;
}

/** The flags that are off, children of a parent that is off included. */
export function disabledFeatures(row: Pick<OrganizationRow, 'disabled_features'>): FeatureFlag[] {
  const flags = normalizeFlags(Object.fromEntries(row.disabled_features.map((flag) => [flag, false])));
  return FEATURE_FLAGS.filter((flag) => !flags[flag]);
}

function pickLook({ website_url: _website, domain: _domain, ...look }: Branding) {
  return look;
}

/** The same organization in the looks of the brand it works under. */
export function applyBranding(organization: Organization, look: Branding): Organization {
  return { ...organization, branding_settings: { ...organization.branding_settings, ...pickLook(look) } };
}

export function presentOrganization(row: OrganizationRow, now: Date): Organization {
  const flags = normalizeFlags(Object.fromEntries(row.disabled_features.map((flag) => [flag, false])));
  const inTrial = isInTrial(row, now);
  return {
    id: row.organization_id,
    name: row.name,
    website_url: row.website_url,
    email_credits: row.email_credits,
    active_subscription: row.active_subscription,
    is_unlimited: row.is_unlimited,
    has_payments: row.has_payments,
    is_in_trial: inTrial,
    trial_days_remaining: inTrial ? trialDaysRemaining(row.trial_ends_at, now) : 0,
    had_subscription: row.had_subscription,
    grace_until: row.subscription_grace_until && new Date(row.subscription_grace_until).toISOString(),
    is_whitelabel: row.is_whitelabel,
    is_agency: row.is_agency,
    agency: row.agency_id,
    extra_linkedin_accounts: row.extra_linkedin_accounts,
    extra_email_accounts: row.extra_email_accounts,
    referral_code: row.referral_code,
    referral_code_in_use: row.referral_code_in_use,
    has_website: row.has_website,
    product_description: row.product_description,
    icp_description: row.icp_description,
    usp_description: row.usp_description,
    case_studies: row.case_studies,
    annual_revenue: row.annual_revenue === null ? null : Number(row.annual_revenue),
    employee_count: row.employee_count,
    competitors: row.competitors,
    objections: row.objections,
    pain_points: row.pain_points,
    version: row.edit_version,
    branding_settings: { ...flags, ...pickLook(completeBranding({})) },
  };
}
