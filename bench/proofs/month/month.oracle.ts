import type { LedgerLine } from '../world/linkedin-world.ts';

/** What the product shows and what really happened: of one sort on one day (UTC). */
export interface Comparison {
  what: string;
  day: string;
  shown: number;
  real: number;
}

export interface MonthSender {
  /** The provider's id of the LinkedIn seat. */
  seat: string;
  /** Of the mailbox. */
  address: string;
  /** Least seconds between two actions of either. */
  gap_in_seconds: number;
  /** Most actions of a day (the smaller of the sender's and the campaign's), and invites of seven days. */
  caps: { invite: number; message: number; email: number; week: number };
}

export function countByDay(instants: readonly string[]): Map<string, number> {
  const days = Map.groupBy(instants, (instant) => instant.slice(0, 10));
  return new Map([...days].map(([day, group]) => [day, group.length]));
}

/** Every day on which either side has something. */
export function compareCounts(
  what: string,
  shown: ReadonlyMap<string, number>,
  real: ReadonlyMap<string, number>,
): Comparison[] {
  const days = [...new Set([...shown.keys(), ...real.keys()])].sort();
  return days.map((day) => ({ what, day, shown: shown.get(day) ?? 0, real: real.get(day) ?? 0 }));
}

export function compareDays(
  whose: string,
  days: readonly Record<string, string | number>[],
  own: { actions: readonly LedgerLine[]; mails: readonly { at: string }[] },
): Comparison[] {
  const shown = (field: string) =>
    new Map(days.flatMap((day) => (Number(day[field]) > 0 ? [[String(day.date), Number(day[field])] as const] : [])));
  const real = (...actions: string[]) =>
    countByDay(own.actions.filter((done) => actions.includes(done.action)).map((done) => done.performed_at));
  return [
    ...compareCounts(`${whose} invites`, shown('invites_sent'), real('invite')),
    ...compareCounts(`${whose} messages and InMails`, shown('linkedin_messages_sent'), real('message', 'inmail')),
    ...compareCounts(`${whose} emails`, shown('emails_sent'), countByDay(own.mails.map((mail) => mail.at))),
  ];
}

const WEEK_IN_MS = 7 * 86_400_000;

/** Days and weeks on which a sender did more than it may, in words. */
export function findPassedCaps(
  senders: readonly MonthSender[],
  actions: readonly LedgerLine[],
  mails: readonly { at: string; from: string }[],
): string[] {
  return senders.flatMap(({ seat, address, caps }) => {
    const of = (action: string) =>
      actions.filter((done) => done.account_id === seat && done.action === action).map((done) => done.performed_at);
    const sent = mails.filter(({ from }) => from === address).map(({ at }) => at);
    const daily = [
      ['invites', of('invite'), caps.invite] as const,
      ['messages', of('message'), caps.message] as const,
      ['emails', sent, caps.email] as const,
    ];
    const passed = daily.flatMap(([what, instants, cap]) =>
      [...countByDay(instants)].flatMap(([day, count]) =>
        count > cap ? [`${address}: ${count} ${what} on ${day}, ${cap} allowed`] : [],
      ),
    );
    return [...passed, ...findPassedWeeks(address, of('invite'), caps.week)];
  });
}

/** Any seven times 24 hours, wherever they begin. */
function findPassedWeeks(address: string, invites: readonly string[], cap: number): string[] {
  const times = invites.map((instant) => Date.parse(instant)).sort((a, b) => a - b);
  const first = times.findIndex((time, place) => place >= cap && time - times[place - cap]! < WEEK_IN_MS);
  return first === -1 ? [] : [`${address}: more than ${cap} invites in the week before ${new Date(times[first]!)}`];
}

/** The machine's own time between two calls of a sender, which the installation's clock sees. */
const LATENCY_IN_MS = 10_000;

/** Two actions of one sender nearer than its gap, in words. Emails and LinkedIn actions have a sender each. */
export function findCloseActions(
  senders: readonly MonthSender[],
  actions: readonly LedgerLine[],
  mails: readonly { at: string; from: string }[],
): string[] {
  return senders.flatMap(({ seat, address, gap_in_seconds }) => {
    const done = actions.filter(({ account_id, action }) => account_id === seat && action !== 'reply');
    const lines: [string, string[]][] = [
      [seat, done.map(({ performed_at }) => performed_at)],
      [address, mails.filter(({ from }) => from === address).map(({ at }) => at)],
    ];
    return lines.flatMap(([who, instants]) => {
      const times = instants.map((instant) => Date.parse(instant)).sort((a, b) => a - b);
      const close = times.filter(
        (time, place) => place > 0 && time - times[place - 1]! < gap_in_seconds * 1000 - LATENCY_IN_MS,
      );
      return close.map(
        (time) => `${who}: two actions within ${gap_in_seconds} s before ${new Date(time).toISOString()}`,
      );
    });
  });
}
