export { getSpendable, loadMonthlyUse } from './caps.service.ts';
export { saveCap } from './caps.store.ts';
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
