import { addDelay } from '../sending/working-days.ts';
import { instantOfWall, localDay, wallClockAt } from '../time/local-time.ts';

/** What a person records about a call, in the order of the keys 1 to 9. */
export const CALL_OUTCOMES = [
  'interested',
  'later',
  'not_interested',
  'answered',
  'no_answer',
  'voicemail',
  'busy',
  'wrong_number',
  'do_not_call',
] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

export const CALL_OUTCOME_LABELS: Record<CallOutcome, string> = {
  interested: 'Interested',
  later: 'Call back later',
  not_interested: 'Not interested',
  answered: 'Answered',
  no_answer: 'No answer',
  voicemail: 'Left a voicemail',
  busy: 'Busy',
  wrong_number: 'Wrong number',
  do_not_call: 'Do not call',
};

/** What was recorded about a call. */
export interface RecordedCall {
  outcome: CallOutcome;
  /** Of an own outcome. */
  outcome_name: string | null;
  note: string | null;
}

/** 'No answer: Called the reception.' */
export function describeCall({ outcome, outcome_name, note }: RecordedCall): string {
  const name = outcome_name ?? CALL_OUTCOME_LABELS[outcome];
  return note ? `${name}: ${note}` : name;
}

/** What an own outcome of an organization may mean. The other two change the number and the suppression list. */
export const OWN_OUTCOME_MEANINGS = [
  'interested',
  'later',
  'not_interested',
  'answered',
  'no_answer',
  'voicemail',
  'busy',
] as const satisfies readonly CallOutcome[];
export type OwnOutcomeMeaning = (typeof OWN_OUTCOME_MEANINGS)[number];

const CONNECTED: readonly CallOutcome[] = ['interested', 'later', 'not_interested', 'answered'];
/** The lead was not reached: they are called again. */
const AGAIN: readonly CallOutcome[] = ['no_answer', 'voicemail', 'busy'];

/** The lead themselves was on the phone. */
export const isConnected = (outcome: CallOutcome): boolean => CONNECTED.includes(outcome);

/** The outcomes after which a lead is called again, so their tries are counted. */
const isTriedAgain = (outcome: CallOutcome): boolean => AGAIN.includes(outcome);

export const CALLS = {
  /** How long a card is reserved. */
  claim_in_seconds: 600,
  undo_in_seconds: 10,
  /** Leads are called within these hours of their own clock. */
  first_hour: 8,
  last_hour: 18,
  max_tries: 3,
  note_max: 5000,
  name_max: 60,
  /** Furthest day on which a lead can be called again. */
  later_in_days: 365,
  /** Leads whose clock is looked at for one card: the longest waiting, in parts. */
  checked_at_once: 200,
  checked_at_most: 2000,
  /** Interested leads whose calls come first: those with the newest messages. */
  interested_at_most: 1000,
  /** Leads who opened a link within these days are called before others who are due, the newest clicks at most. */
  clicked_within_days: 14,
  clicked_at_most: 1000,
  /** Overdue calls that one click moves. */
  moved_at_once: 500,
} as const;

/** Working days until the next try, after the first, the second and each later one. */
const DAYS_AGAIN = [1, 2, 3];
const WORKING_WEEK = [1, 2, 3, 4, 5];
const MORNING = '10:00';
const AFTERNOON = '15:00';
const NOON_IN_MS = 13 * 3_600_000;
const HOUR_IN_MS = 3_600_000;
const DAY_IN_MS = 24 * HOUR_IN_MS;

/** How an own outcome differs from the one it means. */
export interface CallRule {
  again_in_hours: number | null;
  again_in_days: number | null;
  max_tries: number;
}

interface Recorded {
  outcome: CallOutcome;
  /** Own rule of the outcome; null for a built-in one. */
  rule: CallRule | null;
  /** Tries without reaching the lead at this step, this one included. */
  tries: number;
  /** The date that was agreed. */
  call_again_at: Date | null;
  called_at: Date;
  /** Of the lead. */
  zone: string;
}

/** What follows from a call: another try, the next step of the flow, or the end of all campaigns of the lead. */
export type CallEffect = { kind: 'again'; at: Date } | { kind: 'continue' } | { kind: 'end'; words: string };

export function decideCallEffect(call: Recorded): CallEffect {
  const { outcome, call_again_at, called_at } = call;
  if (outcome === 'interested') return { kind: 'end', words: 'Interested, said in a call' };
  if (outcome === 'not_interested') return { kind: 'end', words: 'Not interested, said in a call' };
  if (outcome === 'later') return { kind: 'again', at: call_again_at ?? new Date(called_at.getTime() + DAY_IN_MS) };
  if (!isTriedAgain(outcome) || call.tries >= (call.rule?.max_tries ?? CALLS.max_tries)) return { kind: 'continue' };
  return { kind: 'again', at: planNextTry(call) };
}

/** The next try, at another part of the day than this one unless the rule counts hours. */
function planNextTry({ rule, tries, called_at, zone }: Recorded): Date {
  if (rule !== null && rule.again_in_hours !== null)
    return new Date(called_at.getTime() + rule.again_in_hours * HOUR_IN_MS);
  const days = rule?.again_in_days ?? DAYS_AGAIN[Math.min(tries, DAYS_AGAIN.length) - 1] ?? 1;
  const later = addDelay(called_at, days * 24, { zone, weekdays: WORKING_WEEK, holidays_of: null });
  const isMorning = wallClockAt(called_at.getTime(), zone).ms_of_day < NOON_IN_MS;
  return instantOfWall(`${localDay(later, zone)}T${isMorning ? AFTERNOON : MORNING}`, zone) ?? later;
}

/** When leads of these zones may be called: null now, else the next opening. All of the zones must be open. */
export function callableFrom(zones: readonly string[], now: Date): Date | null {
  let at = now;
  for (let turn = 0; turn < 8; turn += 1) {
    const later = zones.map((zone) => openingIn(zone, at)).reduce((a, b) => (b > a ? b : a), at);
    if (later <= at) return at > now ? at : null;
    at = later;
  }
  // Hours that never meet are no hours.
  return null;
}

function openingIn(zone: string, at: Date): Date {
  const ms = wallClockAt(at.getTime(), zone).ms_of_day;
  if (ms >= CALLS.first_hour * HOUR_IN_MS && ms < CALLS.last_hour * HOUR_IN_MS) return at;
  const isOver = ms >= CALLS.last_hour * HOUR_IN_MS;
  const day = localDay(isOver ? new Date(at.getTime() + 12 * HOUR_IN_MS) : at, zone);
  return instantOfWall(`${day}T${String(CALLS.first_hour).padStart(2, '0')}:00`, zone) ?? at;
}
