import { firstLane, type Plan } from '../campaign/lead-plan.ts';
import { closedFor } from '../campaign/next-move.ts';
import { addressHold } from '../flow/address-wait.ts';
import { delayInHours } from '../flow/delays.ts';
import { findNode, firstNode } from '../flow/flow.ts';
import type { HeldLead, Lane } from '../flow/kinds/node-kind.ts';
import { type CampaignCalendar, computeCalendar, isStale } from '../sending/campaign-calendar.ts';
import type { DayPlan } from '../sending/day-plan.ts';
import { LeadHours, usesLeadPlace } from '../sending/lead-hours.ts';
import { channelOf } from '../sending/sender-choice.ts';
import { openWeekdays, parseHours, type SendingHours } from '../sending/sending-window.ts';
import type { WaitingRule } from '../sending/waiting-rules.ts';
import { addDelay, getWorkingDays, type WorkingDays } from '../sending/working-days.ts';
import { Budgets } from './budgets.ts';
import { DayBook } from './day-book.ts';
import { DueHeap, LeadQueue } from './due-queue.ts';
import type {
  FindProblem,
  RehearsalCampaign,
  RehearsalInput,
  RehearsalLead,
  RehearsalSender,
} from './rehearsal-types.ts';

/** A lead on its way through the rehearsal. */
export interface SimulatedLead {
  lead: RehearsalLead;
  campaign: RunningCampaign;
  node_id: number | null;
  lane: Lane | null;
  /** Due, in milliseconds; its entry in a queue is stale when it says another instant. */
  at: number;
  /** Nothing was done for it yet: follow-ups go before it. */
  is_new: boolean;
  /** The lead's sender on each channel; null for none, and always null in a campaign with one sender. */
  owners: { email: number | null; linkedin: number | null };
  connected_at: Date | null;
  is_invited: boolean;
  /** Null until its first invite, or its first message. */
  will_accept: boolean | null;
  will_reply: boolean | null;
  ended: 'completed' | 'replied' | 'failed' | null;
  /** Why it is deferred until `at`; null when it is not deferred. */
  put_off: WaitingRule | null;
  /** It waits for an address at a node. */
  held: HeldLead | null;
}

export interface Entry {
  at: number;
  id: number;
  walker: SimulatedLead;
}

/** Reactions of people. */
interface LinkedinEvent extends Entry {
  kind: 'accepts' | 'replies';
}

export interface LaneQueue {
  lane: Lane;
  /** The owner of the leads; null for none. */
  owner: number | null;
  follow_ups: LeadQueue<Entry>;
  first: LeadQueue<Entry>;
}

/** Senders of a campaign on one channel. */
interface Pool {
  /** Those that take new leads. */
  takers: readonly number[];
  /** And those that finish theirs. */
  all: readonly number[];
  /** Who takes a lead is chosen lead by lead, and written down. */
  is_shared: boolean;
}

export interface RunningCampaign {
  settings: RehearsalCampaign;
  calendar: CampaignCalendar;
  working_days: WorkingDays | null;
  hours: SendingHours;
  /** The hours by the clock of each lead too; null where the campaign does not keep to them. */
  lead_hours: LeadHours | null;
  /** By lane, and by the sender whose leads they are where a campaign has several. */
  queues: Map<string, LaneQueue>;
  pools: { email: Pool; linkedin: Pool };
  is_rehearsed: boolean;
  /** Leads that were invited and leads that got a message, each counted once. */
  reached: { invited: number; written: number };
}

export interface World {
  input: RehearsalInput;
  findProblem: FindProblem;
  campaigns: RunningCampaign[];
  senders: Map<number, RehearsalSender>;
  budgets: Budgets;
  /** Of the days senders with a rhythm are in. */
  plans: Map<number, DayPlan>;
  /** In which days of senders run, and on how many weekdays the rehearsed campaign acts. */
  zone: string;
  working_days: number;
  book: DayBook;
  events: DueHeap<LinkedinEvent>;
  walkers: SimulatedLead[];
  /** Something more can be done at this instant. */
  has_more_due: boolean;
  now: number;
  /** Leads of the rehearsed campaign it is not over for. */
  open: number;
  /** Actions so far, for what is drawn at random. */
  actions: number;
  last_end_at: number | null;
  /** Who writes to which company, by channel. */
  companies: { email: Map<string, number>; linkedin: Map<string, number> };
}

const isStaleEntry = ({ at, walker }: Entry): boolean => walker.ended !== null || walker.at !== at;

/** The current state, with new leads at the start of their campaigns. */
export function createWorld(input: RehearsalInput, findProblem: FindProblem): World {
  const campaigns = input.campaigns.map((settings) => ({
    settings,
    calendar: computeCalendar({ version: 1, ...settings }, input.now),
    working_days: getWorkingDays(settings),
    hours: parseHours(settings),
    lead_hours: usesLeadPlace(settings) ? new LeadHours(settings) : null,
    queues: new Map<string, LaneQueue>(),
    pools: toPools(settings),
    is_rehearsed: settings.id === input.campaign_id,
    reached: { invited: 0, written: 0 },
  }));
  const rehearsed = campaigns.find((campaign) => campaign.is_rehearsed);
  const world: World = {
    input,
    findProblem,
    campaigns,
    // Copied: their pauses are written down here.
    senders: new Map(input.senders.map((sender) => [sender.id, { ...sender }])),
    budgets: new Budgets(input.days),
    plans: new Map(),
    zone: rehearsed?.settings.timezone ?? 'UTC',
    working_days: rehearsed ? openWeekdays(rehearsed.hours).length : 5,
    book: new DayBook(rehearsed?.settings.timezone ?? 'UTC'),
    events: new DueHeap(),
    walkers: [],
    has_more_due: true,
    now: input.now.getTime(),
    open: 0,
    actions: 0,
    last_end_at: null,
    companies: indexCompanies(input),
  };
  const byId = new Map(campaigns.map((campaign) => [campaign.settings.id, campaign]));
  for (const lead of input.leads) {
    const campaign = byId.get(lead.campaign_id);
    if (campaign) addWalker(world, campaign, lead);
  }
  return world;
}

function indexCompanies({ companies = [] }: RehearsalInput): World['companies'] {
  const of = (wanted: 'email' | 'linkedin') =>
    new Map(companies.flatMap((one) => (one.channel === wanted ? [[one.company, one.account_id] as const] : [])));
  return { email: of('email'), linkedin: of('linkedin') };
}

function toPool(one: number | null, takers?: readonly number[], leaving: readonly number[] = []): Pool {
  const pool = takers ?? (one === null ? [] : [one]);
  return { takers: pool, all: [...pool, ...leaving], is_shared: pool.length > 1 };
}

function toPools(settings: RehearsalCampaign): RunningCampaign['pools'] {
  const email = toPool(settings.email_account_id, settings.email_pool, settings.email_leaving);
  if (settings.provider_matching === 'strict' && email.takers.length > 0) email.is_shared = true;
  return {
    email,
    linkedin: toPool(settings.linkedin_account_id, settings.linkedin_pool, settings.linkedin_leaving),
  };
}

/** With one sender all leads belong to it, even if another one is stored. */
export function keepsOwners({ all, is_shared }: Pool): boolean {
  return all.length > 1 || is_shared;
}

function ownerOf(pool: Pool, id: number | null | undefined): number | null {
  return keepsOwners(pool) && id != null && pool.all.includes(id) ? id : null;
}

function addWalker(world: World, campaign: RunningCampaign, lead: RehearsalLead): void {
  const walker: SimulatedLead = {
    lead,
    campaign,
    node_id: null,
    lane: null,
    at: Number.POSITIVE_INFINITY,
    is_new: lead.status === 'NOT_STARTED' || lead.status === 'SCHEDULED',
    owners: {
      email: ownerOf(campaign.pools.email, lead.email_account_id),
      linkedin: ownerOf(campaign.pools.linkedin, lead.linkedin_account_id),
    },
    connected_at: lead.is_connected ? world.input.now : null,
    is_invited: false,
    will_accept: null,
    will_reply: null,
    ended: null,
    put_off: null,
    held: lead.facts.held ?? null,
  };
  world.walkers.push(walker);
  if (campaign.is_rehearsed) world.open += 1;
  const { flow } = campaign.settings;
  const isNew = lead.status === 'NOT_STARTED';
  const node = isNew ? firstNode(flow) : findNode(flow, lead.next_node_id);
  const now = world.input.now.getTime();
  if (!node) {
    endWalk(world, walker, 'completed', now);
    return;
  }
  const at = isNew
    ? addDelay(world.input.now, delayInHours(node), campaign.working_days).getTime()
    : (lead.next_at?.getTime() ?? now);
  const { skipped_steps } = lead.facts;
  const isClosed = closedFor(node, lead.facts) !== null || addressHold(node, walker.held) !== null;
  enqueue(world, walker, node.id, firstLane(node.type, isClosed || skipped_steps?.includes(node.id)), at);
}

function enqueue(world: World, walker: SimulatedLead, nodeId: number, lane: Lane, at: number): void {
  Object.assign(walker, { node_id: nodeId, lane, at, put_off: null });
  if (at <= world.now) world.has_more_due = true;
  const queue = queueOf(walker, lane);
  (walker.is_new ? queue.first : queue.follow_ups).push({ at, id: walker.lead.id, walker });
}

/** The queue of a lead in a lane. */
export function queueOf({ campaign, owners }: SimulatedLead, lane: Lane): LaneQueue {
  const isOutbound = lane !== 'local' && lane !== 'person';
  const owner = isOutbound ? owners[channelOf(lane)] : null;
  const key = owner === null ? lane : `${lane}/${owner}`;
  const known = campaign.queues.get(key);
  if (known) return known;
  const queue = { lane, owner, follow_ups: new LeadQueue(isStaleEntry), first: new LeadQueue(isStaleEntry) };
  campaign.queues.set(key, queue);
  return queue;
}

/** Assigns a due lead without an owner to a sender. */
export function give(world: World, walker: SimulatedLead, accountId: number): void {
  const { lane, node_id, at } = walker;
  if (lane === null || node_id === null) return;
  const queue = queueOf(walker, lane);
  (walker.is_new ? queue.first : queue.follow_ups).shift();
  walker.owners[channelOf(lane)] = accountId;
  const own = queueOf(walker, lane);
  const entry = { at, id: walker.lead.id, walker };
  const place = walker.is_new ? own.first : own.follow_ups;
  place.push(entry);
  place.wake(world.now);
}

/** Writes down what follows for a lead, as the engine would: its next place in a queue, or the end. */
export function follow(world: World, walker: SimulatedLead, plan: Plan, now: number): void {
  if (walker.campaign.is_rehearsed)
    for (const { reason } of [...plan.answered, ...(plan.skipped ?? [])]) if (reason) world.book.addSkip(reason);
  if (plan.ends) {
    if (plan.ends.error !== null && walker.campaign.is_rehearsed) world.book.addFailure(plan.ends.error);
    endWalk(world, walker, plan.ends.status === 'FAILED' ? 'failed' : 'completed', now);
    return;
  }
  const { node_id, at, lane } = plan.next!;
  const until = lane === 'person' ? closedForCall(walker, now) : null;
  if (until !== null) enqueue(world, walker, node_id, 'local', until);
  else enqueue(world, walker, node_id, lane, at.getTime());
  if (plan.next?.rule === 'missing_data') walker.put_off = 'missing_data';
}

/** Until when the zone or a holiday of a lead holds it, where its campaign keeps to them; null while it is open. */
function closedUntil({ campaign, lead }: SimulatedLead, now: number): number | null {
  const place = { zone: lead.zone ?? null, holidays_of: lead.holidays_of ?? null };
  return campaign.lead_hours?.closedUntil(place, new Date(now))?.getTime() ?? null;
}

function closedForCall({ campaign, lead }: SimulatedLead, now: number): number | null {
  const place = lead.call_place ?? { zones: lead.zone ? [lead.zone] : [], is_unknown_us: false };
  return campaign.lead_hours?.closedForCall(place, new Date(now))?.getTime() ?? null;
}

/** The longest waiting lead of a queue whose zone is open; those in front of it are put off until theirs opens. */
export function openHead(world: World, queue: LaneQueue): Entry | undefined {
  const { lane, follow_ups, first } = queue;
  for (;;) {
    const entry = follow_ups.peek() ?? first.peek();
    const until = entry && lane !== 'look' ? closedUntil(entry.walker, world.now) : null;
    if (!entry || until === null) return entry;
    putOff(world, queue, entry.walker, until, 'lead_zone');
  }
}

/** Defers the head of a queue until an instant. */
export function putOff(
  world: World,
  { lane, follow_ups, first }: LaneQueue,
  walker: SimulatedLead,
  until: number,
  rule: WaitingRule,
) {
  (walker.is_new ? first : follow_ups).shift();
  enqueue(world, walker, walker.node_id!, lane, until);
  walker.put_off = rule;
}

export function endWalk(
  world: World,
  walker: SimulatedLead,
  ended: NonNullable<SimulatedLead['ended']>,
  now: number,
): void {
  if (walker.ended !== null) return;
  Object.assign(walker, { ended, lane: null, at: Number.NaN });
  if (!walker.campaign.is_rehearsed) return;
  world.open -= 1;
  world.last_end_at = now;
}

/** Makes a waiting lead due now: what it waited for has come. */
export function dueNow(world: World, walker: SimulatedLead, now: number): void {
  if (walker.lane !== null && walker.node_id !== null && walker.at > now)
    enqueue(world, walker, walker.node_id, walker.lane, now);
}

/** Moves expired windows to the next ones, and due leads to the head of their queues. */
export function turnClock(world: World, now: number): void {
  world.now = now;
  const instant = new Date(now);
  for (const campaign of world.campaigns) {
    if (isStale({ ...campaign.calendar, campaign_version: campaign.calendar.version }, instant)) {
      campaign.calendar = computeCalendar({ version: 1, ...campaign.settings }, instant);
    }
    for (const { follow_ups, first } of campaign.queues.values()) {
      follow_ups.wake(now);
      first.wake(now);
    }
  }
}
