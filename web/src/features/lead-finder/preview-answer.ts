import type { FinderLead } from '@overture/contract/lead-finder';

interface Preview {
  data: { prospects: FinderLead[]; total_prospects: number; remaining_leads: number } | undefined;
  /** True while `data` still answers the question before. */
  isPlaceholderData: boolean;
}

/**
 * What may be said of a preview while the next one is on its way: its rows stay on screen, but 'No leads found' is no answer to
 * other filters, and neither is a total, unless only the page changed.
 */
export function parsePreview({ data, isPlaceholderData }: Preview, page: number) {
  const isOutdated = isPlaceholderData && data?.prospects.length === 0;
  return {
    prospects: isOutdated ? undefined : data?.prospects,
    total: isOutdated ? 0 : (data?.total_prospects ?? 0),
    remaining: data?.remaining_leads,
    isCounted: data !== undefined && (!isPlaceholderData || page > 1),
  };
}
