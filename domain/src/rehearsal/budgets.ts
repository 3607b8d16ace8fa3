import { type BudgetDay, beginDay, type InviteDay, isDayOpen, sumWeek } from '../sending/budget-days.ts';
import { scopeOf } from '../sending/capacity.ts';
import type { UsedDay } from './rehearsal-types.ts';

/** Only invitations are bound by a week. */
const WEEKLY = scopeOf('invite');

type CountedDay = BudgetDay & InviteDay & { times: Date[] };

/** Budgets by day as the engine keeps them (`sending_days`), in memory. */
export class Budgets {
  private readonly days = new Map<string, CountedDay[]>();

  constructor(used: readonly UsedDay[]) {
    const ordered = [...used].sort((a, b) => a.ends_at.getTime() - b.ends_at.getTime());
    for (const { scope, scope_id, times, ...day } of ordered) {
      this.listOf(scope, scope_id).push({ ...day, times: [...times] });
    }
  }

  /** What is left today of a budget with this cap, and when its day ends; null while no day has begun. */
  left(scope: string, scopeId: number, cap: number, now: Date): { left: number; ends_at: Date | null } {
    const last = this.days.get(keyOf(scope, scopeId))?.at(-1) ?? null;
    if (last === null || !isDayOpen(last, now)) return { left: cap, ends_at: null };
    return { left: cap - last.used, ends_at: last.ends_at };
  }

  debit(scope: string, scopeId: number, zone: string, now: Date): void {
    const days = this.listOf(scope, scopeId);
    const last = days.at(-1) ?? null;
    if (last !== null && isDayOpen(last, now)) {
      last.used += 1;
      if (scope === WEEKLY) last.times.push(now);
      return;
    }
    days.push({ ...beginDay(last, zone, now), starts_at: now, used: 1, times: scope === WEEKLY ? [now] : [] });
    // A week of days is all that is ever asked for.
    if (days.length > 9) days.shift();
  }

  /** Days that are over and ended after an instant, oldest first. */
  ended(scope: string, scopeId: number, after: Date | null, now: Date): readonly CountedDay[] {
    const days = this.days.get(keyOf(scope, scopeId)) ?? [];
    return days.filter(({ ends_at }) => ends_at <= now && (after === null || ends_at > after));
  }

  /** What the days that are over used of the last seven. */
  week(scope: string, scopeId: number, now: Date) {
    return sumWeek(this.days.get(keyOf(scope, scopeId)) ?? [], now);
  }

  private listOf(scope: string, scopeId: number): CountedDay[] {
    const key = keyOf(scope, scopeId);
    const days = this.days.get(key) ?? [];
    this.days.set(key, days);
    return days;
  }
}

function keyOf(scope: string, scopeId: number): string {
  return `${scope}:${scopeId}`;
}
