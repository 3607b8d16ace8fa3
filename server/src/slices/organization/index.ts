export { completeBranding } from './brand/brand.rules.ts';
export { type Brand, brandMailPurpose, getBrandOfHost, getOrganizationBrand, ownFace } from './brand/brand.service.ts';
export { isOfBrand, updateBranding } from './brand/brand.store.ts';
export { sendBrandedMail } from './brand/brand-mail.service.ts';
export { sendMailOnce } from './brand/mail-once.service.ts';
export { hostOfRequest, urlAt, urlOfRequest } from './brand-hosts/brand-hosts.service.ts';
export {
  brandedHost,
  findHostBrandId,
  findLinkHost,
  findServedHost,
  isInUse,
  linkHost,
} from './brand-hosts/brand-hosts.store.ts';
export {
  insertClientOrganization,
  markClientCancelled,
  markClientRestored,
  updateAgencyFeatures,
  updateClientExtras,
} from './clients.store.ts';
export { eraseOrganization } from './erasure/erasure.service.ts';
export { mailNotices, noticesSlice } from './notices/notices.service.ts';
export { insertNotice } from './notices/notices.store.ts';
export { markResumed, markSuspended, updateAgency, updateDisabledFeatures } from './operator.store.ts';
export { organizationRoutes } from './organization.routes.ts';
export { applyBranding, disabledFeatures, presentOrganization } from './organization.rules.ts';
export { saveKnowledgeBase } from './organization.service.ts';
export {
  findOrganization,
  findZone,
  insertOrganization,
  isOfAgency,
  type OrganizationRow,
  zoneOf,
} from './organization.store.ts';
export { isInTrial } from './plans/plans.rules.ts';
export { endPlan, grantPlan } from './plans/plans.service.ts';
export {
  endedPlan,
  hasPayments,
  isSubscribed,
  isUnlimited,
  type PlanChange,
  requirePlan,
  updatePlan,
} from './plans/plans.store.ts';
export {
  findRewardedReferrer,
  findUnrewardedReferrer,
  insertReferralUse,
  markReferralRewarded,
} from './referral/referral.store.ts';
