/** Parts of the product that the status page names, in its order. */
export const PARTS = ['sending', 'inbox', 'api', 'imports'] as const;
export type Part = (typeof PARTS)[number];
export const STATES = ['good', 'degraded', 'down'] as const;
export type State = (typeof STATES)[number];

export const DAYS_SHOWN = 90;
const MINUTE_IN_MS = 60_000;
const DAY_IN_MS = 1440 * MINUTE_IN_MS;
/** Without a measurement for so long, a part counts as down: nothing is there to measure it. */
const SILENT_AFTER_IN_MS = 3 * MINUTE_IN_MS;
/** A restart is no outage to show as a color. It counts in the percentage. */
const UNSEEN_MINUTES = 5;

/** One tenant with a broken mail server must not look like an outage: what counts is the share of all. */
const DEGRADED_SHARE = 0.05;
const DOWN_SHARE = 0.5;
/** Share of requests, each caller counting the same; the alert for operators begins there too. */
const DEGRADED_REQUESTS = 0.02;
/** Of fewer requests a share says nothing. */
const FEWEST_REQUESTS = 10;

/** Amounts over all organizations. */
export interface Measured {
  workers: number;
  /** With a sender, and not suspended: nothing is sent for those. */
  organizations: number;
  late_senders: number;
  mailboxes: number;
  unread_mailboxes: number;
  late_imports: number;
}

function judgeShare(part: number, all: number, degraded = DEGRADED_SHARE): State {
  const share = part / Math.max(part, all, 1);
  return share >= DOWN_SHARE ? 'down' : share >= degraded ? 'degraded' : 'good';
}

export type WorkStates = Record<Exclude<Part, 'api'>, State>;

/** Of what workers do. Without a worker nothing is done. */
export function judgeWork(measured: Measured): WorkStates {
  if (measured.workers === 0) return { sending: 'down', inbox: 'down', imports: 'down' };
  return {
    sending: judgeShare(measured.late_senders, measured.organizations),
    inbox: judgeShare(measured.unread_mailboxes, measured.mailboxes),
    imports: judgeShare(measured.late_imports, measured.organizations),
  };
}

/** The better of two rounds. */
export function confirmWork(now: WorkStates, before: WorkStates): WorkStates {
  const better = (part: keyof WorkStates): State =>
    STATES.indexOf(now[part]) < STATES.indexOf(before[part]) ? now[part] : before[part];
  return { sending: better('sending'), inbox: better('inbox'), imports: better('imports') };
}

/** What one caller got. */
export interface Answered {
  all: number;
  failed: number;
}

/** Beside others, one caller whose requests fail is no outage. */
export function judgeRequests(callers: readonly Answered[]): State {
  const all = callers.reduce((sum, one) => sum + one.all, 0);
  const failing = callers.filter(({ failed }) => failed > 0);
  if (all < FEWEST_REQUESTS || (failing.length < 2 && callers.length > 1)) return 'good';
  return judgeShare(
    failing.reduce((sum, one) => sum + one.failed / one.all, 0),
    callers.length,
    DEGRADED_REQUESTS,
  );
}

/** A day as it is stored. */
export interface DayRow {
  day: string;
  part: Part;
  first_minute: Date;
  last_minute: Date;
  last_state: number;
  good: number;
  degraded: number;
  down: number;
}

export interface ShownDay {
  day: string;
  state: State | 'none';
  degraded_minutes: number;
  down_minutes: number;
}

export interface ShownPart {
  part: Part;
  state: State | 'none';
  /** Percent of measured minutes in which it was not down; null before the first one. */
  uptime: number | null;
  days: ShownDay[];
}

/** All parts on the days up to `now`, oldest first. Minutes without a measurement count as down once measuring has begun. */
export function describeParts(rows: readonly DayRow[], now: Date): ShownPart[] {
  const today = Math.floor(now.getTime() / DAY_IN_MS);
  const names = Array.from({ length: DAYS_SHOWN }, (_, n) => nameDay(today - DAYS_SHOWN + 1 + n));
  return PARTS.map((part) => {
    const own = new Map(rows.filter((row) => row.part === part).map((row) => [row.day, row]));
    const first = names.find((day) => own.has(day));
    const days = names.map((day) => describeDay(day, own.get(day), first, now));
    const last = [...own.values()].sort((one, other) => (one.day < other.day ? 1 : -1))[0];
    return { part, state: describeNow(last, now), uptime: computeUptime(days, first, own, now), days };
  });
}

const nameDay = (day: number): string => new Date(day * DAY_IN_MS).toISOString().slice(0, 10);

function describeNow(last: DayRow | undefined, now: Date): State | 'none' {
  if (!last) return 'none';
  const isSilent = now.getTime() - last.last_minute.getTime() > SILENT_AFTER_IN_MS;
  return isSilent ? 'down' : STATES[last.last_state]!;
}

/** Minutes of a day in which there was something to measure. */
function countExpected(day: string, first: string | undefined, row: DayRow | undefined, now: Date): number {
  if (first === undefined || day < first) return 0;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const start = day === first && row ? row.first_minute.getTime() : midnight;
  return Math.max(0, Math.floor((Math.min(now.getTime(), midnight + DAY_IN_MS) - start) / MINUTE_IN_MS));
}

function describeDay(day: string, row: DayRow | undefined, first: string | undefined, now: Date): ShownDay {
  const expected = countExpected(day, first, row, now);
  if (first === undefined || day < first) return { day, state: 'none', degraded_minutes: 0, down_minutes: 0 };
  const measured = row ? row.good + row.degraded + row.down : 0;
  // The current minute is measured within half a minute, and the next one may be late.
  const unmeasured = Math.max(0, expected - measured);
  const down_minutes = (row?.down ?? 0) + (unmeasured > 2 ? unmeasured : 0);
  const degraded_minutes = row?.degraded ?? 0;
  const state =
    down_minutes > UNSEEN_MINUTES ? 'down' : down_minutes + degraded_minutes > UNSEEN_MINUTES ? 'degraded' : 'good';
  return { day, state, degraded_minutes, down_minutes };
}

function computeUptime(
  days: readonly ShownDay[],
  first: string | undefined,
  rows: ReadonlyMap<string, DayRow>,
  now: Date,
): number | null {
  const expected = days.reduce((sum, { day }) => sum + countExpected(day, first, rows.get(day), now), 0);
  if (expected === 0) return null;
  const down = days.reduce((sum, { down_minutes }) => sum + down_minutes, 0);
  // Rounded down: 100 % means not a minute.
  return Math.floor(Math.max(0, 1 - down / expected) * 10_000) / 100;
}
