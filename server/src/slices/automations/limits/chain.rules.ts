import { AUTOMATION_LIMITS } from '@overture/domain/automations/automations';

/** Why a cause (an automation, or a rule of a board with a minus) may not act on an event of this chain, in words; null if it may. */
export function findChainEnd(chain: readonly number[], cause: number): string | null {
  if (chain.includes(cause))
    return `${cause < 0 ? 'This rule' : 'This automation'} caused the event itself, so it does not run again.`;
  if (chain.length >= AUTOMATION_LIMITS.depth)
    return `${chain.length} automations in a row caused this event. The chain ends here.`;
  return null;
}
