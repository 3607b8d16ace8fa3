import { drawDayPlan, findRhythmHold, nextSlot, targetOf } from '../../domain/src/sending/day-plan.ts';
import { draw } from '../../domain/src/sending/draw.ts';
import { DEFAULT_SENDING_WINDOW } from '../../domain/src/sending/sending-window.ts';
import { localDay, wallClockAt } from '../../domain/src/time/local-time.ts';

/** Assumed: where the people of an outreach tool live. Parts of all mailboxes. */
export const ZONES: readonly [zone: string, share: number][] = [
  ['America/New_York', 0.28],
  ['America/Chicago', 0.12],
  ['America/Los_Angeles', 0.12],
  ['Europe/London', 0.14],
  ['Europe/Berlin', 0.2],
  ['Asia/Kolkata', 0.06],
  ['Asia/Singapore', 0.04],
  ['Australia/Sydney', 0.04],
];

/** A Tuesday outside of summer time in the north. Where it is still Monday or already Wednesday in UTC, the working days are alike. */
const DAY = '2026-11-17';
const DAY_IN_SECONDS = 86_400;
const HALF_HOUR_IN_MS = 1_800_000;
const DAY_IN_MS = DAY_IN_SECONDS * 1000;

/**
 * How a mailbox spreads what it has to send: `opening` has all of it due when the window opens, and keeps only the gap of 60 seconds
 * that every mailbox has; `rhythm` is the natural rhythm of the product, by its own rules.
 */
type Pace = 'opening' | 'rhythm';

interface Arrivals {
  mailboxes: number;
  /** Emails a mailbox sends on a working day. */
  emails_each: number;
  pace: Pace;
  /** One mailbox of this many is drawn, and counts as all of them. */
  step: number;
}

/** Emails that become due in each second of a day in UTC. */
export function simulateArrivals({ mailboxes, emails_each, pace, step }: Arrivals): Float64Array {
  const due = new Float64Array(DAY_IN_SECONDS);
  for (let id = 0; id < mailboxes; id += step) {
    const zone = zoneOf((id / step) * GOLDEN);
    const times = pace === 'opening' ? listAtOpening(zone, id, emails_each) : listInRhythm(zone, id, emails_each);
    for (const at of times) due[Math.floor(at / 1000) % DAY_IN_SECONDS]! += step;
  }
  return due;
}

/** Multiples of it fill each part of a circle evenly: the drawn mailboxes live where all of them do. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

function zoneOf(place: number): string {
  const share = place % 1;
  let sum = 0;
  for (const [zone, part] of ZONES) {
    sum += part;
    if (share < sum) return zone;
  }
  return ZONES[0]![0];
}

const openings = new Map<string, number>();

/** When the window of the day opens in a zone. */
function openingOf(zone: string): number {
  const known = openings.get(zone);
  if (known !== undefined) return known;
  const noon = Date.parse(`${DAY}T12:00:00Z`);
  const [hour, minute] = DEFAULT_SENDING_WINDOW.start.split(':').map(Number) as [number, number];
  const wanted = (hour * 60 + minute) * 60_000;
  for (let at = noon - DAY_IN_MS; at < noon + DAY_IN_MS; at += HALF_HOUR_IN_MS) {
    const isOpening = localDay(new Date(at), zone) === DAY && wallClockAt(at, zone).ms_of_day === wanted;
    if (!isOpening) continue;
    openings.set(zone, at);
    return at;
  }
  throw new Error(`The window does not open at a half hour of UTC in ${zone}.`);
}

const GAP_IN_MS = 60_000;

function listAtOpening(zone: string, id: number, emails: number): number[] {
  const first = openingOf(zone) + draw(2, id, 0) * GAP_IN_MS;
  return Array.from({ length: emails }, (_, n) => first + n * GAP_IN_MS);
}

function listInRhythm(zone: string, id: number, emails: number): number[] {
  const sender = {
    ...{ id, natural_rhythm: true, send_gap_in_seconds: 60, rhythm_gap_in_seconds: 600 },
    email_max_messages: Math.ceil(emails / 0.85),
  };
  const plan = drawDayPlan(sender, DAY);
  const amount = Math.min(emails, targetOf(plan, sender.email_max_messages));
  const window = DEFAULT_SENDING_WINDOW;
  const opening = new Date(openingOf(zone));
  let now = findRhythmHold(plan, { zone, window, now: opening })?.until ?? opening;
  const times: number[] = [];
  for (let left = amount; left > 0; left -= 1) {
    times.push(now.getTime());
    now = nextSlot(plan, { zone, window, now }, { ...sender, left: Math.max(1, left - 1) }, draw(3, id, left));
  }
  return times;
}

/** Emails a second in the busiest minute. */
export function busiestMinute(due: Float64Array): number {
  const of = (at: number): number => due[(at + due.length) % due.length]!;
  let sum = 0;
  for (let at = -60; at < 0; at += 1) sum += of(at);
  let most = sum;
  for (let at = 0; at < due.length; at += 1) {
    sum += of(at) - of(at - 60);
    most = Math.max(most, sum);
  }
  return most / 60;
}

/**
 * Seconds that an email waits at most when so many leave in a second, in the order in which they became due. The day before was alike:
 * what it left over comes first.
 */
export function longestWait(due: Float64Array, per_second: number): number {
  let [backlog, longest] = [0, 0];
  for (let at = 0; at < 2 * due.length; at += 1) {
    backlog = Math.max(0, backlog + due[at % due.length]! - per_second);
    if (at >= due.length) longest = Math.max(longest, backlog / per_second);
  }
  return longest;
}

/** The least rate at which no email waits longer than that. */
export function findRate(due: Float64Array, seconds: number): number {
  let [low, high] = [0, Math.ceil(due.reduce((most, count) => Math.max(most, count), 1))];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (longestWait(due, middle) <= seconds) high = middle;
    else low = middle;
  }
  return high;
}
