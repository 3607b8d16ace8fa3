export {
  applyBilling,
  grantCredits,
  notEnoughCredits,
  onlyCampaign,
  releaseCredits,
  reserveCredits,
  settleCredits,
  takeCredits,
} from './credits.service.ts';
export { getBalance } from './credits.store.ts';
