import { normalizeEmail } from '@overture/domain/addresses/email-address';
import type { ConditionKind } from '../node-kind.rules.ts';

/** Answered when it is reached: an address one can write to counts, any other text does not. Without one it is looked for. */
export const hasEmailCondition: ConditionKind = {
  is_available: true,
  lookup: 'FIND_EMAIL',
  readFact: ({ email }, isLookedFor) => ({
    has_email: (email !== null && normalizeEmail(email) !== null) || (isLookedFor ? false : null),
  }),
};
