import type { StepKind } from '../node-kind.rules.ts';

/** Comes with the LinkedIn adapter; until then a flow that holds it cannot be activated. */
export const visitLinkedinProfileStep: StepKind = { lane: null };
