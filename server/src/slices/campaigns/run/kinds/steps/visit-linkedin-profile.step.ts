import type { StepKind } from '../node-kind.rules.ts';

/** A visit the person can see. Nothing proves one: in doubt it counts as made. */
export const visitLinkedinProfileStep: StepKind = { lane: 'visit' };
