export { organizationRoutes } from './organization.routes.ts';
export { DEFAULT_BRANDING, disabledFeatures, isInTrial, presentOrganization } from './organization.rules.ts';
export { getBranding } from './organization.service.ts';
export { findOrganization, insertOrganization, type OrganizationRow } from './organization.store.ts';
