import type { ConditionKind } from '../node-kind.rules.ts';

/** Answered when it is reached: three digits or more count as a number to call. */
export const hasPhoneCondition: ConditionKind = {
  is_available: true,
  readFact: ({ phone_number }) => ({ has_phone: (phone_number?.match(/\d/g)?.length ?? 0) >= 3 }),
};
