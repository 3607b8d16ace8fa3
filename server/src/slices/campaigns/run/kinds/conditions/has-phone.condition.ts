import type { ConditionKind } from '../node-kind.rules.ts';

/** Answered when it is reached: three digits or more count as a number to call. Without one it is looked for. */
export const hasPhoneCondition: ConditionKind = {
  is_available: true,
  lookup: 'FIND_PHONE',
  readFact: ({ phone_number }, isLookedFor) => ({
    has_phone: (phone_number?.match(/\d/g)?.length ?? 0) >= 3 || (isLookedFor ? false : null),
  }),
};
