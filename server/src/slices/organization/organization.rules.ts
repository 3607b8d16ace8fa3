import type { Branding, Organization } from '@overture/contract/organization';
import { FEATURE_FLAGS, type FeatureFlag, normalizeFlags } from '@overture/domain/access/feature-flags';
import { completeBranding } from '../brands/index.ts';
import { isInTrial, trialDaysRemaining } from '../plans/index.ts';
import type { OrganizationRow } from './organization.store.ts';

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
