import {
  computeCalendar,
  findCampaignHold,
  isStale,
  type WaitReason,
} from '@overture/domain/sending/campaign-calendar';
import { planCapacity, type TodaysCap, todaysCap } from '@overture/domain/sending/capacity';
import { type DayPlan, findRhythmHold } from '@overture/domain/sending/day-plan';
import { TOTAL_SCOPE } from '@overture/domain/sending/sender-choice';
import { findSenderHold } from '@overture/domain/sending/sender-holds';
import { parseHours } from '@overture/domain/sending/sending-window';
import type { SystemContext, SystemTransactionContext } from '../../../../kernel/context.ts';
import { runBatch, type Unit } from '../../../../kernel/rounds/rounds.ts';
import { failpoint } from '../../../failpoints/index.ts';
import { CAMPAIGN_STEP } from '../../../lead-endings/index.ts';
import { countOpen, wakeDispatchers } from '../../../outbound/index.ts';
import { domainBudget, lockSenders, type Sender } from '../../../senders/index.ts';
import { listDaysLeft, openDayPlans } from '../../../sending-days/index.ts';
import { getSendingState } from '../../../sending-guard/index.ts';
import * as lanes from '../lanes/lanes.store.ts';
import { advanceLocal } from '../leads/advance.service.ts';
import { type RecheckBatch, releaseDeferred } from '../leads/deferrals.store.ts';
import { type CampaignShare, claimLocalLeads, pickDueLeads, type SenderShare } from '../leads/run-leads.store.ts';
import { assignSharedLeads } from './assign-senders.service.ts';
import { deferClosedZones, deferNewLeads } from './defer-leads.service.ts';
import { enqueueLeads } from './enqueue-leads.service.ts';
import {
  isNothingDue,
  isPast,
  loadQueueHeads,
  planNextPolls,
  type QueueHeads,
  type SenderHolds,
} from './next-polls.service.ts';
import { planDueActions } from './plan-actions.service.ts';
import {
  campaignScope,
  explainLanes,
  isShared,
  listPoolSenders,
  type PairStops,
  pairKey,
  positive,
} from './pool-holds.rules.ts';
import { createTotalSplit, totalBudgets } from './total-limits.rules.ts';

/**
 * Leads read per tick over all campaigns: about 20 ms on a slow machine. 100,000 deferred leads of one campaign take a minute and a half.
 */
const MAX_ROWS_PER_TICK = 250;

/**
 * Continues the recheck of deferred leads in running campaigns whose settings or senders changed. Its position is saved in the same
 * transaction, so it survives a crash; another change starts it over. Leads already rechecked are skipped.
 */
async function recheckDeferredLeads(tx: SystemTransactionContext, claimed: readonly lanes.LaneRow[]): Promise<void> {
  const asking = claimed.filter((lane) => lane.rechecked_up_to !== null && lane.campaign_status === 'ACTIVE');
  if (asking.length === 0) return;
  const amount = Math.max(1, Math.floor(MAX_ROWS_PER_TICK / asking.length));
  const walks = asking.map(
    ({ campaign_id, rechecked_up_to }): RecheckBatch => ({ campaign_id, after: rechecked_up_to ?? 0, amount }),
  );
  const read = new Map((await releaseDeferred(tx, walks)).map((row) => [row.campaign_id, row]));
  for (const lane of asking) {
    const row = read.get(lane.campaign_id);
    lane.rechecked_up_to = row && row.amount === amount ? row.last_id : null;
  }
  await lanes.saveRecheckProgress(tx, asking);
}

/** Campaigns per transaction. */
const MAX_LANES_PER_TICK = 500;
const MAX_LOCAL_LEADS_PER_TICK = 2000;
/** How often it is checked whether the hold after a restore was released. */
const PAUSED_RECHECK_IN_MS = 5000;

/** A campaign that is due. */
interface DueLane extends Unit {
  campaign_id: number;
}

/**
 * One tick: claims due campaigns, evaluates their due conditions, and plans as many mails as sender, gap, window and budgets allow. Leads
 * that are not due cost nothing, however many there are. All of it is one transaction; when it fails, the faulty campaign is found and
 * parked, and the others are planned without it.
 * @returns how many campaigns were planned
 */
export async function runDueSteps(ctx: SystemContext): Promise<number> {
  const due = await ctx.systemRead((read) => lanes.listDueLanes(read, MAX_LANES_PER_TICK));
  if (due.length === 0) return 0;
  const units = due.map((lane): DueLane => ({ ...lane, key: String(lane.campaign_id) }));
  const looked = await runBatch(ctx, {
    loop: lanes.PLANNING_LOOP,
    units,
    run: (part) => runTick(ctx, part, part.length < units.length),
  });
  const sum = looked.reduce((all, one) => all + one, 0);
  if (sum > 0) await failpoint('after_plan_commit');
  return sum;
}

/** @param isPart of a tick that failed: campaigns of the other part, which share senders with these, are left out of it */
function runTick(ctx: SystemContext, due: readonly DueLane[], isPart: boolean): Promise<number> {
  const ids = due.map(({ campaign_id }) => campaign_id);
  const among = isPart ? ids : null;
  return ctx.systemTransaction(async (tx) => {
    const claimed = await lanes.claimDueLanes(tx, ids);
    if (claimed.length === 0) return 0;
    const { is_held, now } = await getSendingState(tx);
    await refreshCalendars(tx, claimed, now);
    await recheckDeferredLeads(tx, claimed);
    const heads = await loadQueueHeads(tx, claimed);
    if (isNothingDue(heads, now)) await lanes.commitWithoutWaiting(tx);
    const isLocalDue = ({ campaign_id, has_plan }: lanes.LaneRow): boolean =>
      has_plan && isPast(heads.get(campaign_id)?.next_local_at, now);
    await advanceDueLocal(tx, claimed.filter(isLocalDue), heads, now);
    const holds = findHolds(claimed, is_held, now);
    // A campaign polled only for safety must not lock or plan its sender.
    const open = claimed.filter(
      ({ campaign_id }) => !holds.has(campaign_id) && isPast(heads.get(campaign_id)?.next_email_at, now),
    );
    const senderHolds: SenderHolds = new Map();
    let planned = await planMails(tx, open, { holds, senderHolds, among, now });
    const actions = await planDueActions(tx, { claimed, among, heads, is_held, senderHolds, now });
    planned += actions.planned;
    await loadQueueHeads(tx, [...new Set([...open, ...actions.open])], heads);
    await planNextPolls(tx, claimed, heads, { holds, actions: actions.holds, senders: senderHolds }, now);
    await failpoint('before_plan_commit');
    if (planned > 0) tx.afterCommit(wakeDispatchers);
    return claimed.length;
  });
}

/** Why campaigns do nothing now. */
function findHolds(claimed: readonly lanes.LaneRow[], isHeld: boolean, now: Date): Map<number, WaitReason> {
  const holds = new Map<number, WaitReason>();
  for (const lane of claimed) {
    const hold = isHeld
      ? { rule: 'restored_backup' as const, until: null, look_in_ms: PAUSED_RECHECK_IN_MS }
      : findCampaignHold(lane, now);
    if (hold) holds.set(lane.campaign_id, hold);
  }
  return holds;
}

async function refreshCalendars(tx: SystemTransactionContext, claimed: lanes.LaneRow[], now: Date): Promise<void> {
  const stale = claimed.filter((lane) => isStale(lane, now));
  const fresh = stale.map((lane) => {
    if (lane.version !== lane.campaign_version) lane.rechecked_up_to = 0;
    const calendar = computeCalendar({ ...lane, version: lane.campaign_version }, now);
    Object.assign(lane, calendar);
    const { campaign_id, account_id, linkedin_account_id, rechecked_up_to } = lane;
    return { ...calendar, campaign_id, account_id, linkedin_account_id, rechecked_up_to };
  });
  await lanes.saveCalendars(tx, fresh);
}

async function advanceDueLocal(
  tx: SystemTransactionContext,
  due: readonly lanes.LaneRow[],
  heads: QueueHeads,
  now: Date,
): Promise<void> {
  if (due.length === 0) return;
  const campaignIds = due.map((lane) => lane.campaign_id);
  await advanceLocal(tx, await claimLocalLeads(tx, campaignIds, MAX_LOCAL_LEADS_PER_TICK), now);
  await loadQueueHeads(tx, due, heads);
}

interface MailLook {
  /** Both grow by why campaigns, and single senders, do nothing. */
  holds: Map<number, WaitReason>;
  senderHolds: SenderHolds;
  /** As for `listOpenLanes`. */
  among: readonly number[] | null;
  now: Date;
}

/** Plans mails for the senders of open campaigns, over all their campaigns at once. Returns how many. */
async function planMails(
  tx: SystemTransactionContext,
  open: lanes.LaneRow[],
  { holds, senderHolds, among, now }: MailLook,
): Promise<number> {
  const accountIds = [...new Set(open.flatMap((lane) => listPoolSenders(lane, 'email')))];
  if (accountIds.length === 0) return 0;
  const { free, stops } = splitSenders(await lockSenders(tx, accountIds), now);
  const freeIds = new Set(free.map((sender) => sender.id));
  const all = await lanes.listOpenLanes(tx, [...freeIds], 'email', among);
  // Zone in which each sender's day runs.
  const zones = new Map(all.map((lane) => [lane.sender_id, lane.timezone]));
  const plans = await openDayPlans(tx, free, zones, now);
  const capOf = (sender: Sender) =>
    todaysCap(sender, 'email', { now, zone: zones.get(sender.id) ?? 'UTC', plan: plans.get(sender.id) });
  const left = await loadBudgets(tx, free, all, capOf, now);
  const counts = new Map((await countOpen(tx, CAMPAIGN_STEP, [...freeIds])).map((row) => [row.account_id, row]));
  const shares = shareBudgets({ senders: free, left, counts, capOf, stops });
  const { campaigns, pairStops } = shareCampaigns(all, { left, plans, shares, now });
  await deferClosedZones(tx, { lane: 'email', pairs: all, shares, campaigns, now });
  await deferNewLeads(tx, { lane: 'email', pairs: all, shares, campaigns, left, now });
  const own = await pickDueLeads(tx, positive(shares), positive(campaigns));
  const loadOf = (sender: Sender) => {
    const cap = capOf(sender).amount;
    return { planned: cap - left.get(`account:${sender.id}`)!.left + (counts.get(sender.id)?.undebited ?? 0), cap };
  };
  const round = { lane: 'email' as const, pairs: all, senders: free, shares, campaigns, stops, pairStops, now };
  const given = await assignSharedLeads(tx, { ...round, own, loadOf });
  const picked = [...own, ...given];
  await enqueueLeads(tx, picked, null, now);
  const isBusy = (id: number) => !stops.has(id) && (!freeIds.has(id) || (counts.get(id)?.open ?? 0) > 0);
  for (const lane of explainLanes(open, { kind: 'email', picked, stops, pairStops, isBusy })) {
    if (lane.hold) holds.set(lane.campaign_id, lane.hold);
    senderHolds.set(lane.campaign_id, lane.sender_holds);
  }
  return picked.length;
}

/** Senders that may send now, and why the others may not. */
function splitSenders(senders: readonly Sender[], now: Date): { free: Sender[]; stops: Map<number, WaitReason> } {
  const free: Sender[] = [];
  const stops = new Map<number, WaitReason>();
  for (const sender of senders) {
    const hold = findSenderHold(sender, true, now);
    if (hold) stops.set(sender.id, hold);
    else free.push(sender);
  }
  return { free, stops };
}

/** How many mails each sender of each campaign may plan now, and why it may not. */
function shareCampaigns(
  all: readonly lanes.SenderLane[],
  round: {
    left: Awaited<ReturnType<typeof loadBudgets>>;
    plans: ReadonlyMap<number, DayPlan>;
    shares: readonly SenderShare[];
    now: Date;
  },
): { campaigns: CampaignShare[]; pairStops: PairStops } {
  const { left, plans, now } = round;
  const pairStops: PairStops = new Map();
  const splitTotal = createTotalSplit(all, left, round.shares);
  const campaigns = all.map((lane) => {
    const { campaign_id, sender_id } = lane;
    const budget = left.get(`${campaignScope(lane, sender_id, 'email')}:${campaign_id}`)!;
    const total = left.get(`${TOTAL_SCOPE}:${campaign_id}`);
    const hold = findMailHold(lane, { budget, total }, plans.get(sender_id), now);
    if (hold) pairStops.set(pairKey(campaign_id, sender_id), hold);
    return {
      campaign_id,
      account_id: sender_id,
      amount: hold ? 0 : splitTotal(lane, budget.left),
      takes_any: !isShared(lane, 'email') && !lane.is_leaving,
    };
  });
  return { campaigns, pairStops };
}

type DayLeft = { left: number; ends_at: Date | null };

/** Why a campaign's mails wait although its lane is open; null while they do not. */
function findMailHold(
  lane: lanes.LaneRow,
  { budget, total }: { budget: DayLeft; total: DayLeft | undefined },
  plan: DayPlan | undefined,
  now: Date,
): WaitReason | null {
  if (lane.guard_reason !== null) return { rule: 'guard', until: null };
  if (total && total.left <= 0) return { rule: 'total_limit', until: total.ends_at };
  if (budget.left <= 0) return { rule: 'daily_limit', until: budget.ends_at };
  const rest = findRhythmWait(plan, lane, now);
  return rest && { rule: 'rhythm', until: rest.until };
}

/** Until when a sender's rhythm lets nothing of a campaign leave; null while it does. */
function findRhythmWait(plan: DayPlan | undefined, lane: lanes.LaneRow, now: Date) {
  return plan ? findRhythmHold(plan, { zone: lane.timezone, window: parseHours(lane), now }) : null;
}

interface MailRound {
  senders: readonly Sender[];
  left: Awaited<ReturnType<typeof loadBudgets>>;
  counts: ReadonlyMap<number, { open: number; undebited: number }>;
  capOf: CapOf;
  stops: Map<number, WaitReason>;
}

/** How many mails each sender may plan now, and into `stops` why it may not. */
function shareBudgets({ senders, left, counts, capOf, stops }: MailRound) {
  const domains = new Map<string, number>();
  return senders.map((sender) => {
    const budget = left.get(`account:${sender.id}`)!;
    const { open, undebited } = counts.get(sender.id) ?? { open: 0, undebited: 0 };
    const domain = domainBudget(sender);
    const key = domain && `${domain.scope}:${domain.scope_id}`;
    const shared = key === null ? Number.POSITIVE_INFINITY : (domains.get(key) ?? left.get(key)!.left);
    if (budget.left <= 0) stops.set(sender.id, { rule: capOf(sender).rule, until: budget.ends_at });
    else if (shared <= 0) stops.set(sender.id, { rule: 'domain_limit', until: left.get(key!)!.ends_at });
    const remaining = Math.min(budget.left, shared) - undebited;
    const amount = planCapacity({ gap_in_seconds: sender.send_gap_in_seconds, left: remaining, open });
    if (key !== null) domains.set(key, shared - amount);
    return { account_id: sender.id, amount };
  });
}

/** What a sender may send today, and the rule that limits it. */
type CapOf = (sender: Sender) => TodaysCap;

async function loadBudgets(
  tx: SystemTransactionContext,
  senders: Sender[],
  open: lanes.SenderLane[],
  capOf: CapOf,
  now: Date,
) {
  const own = senders.map((sender) => ({
    scope: 'account',
    scope_id: sender.id,
    cap: capOf(sender).amount,
  }));
  const domains = new Map(
    senders.flatMap((sender) => {
      const budget = domainBudget(sender);
      return budget ? [[`${budget.scope}:${budget.scope_id}`, budget] as const] : [];
    }),
  );
  const campaigns = open.map((lane) => ({
    scope: campaignScope(lane, lane.sender_id, 'email'),
    scope_id: lane.campaign_id,
    cap: lane.email_max_messages,
  }));
  const rows = await listDaysLeft(tx, [...own, ...domains.values(), ...campaigns, ...totalBudgets(open)], now);
  return new Map(rows.map((row) => [`${row.scope}:${row.scope_id}`, row]));
}
