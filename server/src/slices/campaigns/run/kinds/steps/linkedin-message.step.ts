import type { StepKind } from '../node-kind.rules.ts';

/** A message to a connection; who is none cannot be written to. */
export const linkedinMessageStep: StepKind = { lane: 'message' };
