export { endPlan, grantPlan, isInTrial, trialDaysRemaining } from './plans.service.ts';
export {
  endedPlan,
  hasPayments,
  hasRunningPlan,
  isSubscribed,
  isUnlimited,
  type PlanChange,
  requirePlan,
  updatePlan,
} from './plans.store.ts';
