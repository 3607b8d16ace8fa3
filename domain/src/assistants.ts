import { CONTACT_LOOKUPS, costContactLookup, costResearch, RESEARCH_SOURCES } from './money/credits.ts';

/** Bounds of what an assistant can do through the MCP server. */
export const ASSISTANT_LIMITS = {
  /** Rows of a list in one result. */
  rows: 25,
  /** Entries of a list within a row. */
  nested_rows: 100,
  text_characters: 4000,
  result_bytes: 400_000,
  request_bytes: 256 * 1024,
  call_in_ms: 60_000,
  calls_kept_in_days: 90,
  credits_per_day: 500,
  max_credits_per_day: 100_000,
  /** What a key may ask to send: an activation or a message each. */
  sends_per_day: 20,
  max_sends_per_day: 1000,
  message_characters: 20_000,
  /** Prepared actions of an organization that were not asked for. */
  prepared: 200,
  confirmation_in_minutes: 10,
  approval_in_hours: 24,
} as const;

/** What assistants may send: nothing, what a person approves in the application, or what their own program confirms. */
export const SENDING_POLICIES = ['never', 'approval', 'client'] as const;

/** Price of the most expensive task for one lead. */
export const MAX_CREDITS_PER_LEAD = Math.max(
  costResearch(RESEARCH_SOURCES, 1),
  ...CONTACT_LOOKUPS.map((lookup) => costContactLookup(lookup, 1)),
);
