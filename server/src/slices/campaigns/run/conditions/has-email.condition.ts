import { normalizeEmail } from '@overture/domain/email-address';
import type { ConditionKind } from '../node-kind.rules.ts';

/** Answered when it is reached: an address one can write to counts, any other text does not. */
export const hasEmailCondition: ConditionKind = {
  is_available: true,
  readFact: ({ email }) => ({ has_email: email !== null && normalizeEmail(email) !== null }),
};
