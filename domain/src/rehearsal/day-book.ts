import { localDay, nextLocalDay } from '../time/local-time.ts';
import type { Bottleneck, OutwardAction, Rehearsal, RehearsedDay } from './rehearsal-types.ts';

const DAY_IN_MS = 86_400_000;

const countsOf = (counts: ReadonlyMap<string, number>): Rehearsal['failures'] =>
  [...counts].map(([text, leads]) => ({ text, leads })).sort((a, b) => b.leads - a.leads);

/** What happened in a rehearsal, by sender and local day. Told in the order of time. */
export class DayBook {
  private readonly zone: string;
  private readonly senders = new Map<number, Map<string, RehearsedDay>>();
  private readonly calls = new Map<string, number>();
  private readonly waits = new Map<string, { wait: Omit<Bottleneck, 'lead_days'>; ms: number }>();
  private readonly failures = new Map<string, number>();
  private readonly skips = new Map<string, number>();
  private date = '';
  private dateEndsAt = Number.NEGATIVE_INFINITY;
  private lastActionAt: number | null = null;

  constructor(zone: string) {
    this.zone = zone;
  }

  addAction(accountId: number, action: OutwardAction, now: number): void {
    const day = this.dayOf(accountId, now);
    day.actions[action] = (day.actions[action] ?? 0) + 1;
    this.lastActionAt = now;
  }

  addOther(accountId: number, now: number): void {
    this.dayOf(accountId, now).others += 1;
  }

  addCall(now: number): void {
    const date = this.dateAt(now);
    this.calls.set(date, (this.calls.get(date) ?? 0) + 1);
    this.lastActionAt = now;
  }

  addFailure(text: string): void {
    this.failures.set(text, (this.failures.get(text) ?? 0) + 1);
  }

  addSkip(text: string): void {
    this.skips.set(text, (this.skips.get(text) ?? 0) + 1);
  }

  /** How many leads waited for one reason, and for how long. */
  addWait(wait: Omit<Bottleneck, 'lead_days'>, leads: number, ms: number): void {
    const key = `${wait.rule}:${wait.lane}:${wait.limit?.of}`;
    const entry = this.waits.get(key);
    if (entry) entry.ms += leads * ms;
    else this.waits.set(key, { wait, ms: leads * ms });
  }

  report(): Pick<Rehearsal, 'senders' | 'calls' | 'last_action_at' | 'failures' | 'skips' | 'bottleneck'> {
    return {
      senders: [...this.senders].map(([account_id, days]) => ({ account_id, days: [...days.values()] })),
      calls: [...this.calls].map(([date, amount]) => ({ date, amount })),
      last_action_at: this.lastActionAt === null ? null : new Date(this.lastActionAt),
      failures: countsOf(this.failures),
      skips: countsOf(this.skips),
      bottleneck: this.findBottleneck(),
    };
  }

  /**
   * The main bottleneck, from the queue with most waiting leads. Nights and weekends count only if nothing else holds
   * leads.
   */
  private findBottleneck(): Bottleneck | null {
    const all = [...this.waits.values()];
    const limited = all.filter(({ wait }) => wait.rule !== 'window');
    const lanes = Map.groupBy(limited.length > 0 ? limited : all, ({ wait }) => wait.lane);
    const sumOf = (waits: typeof all) => waits.reduce((sum, { ms }) => sum + ms, 0);
    const [slowest] = [...lanes.values()].sort((a, b) => sumOf(b) - sumOf(a));
    const [longest] = slowest?.sort((a, b) => b.ms - a.ms) ?? [];
    if (!slowest || !longest) return null;
    const lead_days = Math.round((sumOf(slowest) / DAY_IN_MS) * 10) / 10;
    // Minutes are nothing that takes long.
    return lead_days === 0 ? null : { ...longest.wait, lead_days };
  }

  private dayOf(accountId: number, now: number): RehearsedDay {
    const days = this.senders.get(accountId) ?? new Map<string, RehearsedDay>();
    this.senders.set(accountId, days);
    const date = this.dateAt(now);
    const day = days.get(date) ?? { date, actions: {}, others: 0 };
    days.set(date, day);
    return day;
  }

  private dateAt(now: number): string {
    if (now >= this.dateEndsAt) {
      const instant = new Date(now);
      this.date = localDay(instant, this.zone);
      this.dateEndsAt = nextLocalDay(instant, this.zone).getTime();
    }
    return this.date;
  }
}
