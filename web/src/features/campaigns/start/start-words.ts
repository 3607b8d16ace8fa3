import type { Campaign } from '@overture/contract/campaigns';

/** True when starting means going on: the campaign ran before. The button and its dialog say the same word. */
export function isResume({ activated_at }: Pick<Campaign, 'activated_at'>): boolean {
  return activated_at !== null;
}
