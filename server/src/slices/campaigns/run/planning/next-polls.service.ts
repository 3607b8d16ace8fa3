import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import { SAFETY_POLL_IN_MS, type WaitReason } from '@overture/domain/sending/campaign-calendar';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import * as lanes from '../lanes/lanes.store.ts';

/** A queue that is not empty is polled again this soon. */
const BUSY_POLL_IN_MS = 200;

/** The queue heads of running campaigns, by id. */
export type QueueHeads = Map<number, lanes.QueueHead>;

/** Loads the queue heads of the running campaigns among `of`, replacing the entries in `heads`. */
export async function loadQueueHeads(
  tx: SystemTransactionContext,
  of: readonly lanes.LaneRow[],
  heads: QueueHeads = new Map(),
): Promise<QueueHeads> {
  const active = of.filter((lane) => lane.campaign_status === 'ACTIVE');
  const ids = (rows: readonly lanes.LaneRow[]) => rows.map((lane) => lane.campaign_id);
  // Campaigns by mail alone are spared the probes; a sender, once chosen, stays named by its campaign.
  const actions = await lanes.findNextActions(tx, ids(active.filter((lane) => lane.linkedin_account_id !== null)));
  for (const row of await lanes.findQueueHeads(tx, ids(active))) {
    heads.set(row.campaign_id, { ...row, next_actions: actions.get(row.campaign_id) ?? {} });
  }
  return heads;
}

export const isPast = (at: Date | null | undefined, now: Date): boolean => at != null && at <= now;

/** True when nothing is due and no campaign ends: the round only sets the next poll. */
export function isNothingDue(heads: QueueHeads, now: Date): boolean {
  return [...heads.values()].every((head) => {
    const times = listTimes(head);
    return times.length > 0 && times.every((at) => !isPast(at, now));
  });
}

function listTimes({ next_email_at, next_local_at, next_actions }: lanes.QueueHead): Date[] {
  return [next_email_at, next_local_at, ...Object.values(next_actions)].filter((at) => at !== null);
}

/** Why a sort of LinkedIn action does not leave a campaign. */
export type ActionHolds = Map<number, Partial<Record<LinkedinAction, WaitReason>>>;

/** Why single senders send nothing of a campaign that has several, as it is written down. */
export type SenderHolds = Map<number, Record<string, Pick<WaitReason, 'rule' | 'until'>>>;

/** Sets each campaign's next poll and why nothing is sent until then. Completes campaigns without a next step. */
export async function planNextPolls(
  tx: SystemTransactionContext,
  claimed: readonly lanes.LaneRow[],
  heads: QueueHeads,
  why: { holds: ReadonlyMap<number, WaitReason>; actions: ActionHolds; senders: SenderHolds },
  now: Date,
): Promise<void> {
  const active = claimed.filter((lane) => lane.campaign_status === 'ACTIVE').map((lane) => lane.campaign_id);
  const empty = active.filter((id) => {
    const head = heads.get(id);
    return head === undefined || listTimes(head).length === 0;
  });
  const completed = await lanes.completeCampaigns(tx, empty);
  for (const { id, organization_id } of completed) {
    tx.forOrganization(organization_id).live.publish('campaign_status', { campaign_id: id, status: 'COMPLETED' });
  }
  await lanes.saveNextPolls(
    tx,
    claimed.map((lane) => {
      const hold = why.holds.get(lane.campaign_id) ?? null;
      const actions = why.actions.get(lane.campaign_id) ?? {};
      const head = heads.get(lane.campaign_id);
      const isAsking = lane.rechecked_up_to !== null;
      const look_at = lane.campaign_status === 'ACTIVE' ? nextPollAt({ head, hold, actions, isAsking }, now) : null;
      return {
        campaign_id: lane.campaign_id,
        look_at,
        waiting_rule: hold?.rule ?? null,
        waiting_until: hold?.until ?? null,
        sender_holds: why.senders.get(lane.campaign_id) ?? {},
        linkedin_holds: Object.fromEntries(
          Object.entries(actions).map(([action, { rule, until }]) => [action, { rule, until }]),
        ),
      };
    }),
  );
}

interface NextPoll {
  head: lanes.QueueHead | undefined;
  hold: WaitReason | null;
  actions: Partial<Record<LinkedinAction, WaitReason>>;
  /** More deferred leads are to be rechecked. */
  isAsking: boolean;
}

function nextPollAt({ head: left, hold, actions, isAsking }: NextPoll, now: Date): Date | null {
  const soonest = now.getTime() + BUSY_POLL_IN_MS;
  if (isAsking) return new Date(soonest);
  if (left === undefined) return null;
  const latest = now.getTime() + SAFETY_POLL_IN_MS;
  const times: number[] = [];
  // Conditions are evaluated outside the window too, but may cost credits.
  const localHold = hold?.rule === 'subscription' ? hold : null;
  if (left.next_local_at) times.push(heldUntil(left.next_local_at, localHold, now));
  if (left.next_email_at) times.push(heldUntil(left.next_email_at, hold, now));
  for (const [action, at] of Object.entries(left.next_actions)) {
    times.push(heldUntil(at, actions[action as LinkedinAction] ?? null, now));
  }
  if (times.length === 0) return null;
  return new Date(Math.min(latest, Math.max(soonest, Math.min(...times))));
}

function heldUntil(at: Date, hold: WaitReason | null, now: Date): number {
  if (!hold) return at.getTime();
  return Math.max(hold.until?.getTime() ?? now.getTime() + (hold.recheck_in_ms ?? SAFETY_POLL_IN_MS), at.getTime());
}
