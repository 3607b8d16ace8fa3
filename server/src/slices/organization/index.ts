import type { Slice } from '../../kernel/slice.ts';
import { mailNotices } from './notices/notices.service.ts';
import { pruneNotices } from './notices/notices.store.ts';

export {
  type Brand,
  brandMailPurpose,
  getBrandOfHost,
  getOrganizationBrand,
  hostOfRequest,
  ownFace,
  urlAt,
  urlOfRequest,
} from './brand/brand.service.ts';
export {
  brandedHost,
  findHostBrandId,
  findLinkHost,
  findServedHost,
  isInUse,
  isOfBrand,
  linkHost,
  updateBranding,
} from './brand/brand.store.ts';
export { sendBrandedMail } from './brand/brand-mail.service.ts';
export { sendMailOnce } from './brand/mail-once.service.ts';
export {
  insertClientOrganization,
  markClientCancelled,
  markClientRestored,
  updateAgencyFeatures,
  updateClientExtras,
} from './clients.store.ts';
export { eraseOrganization } from './erasure/erasure.service.ts';
export { insertNotice } from './notices/notices.store.ts';
export {
  markResumed,
  markSuspended,
  type PlanChange,
  updateAgency,
  updateDisabledFeatures,
  updatePlan,
} from './operator.store.ts';
export { organizationRoutes } from './organization.routes.ts';
export {
  applyBranding,
  completeBranding,
  disabledFeatures,
  isInTrial,
  presentOrganization,
} from './organization.rules.ts';
export { endPlan, grantPlan, saveKnowledgeBase } from './organization.service.ts';
export {
  endedPlan,
  findOrganization,
  findZone,
  hasPayments,
  insertOrganization,
  isOfAgency,
  isSubscribed,
  isUnlimited,
  type OrganizationRow,
  requirePlan,
  zoneOf,
} from './organization.store.ts';
export {
  findRewardedReferrer,
  findUnrewardedReferrer,
  insertReferralUse,
  markReferralRewarded,
} from './referral/referral.store.ts';
export { mailNotices };

/** Mails about the result of background work; an index has those that wait, usually none. */
export const organizationSlice: Slice = {
  name: 'organization',
  loops: [
    { name: 'notice-mails', interval_in_ms: 5000, run: mailNotices },
    { name: 'old-notices', interval_in_ms: 3_600_000, run: (ctx) => ctx.systemTransaction(pruneNotices) },
  ],
};
