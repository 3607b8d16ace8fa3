export { getSpendable } from './caps.service.ts';
export { listCaps, saveCap, sumMonth } from './caps.store.ts';
export {
  applyBilling,
  deductCredits,
  deductCreditsLeft,
  grantCredits,
  moveCredits,
  notEnoughCredits,
  onlyCampaign,
  releaseCredits,
  reserveCredits,
  settleCredits,
} from './credits.service.ts';
export { getBalance } from './credits.store.ts';
