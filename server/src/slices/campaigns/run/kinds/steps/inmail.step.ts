import type { StepKind } from '../node-kind.rules.ts';

/** A message to somebody who is no connection, from the paid product of the sender. */
export const inmailStep: StepKind = { lane: 'inmail' };
