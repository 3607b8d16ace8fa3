import type { ConditionKind } from '../node-kind.rules.ts';

/** Yes the moment the connection is seen (by webhook or by asking), no when the wait is over. */
export const acceptedInviteCondition: ConditionKind = {
  is_available: true,
  readFact: ({ connected_at }) => ({ invite_accepted_at: connected_at ?? null }),
};
