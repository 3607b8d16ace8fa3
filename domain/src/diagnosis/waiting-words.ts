import type { LinkedinAction } from '../linkedin/linkedin-actions.ts';
import type { WaitingRule } from '../sending/waiting-rules.ts';
import { type Phrase, phrase, type Sentence, saySentence, toSay } from '../text/say.ts';
import { localDay, wallClockAt } from '../time/local-time.ts';
import { placeOfZone } from '../time/zone-place.ts';

/** What holds an action, in words, and until when at least (ISO instant; null when unknown). */
export type WaitingFor = { rule: WaitingRule; text: string; sentence: Sentence; until: string | null };

/** Names that make the words concrete; each rule uses what fits. */
export type WaitingDetail = {
  until?: Date | null;
  /** Name or address of the sender. */
  sender?: string;
  limit?: number;
  /** How far that limit has grown, e.g. 'warming up, day 3 of 16'. */
  growth?: Phrase;
  /** What the condition waits for, e.g. 'the invite to be accepted'. */
  condition?: string;
  /** The sort of LinkedIn action that is held. */
  action?: LinkedinAction;
  /** What the provider said. */
  reason?: string;
  /** Who may have answered for the lead. */
  address?: string;
  /** Where the lead is, and the instant at which it is asked. */
  zone?: string;
  now?: Date;
  /** It is a public holiday there. */
  is_holiday?: boolean;
  /** A call waits: for the clock of the lead, or of a phone that is elsewhere. */
  call?: 'lead' | 'phone';
  /** What the lead lacks, as a sentence. */
  missing?: string;
  /** Whose mailboxes the lead keeps to. */
  provider?: string;
};

const WEEKDAYS = toSay(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']);

const HELD_ACTIONS: Record<LinkedinAction, string> = toSay({
  invite: 'invites',
  message: 'messages',
  inmail: 'InMails',
  visit: 'profile visits',
  withdraw: 'withdrawals of invites',
  like: 'likes',
  look: 'look-ups of connections',
});

const THE_SENDER = phrase('the sender account');

/** Every wait reason in words. A page of the application says the sentence of an answer: it needs none of them. */
const WORDS: Record<WaitingRule, (detail: WaitingDetail) => Sentence> = {
  not_started: () => phrase('Not started yet'),
  delay: () => phrase("Waiting for this step's delay"),
  window: () => phrase('Outside the sending window of this campaign'),
  lead_zone: leadZoneWords,
  daily_limit: ({ limit, growth }) => {
    if (limit === undefined) return phrase('The daily limit is used up');
    return growth === undefined
      ? phrase('The daily limit of {limit} is used up', { limit })
      : phrase('Daily limit of {limit} is used up ({growth})', { limit, growth });
  },
  weekly_limit: ({ limit }) =>
    limit === undefined
      ? phrase('The weekly limit is used up')
      : phrase('The weekly limit of {limit} is used up', { limit }),
  risk_limit: ({ sender = THE_SENDER, reason }) =>
    reason === undefined
      ? phrase('The LinkedIn risk budget of {sender} is used up for today', { sender })
      : phrase('The LinkedIn risk budget of {sender} is used up for today ({reason})', { sender, reason }),
  domain_limit: ({ limit }) =>
    limit === undefined
      ? phrase('The daily limit for all mailboxes of this domain is used up')
      : phrase('The daily limit of {limit} for all mailboxes of this domain is used up', { limit }),
  total_limit: ({ limit }) =>
    limit === undefined
      ? phrase('The daily limit for all senders of this campaign is used up')
      : phrase('The daily limit of {limit} emails for all senders of this campaign is used up', { limit }),
  new_leads_limit: ({ limit }) =>
    limit === undefined
      ? phrase('The campaign begins with no more new leads today')
      : phrase('The campaign begins with at most {limit} new leads a day', { limit }),
  provider_match: ({ provider = phrase('its provider') }) =>
    phrase('Waiting for a sender at {provider} that has room', { provider }),
  day_off: ({ sender = phrase('The sender account') }) => phrase('{sender} has a day off', { sender }),
  rhythm: ({ sender = THE_SENDER }) => phrase('Keeping the natural rhythm of {sender}', { sender }),
  gap: () => phrase('Keeping a gap to the previous message of this sender'),
  sender_held: senderHeldWords,
  guard: ({ reason }) =>
    reason === undefined
      ? phrase('Mails are paused because too many bounced or were reported as spam')
      : phrase('Mails are paused because too many bounced or were reported as spam: {reason}', { reason }),
  domain_records: ({ sender = THE_SENDER, reason }) =>
    reason === undefined
      ? phrase('Mails of {sender} wait until the DNS records of its domain are right', { sender })
      : phrase('Mails of {sender} wait until the DNS records of its domain are right. {reason}', { sender, reason }),
  action_held: ({ sender = THE_SENDER, action: held, reason }) => {
    const action = held === undefined ? phrase('actions of this kind') : phrase(HELD_ACTIONS[held]);
    return reason === undefined
      ? phrase('LinkedIn asked {sender} to pause {action}', { sender, action })
      : phrase('LinkedIn asked {sender} to pause {action}: {reason}', { sender, action, reason });
  },
  sender_missing: () => phrase('No sender account is chosen for this campaign'),
  condition: ({ condition }) =>
    condition === undefined
      ? phrase('Waiting for the condition')
      : phrase('Waiting for {condition}', { condition: phrase(condition) }),
  paused: () => phrase('The campaign is paused'),
  subscription: () =>
    phrase('Your trial or subscription has ended. The campaign resumes automatically once your plan is extended'),
  lead_paused: () => phrase('This lead is paused'),
  archived: () => phrase('The campaign is archived'),
  manual_call: () => phrase('Waiting for your call'),
  by_hand: ({ sender = THE_SENDER }) => phrase('Waiting for someone to act on LinkedIn for {sender}', { sender }),
  unconfirmed: () => phrase('We could not confirm whether this message was sent'),
  retry: () => phrase('The last attempt failed; it will be tried again'),
  reply_check: () => phrase('Waiting until the mailbox is checked for replies'),
  possible_answer: ({ address = phrase('Another address') }) =>
    phrase('{address} may have answered for this lead. Decide in the inbox whether it is an answer', { address }),
  away: () => phrase('The lead is out of office'),
  own_message: () => phrase('The team and this lead are writing to each other'),
  missing_data: ({ missing }) => asWritten(missing) ?? phrase('Data that the message needs is missing'),
  address_check: () => phrase('Checking whether the address exists'),
  address_held: ({ missing }) => asWritten(missing) ?? phrase('The address was checked and may not exist'),
  risky_limit: () => phrase('Addresses that may not exist get up to a tenth of a sender’s day, which is used up'),
  snippet: () => phrase('Waiting for the AI snippet of this message to be written'),
  unsubscribe_link: () =>
    phrase('This email has no unsubscribe link, which your organization requires. Add it to the text of the step'),
  crm_hold: ({ reason }) => asWritten(reason) ?? phrase('Your CRM knows this person as a customer'),
  touch_lock: ({ missing }) => asWritten(missing) ?? phrase('In contact with another campaign'),
  restored_backup: () => phrase('Sending is on hold until an administrator confirms that nothing would leave twice'),
  due: () => phrase('Due now'),
};

/** What was stored in words when the wait began. */
function asWritten(text: string | undefined): Sentence | null {
  return text === undefined ? null : phrase('{text}', { text });
}

function senderHeldWords({ sender, reason }: WaitingDetail): Sentence {
  if (sender === undefined)
    return reason === undefined
      ? phrase('The sender account is disconnected')
      : phrase('The sender account is on hold: {reason}', { reason });
  return reason === undefined
    ? phrase('The sender account {sender} is disconnected', { sender })
    : phrase('The sender account {sender} is on hold: {reason}', { sender, reason });
}

/** 'It is 06:12 in New York; goes out from 09:00 there', with the weekday where that is another day. */
function leadZoneWords({ zone, now, until, call, is_holiday = false }: WaitingDetail): Sentence {
  if (zone === undefined || now === undefined)
    return is_holiday
      ? phrase('It is a public holiday in the country of the lead')
      : phrase('Outside the sending window in the time zone of the lead');
  const where = placeWords(zone, now, is_holiday ? 'holiday' : call);
  if (!until) return where;
  const day = localDay(now, zone) === localDay(until, zone) ? null : phrase(weekdayName(until, zone));
  const from = wallTime(until, zone);
  if (call === undefined)
    return day === null
      ? phrase('{where}; goes out from {from} there', { where, from })
      : phrase('{where}; goes out from {day} {from} there', { where, day, from });
  return day === null
    ? phrase('{where}; the call is due from {from} there', { where, from })
    : phrase('{where}; the call is due from {day} {from} there', { where, day, from });
}

function placeWords(zone: string, now: Date, closed: 'holiday' | WaitingDetail['call']): Phrase {
  const place = placeOfZone(zone);
  if (closed === 'holiday') return phrase('It is a public holiday in {place}', { place });
  const time = wallTime(now, zone);
  return closed === 'phone'
    ? phrase('It is {time} in {place}, where the phone number is from', { time, place })
    : phrase('It is {time} in {place}', { time, place });
}

function wallTime(at: Date, zone: string): string {
  return new Date(wallClockAt(at.getTime(), zone).wall_ms).toISOString().slice(11, 16);
}

function weekdayName(at: Date, zone: string): string {
  return WEEKDAYS[wallClockAt(at.getTime(), zone).weekday - 1]!;
}

/** The wire's answer for a rule: its words and its moment. */
export function describeWaiting(rule: WaitingRule, detail: WaitingDetail = {}): WaitingFor {
  const sentence = WORDS[rule](detail);
  return { rule, text: saySentence(sentence), sentence, until: detail.until?.toISOString() ?? null };
}
