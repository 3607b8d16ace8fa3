export {
  applyBilling,
  grantCredits,
  moveCredits,
  notEnoughCredits,
  onlyCampaign,
  releaseCredits,
  reserveCredits,
  settleCredits,
  takeCredits,
  takeCreditsLeft,
} from './credits.service.ts';
export { getBalance } from './credits.store.ts';
