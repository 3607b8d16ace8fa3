import type { MailboxConnection } from '@overture/adapters/mailbox/mailbox.port';
import type { LinkedinTier } from '@overture/domain/accounts';
import { keepsGap, pauseInMs } from '@overture/domain/sending/capacity';
import { nextSlot } from '@overture/domain/sending/day-plan';
import { findActionHold, findSenderHold } from '@overture/domain/sending/sender-holds';
import type { SystemContext, SystemTransactionContext } from '../../../kernel/context.ts';
import type { ActionContent, IntentHead, Letter, OutboundKind, Outcome, Verdict } from '../../action-kinds/index.ts';
import { failpoint } from '../../failpoints/index.ts';
import { openConnection } from '../../mailbox-connections/index.ts';
import { holdSenders, lockSenders, type Sender, setNextSends } from '../../senders/index.ts';
import { getSendingState } from '../../sending-guard/index.ts';
import { lockReady, type ReadyIntent } from '../intents/claim.store.ts';
import { markDispatching } from '../intents/intents.store.ts';
import { makeMessageId } from '../intents/message-id.service.ts';
import type { OutboundKinds } from '../intents/outbound.rules.ts';
import { type Candidate, type Chosen, debit, type Held } from './debit.service.ts';
import { writeOutcomes } from './settle.service.ts';
import { splitByHand } from './split-by-hand.service.ts';

interface DispatchedBase {
  id: number;
  lease_token: number;
  organization_id: number;
  account_id: number;
  attempts: number;
  dispatched_at: Date;
  purpose: Pick<IntentHead, 'kind' | 'ref_id' | 'ref_part' | 'prospect_id' | 'campaign_id'> & {
    revision: number | null;
    variant: string | null;
  };
}

/** A mail this process has leave to send, once. */
export interface DispatchedMail extends DispatchedBase {
  channel: 'email';
  message_id: string;
  from: { name: string; address: string };
  reply_to: { name: string; address: string } | null;
  letter: Letter;
  connection: MailboxConnection;
  sent_copy: string | null;
}

/** A LinkedIn action this process has leave to take, once. */
export interface DispatchedAction extends DispatchedBase {
  channel: 'linkedin';
  content: ActionContent;
  /** The provider's id of the account; empty for an assisted sender. */
  seat_id: string;
  tier: LinkedinTier | null;
}

export type Dispatched = DispatchedMail | DispatchedAction;

/** Actions were marked as being sent, and it is unknown whether that was committed. None of them may be started. */
export class UncertainDispatchError extends Error {
  override readonly name = 'UncertainDispatchError';
  readonly marked: readonly Dispatched[];

  constructor(marked: readonly Dispatched[], cause: unknown) {
    super('the connection was lost while actions were marked as being sent', { cause });
    this.marked = marked;
  }
}

/**
 * The stop check and the decision to send, in a single transaction: what may go is checked, debited and marked as being sent; the rest is
 * held or refused with a reason. Nothing is sent in here. Actions of assisted senders are offered to people, and go once a person has taken
 * them.
 * @param claimer the user who takes offered actions; null for the dispatcher
 * @returns what the caller must send now, each with its fencing token
 * @throws UncertainDispatchError when the transaction failed after actions were marked in it
 */
export async function dispatchIntents(
  ctx: SystemContext,
  kinds: OutboundKinds,
  ids: readonly number[],
  claimer: number | null = null,
): Promise<Dispatched[]> {
  let marked: Dispatched[] = [];
  const dispatching = ctx.systemTransaction(async (tx) => {
    marked = [];
    const ready = await lockReady(tx, ids, claimer !== null);
    if (ready.length === 0) return [];
    const { is_held, now } = await getSendingState(tx);
    if (is_held) return [];
    const senders = await lockIntentSenders(tx, ready);
    // A row that names a sender of another organization must never be sent in its name, regardless of its writer.
    const mine = ready.filter((intent) => senders.get(intent.account_id)?.organization_id === intent.organization_id);
    const held: Held[] = [];
    const free = mine.filter((intent) => {
      const hold = findHold(senders.get(intent.account_id)!, intent, isSpaced(findKind(kinds, intent), intent), now);
      if (hold) held.push({ intent, outcome: { outcome: 'held', ...hold, reason: null, is_try: false } });
      return hold === null;
    });
    const { open, connections } = await openSenders(ctx, tx, free, senders, held, now);
    const passed = await collectVerdicts(tx, kinds, open, senders, held, now);
    const candidates = await splitByHand(tx, passed, held, claimer !== null, now);
    const { claimed, finishClaims } = await claimCandidates(tx, enforceGaps(candidates, held), held, now);
    const chosen = await debit(tx, claimed, held, now);
    await finishClaims(chosen);
    marked = await mark(tx, chosen, connections, claimer, now);
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

async function lockIntentSenders(
  tx: SystemTransactionContext,
  ready: readonly ReadyIntent[],
): Promise<Map<number, Sender>> {
  const senders = await lockSenders(tx, [...new Set(ready.map((intent) => intent.account_id))]);
  return new Map(senders.map((sender) => [sender.id, sender]));
}

function findKind(kinds: OutboundKinds, intent: { kind: string }): OutboundKind {
  const kind = kinds.get(intent.kind);
  if (!kind) throw new Error(`no outbound kind registered as ${intent.kind}`);
  return kind;
}

function findHold(sender: Sender, intent: ReadyIntent, isPaced: boolean, now: Date) {
  const hold = findSenderHold(sender, isPaced, now);
  return hold ?? (intent.action === 'email' ? null : findActionHold(sender, intent.action, now));
}

function isSpaced(kind: OutboundKind, intent: Pick<ReadyIntent, 'action'>): boolean {
  return kind.is_paced && (intent.action === 'email' || keepsGap(intent.action));
}

/** An unreadable login is retried after this long, in case the operator restores the secret key. */
const UNREADABLE_IN_MS = 15 * 60_000;
const UNREADABLE = "This sender's saved login can't be read. Connect the sender again.";

/** Opens the logins of mailboxes before anything is marked: an unreadable one holds its own sender only. */
async function openSenders(
  ctx: SystemContext,
  tx: SystemTransactionContext,
  free: readonly ReadyIntent[],
  senders: ReadonlyMap<number, Sender>,
  held: Held[],
  now: Date,
): Promise<{ open: ReadyIntent[]; connections: Map<number, MailboxConnection> }> {
  const connections = new Map<number, MailboxConnection>();
  const unreadable = new Set<number>();
  for (const id of new Set(free.filter(({ channel }) => channel === 'email').map((intent) => intent.account_id))) {
    try {
      const { sealed_connection } = senders.get(id)!;
      if (sealed_connection === null) throw new Error(`sender ${id} has no connection`);
      connections.set(id, openConnection(ctx, { id, sealed_connection }));
    } catch (error) {
      ctx.log.error({ account_id: id, err: error }, 'sender login unreadable, sender held');
      unreadable.add(id);
    }
  }
  if (unreadable.size === 0) return { open: [...free], connections };
  const until = new Date(now.getTime() + UNREADABLE_IN_MS);
  const holds = await holdSenders(
    tx,
    [...unreadable].map((id) => ({ id, until, reason: UNREADABLE })),
  );
  for (const { id, organization_id, status } of holds)
    tx.forOrganization(organization_id).live.publish('account_status', { account_id: id, status });
  const isUnreadable = (intent: ReadyIntent) => intent.channel === 'email' && unreadable.has(intent.account_id);
  const outcome: Outcome = { outcome: 'held', rule: 'sender_held', until, reason: UNREADABLE, is_try: false };
  held.push(...free.filter(isUnreadable).map((intent) => ({ intent, outcome })));
  return { open: free.filter((intent) => !isUnreadable(intent)), connections };
}

/** Every slice judges its own intents; refusals go to `held`. */
async function collectVerdicts(
  tx: SystemTransactionContext,
  kinds: OutboundKinds,
  open: ReadyIntent[],
  senders: Map<number, Sender>,
  held: Held[],
  now: Date,
): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  for (const [name, group] of Map.groupBy(open, (intent) => intent.kind)) {
    const kind = findKind(kinds, { kind: name });
    const verdicts = await kind.check(tx, group, now);
    for (const intent of group) {
      const verdict = verdicts.get(intent.id) ?? {
        verdict: 'cancel',
        reason: 'The campaign step or message was deleted.',
      };
      if (verdict.verdict === 'go') {
        candidates.push({ intent, kind, sender: senders.get(intent.account_id)!, go: verdict });
      } else held.push({ intent, outcome: toOutcome(verdict) });
    }
  }
  return candidates;
}

function toOutcome(verdict: Exclude<Verdict, { verdict: 'go' }>): Outcome {
  if (verdict.verdict === 'hold')
    return { outcome: 'held', rule: verdict.rule, until: verdict.until, reason: verdict.reason ?? null, is_try: false };
  if (verdict.verdict === 'fail') return { outcome: 'rejected', reason: verdict.reason, code: null };
  return { outcome: 'cancelled', reason: verdict.reason };
}

/** With a gap only one paced mail of a sender leaves at a time. */
function enforceGaps(candidates: Candidate[], held: Held[]): Candidate[] {
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

/** Kinds take what only one action may have. `finishClaims` gives back what was taken for actions without a budget. */
async function claimCandidates(
  tx: SystemTransactionContext,
  candidates: Candidate[],
  held: Held[],
  now: Date,
): Promise<{ claimed: Candidate[]; finishClaims: (chosen: readonly Chosen[]) => Promise<void> }> {
  const claims: Awaited<ReturnType<NonNullable<OutboundKind['claim']>>>[] = [];
  const claiming = candidates.filter(({ go }) => go.claims);
  for (const [kind, group] of Map.groupBy(claiming, (one) => one.kind)) {
    const intents = group.map(({ intent }) => intent);
    const claim = await kind.claim?.(tx, intents, now);
    if (claim) claims.push(claim);
  }
  const holds = new Map(claims.flatMap((claim) => [...claim.holds]));
  const claimed = candidates.filter(({ intent }) => {
    const hold = holds.get(intent.id);
    if (hold) held.push({ intent, outcome: toOutcome(hold) });
    return !hold;
  });
  return {
    claimed,
    async finishClaims(chosen) {
      const dispatched = new Set(chosen.map(({ intent }) => intent.id));
      for (const claim of claims) await claim.finish(dispatched);
    },
  };
}

async function mark(
  tx: SystemTransactionContext,
  chosen: Chosen[],
  connections: ReadonlyMap<number, MailboxConnection>,
  claimer: number | null,
  now: Date,
): Promise<Dispatched[]> {
  if (chosen.length === 0) return [];
  const marked = await markDispatching(
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
    claimer,
  );
  const tokens = new Map(marked.map((row) => [row.id, row]));
  await spaceSenders(tx, chosen, now);
  return chosen.map((one) => toDispatched(one, tokens.get(one.intent.id)!, now, connections));
}

/** All that is needed to send it once, under its token. */
function toDispatched(
  { intent, sender, go }: Chosen,
  { lease_token, message_id }: { lease_token: number; message_id: string | null },
  now: Date,
  connections: ReadonlyMap<number, MailboxConnection>,
): Dispatched {
  const { kind, ref_id, ref_part, prospect_id, campaign_id } = intent;
  const { revision = null, variant = null } = go.bound ?? {};
  const base = {
    id: intent.id,
    purpose: { kind, ref_id, ref_part, prospect_id, campaign_id, revision, variant },
    lease_token,
    organization_id: intent.organization_id,
    account_id: sender.id,
    attempts: intent.attempts + 1,
    dispatched_at: now,
  };
  if (go.content) {
    const seat_id = sender.provider_account_id ?? '';
    return { ...base, channel: 'linkedin', content: go.content, seat_id, tier: sender.tier };
  }
  return {
    ...base,
    channel: 'email',
    message_id: message_id!,
    from: { name: sender.name, address: sender.email ?? '' },
    reply_to: sender.reply_to === null ? null : { name: sender.name, address: sender.reply_to },
    letter: go.letter,
    connection: connections.get(sender.id)!,
    sent_copy: sender.sent_copy,
  };
}

async function notifyKinds(tx: SystemTransactionContext, chosen: readonly Chosen[], now: Date): Promise<void> {
  for (const [kind, mine] of Map.groupBy(chosen, (one) => one.kind)) {
    await kind.dispatched?.(
      tx,
      mine.map(({ intent }) => intent),
      now,
    );
  }
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

/** Sets when each sender may act next, and notifies the kinds whose actions are sent. */
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
  await notifyKinds(tx, chosen, now);
}
