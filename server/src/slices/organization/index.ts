export {
  insertClientOrganization,
  markClientCancelled,
  markClientRestored,
  updateAgencyFeatures,
  updateClientExtras,
} from './clients.store.ts';
export {
  markResumed,
  markSuspended,
  type PlanChange,
  updateAgency,
  updateDisabledFeatures,
  updatePlan,
} from './operator.store.ts';
export { organizationRoutes } from './organization.routes.ts';
export { DEFAULT_BRANDING, disabledFeatures, isInTrial, presentOrganization } from './organization.rules.ts';
export { endPlan, getBranding, grantPlan, saveKnowledgeBase } from './organization.service.ts';
export {
  endedPlan,
  findOrganization,
  hasPayments,
  insertOrganization,
  isOfAgency,
  isSubscribed,
  isUnlimited,
  type OrganizationRow,
  requirePlan,
} from './organization.store.ts';
export {
  findRewardedReferrer,
  findUnrewardedReferrer,
  insertReferralUse,
  markReferralRewarded,
} from './referral/referral.store.ts';
