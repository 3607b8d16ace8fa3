import type { CampaignStatus } from './transitions.ts';

/** What was started is edited in a working copy and published. */
export function canEditLive(status: CampaignStatus): boolean {
  return status === 'ACTIVE' || status === 'PAUSED';
}
