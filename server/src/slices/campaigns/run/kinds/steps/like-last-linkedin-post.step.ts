import type { StepKind } from '../node-kind.rules.ts';

/** Likes the newest post; without one there is nothing to do. */
export const likeLastLinkedinPostStep: StepKind = { lane: 'like' };
