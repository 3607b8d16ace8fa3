import type { StepKind } from '../node-kind.rules.ts';

/** An invitation, with a note where the tier of the sender has one. */
export const linkedinInviteStep: StepKind = { lane: 'invite' };
