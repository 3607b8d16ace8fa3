import type { ConditionKind } from '../node-kind.rules.ts';

/** LinkedIn is asked when it is reached: what was true last week may not be today. */
export const alreadyConnectedCondition: ConditionKind = { is_available: true, readFact: () => ({}), lane: 'look' };
