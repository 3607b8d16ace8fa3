export {
  applyBilling,
  grantCredits,
  notEnoughCredits,
  onlyCampaign,
  releaseCredits,
  reserveCredits,
  settleCredits,
} from './credits.service.ts';
export { getBalance } from './credits.store.ts';
