import { loadNow } from '../../kernel/clock.ts';
import type { SystemContext, SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import type { Slice } from '../../kernel/slice.ts';
import type { OutboundKind, Outcome, Receipt, SettledBy } from '../action-kinds/index.ts';
import { armFailpoints } from '../failpoints/index.ts';
import { pruneGuard } from '../sending-guard/index.ts';
import { findOwnMails } from '../sent-mails/index.ts';
import { createByHandRoutes } from './by-hand/by-hand.routes.ts';
import { settleTasks } from './by-hand/by-hand.service.ts';
import { HAND_LOOP } from './by-hand/by-hand.store.ts';
import { chargeSent } from './dispatch/charge.service.ts';
import { type Dispatcher, type DispatcherOptions, startDispatcher } from './dispatch/dispatcher.service.ts';
import { writeOutcomes } from './dispatch/settle.service.ts';
import { startEvidenceSearch } from './evidence/evidence.job.ts';
import { sweepLostLeases } from './evidence/lost-leases.job.ts';
import {
  type ChangedIntent,
  findUnconfirmed,
  insertIntents,
  insertRecognised,
  listUnsent,
  lockByMessageIds,
  lockIntents,
  type NewIntent,
  type SentCopy,
  setDueAt,
} from './intents/intents.store.ts';
import {
  lockUnconfirmedInvites,
  lockUnconfirmedSaid,
  nameSaid,
  type SaidAction,
} from './intents/linkedin-actions.store.ts';
import { messageIdPurpose, parseStableMessageId } from './intents/message-id.service.ts';
import { makeReceipt } from './intents/outbound.rules.ts';

const kinds = new Map<string, OutboundKind>();
const dispatchers = new Set<Dispatcher>();

export interface OutboundOptions extends DispatcherOptions {
  kinds: OutboundKind[];
}

/** The outbox as the program runs it: its kinds are registered in app/, which knows the later slices. */
export function createOutboundSlice(options: OutboundOptions): Slice {
  for (const kind of options.kinds) kinds.set(kind.name, kind);
  return {
    name: 'outbound',
    signatures: [messageIdPurpose],
    services: [
      { name: 'outbound-dispatcher', start: async (ctx) => startService(ctx, options) },
      { name: 'outbound-evidence', start: async (ctx) => startEvidenceSearch(ctx, kinds) },
    ],
    loops: [
      { name: 'outbound-leases', interval_in_ms: 2000, run: async (ctx) => void (await sweepLostLeases(ctx, kinds)) },
      { name: HAND_LOOP, interval_in_ms: 1000, run: (ctx) => settleTasks(ctx, kinds) },
      { name: 'guard-events', interval_in_ms: 3_600_000, run: pruneGuard },
    ],
  };
}

/** The calls of LinkedIn by hand, with the kinds that app/ registered. */
export const linkedinTasksRoutes = createByHandRoutes(kinds);

function startService(ctx: SystemContext, options: DispatcherOptions): () => Promise<void> {
  armFailpoints(process.env.FAILPOINT, ctx.config.is_production);
  const dispatcher = startDispatcher(ctx, kinds, options);
  dispatchers.add(dispatcher);
  return async () => {
    dispatchers.delete(dispatcher);
    await dispatcher.stop();
  };
}

/** Wakes this process's dispatcher; other processes find the work at their next poll. */
export function wakeDispatchers(): void {
  for (const dispatcher of dispatchers) dispatcher.wake();
}

/**
 * Plans an action. It happens at most once for one (kind, ref_id, ref_part), however often it is requested. The kind provides the content
 * when it is sent. Returns whether it was planned now.
 */
export async function planAction(tx: TransactionContext, action: Omit<NewIntent, 'organization_id'>): Promise<boolean> {
  const planned = await insertIntents(tx, [{ ...action, organization_id: tx.organization.id }]);
  tx.afterCommit(wakeDispatchers);
  return planned.length > 0;
}

/** Another time for an action that the caller has locked (`lockPlanned`). */
export async function postponePlanned(tx: TransactionContext, intentId: number, dueAt: Date): Promise<void> {
  await setDueAt(tx, intentId, dueAt);
  tx.afterCommit(wakeDispatchers);
}

/**
 * Mails of ours were seen where only sent mails can be: in a Sent folder, quoted by a reply, returned by a bounce. Confirms those that were
 * unconfirmed or parked, and those a restored backup believes unsent.
 * @param given `copy` of a mail in a Sent folder: who sent it, when, and its text
 * @returns how many that settled
 */
export async function confirmByEvidence(
  tx: TransactionContext,
  given: { message_ids: readonly string[]; settled_by: SettledBy; copy?: SentCopy },
): Promise<number> {
  if (given.message_ids.length === 0) return 0;
  const now = await loadNow(tx);
  const recognised = new Set(await recognise(tx, given.message_ids, given.copy));
  const locked = await lockByMessageIds(tx, given.message_ids, ['unknown', 'parked', 'intent', 'cancelled']);
  // The lead stays with the sender that wrote to it.
  if (given.copy !== undefined)
    for (const [name, group] of Map.groupBy(locked, ({ kind }) => kind))
      await kinds.get(name)?.dispatched?.(
        asSystem(tx),
        group.filter(({ id }) => recognised.has(id)),
        now,
      );
  const unsent = await listUnsent(
    tx,
    locked.map(({ id }) => id),
  );
  const outcome: Outcome = { outcome: 'confirmed', settled_by: given.settled_by, at: now };
  await writeOutcomes(
    asSystem(tx),
    kinds,
    locked.map((intent) => ({ ...intent, outcome })),
    now,
  );
  const left = locked.filter(({ id }) => recognised.has(id) || unsent.has(id));
  const { sent_at = now, account_id } = given.copy ?? {};
  await chargeSent(
    asSystem(tx),
    kinds,
    left.map((intent) => ({ ...intent, account_id: account_id ?? intent.account_id, at: sent_at })),
  );
  return locked.length;
}

/** People accepted: unconfirmed or parked invitations to them were sent. Returns how many that settled. */
export async function confirmInvites(
  tx: TransactionContext,
  accountId: number,
  connected: Parameters<typeof lockUnconfirmedInvites>[2],
): Promise<number> {
  return confirmActions(tx, await lockUnconfirmedInvites(tx, accountId, connected), { is_connected: true });
}

/** A text of ours is in a conversation: the unconfirmed action with this text was sent. Returns how many that settled. */
export async function confirmSaid(tx: TransactionContext, said: SaidAction): Promise<number> {
  if (await nameSaid(tx, said)) return 0;
  return confirmActions(tx, await lockUnconfirmedSaid(tx, said), {
    provider_ref: said.provider_ref,
    chat_id: said.chat_id,
  });
}

async function confirmActions(
  tx: TransactionContext,
  locked: readonly ChangedIntent[],
  seen: Partial<Receipt>,
): Promise<number> {
  const at = await loadNow(tx);
  const receipt = makeReceipt(seen);
  const outcome: Outcome = { outcome: 'confirmed', settled_by: 'lists', at, receipt };
  await writeOutcomes(
    asSystem(tx),
    kinds,
    locked.map((intent) => ({ ...intent, outcome })),
    at,
  );
  return locked.length;
}

/**
 * Mails of ours that the database does not know: it was restored from an older backup. Their signed ids contain their purpose, so intents
 * are created for them and confirmed like any other. Returns the intents.
 */
async function recognise(
  tx: TransactionContext,
  messageIds: readonly string[],
  copy: SentCopy | undefined,
): Promise<number[]> {
  const recognised: number[] = [];
  for (const kind of kinds.values()) {
    if (!kind.has_stable_message_id) continue;
    const claims = messageIds.flatMap((messageId) => {
      const what = parseStableMessageId(tx.vault, kind.name, messageId);
      return what ? [{ ...what, message_id: messageId, account_id: copy?.account_id, sent_at: copy?.sent_at }] : [];
    });
    if (claims.length === 0) continue;
    const known = new Set((await findOwnMails(tx, messageIds)).map((mail) => mail.message_id));
    const unknown = claims.filter((claim) => !known.has(claim.message_id));
    // A mail names its id twice, in its Message-ID and in a header of ours. The domain of an id is not signed.
    const single = [...new Map(unknown.map((claim) => [`${claim.ref_id}.${claim.ref_part}`, claim])).values()];
    if (single.length === 0) continue;
    const described = (await kind.describe?.(asSystem(tx), single)) ?? [];
    recognised.push(...(await insertRecognised(tx, described, copy)));
  }
  return recognised;
}

/**
 * A user decides about the unconfirmed action of a kind. 'Not sent' lets it be planned again.
 * @returns false when none is unconfirmed (or it belongs to another organization)
 */
export async function resolveUnconfirmed(
  tx: TransactionContext,
  { kind, ref_id }: Pick<NewIntent, 'kind' | 'ref_id'>,
  wasSent: boolean,
): Promise<boolean> {
  const intentId = await findUnconfirmed(tx, kind, ref_id);
  if (intentId === null) return false;
  const now = await loadNow(tx);
  const locked = await lockIntents(tx, [intentId], ['unknown', 'parked']);
  const outcome: Outcome = wasSent
    ? { outcome: 'confirmed', settled_by: 'person', at: now }
    : { outcome: 'held', rule: 'due', until: now, reason: 'A person said that it was not sent.', is_try: true };
  await writeOutcomes(
    asSystem(tx),
    kinds,
    locked.map((intent) => ({ ...intent, outcome })),
    now,
  );
  if (!wasSent) tx.afterCommit(wakeDispatchers);
  return locked.length > 0;
}

function asSystem(tx: TransactionContext): SystemTransactionContext {
  return { ...tx, forOrganization: () => tx };
}
