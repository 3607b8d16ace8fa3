import type { CampaignStatus } from '../campaign/transitions.ts';
import { computeCalendar } from '../sending/campaign-calendar.ts';
import { isHoliday } from '../sending/holidays.ts';
import type { Channel } from '../sending/sender-choice.ts';
import { openWeekdays, parseHours } from '../sending/sending-window.ts';
import { needsPerson, type WaitingRule } from '../sending/waiting-rules.ts';
import { holidaysOf, type Schedule } from '../sending/working-days.ts';
import { phrase, type Sentence, toSay } from '../text/say.ts';
import { localDay, wallClockAt } from '../time/local-time.ts';
import { type Cause, type Diagnosis, makeCause, toDiagnosis } from './causes.ts';
import { type DiagnosedSender, findLastingHold } from './sender-causes.ts';
import { describeWaiting } from './waiting-words.ts';

/** Why one lead waits, of those at the head of the queues. */
export interface LeadWait {
  rule: WaitingRule;
  sentence: Sentence;
  until: Date | null;
  /** Where the next action happens: `email`, `local`, `person`, or a kind of LinkedIn action. */
  lane: string;
  account_id: number | null;
}

export interface CampaignFacts {
  status: CampaignStatus;
  is_demo: boolean;
  schedule: Schedule;
  is_held_after_restore: boolean;
  has_plan: boolean;
  has_credits: boolean;
  /** An assistant asked for the start, and it is not decided. */
  awaits_approval: boolean;
  has_steps: boolean;
  has_unpublished_changes: boolean;
  /** Leads that are not archived. */
  leads: number;
  has_unstarted: boolean;
  /** Most frequent reason of the failed leads. */
  failure: string | null;
  guard_reason: string | null;
  senders: (DiagnosedSender & { channel: Channel })[];
  /** Of the leads at the head of each queue, in their order. */
  waits: LeadWait[];
  /** The engine should have acted some time ago and has not. */
  is_engine_late: boolean;
  now: Date;
}

/** The first reason why a campaign sends nothing now, and those that come after it. */
export function diagnoseCampaign(facts: CampaignFacts): Diagnosis {
  const [first, ...others] = [...listStateCauses(facts), ...(facts.status === 'ACTIVE' ? listRunCauses(facts) : [])];
  return toDiagnosis([first ?? findEnd(facts), ...others]);
}

/** What the campaign as a whole waits for, before its leads matter. */
function listStateCauses(facts: CampaignFacts): Cause[] {
  const { status, is_demo, is_held_after_restore, has_plan } = facts;
  if (status === 'ARCHIVED') return [toWait('archived')];
  if (is_demo) return [makeCause('demo', phrase('This is an example: its people do not exist'))];
  if (status === 'COMPLETED') return [findEnd(facts)];
  return [
    ...(has_plan ? [] : [toWait('subscription')]),
    ...(status === 'DRAFT' ? [findDraftCause(facts)] : []),
    ...(status === 'PAUSED' ? [toWait('paused')] : []),
    ...(is_held_after_restore ? [toWait('restored_backup')] : []),
  ];
}

const toWait = (rule: WaitingRule): Cause => makeCause(rule, describeWaiting(rule).sentence);

function findDraftCause({ awaits_approval, has_steps, leads }: CampaignFacts): Cause {
  if (awaits_approval)
    return makeCause('approval', phrase('An assistant asked to start this campaign, and no one has approved it'));
  if (!has_steps) return makeCause('no_steps', phrase('This campaign has no steps'));
  return leads === 0 ? noLeads() : makeCause('draft', phrase('This campaign is a draft that was not started'));
}

const noLeads = (): Cause => makeCause('no_leads', phrase('This campaign has no leads'));

/** Why a campaign without a waiting lead sends nothing. */
function findEnd({ leads, has_unstarted, failure, has_unpublished_changes }: CampaignFacts): Cause {
  if (leads === 0) return noLeads();
  if (has_unpublished_changes)
    return makeCause(
      'working_copy',
      phrase('All started leads are done, and the changes of this campaign are not published'),
    );
  if (has_unstarted)
    return makeCause('none_started', phrase('All started leads are done, and the others were not started'));
  if (failure !== null) return makeCause('all_failed', phrase('The last leads failed: {failure}', { failure }));
  return makeCause('completed', phrase('All leads have finished this campaign'));
}

function listRunCauses(facts: CampaignFacts): Cause[] {
  const blocked = CHANNELS.map((channel) => findBlock(facts, channel));
  const waits = listWaits(facts);
  // What holds one of several senders comes last: the others send.
  return [
    ...blocked.flatMap(({ whole }) => whole ?? []),
    ...waits,
    ...(waits.length === 0 ? [findEnd(facts)] : []),
    ...blocked.flatMap(({ parts }) => parts),
  ];
}

const CHANNELS = ['email', 'linkedin'] as const;

const channelOfLane = (lane: string): Channel | null =>
  lane === 'local' || lane === 'person' ? null : lane === 'email' ? 'email' : 'linkedin';

/** What holds all senders of a channel that leads wait for, and what holds some of them. */
function findBlock(facts: CampaignFacts, channel: Channel): { whole: Cause | null; parts: Cause[] } {
  const none = { whole: null, parts: [] };
  if (!facts.waits.some(({ lane }) => channelOfLane(lane) === channel)) return none;
  const pool = facts.senders.filter((sender) => sender.channel === channel);
  if (pool.length === 0) return { ...none, whole: toWait('sender_missing') };
  if (channel === 'email' && facts.guard_reason !== null) {
    const { sentence } = describeWaiting('guard', { reason: facts.guard_reason });
    return { ...none, whole: makeCause('guard', sentence) };
  }
  const held = pool.flatMap((sender) => findLastingHold(sender, facts.now) ?? []);
  const [first] = held;
  if (first === undefined || held.length < pool.length) return { whole: null, parts: held };
  const soonest = held.reduce((one, other) => (instantOf(other) < instantOf(one) ? other : one), first);
  return { whole: soonest, parts: held.filter((one) => one !== soonest) };
}

const instantOf = ({ until }: Cause): number => until?.getTime() ?? Number.POSITIVE_INFINITY;

/** Causes that some leads share, the first one first. */
function listWaits(facts: CampaignFacts): Cause[] {
  // Of a sender that is held as a whole its own cause is said.
  const held = new Set(facts.senders.flatMap((one) => (findLastingHold(one, facts.now) ? [one.id] : [])));
  const isSaid = ({ rule, account_id }: LeadWait) =>
    SENDER_RULES.has(rule) && (account_id === null || held.has(account_id) || facts.guard_reason !== null);
  const groups = Map.groupBy(
    facts.waits.filter((wait) => !isSaid(wait)).map((wait) => ({ ...wait, code: findCode(wait, facts) })),
    ({ code }) => code,
  );
  const causes = [...groups].map(([code, waits]) => ({
    rank: rankOf(code),
    waits,
    cause: toCause(code, waits, facts),
  }));
  causes.sort((a, b) => a.rank - b.rank || b.waits.length - a.waits.length);
  return causes.map(({ cause }) => cause);
}

/** Said of senders, not of leads. */
const SENDER_RULES: ReadonlySet<WaitingRule> = new Set(['sender_held', 'guard', 'domain_records']);

type WaitCode = WaitingRule | 'sending' | 'engine_late' | 'closed_day' | 'holiday' | 'credits';

function findCode({ rule, lane }: LeadWait, facts: CampaignFacts): WaitCode {
  if (rule === 'snippet' && !facts.has_credits) return 'credits';
  if (rule !== 'due' && rule !== 'window') return rule;
  // Conditions are answered outside the window too.
  const closed = channelOfLane(lane) === null ? null : findClosing(facts);
  if (closed !== null) return closed.code;
  return rule === 'due' && facts.is_engine_late ? 'engine_late' : 'sending';
}

/** Why the campaign is closed now, and until when; null while its window is open. */
function findClosing({
  schedule,
  now,
}: CampaignFacts): { code: 'window' | 'closed_day' | 'holiday'; until: Date } | null {
  const { opens_at } = computeCalendar({ ...schedule, version: 0 }, now);
  if (now >= opens_at) return null;
  if (isHoliday(localDay(now, schedule.timezone), holidaysOf(schedule))) return { code: 'holiday', until: opens_at };
  const { weekday } = wallClockAt(now.getTime(), schedule.timezone);
  return { code: openWeekdays(parseHours(schedule)).includes(weekday) ? 'window' : 'closed_day', until: opens_at };
}

/** Waits of the campaign or its senders, which hold leads that are due. */
const LANE_CODES: ReadonlySet<WaitCode> = new Set<WaitCode>([
  ...(['window', 'closed_day', 'holiday', 'daily_limit', 'weekly_limit', 'risk_limit', 'domain_limit'] as const),
  ...(['total_limit', 'day_off', 'rhythm', 'gap', 'action_held', 'sender_held'] as const),
]);

function rankOf(code: WaitCode): number {
  if (code === 'engine_late') return 0;
  if (code === 'sending') return 1;
  if (LANE_CODES.has(code)) return 2;
  if (code === 'credits' || needsPerson(code as WaitingRule)) return 3;
  // Leads that only wait for their time come last.
  return code === 'delay' || code === 'condition' ? 5 : 4;
}

function toCause(code: WaitCode, waits: readonly LeadWait[], facts: CampaignFacts): Cause {
  const closing = findClosing(facts);
  if (closing && closing.code === code)
    return makeCause(code, CLOSED_WORDS[closing.code](facts), { until: closing.until });
  const account_id = sharedSender(waits);
  if (code === 'sending') return makeCause(code, phrase('Sending: the next actions are due now'));
  if (code === 'engine_late')
    return makeCause(
      code,
      phrase('Actions are due, and the sending engine has not planned them. It may not be running'),
    );
  const until = soonest(waits);
  if (LANE_CODES.has(code)) return makeCause(code, waits[0]!.sentence, { until, account_id });
  const leads = waits.length;
  const words =
    code === 'credits'
      ? phrase('AI snippets wait for credits')
      : (GROUP_WORDS[code as WaitingRule] ?? waits[0]!.sentence);
  return makeCause(code, words, { until: needsPerson(waits[0]!.rule) ? null : until, leads, account_id });
}

const sharedSender = ([first, ...others]: readonly LeadWait[]): number | null =>
  first !== undefined && others.every(({ account_id }) => account_id === first.account_id) ? first.account_id : null;

function soonest(waits: readonly LeadWait[]): Date | null {
  const times = waits.flatMap(({ until }) => until ?? []);
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())));
}

const DAY_NAMES = toSay(['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays']);

const CLOSED_WORDS: Record<'window' | 'closed_day' | 'holiday', (facts: CampaignFacts) => Sentence> = {
  window: () => describeWaiting('window').sentence,
  closed_day: ({ schedule, now }) =>
    phrase('This campaign sends nothing on {days}', {
      days: phrase(DAY_NAMES[wallClockAt(now.getTime(), schedule.timezone).weekday - 1]!),
    }),
  holiday: () => phrase('Today is a public holiday, on which this campaign sends nothing'),
};

/** Words for several leads, where those for one lead speak of that lead. */
const GROUP_WORDS: Partial<Record<WaitingRule, Sentence>> = {
  not_started: phrase('Leads are not started yet'),
  delay: phrase('Leads wait for the delay of their next step'),
  lead_paused: phrase('Leads are paused'),
  away: phrase('Leads are out of office'),
  unconfirmed: phrase('We could not confirm whether some messages were sent'),
  manual_call: phrase('Leads wait for a call'),
};
