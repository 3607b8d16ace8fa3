import { localDay, wallClockAt } from '../time/local-time.ts';
import { placeOfZone } from '../time/zone-place.ts';

/** What holds an action, in words, and until when at least (ISO instant; null when unknown). */
export type WaitingFor = { rule: WaitingRule; text: string; until: string | null };

/** Names that make the words concrete; each rule uses what fits. */
export type WaitingDetail = {
  until?: Date | null;
  /** Name or address of the sender. */
  sender?: string;
  limit?: number;
  /** How far that limit has grown, e.g. 'warming up, day 3 of 16'. */
  growth?: string;
  /** What the condition waits for, e.g. 'the invite to be accepted'. */
  condition?: string;
  /** The sort of LinkedIn action that is held, e.g. 'invites'. */
  action?: string;
  /** What the provider said. */
  reason?: string;
  /** Who may have answered for the lead. */
  address?: string;
  /** Where the lead is, and the instant at which it is asked. */
  zone?: string;
  now?: Date;
  /** A call waits: for the clock of the lead, or of a phone that is elsewhere. */
  call?: 'lead' | 'phone';
  /** What the lead lacks, as a sentence. */
  missing?: string;
  /** Whose mailboxes the lead keeps to. */
  provider?: string;
};

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

interface WaitReason {
  words: (detail: WaitingDetail) => string;
  /** Only a person can lift it. */
  needs_person?: true;
  /** A wait of the lead itself: it moves back in its queue until then. Other waits belong to its campaign or sender. */
  moves_lead?: true;
  /** Stops a person too who carries the action out by hand. A limit or a window that has just closed does not. */
  stops_by_hand?: true;
}

/**
 * Everything that can hold a lead's next action: its words, who lifts it, what waits, and whether people wait too. The wire's
 * `next_action.waiting_for.rule`, the engine and the screens read this record.
 */
const WAIT_REASONS = {
  not_started: { words: () => 'Not started yet' },
  delay: { words: () => "Waiting for this step's delay" },
  window: { words: () => 'Outside the sending window of this campaign' },
  lead_zone: { words: leadZoneWords, moves_lead: true },
  daily_limit: {
    words: ({ limit, growth }) => {
      if (limit === undefined) return 'The daily limit is used up';
      return growth === undefined
        ? `The daily limit of ${limit} is used up`
        : `Daily limit of ${limit} is used up (${growth})`;
    },
  },
  weekly_limit: {
    words: ({ limit }) =>
      limit === undefined ? 'The weekly limit is used up' : `The weekly limit of ${limit} is used up`,
  },
  risk_limit: {
    words: ({ sender = 'the sender account', reason }) => {
      const words = `The LinkedIn risk budget of ${sender} is used up for today`;
      return reason === undefined ? words : `${words} (${reason})`;
    },
  },
  domain_limit: {
    words: ({ limit }) =>
      `The daily limit ${limit === undefined ? '' : `of ${limit} `}for all mailboxes of this domain is used up`,
  },
  total_limit: {
    words: ({ limit }) =>
      `The daily limit ${limit === undefined ? '' : `of ${limit} emails `}for all senders of this campaign is used up`,
  },
  new_leads_limit: {
    words: ({ limit }) =>
      limit === undefined
        ? 'The campaign begins with no more new leads today'
        : `The campaign begins with at most ${limit} new leads a day`,
    moves_lead: true,
  },
  provider_match: { words: ({ provider = 'its provider' }) => `Waiting for a sender at ${provider} that has room` },
  day_off: { words: ({ sender = 'The sender account' }) => `${sender} has a day off` },
  rhythm: { words: ({ sender = 'the sender account' }) => `Keeping the natural rhythm of ${sender}` },
  gap: { words: () => 'Keeping a gap to the previous message of this sender' },
  sender_held: {
    words: ({ sender, reason }) => {
      const name = sender === undefined ? 'The sender account' : `The sender account ${sender}`;
      return reason === undefined ? `${name} is disconnected` : `${name} is on hold: ${reason}`;
    },
    needs_person: true,
  },
  guard: {
    words: ({ reason }) => {
      const words = 'Mails are paused because too many bounced or were reported as spam';
      return reason === undefined ? words : `${words}: ${reason}`;
    },
    needs_person: true,
  },
  domain_records: {
    words: ({ sender = 'the sender account', reason }) => {
      const words = `Mails of ${sender} wait until the DNS records of its domain are right`;
      return reason === undefined ? words : `${words}. ${reason}`;
    },
    needs_person: true,
  },
  action_held: {
    words: ({ sender = 'the sender account', action = 'actions of this kind', reason }) => {
      const words = `LinkedIn asked ${sender} to pause ${action}`;
      return reason === undefined ? words : `${words}: ${reason}`;
    },
  },
  sender_missing: { words: () => 'No sender account is chosen for this campaign', needs_person: true },
  condition: {
    words: ({ condition }) => (condition === undefined ? 'Waiting for the condition' : `Waiting for ${condition}`),
  },
  paused: { words: () => 'The campaign is paused', needs_person: true, stops_by_hand: true },
  subscription: {
    words: () => 'Your trial or subscription has ended. The campaign resumes automatically once your plan is extended',
    needs_person: true,
    stops_by_hand: true,
  },
  lead_paused: { words: () => 'This lead is paused', needs_person: true, stops_by_hand: true },
  archived: { words: () => 'The campaign is archived', needs_person: true, stops_by_hand: true },
  manual_call: { words: () => 'Waiting for your call', needs_person: true },
  by_hand: {
    words: ({ sender = 'the sender account' }) => `Waiting for someone to act on LinkedIn for ${sender}`,
    needs_person: true,
  },
  unconfirmed: { words: () => 'We could not confirm whether this message was sent', needs_person: true },
  retry: { words: () => 'The last attempt failed; it will be tried again', moves_lead: true },
  reply_check: { words: () => 'Waiting until the mailbox is checked for replies', stops_by_hand: true },
  possible_answer: {
    words: ({ address = 'Another address' }) =>
      `${address} may have answered for this lead. Decide in the inbox whether it is an answer`,
    needs_person: true,
    stops_by_hand: true,
  },
  away: { words: () => 'The lead is out of office', moves_lead: true, stops_by_hand: true },
  missing_data: { words: ({ missing }) => missing ?? 'Data that the message needs is missing', needs_person: true },
  address_check: { words: () => 'Checking whether the address exists', moves_lead: true },
  address_held: { words: ({ missing }) => missing ?? 'The address was checked and may not exist', needs_person: true },
  risky_limit: {
    words: () => 'Addresses that may not exist get up to a tenth of a sender’s day, which is used up',
    moves_lead: true,
  },
  snippet: { words: () => 'Waiting for the AI snippet of this message to be written', moves_lead: true },
  unsubscribe_link: {
    words: () => 'This email has no unsubscribe link, which your organization requires. Add it to the text of the step',
    needs_person: true,
    moves_lead: true,
  },
  crm_hold: {
    words: ({ reason }) => reason ?? 'Your CRM knows this person as a customer',
    moves_lead: true,
    stops_by_hand: true,
  },
  touch_lock: { words: ({ missing }) => missing ?? 'In contact with another campaign', moves_lead: true },
  restored_backup: {
    words: () => 'Sending is on hold until an administrator confirms that nothing would leave twice',
    needs_person: true,
  },
  due: { words: () => 'Due now' },
} as const satisfies Record<string, WaitReason>;

export type WaitingRule = keyof typeof WAIT_REASONS;
export const WAITING_RULES = Object.keys(WAIT_REASONS) as [WaitingRule, ...WaitingRule[]];

/** 'It is 06:12 in New York; goes out from 09:00 there', with the weekday where that is another day. */
function leadZoneWords({ zone, now, until, call }: WaitingDetail): string {
  if (zone === undefined || now === undefined) return 'Outside the sending window in the time zone of the lead';
  const where = call === 'phone' ? ', where the phone number is from' : '';
  const words = `It is ${wallTime(now, zone)} in ${placeOfZone(zone)}${where}`;
  if (!until) return words;
  const day = localDay(now, zone) === localDay(until, zone) ? '' : `${weekdayName(until, zone)} `;
  return `${words}; ${call === undefined ? 'goes out' : 'the call is due'} from ${day}${wallTime(until, zone)} there`;
}

function wallTime(at: Date, zone: string): string {
  return new Date(wallClockAt(at.getTime(), zone).wall_ms).toISOString().slice(11, 16);
}

function weekdayName(at: Date, zone: string): string {
  return WEEKDAYS[wallClockAt(at.getTime(), zone).weekday - 1]!;
}

/** The wire's answer for a rule: its words and its moment. */
export function describeWaiting(rule: WaitingRule, detail: WaitingDetail = {}): WaitingFor {
  return { rule, text: WAIT_REASONS[rule].words(detail), until: detail.until?.toISOString() ?? null };
}

export function isWaitingRule(word: string): word is WaitingRule {
  return Object.hasOwn(WAIT_REASONS, word);
}

export const needsPerson = (rule: WaitingRule): boolean => reasonOf(rule).needs_person ?? false;

export const movesLead = (rule: WaitingRule): boolean => reasonOf(rule).moves_lead ?? false;

export const stopsByHand = (rule: WaitingRule): boolean => reasonOf(rule).stops_by_hand ?? false;

const reasonOf = (rule: WaitingRule): WaitReason => WAIT_REASONS[rule];
