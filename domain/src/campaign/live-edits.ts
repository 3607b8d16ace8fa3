import type { CampaignStatus } from './transitions.ts';

/** What was started is edited in a working copy and published; what is completed goes on with whoever a new step brings back. */
export function canEditLive(status: CampaignStatus): boolean {
  return status === 'ACTIVE' || status === 'PAUSED' || status === 'COMPLETED';
}
