import type { LinkedinAction } from './linkedin-actions.ts';

/** What a person records about a LinkedIn action that they carry out by hand. */
export const HAND_OUTCOMES = ['done', 'already_connected', 'cannot_reach', 'skipped'] as const;
export type HandOutcome = (typeof HAND_OUTCOMES)[number];

/** Cards of LinkedIn actions that people carry out. */
export const BY_HAND = {
  /** How long a card is reserved; copying the text or opening the profile reserves it again. */
  claim_in_seconds: 600,
  undo_in_seconds: 10,
  /** How often a card is checked while it waits: a paused campaign or a closed window withdraws it. */
  recheck_in_seconds: 300,
  /** Cards that a claim tries: in one batch, and before it reports that none is left. */
  tried_at_once: 25,
  tried_at_most: 100,
  awaiting_a_page: 50,
  reply_max: 8000,
  /** Of the member's own export of connections; LinkedIn allows 30,000 connections. */
  connections_max_bytes: 8 * 1024 * 1024,
  connections_max_rows: 40_000,
} as const;

/** 'Already connected' says something about an invite, its withdrawal and a look-up only. */
export function hasHandOutcome(action: LinkedinAction, outcome: HandOutcome): boolean {
  return outcome !== 'already_connected' || action === 'invite' || action === 'withdraw' || action === 'look';
}

export const SKIPPED_BY_HAND = 'A team member skipped this step for this lead.';
