import type { SystemContext } from '../../../kernel/context.ts';
import {
  chooseReady,
  listReadyQueues,
  type QueueShare,
  type ReadyId,
  type SenderQueue,
  type WalkCursor,
} from '../intents/claim.store.ts';

/** What this process has in flight, and how much it can take in a round. */
export interface ClaimLimits {
  limit: number;
  per_account: number;
  taken: { account_id: number; count: number }[];
  /** Most that one organization may have in flight. */
  per_organization?: number;
  taken_by_organization?: { organization_id: number; count: number }[];
  /** Free slots; an organization gets at most half of them in a round. */
  free?: number;
  cursors?: WalkCursor[];
}

export interface ReadyRound {
  ready: ReadyId[];
  cursors: WalkCursor[];
  /** False when every sender was walked over and nothing may leave. */
  has_more: boolean;
}

/** A walk reads this many senders with due actions even with few free slots: the ones with the least in flight are chosen. */
const MIN_SENDERS = 50;

/** Finds intents that may leave: senders first, then a share of each and of each organization. Locks nothing. */
export async function findReady(ctx: Pick<SystemContext, 'systemRead'>, limits: ClaimLimits): Promise<ReadyRound> {
  const given = limits.cursors ?? [];
  const { queues, cursors } = await ctx.systemRead((tx) =>
    listReadyQueues(tx, Math.max(MIN_SENDERS, limits.limit), given),
  );
  const shares = shareOut(queues, limits);
  const ready = await ctx.systemRead((tx) => chooseReady(tx, limits.limit, shares));
  return { ready, cursors, has_more: ready.length > 0 || cursors.length > 0 || given.length > 0 };
}

function shareOut(queues: readonly SenderQueue[], limits: ClaimLimits): QueueShare[] {
  const { limit, per_account, per_organization = limit, free = 2 * limit } = limits;
  const bySender = new Map(limits.taken.map(({ account_id, count }) => [account_id, count]));
  const byOrganization = new Map(limits.taken_by_organization?.map((one) => [one.organization_id, one.count]));
  return queues.flatMap((queue) => {
    const taken = byOrganization.get(queue.organization_id) ?? 0;
    // The last slots are for organizations without any: a new one must find a slot.
    const most = Math.max(Math.floor(free / 2), taken === 0 ? 1 : 0);
    const sender_room = per_account - (bySender.get(queue.account_id) ?? 0);
    const organization_room = Math.min(per_organization - taken, most);
    if (sender_room <= 0 || organization_room <= 0) return [];
    return [{ ...queue, sender_room, organization_room, organization_taken: taken }];
  });
}
