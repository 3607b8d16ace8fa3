import type { LinkedinAction } from '@overture/domain/linkedin-actions';

/** What the settings of a campaign allow a day; null where they say nothing. */
export function campaignCap(
  campaign: { linkedin_max_connections: number; linkedin_max_messages: number },
  action: LinkedinAction,
): number | null {
  if (action === 'invite') return campaign.linkedin_max_connections;
  return action === 'message' ? campaign.linkedin_max_messages : null;
}
