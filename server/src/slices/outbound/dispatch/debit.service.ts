import { scopeOf, type TodaysCap, todaysCap } from '@overture/domain/sending/capacity';
import type { DayPlan } from '@overture/domain/sending/day-plan';
import type { RiskUse } from '@overture/domain/sending/risk-budget';
import { NEW_LEADS_SCOPE, TOTAL_SCOPE } from '@overture/domain/sending/sender-choice';
import type { WaitingRule } from '@overture/domain/sending/waiting-rules';
import type { SystemTransactionContext } from '../../../kernel/context.ts';
import { type Budget, type OutboundKind, type Outcome, RISKY_SCOPE, type Verdict } from '../../action-kinds/index.ts';
import { domainBudget, findRisk, type Sender, saveRamps } from '../../senders/index.ts';
import {
  debitDays,
  listRiskUse,
  listWeeks,
  type OpenDay,
  openDayPlans,
  openDays,
  type WantedDay,
} from '../../sending-days/index.ts';
import type { ReadyIntent } from '../intents/claim.store.ts';

type Go = Extract<Verdict, { verdict: 'go' }>;
export interface Candidate {
  intent: ReadyIntent;
  sender: Sender;
  kind: OutboundKind;
  go: Go;
}
export type Held = { intent: ReadyIntent; outcome: Outcome };

export const takesSendersDay = (kind: OutboundKind): boolean => kind.is_paced || kind.is_test === true;

export interface Chosen extends Candidate {
  day_ids: number[];
  plan: DayPlan | undefined;
  /** The sender's budget day before the debit; undefined for actions without a budget. */
  own_day: OpenDay | undefined;
}

/** Facts that decide the caps of a round. */
interface Round {
  weeks: Awaited<ReturnType<typeof listWeeks>>;
  plans: Map<number, DayPlan>;
  /** Of senders whose risk budget is enforced; grows with each action that is chosen. */
  uses: Map<number, RiskUse>;
  now: Date;
}

/** Debits the sender's day and the kind's budgets for as many as they allow, in order of priority. */
export async function debit(
  tx: SystemTransactionContext,
  candidates: Candidate[],
  held: Held[],
  now: Date,
): Promise<Chosen[]> {
  const wanted = new Map<string, WantedDay>();
  const round = await openRound(tx, candidates, now);
  for (const candidate of candidates)
    for (const day of listDays(candidate, round)) wanted.set(`${day.scope}:${day.scope_id}`, day);
  const days = new Map(
    (await openDays(tx, [...wanted.values()], now)).map((day) => [`${day.scope}:${day.scope_id}`, day]),
  );
  const amounts = new Map<OpenDay, number>();
  const chosen: Chosen[] = [];
  for (const candidate of candidates) {
    const mine = listDays(candidate, round).map((day) => days.get(`${day.scope}:${day.scope_id}`)!);
    const full =
      mine.find((day) => day.used + (amounts.get(day) ?? 0) >= day.cap) ??
      (isRiskSpent(candidate, round) ? mine[0] : undefined);
    if (full) {
      held.push({
        intent: candidate.intent,
        outcome: { outcome: 'held', ...findLimit(candidate, full, round), reason: null, is_try: false },
      });
      continue;
    }
    for (const day of mine) amounts.set(day, (amounts.get(day) ?? 0) + 1);
    addUse(candidate, round);
    const plan = round.plans.get(candidate.sender.id);
    chosen.push({ ...candidate, day_ids: mine.map((day) => day.id), plan, own_day: mine[0] });
  }
  await saveRamps(tx, [...new Set(chosen.map(({ sender }) => sender))]);
  await debitDays(
    tx,
    [...amounts].map(([day, amount]) => ({ id: day.id, amount, cap: day.cap })),
  );
  return chosen;
}

/** Sorts of action share the risk budget: those chosen in this round count for the others. */
function isRiskSpent(candidate: Candidate, round: Round): boolean {
  const { intent, sender, kind } = candidate;
  if (!sender.enforces_risk || !takesSendersDay(kind) || intent.action === 'email') return false;
  const cap = findCap(candidate, round);
  return cap.rule === 'risk_limit' && (round.uses.get(sender.id)?.[intent.action] ?? 0) >= cap.amount;
}

function addUse({ intent: { action }, sender: { id, enforces_risk } }: Candidate, { uses }: Round): void {
  if (!enforces_risk || action === 'email') return;
  const use = uses.get(id) ?? {};
  uses.set(id, { ...use, [action]: (use[action] ?? 0) + 1 });
}

async function openRound(tx: SystemTransactionContext, candidates: readonly Candidate[], now: Date): Promise<Round> {
  const zones = new Map(candidates.map(({ sender, go }) => [sender.id, go.zone]));
  const counted = candidates.filter(({ kind }) => takesSendersDay(kind)).map(({ sender }) => sender);
  const plans = await openDayPlans(tx, [...new Set(counted)], zones, now);
  const bound = candidates.filter(({ sender }) => sender.enforces_risk).map(({ sender }) => sender.id);
  const uses = await listRiskUse(tx, [...new Set(bound)], now);
  return { weeks: await listWeeks(tx, listInviters(candidates), now), plans, uses, now };
}

function listInviters(candidates: readonly Candidate[]): number[] {
  return [...new Set(candidates.flatMap(({ intent, sender }) => (intent.action === 'invite' ? [sender.id] : [])))];
}

/** Which of its budgets an action waits for, and how long. */
function findLimit(candidate: Candidate, full: OpenDay, round: Round): { rule: WaitingRule; until: Date | null } {
  if (full.scope.startsWith('domain:')) return { rule: 'domain_limit', until: full.ends_at };
  if (full.scope === RISKY_SCOPE) return { rule: 'risky_limit', until: full.ends_at };
  if (full.scope === TOTAL_SCOPE) return { rule: 'total_limit', until: full.ends_at };
  if (full.scope === NEW_LEADS_SCOPE) return { rule: 'new_leads_limit', until: full.ends_at };
  const isOwn = full.scope === 'account' || full.scope.startsWith('account:');
  const rule = isOwn ? findCap(candidate, round).rule : 'daily_limit';
  return {
    rule,
    until: rule === 'weekly_limit' ? (round.weeks.get(candidate.sender.id)?.eases_at ?? null) : full.ends_at,
  };
}

function findCap({ intent, sender, go }: Candidate, { weeks, plans, uses, now }: Round): TodaysCap {
  const week_used = weeks.get(sender.id)?.used ?? 0;
  const { zone, working_days } = go;
  const risk = findRisk(sender, uses, now);
  return todaysCap(sender, intent.action, { now, zone, week_used, working_days, plan: plans.get(sender.id), risk });
}

function listDays(candidate: Candidate, round: Round): WantedDay[] {
  const { intent, kind, sender, go } = candidate;
  const { organization_id } = intent;
  const capOfBudget = ({ cap, share_of_day: share }: Budget): number =>
    share === undefined ? cap : Math.max(1, Math.floor(share * findCap(candidate, round).amount));
  const budgets = go.budgets.map(({ scope, scope_id, ...budget }) => ({
    scope,
    scope_id,
    cap: capOfBudget({ scope, scope_id, ...budget }),
    organization_id,
    zone: go.zone,
  }));
  if (!takesSendersDay(kind)) return budgets;
  const scope = intent.action === 'email' ? 'account' : scopeOf(intent.action);
  const own = { organization_id, scope, scope_id: sender.id, zone: go.zone, cap: findCap(candidate, round).amount };
  const domain = intent.action === 'email' ? domainBudget(sender) : null;
  return domain ? [own, { ...domain, organization_id, zone: go.zone }, ...budgets] : [own, ...budgets];
}
