import { isProviderError, type ProviderError } from '@overture/adapters/kit/errors';
import type { LinkedinAccount } from '@overture/adapters/linkedin/linkedin.port';
import {
  type AccountStatus,
  defaultDailyLimits,
  isHealthyStatus,
  isMessagingAccount,
  type LinkedinTier,
  labelAccountType,
  type SeatType,
} from '@overture/domain/accounts';
import { fullName } from '@overture/domain/leads/full-name';
import { MESSAGING_LIMITS } from '@overture/domain/limits';
import { cutText } from '@overture/domain/text/text-bounds';
import type { Context, SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { runUnits } from '../../../kernel/rounds/rounds.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import {
  type LinkedinEventRow,
  listWaitingEvents,
  lockEvent,
  markEventFailed,
  markEventProcessed,
  pruneLinkedinEvents,
} from '../../linkedin-events/index.ts';
import { announceStatus, recordConnected, setAccountStatus } from '../account-status.service.ts';
import { takesBaseSlot } from '../accounts.rules.ts';
import { type AccountRow, findAccount, listAccounts, lockConnecting } from '../accounts.store.ts';
import { checkSlot } from '../slots.service.ts';
import * as store from './linkedin.store.ts';
import {
  describeOtherPerson,
  isOlderThanPage,
  isSamePerson,
  type LinkReference,
  signOutTask,
} from './linkedin-link.rules.ts';
import { forgetSignIn } from './linkedin-sign-ins.store.ts';
import { publishEvent } from './poll-linkedin.service.ts';

/**
 * A hosted page succeeded: the account becomes a sender, or an old sender works again. Handling it twice changes nothing. An account over
 * the plan's limit is signed out again.
 */
export async function connectSeat(ctx: Context, seatId: string, reference: LinkReference): Promise<void> {
  try {
    await adoptSeat(ctx, seatId, reference);
  } catch (error) {
    if (!isPlanFull(error)) throw error;
    ctx.log.warn({ organization: ctx.organization.id }, 'LinkedIn account over plan limit, signed out');
  }
}

/**
 * The same, returning the sender; null when the account is refused (see `refusePerson`).
 * @throws ApiError trial_sender_limit, sender_limit: the account is signed out again
 */
export async function adoptSeat(ctx: Context, seatId: string, reference: LinkReference): Promise<AccountRow | null> {
  const facts = await describeSeat(ctx, seatId);
  try {
    return await ctx.transaction(async (tx) => {
      await lockConnecting(tx, tx.organization.id);
      await forgetSignIn(tx, seatId);
      const row = await placeSeat(tx, facts, reference);
      if (row === null) return null;
      tx.live.publish('account_connected', { account_id: row.id });
      await recordConnected(tx, row, reference.user_id);
      announceStatus(tx, row.id, row.status);
      return row;
    });
  } catch (error) {
    if (isPlanFull(error)) {
      await ctx.transaction(async (tx) => {
        await forgetSignIn(tx, seatId);
        tx.jobs.add(signOutTask, { provider_account_id: seatId });
      });
    }
    throw error;
  }
}

const isPlanFull = (error: unknown): boolean =>
  error instanceof ApiError && ['trial_sender_limit', 'sender_limit'].includes(error.code);

type DescribedSeat = store.SeatFacts & { created_at: Date | null };

async function describeSeat(ctx: Pick<Context, 'ports'>, seatId: string): Promise<DescribedSeat> {
  const { seats } = ctx.ports.linkedin;
  const account = await seats.getAccount(seatId);
  if (account.account_type !== 'LINKEDIN') return describeMessaging(account);
  const profile = await seats.getOwnProfile(seatId);
  return {
    account_type: account.account_type,
    phone: null,
    provider_account_id: account.account_id,
    linkedin_member_id: profile.provider_id,
    linkedin_public_identifier: profile.public_identifier,
    name: fullName(profile) || account.name,
    email: profile.email,
    picture_url: profile.picture_url,
    tier: account.tier,
    created_at: account.created_at,
  };
}

/** Ids of messaging services say nothing beyond their own service. */
function describeMessaging({ owner, ...account }: LinkedinAccount): DescribedSeat {
  const { account_type, account_id } = account;
  return {
    account_type,
    provider_account_id: account_id,
    linkedin_member_id: `${account_type}:${owner.provider_id ?? owner.phone ?? account_id}`,
    linkedin_public_identifier: owner.phone === null ? owner.handle : null,
    name: account.name || owner.handle || labelAccountType(account_type),
    email: null,
    picture_url: null,
    phone: owner.phone === null ? null : `+${owner.phone}`,
    tier: null,
    created_at: account.created_at,
  };
}

/** The account's sender; null when the account is refused: see `refusePerson`. */
async function placeSeat(
  tx: TransactionContext,
  { created_at, ...facts }: DescribedSeat,
  reference: LinkReference,
): Promise<AccountRow | null> {
  const asked = reference.account_id === null ? undefined : await findAccount(tx, reference.account_id);
  const isOther = asked !== undefined && (asked.account_type !== facts.account_type || !isSamePerson(asked, facts));
  if (isOther) await refusePerson(tx, asked, facts);
  const same = await store.findSeat(tx, tx.organization.id, facts);
  const isOwn = same?.provider_account_id === facts.provider_account_id;
  // A leaked page address must not claim an account that another user connected before.
  if (!isOwn && isOlderThanPage(created_at, reference.issued_at)) {
    await recordSecurityEvent(tx, {
      event: 'webhook_refused',
      user_id: reference.user_id,
      reason: 'seat_older_than_page',
    });
    return null;
  }
  const known = same ?? (isOther ? undefined : asked);
  if (known) return reconnectSeat(tx, known, facts);
  if (!isOther) return addSeat(tx, facts, reference);
  tx.jobs.add(signOutTask, { provider_account_id: facts.provider_account_id });
  return null;
}

async function addSeat(tx: TransactionContext, facts: store.SeatFacts, reference: LinkReference): Promise<AccountRow> {
  const is_base_account = await claimSlot(tx, facts.account_type, reference);
  const seat = { ...facts, ...findTierLimits(facts), organization_id: tx.organization.id, is_base_account };
  return (await store.reviveSeat(tx, seat)) ?? store.insertSeat(tx, seat);
}

/** Whether it takes one of the plan's base slots. Messaging accounts take none and have a limit of their own. */
async function claimSlot(tx: TransactionContext, type: SeatType, reference: LinkReference): Promise<boolean> {
  if (type === 'LINKEDIN')
    return takesBaseSlot(await checkSlot(tx, { id: reference.user_id, role: reference.role }, 'linkedin'));
  const accounts = await listAccounts(tx, tx.organization.id);
  const count = accounts.filter((account) => isMessagingAccount(account.account_type)).length;
  if (count >= MESSAGING_LIMITS.accounts) throw new ApiError('sender_limit');
  return false;
}

function findTierLimits({ account_type, tier }: Pick<store.SeatFacts, 'account_type' | 'tier'>) {
  const { linkedin_max_connections, linkedin_max_messages } = defaultDailyLimits(account_type, tier);
  return { linkedin_max_connections, linkedin_max_messages };
}

async function reconnectSeat(tx: TransactionContext, known: AccountRow, facts: store.SeatFacts): Promise<AccountRow> {
  const replaced = known.provider_account_id;
  if (replaced && replaced !== facts.provider_account_id) tx.jobs.add(signOutTask, { provider_account_id: replaced });
  const row = await store.reconnectSeat(tx, known.id, { ...facts, ...findTierLimits(facts) });
  if (!row) throw new Error(`sender ${known.id} vanished while it was connected`);
  return row;
}

/**
 * Another person signed in when a sender was to be reconnected: its leads, conversations and budgets are not theirs. The sender shows this,
 * and loses its account if that is the one they signed in to.
 */
async function refusePerson(tx: TransactionContext, sender: AccountRow, facts: store.SeatFacts): Promise<void> {
  const isTaken = sender.provider_account_id === facts.provider_account_id;
  if (isTaken) await store.detachSeat(tx, sender.id);
  else if (isHealthyStatus(sender.status)) return;
  await setAccountStatus(tx, sender.id, 'CREDENTIALS', describeOtherPerson(sender, facts.name), 'connect');
}

/**
 * Processes all provider events of an organization, each in its own transaction. It runs until none is left: parallel workers read the same
 * oldest events, and no event wakes the job for those behind them.
 */
export async function processLinkedinEvents(ctx: Context): Promise<void> {
  let failure: unknown = null;
  for (let after = 0; ; ) {
    const events = await ctx.transaction((tx) => listWaitingEvents(tx, tx.organization.id, after));
    for (const event of events) {
      try {
        await processEvent(ctx, event);
      } catch (error) {
        failure = error;
        const words = error instanceof Error ? cutText(error.message, 500) : 'unknown';
        await ctx.transaction((tx) => markEventFailed(tx, event.id, words));
      }
      after = event.id;
    }
    if (events.length === 0) break;
  }
  // The queue runs it again, later and later, as long as something is left.
  if (failure !== null) throw failure;
}

async function processEvent(ctx: Context, event: LinkedinEventRow): Promise<void> {
  if (event.type === 'connected') {
    await connectSeat(ctx, event.provider_account_id, event.payload as LinkReference);
    return ctx.transaction((tx) => markEventProcessed(tx, event.id));
  }
  await ctx.transaction(async (tx) => {
    if (!(await lockEvent(tx, event.id))) return;
    const owner = await store.findSeatOwner(tx, event.provider_account_id);
    const { status } = event.payload as { status?: AccountStatus };
    if (owner) await publishEvent(tx, owner.id, event);
    if (owner && event.type === 'account_status' && status) {
      const words = describeStatus(status, owner.account_type);
      await setAccountStatus(tx, owner.id, withoutDeletion(status), words, 'connect');
    }
    await markEventProcessed(tx, event.id);
  });
}

/** An account that no longer exists at the provider can be reconnected, so the sender stays with a reason. */
function withoutDeletion(status: AccountStatus): AccountStatus {
  return status === 'DELETED' ? 'CREDENTIALS' : status;
}

/** The reason why an account does not work; null while it does. */
function describeStatus(status: AccountStatus, type: SeatType): string | null {
  if (isHealthyStatus(status) || status === 'CONNECTING') return null;
  const service = labelAccountType(type);
  const words: Partial<Record<AccountStatus, string>> = {
    CREDENTIALS: `${service} has signed this account out. Reconnect it to continue.`,
    DELETED: `The connection to ${service} was removed. Reconnect the account to continue.`,
    STOPPED: `The connection to ${service} has stopped.`,
    ERROR: `${service} reported a problem with this account.`,
  };
  return words[status] ?? null;
}

/**
 * Compares every connected account with the provider's list: webhooks may be late, lost, or unable to reach us. Runs every ten minutes;
 * without connected accounts it makes no call.
 */
export async function reconcileSeats(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  if (!ctx.ports.linkedin.is_configured) return;
  let seats = await ctx.systemTransaction((tx) => store.listSeats(tx, 0));
  if (seats.length === 0) return;
  const listed = new Map((await ctx.ports.linkedin.seats.listAccounts()).map((entry) => [entry.account_id, entry]));
  while (seats.length > 0 && !signal.aborted) {
    await runUnits(
      ctx,
      {
        loop: 'linkedin-seats',
        units: seats.map((seat) => ({ ...seat, key: String(seat.id) })),
        share: seats.length,
        at_once: 2,
        time_box_in_ms: 30_000,
        run: (seat) => reconcileSeat(ctx, seat, listed.get(seat.provider_account_id)),
      },
      signal,
    );
    const last = seats.at(-1)?.id ?? 0;
    seats = await ctx.systemTransaction((tx) => store.listSeats(tx, last));
  }
  await ctx.systemTransaction((tx) => pruneLinkedinEvents(tx));
}

async function reconcileSeat(
  ctx: SystemContext,
  seat: store.SeatRow,
  reported: { status: AccountStatus; tier: store.SeatFacts['tier'] } | undefined,
): Promise<void> {
  const status = reported?.status ?? 'DELETED';
  const isSame = isHealthyStatus(status) ? isHealthyStatus(seat.status) : seat.status === withoutDeletion(status);
  const tier = reported?.tier ?? seat.tier;
  const isTierSame = tier === null || tier === seat.tier;
  if (isSame && isTierSame) return;
  await ctx.forOrganization(seat.organization_id).transaction(async (tx) => {
    if (!isTierSame) await changeTier(tx, seat.id, tier);
    const words = describeStatus(status, seat.account_type);
    if (!isSame) await setAccountStatus(tx, seat.id, withoutDeletion(status), words, 'connect');
  });
}

/** Daily limits follow the LinkedIn subscription; browsers and the engine are notified. */
async function changeTier(tx: TransactionContext, id: number, tier: LinkedinTier): Promise<void> {
  await store.updateTier(tx, id, tier, defaultDailyLimits('LINKEDIN', tier));
  tx.events.emit({ type: 'account_limits_changed', account_id: id });
}

/** Signs a removed account out at the provider; a missing one counts as signed out. */
export async function signOutSeat(ctx: SystemContext, providerAccountId: string): Promise<void> {
  const owner = await ctx.systemTransaction((tx) => store.findSeatOwner(tx, providerAccountId));
  // Connected again since it was removed.
  if (owner) return;
  try {
    await ctx.ports.linkedin.seats.deleteAccount(providerAccountId);
  } catch (error) {
    if (!isProviderError(error, 'not_found')) throw error as ProviderError;
  }
}
