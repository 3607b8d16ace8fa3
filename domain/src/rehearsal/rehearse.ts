import { planAt, planNext } from '../campaign/lead-plan.ts';
import { addressHold } from '../flow/address-wait.ts';
import type { Branch, FlowNode } from '../flow/flow.ts';
import { findNode } from '../flow/flow.ts';
import type { LeadFacts } from '../flow/kinds/node-kind.ts';
import { NOT_CONNECTED_TEXT } from '../linkedin/linkedin-actions.ts';
import { keepsGap, pauseInMs, planCapacity } from '../sending/capacity.ts';
import { nextSlot } from '../sending/day-plan.ts';
import { draw } from '../sending/draw.ts';
import { channelOf } from '../sending/sender-choice.ts';
import { findSenderHold } from '../sending/sender-holds.ts';
import {
  campaignBudgets,
  findOwnHold,
  findQueueHold,
  findRest,
  type LaneHold,
  leftOf,
  OUTBOUND_QUEUES,
  type OutboundQueue,
  ownBudgets,
  planOf,
  sendersOf,
} from './lane-holds.ts';
import type { FindProblem, Rehearsal, RehearsalInput, RehearsalSender } from './rehearsal-types.ts';
import { findHead, shareOut } from './shares.ts';
import {
  createWorld,
  dueNow,
  type Entry,
  endWalk,
  follow,
  keepsOwners,
  type LaneQueue,
  queueOf,
  type RunningCampaign,
  type SimulatedLead,
  turnClock,
  type World,
} from './world.ts';

const HOUR_IN_MS = 3_600_000;
const DAY_IN_MS = 24 * HOUR_IN_MS;
/** The latest recheck of leads that are due and not held: it guarantees that the simulation ends. */
const SAFETY_STEP_IN_MS = 60_000;
/** What is drawn for an action. */
const PAUSES = 3;

/**
 * What a campaign would do, day by day, if it ran from now on: the engine's own rules (plans, windows, budgets, gaps, holds) walked
 * through in memory, with people who accept and reply at the assumed rates. Calls are made on the day they are due, and
 * every mail and action arrives. Nothing is stored, and the same input gives the same answer.
 */
export function rehearse(input: RehearsalInput, findProblem: FindProblem): Rehearsal {
  const world = createWorld(input, findProblem);
  const end = input.now.getTime() + input.horizon_in_days * DAY_IN_MS;
  let now = input.now.getTime();
  for (const walker of world.walkers) if (isInvited(walker)) scheduleReaction(world, 'invite', walker, now);
  while (world.open > 0) {
    do walkOnce(world, now);
    while (world.has_more_due);
    const holds = findHolds(world, now);
    const next = findNextInstant(world, holds, now);
    if (world.open === 0) break;
    writeWaits(world, holds, Math.min(next, end) - now);
    if (next > end) break;
    now = next;
  }
  return report(world, now);
}

/** True for a lead that was invited before the rehearsal and has not accepted yet. */
function isInvited({ campaign, node_id, lead }: SimulatedLead): boolean {
  return lead.status !== 'NOT_STARTED' && findNode(campaign.settings.flow, node_id)?.type === 'ACCEPTED_INVITE';
}

/** What can be done at one instant, once round. What becomes due by it makes the world restless. */
function walkOnce(world: World, now: number): void {
  turnClock(world, now);
  world.has_more_due = false;
  publishEvent(world, now);
  advanceLocal(world, now);
  const instant = new Date(now);
  for (const sender of world.senders.values()) {
    // A sender in its pause is asked once, not for each of its lanes; look-ups pass beside it.
    const isHeld = findSenderHold(sender, true, instant) !== null;
    for (const lane of OUTBOUND_QUEUES) {
      const isItsLane = (lane === 'email') === (sender.channel === 'email');
      if (isItsLane && !(isHeld && isSpaced(lane))) act(world, sender, lane, instant);
    }
  }
  if (shareOut(world, instant)) world.has_more_due = true;
}

const isSpaced = (lane: OutboundQueue): boolean => lane === 'email' || keepsGap(lane);

/** People accept and reply. A reply ends the campaign for them. */
function publishEvent(world: World, now: number): void {
  for (let next = world.events.peek(); next !== undefined && next.at <= now; next = world.events.peek()) {
    world.events.pop();
    const { walker, kind } = next;
    if (kind === 'replies') endWalk(world, walker, 'replied', now);
    else if (walker.is_invited && walker.ended === null) accept(world, walker, now);
  }
}

function accept(world: World, walker: SimulatedLead, now: number): void {
  walker.connected_at = new Date(now);
  const node = findNode(walker.campaign.settings.flow, walker.node_id);
  if (node?.type === 'ACCEPTED_INVITE' && walker.lane === 'local') dueNow(world, walker, now);
}

/** Conditions that are due, and calls, which are made when they are. */
function advanceLocal(world: World, now: number): void {
  for (const campaign of world.campaigns) {
    for (const lane of ['local', 'person'] as const) {
      const queues = campaign.queues.get(lane);
      for (const queue of queues ? [queues.follow_ups, queues.first] : []) {
        for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) {
          if (lane === 'person') finishCall(world, entry.walker, now);
          else decide(world, entry.walker, now);
        }
      }
    }
  }
}

function decide(world: World, walker: SimulatedLead, now: number): void {
  const { settings, working_days } = walker.campaign;
  const lead = { status: 'ACTIVE', next_node_id: walker.node_id, next_at: new Date(walker.at) };
  follow(world, walker, planAt(settings.flow, lead, factsOf(walker), new Date(now), working_days), now);
}

function finishCall(world: World, walker: SimulatedLead, now: number): void {
  if (walker.campaign.is_rehearsed) world.book.addCall(now);
  finish(world, walker, null, now);
}

function factsOf({ lead, connected_at, held }: SimulatedLead): LeadFacts {
  return { ...lead.facts, invite_accepted_at: connected_at, held };
}

/** The lead's current node is done: follow the flow. */
function finish(world: World, walker: SimulatedLead, branch: Branch | null, now: number): void {
  const finished_at = new Date(now);
  walker.is_new = false;
  const done = { node_id: walker.node_id!, finished_at, branch };
  const position = { status: 'ACTIVE' as const, started_at: finished_at, done };
  const { settings, working_days } = walker.campaign;
  follow(world, walker, planNext(settings.flow, position, factsOf(walker), finished_at, working_days), now);
}

/** As much of a lane as gap, budgets and holds of a sender allow at one instant. */
function act(world: World, sender: RehearsalSender, lane: OutboundQueue, now: Date): void {
  let next = findPick(world, sender, lane, now);
  if (next === null || findOwnHold(world, sender, lane, now) !== null) return;
  const left = Math.min(...ownBudgets(world, sender, lane, now).map((budget) => leftOf(world, budget, now).left));
  const gap_in_seconds = isSpaced(lane) ? sender.send_gap_in_seconds : 0;
  let capacity = planCapacity({ gap_in_seconds, left, open: 0 });
  if (capacity < left && gap_in_seconds === 0) world.has_more_due = true;
  for (; next !== null && capacity > 0; next = findPick(world, sender, lane, now)) {
    if (perform(world, sender, lane, next.walker, now)) capacity -= 1;
  }
}

/** The next lead of a sender's campaigns: follow-ups before first actions, then the longest waiting. */
function findPick(world: World, sender: RehearsalSender, lane: OutboundQueue, now: Date): Entry | null {
  let best: (Entry & { rank: number }) | null = null;
  for (const campaign of world.campaigns) {
    for (const queue of ownQueues(campaign, sender, lane)) {
      const isDue = queue.follow_ups.peek() ?? queue.first.peek();
      if (!isDue || findCampaignStop(world, sender, campaign, lane, now)) continue;
      const head = findHead(world, campaign, queue, now);
      if (!head) continue;
      const rank = head.walker.is_new ? 1 : 0;
      const isBetter =
        best === null ||
        rank < best.rank ||
        (rank === best.rank && (head.at < best.at || (head.at === best.at && head.id < best.id)));
      if (isBetter) best = { ...head, rank };
    }
  }
  return best;
}

/** The queues of a sender: its own, and unowned ones if it is the only sender. */
function ownQueues({ queues, pools }: RunningCampaign, sender: RehearsalSender, lane: OutboundQueue): LaneQueue[] {
  const { takers, is_shared } = pools[channelOf(lane)];
  const shared = !is_shared && takers[0] === sender.id ? queues.get(lane) : undefined;
  const own = queues.get(`${lane}/${sender.id}`);
  return [own, shared].filter((queue) => queue !== undefined);
}

/** What of the campaign itself, not of its sender, keeps a lane shut. */
function findCampaignStop(
  world: World,
  sender: RehearsalSender,
  campaign: RunningCampaign,
  lane: OutboundQueue,
  now: Date,
): boolean {
  const { calendar } = campaign;
  if (now < calendar.opens_at || now >= calendar.closes_at) return true;
  if (findRest(world, sender, campaign, lane, now) !== null) return true;
  return campaignBudgets(campaign, sender, lane, false).some((budget) => leftOf(world, budget, now).left <= 0);
}

/** One action for one lead. False when the lead fails before anything leaves: that costs no budget and no pause. */
function perform(
  world: World,
  sender: RehearsalSender,
  lane: OutboundQueue,
  walker: SimulatedLead,
  now: Date,
): boolean {
  const { campaign } = walker;
  const queue = queueOf(walker, lane);
  (walker.is_new ? queue.first : queue.follow_ups).shift();
  if (keepsOwners(campaign.pools[channelOf(lane)])) walker.owners[channelOf(lane)] = sender.id;
  const node = findNode(campaign.settings.flow, walker.node_id)!;
  const problem = world.findProblem(walker.lead, node);
  if (problem !== null) {
    const isHeld = typeof problem !== 'string' && holdForAddress(world, walker, node, now);
    if (!isHeld) fail(world, walker, typeof problem === 'string' ? problem : problem.text, now.getTime());
    return false;
  }
  debit(world, sender, lane, walker, now);
  const at = now.getTime();
  if (lane === 'message' && walker.connected_at === null) {
    fail(world, walker, NOT_CONNECTED_TEXT, at);
    return true;
  }
  if (!campaign.is_rehearsed) world.book.addOther(sender.id, at);
  else if (lane !== 'look') world.book.addAction(sender.id, lane, at);
  scheduleReaction(world, lane, walker, at);
  finish(world, walker, lane === 'look' ? (walker.connected_at === null ? 'no' : 'yes') : null, at);
  return true;
}

/**
 * A rehearsal finds no addresses: the lead waits for the full time and continues. False if it would wait without end.
 */
function holdForAddress(world: World, walker: SimulatedLead, node: FlowNode, now: Date): boolean {
  const held = { node_id: node.id, since: now, has_email: false, has_linkedin: false };
  if (addressHold(node, held) === null) return false;
  walker.held = held;
  decide(world, walker, now.getTime());
  return true;
}

function fail(world: World, walker: SimulatedLead, problem: string, now: number): void {
  if (walker.campaign.is_rehearsed) world.book.addFailure(problem);
  endWalk(world, walker, 'failed', now);
}

function debit(world: World, sender: RehearsalSender, lane: OutboundQueue, walker: SimulatedLead, now: Date): void {
  const { campaign } = walker;
  const { hours } = campaign;
  const { timezone } = campaign.settings;
  const own = ownBudgets(world, sender, lane, now);
  for (const budget of [...own, ...campaignBudgets(campaign, sender, lane, walker.is_new)])
    world.budgets.debit(budget.scope, budget.scope_id, timezone, now);
  world.actions += 1;
  if (lane === 'look') return;
  const random = draw(world.input.seed, world.actions, PAUSES);
  const plan = lane === 'email' ? planOf(world, sender, now) : null;
  if (plan) {
    const [own] = ownBudgets(world, sender, lane, now);
    const { left } = leftOf(world, own!, now);
    const facts = { zone: timezone, window: hours, now };
    sender.next_send_at = nextSlot(plan, facts, { left, rhythm_gap_in_seconds: sender.rhythm_gap_in_seconds }, random);
    return;
  }
  const pause = pauseInMs(sender.channel, sender.send_gap_in_seconds, random);
  if (pause > 0) sender.next_send_at = new Date(now.getTime() + pause);
}

/** What the lead will do about an action, and when. */
function scheduleReaction(world: World, lane: OutboundQueue, walker: SimulatedLead, now: number): void {
  const { assumptions } = world.input;
  const { id } = walker.lead;
  const { reached } = walker.campaign;
  if (lane === 'withdraw') walker.is_invited = false;
  if (lane === 'invite' && walker.connected_at === null) {
    walker.is_invited = true;
    walker.will_accept ??= drawNext(reached, 'invited', assumptions.accept_rate);
    if (walker.will_accept) {
      world.events.push({ at: now + assumptions.accept_after_in_hours * HOUR_IN_MS, id, walker, kind: 'accepts' });
    }
  }
  const isMessage = lane === 'email' || lane === 'message' || lane === 'inmail';
  if (!isMessage || walker.will_reply !== null) return;
  walker.will_reply = drawNext(reached, 'written', assumptions.reply_rate);
  if (!walker.will_reply) return;
  world.events.push({ at: now + assumptions.reply_after_in_hours * HOUR_IN_MS, id, walker, kind: 'replies' });
}

/** Counts one more lead and decides whether it reacts: of any number of leads `rate` percent do, rounded. */
function drawNext(reached: RunningCampaign['reached'], what: 'invited' | 'written', rate: number): boolean {
  reached[what] += 1;
  const number = reached[what];
  return Math.round((number * rate) / 100) > Math.round(((number - 1) * rate) / 100);
}

interface HeldLane {
  campaign: RunningCampaign;
  queue: LaneQueue;
  waiting: number;
  later: number;
  hold: LaneHold | null;
}

/** Every lane of the door with leads in it, and why they do not leave now. */
function findHolds(world: World, now: number): HeldLane[] {
  const instant = new Date(now);
  const held: HeldLane[] = [];
  for (const campaign of world.campaigns) {
    for (const queue of campaign.queues.values()) {
      const { lane, follow_ups, first } = queue;
      if (lane === 'local' || lane === 'person') continue;
      const isDue = follow_ups.peek() !== undefined || first.peek() !== undefined;
      const waiting = isDue ? follow_ups.waiting + first.waiting : 0;
      const later = Math.min(follow_ups.nextAt() ?? Infinity, first.nextAt() ?? Infinity);
      if (!isDue && later === Infinity) continue;
      held.push({ campaign, queue, waiting, later, hold: findQueueHold(world, campaign, queue, instant) });
    }
  }
  return held;
}

/** The next instant at which anything can change. */
function findNextInstant(world: World, holds: readonly HeldLane[], now: number): number {
  let next = world.events.peek()?.at ?? Number.POSITIVE_INFINITY;
  for (const { queues } of world.campaigns) {
    for (const queue of [queues.get('local'), queues.get('person')]) {
      next = Math.min(next, queue?.follow_ups.nextAt() ?? Infinity, queue?.first.nextAt() ?? Infinity);
    }
  }
  for (const { waiting, later, hold } of holds) {
    const at = waiting > 0 ? now + SAFETY_STEP_IN_MS : later;
    next = Math.min(next, hold === null ? at : Math.max(waiting > 0 ? 0 : later, hold.until));
  }
  return next;
}

/** Records which leads waited for what until the next instant. */
function writeWaits(world: World, holds: readonly HeldLane[], ms: number): void {
  for (const { campaign, queue, waiting, hold } of holds) {
    if (!campaign.is_rehearsed || waiting === 0 || !hold) continue;
    const account_id = hold.account_id ?? sendersOf(world, campaign, queue)[0]?.id ?? null;
    world.book.addWait({ rule: hold.rule, lane: queue.lane, account_id, limit: hold.limit }, waiting, ms);
  }
}

function report(world: World, now: number): Rehearsal {
  const walkers = world.walkers.filter((walker) => walker.campaign.is_rehearsed);
  // Who answers the last message does so when the campaign is over for it, and counts as having replied.
  const endOf = ({ ended, will_reply }: SimulatedLead) => (ended === 'completed' && will_reply ? 'replied' : ended);
  const count = (ended: SimulatedLead['ended']) => walkers.filter((walker) => endOf(walker) === ended).length;
  const open = count(null);
  const held = new Map<Rehearsal['held'][number]['rule'], number>();
  for (const walker of walkers) {
    if (walker.ended !== null || walker.lane === null) continue;
    const isOutbound = walker.lane !== 'local' && walker.lane !== 'person';
    const hold =
      isOutbound && walker.at <= now
        ? findQueueHold(world, walker.campaign, queueOf(walker, walker.lane), new Date(now))
        : null;
    const rule = hold?.rule ?? walker.put_off ?? 'delay';
    held.set(rule, (held.get(rule) ?? 0) + 1);
  }
  return {
    ...world.book.report(),
    leads: {
      total: walkers.length,
      completed: count('completed'),
      replied: count('replied'),
      failed: count('failed'),
      open,
    },
    finishes_at: open > 0 || world.last_end_at === null ? null : new Date(world.last_end_at),
    held: [...held].map(([rule, leads]) => ({ rule, leads })).sort((a, b) => b.leads - a.leads),
  };
}
