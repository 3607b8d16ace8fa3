export {
  applyBilling,
  grantCredits,
  notEnoughCredits,
  releaseCredits,
  reserveCredits,
  settleCredits,
} from './credits.service.ts';
export { getBalance } from './credits.store.ts';
