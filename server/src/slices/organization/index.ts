export { organizationRoutes } from './organization.routes.ts';
export { DEFAULT_BRANDING, disabledFeatures, isInTrial, presentOrganization } from './organization.rules.ts';
export { endPlan, getBranding, grantPlan } from './organization.service.ts';
export {
  endedPlan,
  findOrganization,
  insertOrganization,
  isSubscribed,
  isUnlimited,
  type OrganizationRow,
  requirePlan,
} from './organization.store.ts';
