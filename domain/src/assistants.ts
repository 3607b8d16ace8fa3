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
} as const;

/** Price of the most expensive task for one lead. */
export const MAX_CREDITS_PER_LEAD = Math.max(
  costResearch(RESEARCH_SOURCES, 1),
  ...CONTACT_LOOKUPS.map((lookup) => costContactLookup(lookup, 1)),
);
