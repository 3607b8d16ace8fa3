import type { StepKind } from '../node-kind.rules.ts';

/** Takes back an invitation that is still open; without one there is nothing to do. */
export const deleteLinkedinInviteStep: StepKind = { lane: 'withdraw' };
