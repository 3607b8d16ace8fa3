export { organizationRoutes } from './organization.routes.ts';
export { applyBranding, disabledFeatures, presentOrganization } from './organization.rules.ts';
export { getOwnZone, saveKnowledgeBase } from './organization.service.ts';
export {
  findOrganization,
  findZone,
  insertOrganization,
  isOfAgency,
  type OrganizationRow,
  zoneOf,
} from './organization.store.ts';
