export {
  applyBilling,
  grantCredits,
  notEnoughCredits,
  releaseCredits,
  reserveCredits,
  settleCredits,
} from './credits.service.ts';
export { readBalance } from './credits.store.ts';
