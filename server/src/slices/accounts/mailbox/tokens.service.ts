import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderError } from '@overture/adapters/kit/errors';
import type { MailboxConnection, TokenSource } from '@overture/adapters/mailbox/mailbox.port';
import type { SystemContext } from '../../../kernel/context.ts';
import {
  type ConsentedConnection,
  openSealedConnection,
  type StoredTokens,
  sealConnection,
} from './sealed-connection.service.ts';
import * as store from './tokens.store.ts';

/** The connection to a sender's mailbox of any type. Throws when it can't be opened, see `openSealedConnection`. */
export function openConnection(
  ctx: SystemContext,
  account: { id: number; sealed_connection: Buffer },
): MailboxConnection {
  const stored = openSealedConnection(ctx, account.sealed_connection);
  if (stored.type === 'IMAP') return stored;
  const { type, email } = stored;
  return { type, email, tokens: createTokenSource(ctx, account.id, stored) };
}

/** An access token that ends sooner is refreshed: a call and its sending need some seconds. */
const GOOD_FOR_IN_MS = 60_000;
/** Longer than a call of the token endpoint can take. */
const LEASE_IN_SECONDS = 30;
const LOOK_EVERY_IN_MS = 150;
const MOST_LOOKS = 200;

type Ctx = Pick<SystemContext, 'systemTransaction' | 'vault' | 'ports' | 'clock'>;

/**
 * Access tokens of one sender. To refresh, a process takes the lease, checks whether another one has refreshed already, calls the provider,
 * and stores the result before using it: a rotated refresh token must never exist only in memory.
 */
function createTokenSource(ctx: Ctx, accountId: number, begin: ConsentedConnection): TokenSource {
  let tokens = begin.tokens;
  let running: Promise<StoredTokens> | null = null;
  const isGood = (given: StoredTokens, refused: string | undefined): boolean =>
    given.access_token !== refused && given.expires_at.getTime() - realNow(ctx) > GOOD_FOR_IN_MS;
  return {
    async getAccessToken(refused) {
      if (isGood(tokens, refused)) return tokens.access_token;
      running ??= refresh(ctx, accountId, (given) => isGood(given, refused)).finally(() => {
        running = null;
      });
      tokens = await running;
      return tokens.access_token;
    },
  };
}

async function refresh(ctx: Ctx, accountId: number, isGood: (tokens: StoredTokens) => boolean): Promise<StoredTokens> {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const stored = open(ctx, await ctx.systemTransaction((tx) => store.findConnection(tx, accountId)));
    if (isGood(stored.tokens)) return stored.tokens;
    const lease = await ctx.systemTransaction((tx) => store.leaseTokens(tx, accountId, LEASE_IN_SECONDS));
    const tokens = lease && (await refreshUnderLease(ctx, accountId, lease, isGood));
    if (tokens) return tokens;
    await sleep(LOOK_EVERY_IN_MS);
  }
  throw new ProviderError('unavailable', 'The sign-in of this mailbox is being renewed. Trying again.', {
    concerns: 'service',
  });
}

/** Null when the sender was reconnected in between: the result says nothing about the new sign-in. */
async function refreshUnderLease(
  ctx: Ctx,
  accountId: number,
  lease: store.TokenLease,
  isGood: (tokens: StoredTokens) => boolean,
): Promise<StoredTokens | null> {
  // Read under the lease: the previous holder may have stored a token between our check and our claim.
  const stored = open(ctx, lease.sealed_connection);
  const release = () => ctx.systemTransaction((tx) => store.releaseTokens(tx, accountId, lease.token_lease));
  if (isGood(stored.tokens)) {
    await release();
    return stored.tokens;
  }
  try {
    const tokens = await ctx.ports.mail_oauth[stored.type].refreshTokens(stored.tokens.refresh_token);
    const sealed = sealConnection(ctx, { ...stored, tokens });
    const isKept = await ctx.systemTransaction((tx) => store.storeTokens(tx, accountId, lease.token_lease, sealed));
    return isKept ? tokens : null;
  } catch (error) {
    const isOurs = await release();
    if (isOurs) throw error;
    return null;
  }
}

function open(ctx: Ctx, sealed: Buffer | null): ConsentedConnection {
  const stored = sealed && openSealedConnection(ctx, sealed);
  if (!stored || stored.type === 'IMAP') throw signedOut();
  return stored;
}

function signedOut(): ProviderError {
  return new ProviderError('auth_expired', 'The mailbox was disconnected.', { concerns: 'sender' });
}

/** Tokens expire by real time, regardless of the installation's clock. */
function realNow({ clock }: Pick<SystemContext, 'clock'>): number {
  return clock.now().getTime() - clock.offset_in_ms();
}
