export {
  applyBilling,
  grantCredits,
  notEnoughCredits,
  releaseCredits,
  reserveCredits,
  settleCredits,
} from './credits.service.ts';
export { type ReservedPart, readBalance } from './credits.store.ts';
