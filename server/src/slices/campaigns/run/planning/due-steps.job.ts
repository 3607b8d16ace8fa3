import {
  computeCalendar,
  findCampaignHold,
  isStale,
  type WaitReason,
} from '@overture/domain/sending/campaign-calendar';
import { type TodaysCap, todaysCap } from '@overture/domain/sending/capacity';
import { findLaneHold } from '@overture/domain/sending/sender-holds';
import type { SharingSender } from '@overture/domain/sending/sharing';
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
import { claimLocalLeads } from '../leads/run-leads.store.ts';
import {
  isNothingDue,
  isPast,
  loadQueueHeads,
  planNextPolls,
  type QueueHeads,
  type SenderHolds,
} from './next-polls.service.ts';
import { planDueActions } from './plan-actions.service.ts';
import { type LaneRound, planLane } from './plan-lane.service.ts';
import { campaignScope, explainLanes, listPoolSenders } from './pool-holds.rules.ts';
import { totalBudgets } from './total-limits.rules.ts';

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
    const hold: WaitReason | null = isHeld
      ? { rule: 'restored_backup', until: null, recheck_in_ms: PAUSED_RECHECK_IN_MS }
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

/** Plans mails for the senders of open campaigns, over all their campaigns together. Returns how many. */
async function planMails(
  tx: SystemTransactionContext,
  open: lanes.LaneRow[],
  { holds, senderHolds, among, now }: MailLook,
): Promise<number> {
  const accountIds = [...new Set(open.flatMap((lane) => listPoolSenders(lane, 'email')))];
  if (accountIds.length === 0) return 0;
  const senders = await lockSenders(tx, accountIds);
  const held = new Map<number, WaitReason>();
  for (const sender of senders) {
    const hold = findLaneHold(sender, 'email', now);
    if (hold) held.set(sender.id, hold);
  }
  const able = senders.filter(({ id }) => !held.has(id));
  const ids = new Set(able.map((sender) => sender.id));
  const pairs = await lanes.listOpenLanes(tx, [...ids], 'email', among);
  // Zone in which each sender's day runs.
  const zones = new Map(pairs.map((lane) => [lane.sender_id, lane.timezone]));
  const plans = await openDayPlans(tx, able, zones, now);
  const capOf = (sender: Sender) =>
    todaysCap(sender, 'email', { now, zone: zones.get(sender.id) ?? 'UTC', plan: plans.get(sender.id) });
  const left = await loadBudgets(tx, able, pairs, capOf, now);
  const counts = new Map((await countOpen(tx, CAMPAIGN_STEP, [...ids])).map((row) => [row.account_id, row]));
  const free = able.map((sender) => toSharingSender(sender, capOf(sender), left, counts.get(sender.id)));
  const round = { lane: 'email' as const, pairs, senders: able, free, left, plans, held, now };
  const { picked, stops, pairStops } = await planLane(tx, round);
  const isBusy = (id: number) => !stops.has(id) && (!ids.has(id) || (counts.get(id)?.open ?? 0) > 0);
  for (const lane of explainLanes(open, { kind: 'email', picked, stops, pairStops, isBusy })) {
    if (lane.hold) holds.set(lane.campaign_id, lane.hold);
    senderHolds.set(lane.campaign_id, lane.sender_holds);
  }
  return picked.length;
}

function toSharingSender(
  sender: Sender,
  cap: TodaysCap,
  left: LaneRound['left'],
  { open, undebited } = { open: 0, undebited: 0 },
): SharingSender {
  const domain = domainBudget(sender);
  const key = domain && `${domain.scope}:${domain.scope_id}`;
  return {
    id: sender.id,
    cap,
    own: left.get(`account:${sender.id}`)!,
    domain: key === null ? null : { key, ...left.get(key)! },
    week: null,
    gap_in_seconds: sender.send_gap_in_seconds,
    open,
    undebited,
  };
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
