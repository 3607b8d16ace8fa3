import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import { ApiError } from '../errors.ts';
import { createPresence, type Presence } from './presence.ts';

/** Lets one organization hold only a share of the database connections that requests use; the rest of its work waits its turn. */
export interface FairShare {
  run<Result>(organizationId: number, work: () => Promise<Result>): Promise<Result>;
}

interface Lane {
  running: number;
  waiting: (() => void)[];
}

/** @param places an organization has in this process, at least 1; half of them while others ask too */
export function createFairShare(slots: number, presence: Presence = createPresence()): FairShare {
  const lanes = new Map<number, Lane>();
  const slotsOf = (id: number): number => (presence.isAlone(id) ? slots : Math.max(1, Math.floor(slots / 2)));
  const enter = (lane: Lane, id: number): Promise<void> | undefined => {
    if (lane.running < slotsOf(id)) {
      lane.running += 1;
      return undefined;
    }
    return waitIn(lane);
  };
  return {
    async run(organizationId, work) {
      presence.see(organizationId);
      const lane = lanes.get(organizationId) ?? { running: 0, waiting: [] };
      lanes.set(organizationId, lane);
      await enter(lane, organizationId);
      try {
        return await work();
      } finally {
        lane.running -= 1;
        // The longest waiting request runs next, while places are free.
        while (lane.waiting.length > 0 && lane.running < slotsOf(organizationId)) {
          lane.running += 1;
          lane.waiting.shift()?.();
        }
        if (lane.running === 0) lanes.delete(organizationId);
      }
    },
  };
}

/** Resolves when a place has been given on; rejects when that takes too long, and throws when too many wait already. */
function waitIn(lane: Lane): Promise<void> {
  if (lane.waiting.length >= TENANT_LIMITS.waiting_per_organization) throw new ApiError('busy').after(5);
  return new Promise((resolve, reject) => {
    const go = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      lane.waiting = lane.waiting.filter((other) => other !== go);
      reject(new ApiError('busy').after(5));
    }, TENANT_LIMITS.wait_for_share_in_seconds * 1000);
    lane.waiting.push(go);
  });
}
