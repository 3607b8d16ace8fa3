import { LINKEDIN_ACTIONS, type LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import { findCampaignHold, type WaitReason } from '@overture/domain/sending/campaign-calendar';
import { campaignCap, keepsGap, scopeOf, spacedWith, todaysCap } from '@overture/domain/sending/capacity';
import type { DayPlan } from '@overture/domain/sending/day-plan';
import type { RiskUse } from '@overture/domain/sending/risk-budget';
import { findLaneHold } from '@overture/domain/sending/sender-holds';
import type { SharingSender } from '@overture/domain/sending/sharing';
import { weekdaysOf } from '@overture/domain/sending/working-days';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import { CAMPAIGN_STEP } from '../../../lead-endings/index.ts';
import { countOpen } from '../../../outbound/index.ts';
import { findRisk, lockSenders, type Sender } from '../../../senders/index.ts';
import { listDaysLeft, listRiskUse, listWeeks, openDayPlans } from '../../../sending-days/index.ts';
import * as lanes from '../lanes/lanes.store.ts';
import { type ActionHolds, isPast, type QueueHeads, type SenderHolds } from './next-polls.service.ts';
import { type LaneRound, planLane } from './plan-lane.service.ts';
import { campaignScope, explainLanes, listPoolSenders } from './pool-holds.rules.ts';
import { newLeadsBudgets } from './total-limits.rules.ts';

/** How often it is checked whether the hold after a restore was released. */
const PAUSED_RECHECK_IN_MS = 5000;

interface Look {
  claimed: readonly lanes.LaneRow[];
  /** As for `listOpenLanes`. */
  among: readonly number[] | null;
  heads: QueueHeads;
  is_held: boolean;
  /** Grows by why single senders do nothing. */
  senderHolds: SenderHolds;
  now: Date;
}

/**
 * Plans due LinkedIn actions, one kind after the other: follow-ups before invitations, as many as gap, budgets and limits per kind allow.
 * Returns the campaigns planned for, and the wait reasons of the others.
 */
export async function planDueActions(
  tx: SystemTransactionContext,
  look: Look,
): Promise<{ planned: number; open: lanes.LaneRow[]; holds: ActionHolds }> {
  const holds: ActionHolds = new Map();
  const due = look.claimed.filter((lane) => dueActions(look, lane).length > 0);
  const open: lanes.LaneRow[] = [];
  for (const lane of due) {
    const hold: WaitReason | null = look.is_held
      ? { rule: 'restored_backup', until: null, recheck_in_ms: PAUSED_RECHECK_IN_MS }
      : findCampaignHold({ ...lane, account_id: lane.linkedin_account_id }, look.now);
    if (!hold) open.push(lane);
    else for (const action of LINKEDIN_ACTIONS) addHold(holds, lane.campaign_id, action, hold);
  }
  if (open.length === 0) return { planned: 0, open, holds };
  const round = await openRound(tx, open, look);
  let planned = 0;
  for (const action of LINKEDIN_ACTIONS) {
    const wanted = open.filter((lane) => dueActions(look, lane).includes(action));
    if (wanted.length > 0)
      planned += await planActions(tx, {
        ...round,
        action,
        wanted,
        holds,
        senderHolds: look.senderHolds,
        now: look.now,
      });
  }
  return { planned, open, holds };
}

function dueActions({ heads, now }: Look, lane: lanes.LaneRow): LinkedinAction[] {
  const actions = heads.get(lane.campaign_id)?.next_actions ?? {};
  return LINKEDIN_ACTIONS.filter((action) => isPast(actions[action], now));
}

function addHold(holds: ActionHolds, campaignId: number, action: LinkedinAction, hold: WaitReason): void {
  holds.set(campaignId, { ...holds.get(campaignId), [action]: hold });
}

interface Round {
  senders: Sender[];
  lanes: lanes.SenderLane[];
  lanes_of: ReadonlyMap<number, readonly lanes.SenderLane[]>;
  /** Actions in the outbox, by sender and kind; grows as this round plans. */
  counts: Map<string, { open: number; undebited: number }>;
  weeks: Awaited<ReturnType<typeof listWeeks>>;
  plans: Map<number, DayPlan>;
  uses: ReadonlyMap<number, RiskUse>;
}

async function openRound(
  tx: SystemTransactionContext,
  open: readonly lanes.LaneRow[],
  { among, now }: Look,
): Promise<Round> {
  const senders = await lockSenders(tx, [...new Set(open.flatMap((lane) => listPoolSenders(lane, 'linkedin')))]);
  const ids = senders.map((sender) => sender.id);
  const rows = await countOpen(tx, CAMPAIGN_STEP, ids);
  const all = await lanes.listOpenLanes(tx, ids, 'linkedin', among);
  const zones = new Map(all.map((lane) => [lane.sender_id, lane.timezone]));
  return {
    senders,
    plans: await openDayPlans(tx, senders, zones, now),
    lanes: all,
    lanes_of: Map.groupBy(all, (lane) => lane.sender_id),
    counts: new Map(rows.map((row) => [`${row.account_id}:${row.action}`, row])),
    weeks: await listWeeks(tx, ids, now),
    uses: await listRiskUse(
      tx,
      senders.filter((sender) => sender.enforces_risk).map(({ id }) => id),
      now,
    ),
  };
}

interface ActionBatch extends Round {
  action: LinkedinAction;
  wanted: readonly lanes.LaneRow[];
  holds: ActionHolds;
  senderHolds: SenderHolds;
  now: Date;
}

/** Plans one kind of action for all senders together. Returns how many. */
async function planActions(tx: SystemTransactionContext, batch: ActionBatch): Promise<number> {
  const { action, senders, wanted, holds, senderHolds, now } = batch;
  const held = new Map<number, WaitReason>();
  for (const sender of senders) {
    const hold = findLaneHold(sender, action, now);
    if (hold) held.set(sender.id, hold);
  }
  const left = await loadBudgets(tx, batch);
  const free = senders.filter(({ id }) => !held.has(id)).map((sender) => toSharingSender(batch, sender, left));
  const round = { lane: action, pairs: batch.lanes, senders, free, left, plans: batch.plans, held, now };
  const { picked, stops, pairStops } = await planLane(tx, round);
  for (const { account_id } of picked) {
    const count = findCount(batch, account_id, action);
    batch.counts.set(`${account_id}:${action}`, { open: count.open + 1, undebited: count.undebited + 1 });
  }
  const known = new Set(senders.map(({ id }) => id));
  const isBusy = (id: number) =>
    !known.has(id) || spacedWith(action).some((other) => findCount(batch, id, other).open > 0);
  for (const lane of explainLanes(wanted, { kind: action, picked, stops, pairStops, isBusy })) {
    const { campaign_id, hold, sender_holds } = lane;
    if (hold) addHold(holds, campaign_id, action, hold);
    senderHolds.set(campaign_id, { ...senderHolds.get(campaign_id), ...sender_holds });
  }
  return picked.length;
}

function findDailyCap({ action, weeks, plans, uses, lanes_of, now }: ActionBatch, sender: Sender) {
  const mine = lanes_of.get(sender.id) ?? [];
  // A sender with several campaigns spreads its week over the working days of the busiest one.
  const working_days = Math.max(1, ...mine.map((lane) => weekdaysOf(lane).length));
  const zone = mine[0]?.timezone ?? 'UTC';
  const plan = plans.get(sender.id);
  const week_used = weeks.get(sender.id)?.used ?? 0;
  return todaysCap(sender, action, { now, zone, week_used, working_days, plan, risk: findRisk(sender, uses, now) });
}

function findCount({ counts }: Round, accountId: number, action: LinkedinAction) {
  return counts.get(`${accountId}:${action}`) ?? { open: 0, undebited: 0 };
}

/** With a gap a sender has one action in the outbox at a time, of any kind; look-ups are exempt. */
function toSharingSender(batch: ActionBatch, sender: Sender, left: LaneRound['left']): SharingSender {
  const { action, weeks } = batch;
  const { id } = sender;
  const week = action === 'invite' ? weeks.get(id) : undefined;
  return {
    id,
    cap: findDailyCap(batch, sender),
    own: left.get(`${scopeOf(action)}:${id}`)!,
    domain: null,
    week: week ? { ...week, limit: sender.linkedin_weekly_invites } : null,
    gap_in_seconds: keepsGap(action) ? sender.send_gap_in_seconds : 0,
    open: spacedWith(action).reduce((sum, other) => sum + findCount(batch, id, other).open, 0),
    undebited: findCount(batch, id, action).undebited,
  };
}

async function loadBudgets(tx: SystemTransactionContext, batch: ActionBatch) {
  const { action, senders, now } = batch;
  const own = senders.map((sender) => {
    return { scope: scopeOf(action), scope_id: sender.id, cap: findDailyCap(batch, sender).amount };
  });
  const campaigns = batch.lanes.flatMap((lane) => {
    const cap = campaignCap(lane, action);
    return cap === null
      ? []
      : [{ scope: campaignScope(lane, lane.sender_id, action), scope_id: lane.campaign_id, cap }];
  });
  const rows = await listDaysLeft(tx, [...own, ...campaigns, ...newLeadsBudgets(batch.lanes)], now);
  return new Map(rows.map((row) => [`${row.scope}:${row.scope_id}`, row]));
}
