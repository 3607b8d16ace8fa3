import type { CampaignStatus } from './transitions.ts';

/**
 * A started campaign is edited in a working copy and published. A completed one becomes active again with the leads
 * that a new step reactivates.
 */
export function canEditLive(status: CampaignStatus): boolean {
  return status === 'ACTIVE' || status === 'PAUSED' || status === 'COMPLETED';
}
