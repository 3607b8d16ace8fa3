import { isProviderError, type ProviderError } from '@overture/adapters/kit/errors';
import type { FoundPlaces } from '@overture/adapters/mailbox/placement.port';
import { nextLookInMinutes } from '@overture/domain/deliverability/placement';
import type { SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { runClaims } from '../../../kernel/rounds/rounds.ts';
import { openLogin } from '../seeds/seeds.service.ts';
import {
  type ClaimedSeed,
  type CopyResult,
  claimSeed,
  LOOKS_LOOP,
  listSearched,
  lockSeed,
  type SearchedCopy,
  saveLook,
  saveResults,
} from './copies.store.ts';

const AT_ONCE = 6;
/** Mailboxes of one organization side by side: servers of its own that never answer leave room for others. */
const SHARE = 2;
/** Connecting and searching have limits of their own: two minutes each. */
const TIME_BOX_IN_MS = 260_000;
const LEASE_IN_MINUTES = 10;
/** A mailbox without copies is signed in to once a day: a login that ended shows before copies are lost. */
const IDLE_IN_MINUTES = 1440;
const RETRY_IN_MINUTES = { refused: 60, failing: 15 } as const;

/** Searches own mailboxes for the copies that left. */
export async function searchSeeds(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  await runClaims(
    ctx,
    {
      loop: LOOKS_LOOP,
      share: SHARE,
      at_once: AT_ONCE,
      time_box_in_ms: TIME_BOX_IN_MS,
      async claim(full) {
        const seed = await ctx.systemTransaction((tx) => claimSeed(tx, full, LEASE_IN_MINUTES));
        return seed && { ...seed, key: String(seed.id) };
      },
      run: (seed) => searchSeed(ctx, seed),
    },
    signal,
  );
}

async function searchSeed(ctx: SystemContext, seed: ClaimedSeed): Promise<void> {
  const own = ctx.forOrganization(seed.organization_id);
  const copies = await own.transaction((tx) => listSearched(tx, seed.id));
  const found = await findPlaces(ctx, seed, copies);
  await own.transaction(async (tx) => {
    const known = await lockSeed(tx, seed.id, seed.sealed_login);
    if (!known) return;
    if ('failure' in found) await saveFailure(tx, seed.id, copies, found.failure);
    else await saveFound(tx, { ...known, id: seed.id }, copies, found);
    tx.live.publish('placement_changed', {});
  });
}

async function findPlaces(
  ctx: SystemContext,
  seed: ClaimedSeed,
  copies: readonly SearchedCopy[],
): Promise<FoundPlaces | { failure: ProviderError }> {
  try {
    const searched = copies.map(({ id, message_ids }) => ({ key: id, message_ids }));
    return await ctx.ports.placement.findPlaces(openLogin(ctx, seed.sealed_login), searched);
  } catch (error) {
    if (isProviderError(error)) return { failure: error };
    throw error;
  }
}

async function saveFound(
  tx: TransactionContext,
  known: { id: number; is_proven: boolean; has_missed: boolean },
  copies: readonly SearchedCopy[],
  { places, is_full }: FoundPlaces,
): Promise<void> {
  const results = copies.map(({ id, looks }): CopyResult => {
    const placement = places.get(id) ?? null;
    if (placement !== null) return { id, state: 'placed', placement, reason: null, next_in: null };
    const next_in = nextLookInMinutes(looks + 1);
    if (next_in !== null) return { id, state: 'sent', placement: null, reason: null, next_in };
    // A mailbox that never showed a copy may not read its address, and a full one takes none.
    const excuse = is_full ? 'The mailbox is full.' : known.is_proven ? null : 'No copy was found in this mailbox yet.';
    if (excuse !== null) return { id, state: 'unread', placement: null, reason: excuse, next_in: null };
    return { id, state: 'placed', placement: 'missing', reason: null, next_in: null };
  });
  await saveResults(tx, results);
  const proves = places.size > 0;
  const hasMissed = known.has_missed || results.some(({ state }) => state === 'unread');
  await saveLook(tx, known.id, {
    ...judgeSeed(known, { proves, hasMissed, is_full }),
    ...{ proves, was_read: true, least: 1, most: IDLE_IN_MINUTES },
  });
}

function judgeSeed(
  { is_proven }: { is_proven: boolean },
  { proves, hasMissed, is_full }: { proves: boolean; hasMissed: boolean; is_full: boolean },
): { status: string; reason: string | null } {
  if (is_full) return { status: 'full', reason: 'The mailbox is full. Delete mail in it, or remove it here.' };
  if (proves || is_proven) return { status: 'ok', reason: null };
  if (hasMissed)
    return {
      status: 'unproven',
      reason: 'Its first copy was not found. Check that this sign-in reads mail to this address.',
    };
  return { status: 'new', reason: null };
}

/** A mailbox that can't be read says nothing about emails: its copies wait a day, then they count nowhere. */
async function saveFailure(
  tx: TransactionContext,
  seedId: number,
  copies: readonly SearchedCopy[],
  { kind, reason }: ProviderError,
): Promise<void> {
  const old = copies.filter(({ is_old }) => is_old);
  await saveResults(
    tx,
    old.map(({ id }) => ({ id, state: 'unread', placement: null, reason, next_in: null })),
  );
  const status = kind === 'auth_expired' ? 'refused' : 'failing';
  const least = RETRY_IN_MINUTES[status];
  await saveLook(tx, seedId, { status, reason, proves: false, was_read: false, least, most: least });
}
