import type { ConditionKind } from '../node-kind.rules.ts';

/** Asks LinkedIn; comes with its adapter. Until then a flow that holds it cannot be activated. */
export const acceptedInviteCondition: ConditionKind = { is_available: false, readFact: () => ({}) };
