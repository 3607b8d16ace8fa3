export { getSpendable } from './caps.service.ts';
export { listCaps, saveCap, sumMonth } from './caps.store.ts';
export {
  applyBilling,
  deductCredits,
  deductCreditsLeft,
  grantCredits,
  moveCredits,
  onlyCampaign,
  releaseCredits,
  requireSpendable,
  reserveCredits,
  settleCredits,
} from './credits.service.ts';
export { getBalance } from './credits.store.ts';
