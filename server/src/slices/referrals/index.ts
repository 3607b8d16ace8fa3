export {
  findRewardedReferrer,
  findUnrewardedReferrer,
  insertReferralUse,
  markReferralRewarded,
} from './referral.store.ts';
export { referralsRoutes } from './referrals.routes.ts';
