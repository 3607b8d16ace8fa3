const DAY_IN_MS = 86_400_000;
/** Of people who go on waiting somebody is told again after so long; a morning is not always 24 hours after the one before. */
const REMIND_AFTER_IN_MS = 6.5 * DAY_IN_MS;

export const DATA_DIGEST_LIMITS = {
  /** Campaigns told of in one mail, those with most leads first, and what is missing in each. */
  campaigns: 10,
  needs: 3,
  /** Who answers for an organization gets it where whoever made a campaign is gone: so many of them, those longest there first. */
  managers: 5,
} as const;

/**
 * Whether a morning's mail has something to say: somebody came to wait since the last one, or it is a week ago. Fewer who wait are no news.
 * @param newest since when the last of those who wait has waited; null where nobody does
 * @param notified_at what the person was mailed of last: everybody who waited then; null for nothing yet
 */
export function hasDataNews(newest: Date | null, notified_at: Date | null, morning: Date): boolean {
  if (newest === null) return false;
  if (notified_at === null || newest >= notified_at) return true;
  return morning.getTime() - notified_at.getTime() >= REMIND_AFTER_IN_MS;
}
