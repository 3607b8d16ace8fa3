const DAY_IN_MS = 86_400_000;
/** The reminder interval for leads that keep waiting; two mornings are not always 24 hours apart. */
const REMIND_AFTER_IN_MS = 6.5 * DAY_IN_MS;

export const DATA_DIGEST_LIMITS = {
  /** Campaigns named in one mail, those with most leads first, and what is missing in each. */
  campaigns: 10,
  needs: 3,
  /**
   * The mail goes to this many managers of the organization, longest-serving first, when the campaign's creator has
   * left.
   */
  managers: 5,
} as const;

/**
 * Whether the morning's mail has news: a lead started waiting since the last mail, or the last mail is a week old. A
 * shorter queue is no news.
 * @param newest since when the newest waiting lead has waited; null when no lead waits
 * @param notified_at when the recipient got the last mail; null for never
 */
export function hasDataNews(newest: Date | null, notified_at: Date | null, morning: Date): boolean {
  if (newest === null) return false;
  if (notified_at === null || newest >= notified_at) return true;
  return morning.getTime() - notified_at.getTime() >= REMIND_AFTER_IN_MS;
}
