import { planAt, planNext } from '../campaign/lead-plan.ts';
import { addressHold } from '../flow/address-wait.ts';
import type { Branch, FlowNode } from '../flow/flow.ts';
import { findNode } from '../flow/flow.ts';
import type { LeadFacts } from '../flow/kinds/node-kind.ts';
import { NOT_CONNECTED_TEXT } from '../linkedin/linkedin-actions.ts';
import { pauseInMs } from '../sending/capacity.ts';
import { nextSlot } from '../sending/day-plan.ts';
import { draw } from '../sending/draw.ts';
import { channelOf } from '../sending/sender-choice.ts';
import { listCrowdedOut, pairKey } from '../sending/sharing.ts';
import {
  campaignBudgets,
  findQueueHold,
  isSpaced,
  type LaneHold,
  leftOf,
  OUTBOUND_QUEUES,
  type OutboundQueue,
  ownBudgets,
  planOf,
  sendersOf,
} from './lane-holds.ts';
import type { FindProblem, Rehearsal, RehearsalInput, RehearsalSender } from './rehearsal-types.ts';
import { findPick, type LaneRound, openRound, shareOut, type Taken } from './shares.ts';
import {
  createWorld,
  dueNow,
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
  for (const lane of OUTBOUND_QUEUES) performLane(world, lane, new Date(now));
}

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

/** One round of a lane, as the planner makes it: what senders and campaigns allow, first for leads that have a sender, then for others. */
function performLane(world: World, lane: OutboundQueue, now: Date): void {
  for (let round = openRound(world, lane, now); round !== null; ) {
    const own = performOwn(world, round, now);
    if (shareOut(world, round, own, now)) world.has_more_due = true;
    const crowded = listCrowdedOut(round.sharing, round.stops, own);
    round = crowded.length > 0 ? openRound(world, lane, now, new Set(crowded.map(({ id }) => id))) : null;
  }
}

function performOwn(world: World, round: LaneRound, now: Date): Taken[] {
  const taken: Taken[] = [];
  for (const { account_id, amount } of round.shares) {
    const sender = world.senders.get(account_id)!;
    for (let free = amount; free > 0; ) {
      const next = findPick(world, round, account_id, now);
      if (next === null) break;
      if (!perform(world, sender, round.lane, next.walker, now)) continue;
      free -= 1;
      const pair = round.pairs.get(pairKey(next.walker.campaign.settings.id, account_id));
      if (pair) pair.left -= 1;
      taken.push({ campaign_id: next.walker.campaign.settings.id, account_id });
      // The rest of the day follows in the next round.
      if (!isSpaced(round.lane) || sender.send_gap_in_seconds === 0) world.has_more_due = true;
    }
  }
  return taken;
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
    holdOrFail(world, walker, node, problem, now);
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

function holdOrFail(
  world: World,
  walker: SimulatedLead,
  node: FlowNode,
  problem: NonNullable<ReturnType<FindProblem>>,
  now: Date,
): void {
  if (typeof problem === 'string') fail(world, walker, problem, now.getTime());
  else if (!holdForAddress(world, walker, node, now)) fail(world, walker, problem.text, now.getTime());
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
