import type { StepKind } from '../node-kind.rules.ts';

/** A person calls and marks it done in the leads table; the campaign waits for that. */
export const callProspectStep: StepKind = { lane: 'person' };
