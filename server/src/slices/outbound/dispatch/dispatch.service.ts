import type { MailboxConnection } from '@overture/adapters/mailbox/mailbox.port';
import type { LinkedinTier } from '@overture/domain/accounts';
import { keepsGap, pauseInMs, scopeOf, type TodaysCap, todaysCap } from '@overture/domain/sending/capacity';
import { type DayPlan, nextSlot } from '@overture/domain/sending/day-plan';
import { NEW_LEADS_SCOPE, TOTAL_SCOPE } from '@overture/domain/sending/sender-choice';
import { findActionHold, findSenderHold } from '@overture/domain/sending/sender-holds';
import type { WaitingRule } from '@overture/domain/sending/waiting-rules';
import type { SystemContext, SystemTransactionContext } from '../../../kernel/context.ts';
import { openConnection } from '../../accounts/index.ts';
import * as intents from '../intents/intents.store.ts';
import { makeMessageId } from '../intents/message-id.service.ts';
import {
  type ActionContent,
  type Budget,
  type Letter,
  type Outcome,
  RISKY_SCOPE,
  type Verdict,
} from '../intents/outbound.rules.ts';
import type { OutboundKind, OutboundKinds } from '../intents/outbound-kind.rules.ts';
import { openDayPlans } from '../senders/day-plans.store.ts';
import { domainBudget } from '../senders/own-domain.rules.ts';
import { lockSenders, type Sender, saveRamps, setNextSends } from '../senders/senders.store.ts';
import { debitDays, listWeeks, type OpenDay, openDays, type WantedDay } from '../senders/sending-days.store.ts';
import { failpoint } from './failpoints.service.ts';
import { writeOutcomes } from './settle.service.ts';

interface DispatchedBase {
  id: number;
  lease_token: number;
  organization_id: number;
  account_id: number;
  attempts: number;
  dispatched_at: Date;
}

/** A mail this process has leave to send, once. */
export interface DispatchedMail extends DispatchedBase {
  channel: 'email';
  message_id: string;
  from: { name: string; address: string };
  letter: Letter;
  connection: MailboxConnection;
  sent_copy: string | null;
}

/** A LinkedIn action this process has leave to take, once. */
export interface DispatchedAction extends DispatchedBase {
  channel: 'linkedin';
  content: ActionContent;
  /** The provider's id of the seat. */
  seat_id: string;
  tier: LinkedinTier | null;
}

export type Dispatched = DispatchedMail | DispatchedAction;

export interface ClaimLimits {
  limit: number;
  per_account: number;
  taken: { account_id: number; count: number }[];
}

type Go = Extract<Verdict, { verdict: 'go' }>;
interface Candidate {
  intent: intents.ReadyIntent;
  sender: Sender;
  kind: OutboundKind;
  go: Go;
}
type Held = { intent: intents.ReadyIntent; outcome: Outcome };

/** Actions were marked as being sent, and nobody can say whether that was written. None of them may be begun. */
export class UncertainDispatchError extends Error {
  override readonly name = 'UncertainDispatchError';
  readonly marked: readonly Dispatched[];

  constructor(marked: readonly Dispatched[], cause: unknown) {
    super('the connection was lost while actions were marked as being sent', { cause });
    this.marked = marked;
  }
}

/**
 * The one stop check and the one moment of decision, in a single transaction: what may go is checked,
 * debited and marked as being sent; what may not is told why. Nothing is sent in here.
 * @returns what the caller must send now, each under its fencing token
 * @throws UncertainDispatchError when the transaction failed after actions were marked in it
 */
export async function dispatchReady(
  ctx: SystemContext,
  kinds: OutboundKinds,
  limits: ClaimLimits,
): Promise<Dispatched[]> {
  let marked: Dispatched[] = [];
  const dispatching = ctx.systemTransaction(async (tx) => {
    marked = [];
    const ready = await intents.claimReadyIntents(tx, limits.limit, limits.per_account, limits.taken);
    if (ready.length === 0) return [];
    const { is_held, now } = await intents.getSendingState(tx);
    if (is_held) return [];
    const senders = await lockSendersOf(tx, ready);
    // A row that names another organisation's sender must not leave in that one's name, whoever wrote it.
    const mine = ready.filter((intent) => senders.get(intent.account_id)?.organization_id === intent.organization_id);
    const held: Held[] = [];
    const open = mine.filter((intent) => {
      const hold = findHold(senders.get(intent.account_id)!, intent, isSpaced(kindOf(kinds, intent), intent), now);
      if (hold) held.push({ intent, outcome: { outcome: 'held', ...hold, reason: null, is_try: false } });
      return hold === null;
    });
    const candidates = await askKinds(tx, kinds, open, senders, held, now);
    const chosen = await debit(tx, keepGaps(candidates, held), held, now);
    marked = await mark(ctx, tx, chosen, now);
    await failpoint('before_dispatch_commit');
    await writeOutcomes(
      tx,
      kinds,
      held.map(({ intent, outcome }) => ({ ...intent, dispatched_at: null, debited_day_ids: null, outcome })),
      now,
    );
    return marked;
  });
  return dispatching.catch((error) => {
    throw marked.length > 0 ? new UncertainDispatchError(marked, error) : error;
  });
}

async function lockSendersOf(
  tx: SystemTransactionContext,
  ready: readonly intents.ReadyIntent[],
): Promise<Map<number, Sender>> {
  const senders = await lockSenders(tx, [...new Set(ready.map((intent) => intent.account_id))]);
  return new Map(senders.map((sender) => [sender.id, sender]));
}

function kindOf(kinds: OutboundKinds, intent: { kind: string }): OutboundKind {
  const kind = kinds.get(intent.kind);
  if (!kind) throw new Error(`no slice answers for outward actions of kind ${intent.kind}`);
  return kind;
}

function findHold(sender: Sender, intent: intents.ReadyIntent, isPaced: boolean, now: Date) {
  const hold = findSenderHold(sender, isPaced, now);
  return hold ?? (intent.action === 'email' ? null : findActionHold(sender, intent.action, now));
}

function isSpaced(kind: OutboundKind, intent: Pick<intents.ReadyIntent, 'action'>): boolean {
  return kind.is_paced && (intent.action === 'email' || keepsGap(intent.action));
}

const takesSendersDay = (kind: OutboundKind): boolean => kind.is_paced || kind.is_test === true;

/** Every slice judges its own intents; refusals go to `held`. */
async function askKinds(
  tx: SystemTransactionContext,
  kinds: OutboundKinds,
  open: intents.ReadyIntent[],
  senders: Map<number, Sender>,
  held: Held[],
  now: Date,
): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  for (const [name, group] of Map.groupBy(open, (intent) => intent.kind)) {
    const kind = kindOf(kinds, { kind: name });
    const verdicts = await kind.check(tx, group, now);
    for (const intent of group) {
      const verdict = verdicts.get(intent.id) ?? { verdict: 'cancel', reason: 'What this was for no longer exists.' };
      if (verdict.verdict === 'go') {
        candidates.push({ intent, kind, sender: senders.get(intent.account_id)!, go: verdict });
      } else held.push({ intent, outcome: outcomeOf(verdict) });
    }
  }
  return candidates;
}

function outcomeOf(verdict: Exclude<Verdict, { verdict: 'go' }>): Outcome {
  if (verdict.verdict === 'hold')
    return { outcome: 'held', rule: verdict.rule, until: verdict.until, reason: verdict.reason ?? null, is_try: false };
  if (verdict.verdict === 'fail') return { outcome: 'rejected', reason: verdict.reason, code: null };
  return { outcome: 'cancelled', reason: verdict.reason };
}

/** With a gap only one paced mail of a sender leaves at a time. */
function keepGaps(candidates: Candidate[], held: Held[]): Candidate[] {
  const used = new Set<number>();
  return candidates.filter(({ intent, sender, kind }) => {
    if (!isSpaced(kind, intent) || sender.send_gap_in_seconds === 0) return true;
    if (!used.has(sender.id)) {
      used.add(sender.id);
      return true;
    }
    held.push({ intent, outcome: { outcome: 'held', rule: 'gap', until: null, reason: null, is_try: false } });
    return false;
  });
}

interface Chosen extends Candidate {
  day_ids: number[];
  plan: DayPlan | undefined;
  /** The sender's day as it was before; undefined for what no budget is debited for. */
  own_day: OpenDay | undefined;
}

/** What decides the caps of a round. */
interface Round {
  weeks: Awaited<ReturnType<typeof listWeeks>>;
  plans: Map<number, DayPlan>;
  now: Date;
}

/** Debits the sender's day and the kind's budgets for as many as they allow, in order of priority. */
async function debit(
  tx: SystemTransactionContext,
  candidates: Candidate[],
  held: Held[],
  now: Date,
): Promise<Chosen[]> {
  const wanted = new Map<string, WantedDay>();
  const round = await openRound(tx, candidates, now);
  for (const candidate of candidates)
    for (const day of daysOf(candidate, round)) wanted.set(`${day.scope}:${day.scope_id}`, day);
  const days = new Map(
    (await openDays(tx, [...wanted.values()], now)).map((day) => [`${day.scope}:${day.scope_id}`, day]),
  );
  const amounts = new Map<OpenDay, number>();
  const chosen: Chosen[] = [];
  for (const candidate of candidates) {
    const mine = daysOf(candidate, round).map((day) => days.get(`${day.scope}:${day.scope_id}`)!);
    const full = mine.find((day) => day.used + (amounts.get(day) ?? 0) >= day.cap);
    if (full) {
      held.push({
        intent: candidate.intent,
        outcome: { outcome: 'held', ...limitOf(candidate, full, round), reason: null, is_try: false },
      });
      continue;
    }
    for (const day of mine) amounts.set(day, (amounts.get(day) ?? 0) + 1);
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

async function openRound(tx: SystemTransactionContext, candidates: readonly Candidate[], now: Date): Promise<Round> {
  const zones = new Map(candidates.map(({ sender, go }) => [sender.id, go.zone]));
  const counted = candidates.filter(({ kind }) => takesSendersDay(kind)).map(({ sender }) => sender);
  const plans = await openDayPlans(tx, [...new Set(counted)], zones, now);
  return { weeks: await listWeeks(tx, invitersOf(candidates), now), plans, now };
}

function invitersOf(candidates: readonly Candidate[]): number[] {
  return [...new Set(candidates.flatMap(({ intent, sender }) => (intent.action === 'invite' ? [sender.id] : [])))];
}

/** Which of its budgets an action waits for, and how long. */
function limitOf(candidate: Candidate, full: OpenDay, round: Round): { rule: WaitingRule; until: Date | null } {
  if (full.scope.startsWith('domain:')) return { rule: 'domain_limit', until: full.ends_at };
  if (full.scope === RISKY_SCOPE) return { rule: 'risky_limit', until: full.ends_at };
  if (full.scope === TOTAL_SCOPE) return { rule: 'total_limit', until: full.ends_at };
  if (full.scope === NEW_LEADS_SCOPE) return { rule: 'new_leads_limit', until: full.ends_at };
  const isOwn = full.scope === 'account' || full.scope.startsWith('account:');
  const rule = isOwn ? capOf(candidate, round).rule : 'daily_limit';
  return {
    rule,
    until: rule === 'weekly_limit' ? (round.weeks.get(candidate.sender.id)?.eases_at ?? null) : full.ends_at,
  };
}

function capOf({ intent, sender, go }: Candidate, { weeks, plans, now }: Round): TodaysCap {
  const week_used = weeks.get(sender.id)?.used ?? 0;
  const { zone, working_days } = go;
  return todaysCap(sender, intent.action, { now, zone, week_used, working_days, plan: plans.get(sender.id) });
}

function daysOf(candidate: Candidate, round: Round): WantedDay[] {
  const { intent, kind, sender, go } = candidate;
  const { organization_id } = intent;
  const capOfBudget = ({ cap, share_of_day: share }: Budget): number =>
    share === undefined ? cap : Math.max(1, Math.floor(share * capOf(candidate, round).amount));
  const budgets = go.budgets.map(({ scope, scope_id, ...budget }) => ({
    scope,
    scope_id,
    cap: capOfBudget({ scope, scope_id, ...budget }),
    organization_id,
    zone: go.zone,
  }));
  if (!takesSendersDay(kind)) return budgets;
  const scope = intent.action === 'email' ? 'account' : scopeOf(intent.action);
  const own = { organization_id, scope, scope_id: sender.id, zone: go.zone, cap: capOf(candidate, round).amount };
  const domain = intent.action === 'email' ? domainBudget(sender) : null;
  return domain ? [own, { ...domain, organization_id, zone: go.zone }, ...budgets] : [own, ...budgets];
}

async function mark(
  ctx: SystemContext,
  tx: SystemTransactionContext,
  chosen: Chosen[],
  now: Date,
): Promise<Dispatched[]> {
  if (chosen.length === 0) return [];
  const marked = await intents.markDispatching(
    tx,
    chosen.map(({ intent, kind, sender, go, day_ids }) => ({
      id: intent.id,
      message_id: go.letter ? (intent.message_id ?? makeMessageId(tx.vault, kind, intent, sender.email ?? '')) : null,
      letter: go.letter,
      content: go.content,
      bound: go.bound,
      day_ids,
    })),
    now,
  );
  const tokens = new Map(marked.map((row) => [row.id, row]));
  await spaceSenders(tx, chosen, now);
  const connections = new Map<number, MailboxConnection>();
  const connectionOf = (sender: Sender): MailboxConnection => {
    const connection = connections.get(sender.id) ?? open(ctx, sender);
    connections.set(sender.id, connection);
    return connection;
  };
  return chosen.map((one) => dispatchedOf(one, tokens.get(one.intent.id)!, now, connectionOf));
}

/** All that is needed to send it once, under its token. */
function dispatchedOf(
  { intent, sender, go }: Chosen,
  { lease_token, message_id }: { lease_token: number; message_id: string | null },
  now: Date,
  connectionOf: (sender: Sender) => MailboxConnection,
): Dispatched {
  const base = {
    id: intent.id,
    lease_token,
    organization_id: intent.organization_id,
    account_id: sender.id,
    attempts: intent.attempts + 1,
    dispatched_at: now,
  };
  if (go.content) {
    const seat_id = sender.provider_account_id!;
    return { ...base, channel: 'linkedin', content: go.content, seat_id, tier: sender.tier };
  }
  const connection = connectionOf(sender);
  return {
    ...base,
    channel: 'email',
    message_id: message_id!,
    from: { name: sender.name, address: sender.email ?? '' },
    letter: go.letter,
    connection,
    sent_copy: sender.sent_copy,
  };
}

async function tellKinds(tx: SystemTransactionContext, chosen: readonly Chosen[], now: Date): Promise<void> {
  for (const [kind, mine] of Map.groupBy(chosen, (one) => one.kind)) {
    await kind.dispatched?.(
      tx,
      mine.map(({ intent }) => intent),
      now,
    );
  }
}

function open(ctx: SystemContext, { id, sealed_connection }: Sender): MailboxConnection {
  if (sealed_connection === null) throw new Error(`sender ${id} has no connection`);
  return openConnection(ctx, { id, sealed_connection });
}

/** When a sender may act again: by the rhythm of its day, or after its gap. */
function nextSend({ intent, sender, go, plan, own_day }: Chosen, now: Date): Date {
  if (plan && own_day && go.hours && intent.channel === 'email') {
    // With a gap one at a time leaves.
    const left = own_day.cap - own_day.used - 1;
    const facts = { zone: go.zone, window: go.hours, now };
    return nextSlot(plan, facts, { left, rhythm_gap_in_seconds: sender.rhythm_gap_in_seconds }, Math.random());
  }
  return new Date(now.getTime() + pauseInMs(intent.channel, sender.send_gap_in_seconds, Math.random()));
}

/** Sets when each sender may act next, and tells whose actions they are that they leave. */
async function spaceSenders(tx: SystemTransactionContext, chosen: Chosen[], now: Date): Promise<void> {
  const gaps = new Map<number, Date>();
  for (const one of chosen) {
    const { intent, kind, sender } = one;
    if (!isSpaced(kind, intent) || sender.send_gap_in_seconds === 0) continue;
    gaps.set(sender.id, nextSend(one, now));
  }
  await setNextSends(
    tx,
    [...gaps].map(([id, next_send_at]) => ({ id, next_send_at })),
  );
  await tellKinds(tx, chosen, now);
}
