import { localDay, wallClockAt } from '../time/local-time.ts';
import { placeOfZone } from '../time/timezones.ts';

/** Closed list of what can hold a lead's next action; the wire's `next_action.waiting_for.rule`. */
export const WAITING_RULES = [
  'not_started',
  'delay',
  'window',
  'lead_zone',
  'daily_limit',
  'weekly_limit',
  'domain_limit',
  'total_limit',
  'new_leads_limit',
  'provider_match',
  'day_off',
  'rhythm',
  'gap',
  'sender_held',
  'guard',
  'domain_records',
  'action_held',
  'sender_missing',
  'condition',
  'paused',
  'subscription',
  'lead_paused',
  'archived',
  'manual_call',
  'unconfirmed',
  'retry',
  'reply_check',
  'possible_answer',
  'away',
  'missing_data',
  'address_check',
  'address_held',
  'risky_limit',
  'snippet',
  'unsubscribe_link',
  'crm_hold',
  'restored_backup',
  'due',
] as const;
export type WaitingRule = (typeof WAITING_RULES)[number];

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

const WORDS: Record<WaitingRule, (detail: WaitingDetail) => string> = {
  not_started: () => 'Not started yet',
  delay: () => 'Waiting for the delay of this step',
  window: () => 'Outside the sending window of this campaign',
  lead_zone: leadZoneWords,
  daily_limit: ({ limit, growth }) => {
    if (limit === undefined) return 'The daily limit is used up';
    return growth === undefined
      ? `The daily limit of ${limit} is used up`
      : `Daily limit of ${limit} is used up (${growth})`;
  },
  weekly_limit: ({ limit }) =>
    limit === undefined ? 'The weekly limit is used up' : `The weekly limit of ${limit} is used up`,
  domain_limit: ({ limit }) =>
    `The daily limit ${limit === undefined ? '' : `of ${limit} `}for all mailboxes of this domain is used up`,
  total_limit: ({ limit }) =>
    `The daily limit ${limit === undefined ? '' : `of ${limit} emails `}for all senders of this campaign is used up`,
  new_leads_limit: ({ limit }) =>
    limit === undefined
      ? 'The campaign begins with no more new leads today'
      : `The campaign begins with at most ${limit} new leads a day`,
  provider_match: ({ provider = 'its provider' }) => `Waiting for a sender at ${provider} that has room`,
  day_off: ({ sender = 'The sender account' }) => `${sender} has a day off`,
  rhythm: ({ sender = 'the sender account' }) => `Keeping the natural rhythm of ${sender}`,
  gap: () => 'Keeping a gap to the previous message of this sender',
  sender_held: ({ sender, reason }) => {
    const name = sender === undefined ? 'The sender account' : `The sender account ${sender}`;
    return reason === undefined ? `${name} is disconnected` : `${name} is on hold: ${reason}`;
  },
  guard: ({ reason }) => {
    const words = 'Mails are paused because too many bounced or were reported as spam';
    return reason === undefined ? words : `${words}: ${reason}`;
  },
  domain_records: ({ sender = 'the sender account', reason }) => {
    const words = `Mails of ${sender} wait until the DNS records of its domain are right`;
    return reason === undefined ? words : `${words}. ${reason}`;
  },
  action_held: ({ sender = 'the sender account', action = 'actions of this kind', reason }) => {
    const words = `LinkedIn asked ${sender} to pause ${action}`;
    return reason === undefined ? words : `${words}: ${reason}`;
  },
  sender_missing: () => 'No sender account is chosen for this campaign',
  condition: ({ condition }) => (condition === undefined ? 'Waiting for the condition' : `Waiting for ${condition}`),
  paused: () => 'The campaign is paused',
  subscription: () =>
    'Your trial or subscription has ended. The campaign resumes automatically once your plan is extended',
  lead_paused: () => 'This lead is paused',
  archived: () => 'The campaign is archived',
  manual_call: () => 'Waiting for your call',
  unconfirmed: () => 'We could not confirm whether this message was sent',
  retry: () => 'The last attempt failed; it will be tried again',
  reply_check: () => 'Waiting until the mailbox is checked for replies',
  possible_answer: ({ address = 'Another address' }) =>
    `${address} may have answered for this lead. Decide in the inbox whether it is an answer`,
  away: () => 'The lead is out of office',
  missing_data: ({ missing }) => missing ?? 'Data that the message needs is missing',
  address_check: () => 'Checking whether the address exists',
  address_held: ({ missing }) => missing ?? 'The address was checked and may not exist',
  risky_limit: () => 'Addresses that may not exist get up to a tenth of a sender’s day, which is used up',
  snippet: () => 'Waiting for the AI snippet of this message to be written',
  unsubscribe_link: () =>
    'This email has no unsubscribe link, which your organization requires. Add it to the text of the step',
  crm_hold: ({ reason }) => reason ?? 'Your CRM knows this person as a customer',
  restored_backup: () => 'Sending is held after a restored backup until someone confirms',
  due: () => 'Due now',
};

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
  return { rule, text: WORDS[rule](detail), until: detail.until?.toISOString() ?? null };
}

export function isWaitingRule(word: string): word is WaitingRule {
  return (WAITING_RULES as readonly string[]).includes(word);
}

/** Rules that only a person can lift. */
export function needsPerson(rule: WaitingRule): boolean {
  return [
    'sender_held',
    'guard',
    'domain_records',
    'sender_missing',
    'paused',
    'subscription',
    'lead_paused',
    'archived',
    'manual_call',
    'unconfirmed',
    'possible_answer',
    'missing_data',
    'address_held',
    'unsubscribe_link',
    'restored_backup',
  ].includes(rule);
}
