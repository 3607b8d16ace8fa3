/** Leads of a view, as far as a look-up is concerned. */
export interface LookupCounts {
  chosen: number;
  /** They have what it finds. */
  known: number;
  /** It ran for them in the last 90 days, and they are without it; one that runs counts here. */
  tried: number;
  to_look_up: number;
}

export interface LookupEstimate extends LookupCounts {
  /** If something is found for every lead. */
  most_credits: number;
  /** At the share that was found recently; null where too few look-ups say it. */
  likely_credits: number | null;
  found_percent: number | null;
}

/** A look-up without a result is not made again for so long; after it, the lead is to be looked up. */
export const TRIED_LOOKUP_DAYS = 90;

/** Look-ups of the last days that say how many are found. */
export const RECENT_LOOKUP_DAYS = 30;
const LEAST_LOOKUPS = 20;

/** What a look-up of a view costs. Nothing found costs nothing, so the most is rarely what is charged. */
export function estimateLookups(
  counts: LookupCounts,
  costPerLead: number,
  recent: { found: number; missed: number },
): LookupEstimate {
  const most_credits = counts.to_look_up * costPerLead;
  const done = recent.found + recent.missed;
  if (done < LEAST_LOOKUPS) return { ...counts, most_credits, likely_credits: null, found_percent: null };
  const share = recent.found / done;
  const likely = Math.round(counts.to_look_up * share) * costPerLead;
  return {
    ...counts,
    most_credits,
    likely_credits: Math.min(most_credits, likely >= 100 ? Math.round(likely / 10) * 10 : likely),
    found_percent: Math.round(share * 100),
  };
}
