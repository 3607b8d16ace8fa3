export { findDayPlans, openDayPlans } from './day-plans.store.ts';
export {
  chargeDays,
  debitDays,
  listDaysLeft,
  listRiskUse,
  listUsedDays,
  listWeeks,
  type OpenDay,
  openDays,
  refundDays,
  type WantedDay,
} from './sending-days.store.ts';
