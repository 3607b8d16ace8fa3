import { setTimeout as sleep } from 'node:timers/promises';
import type { CrmConnection } from '@overture/adapters/crm/crm.port';
import { ProviderError } from '@overture/adapters/kit/errors';
import type { CrmType } from '@overture/domain/crm';
import { z } from 'zod';
import type { SystemContext } from '../../../kernel/context.ts';
import * as store from './tokens.store.ts';

export const tokensPurpose = 'crm';
/** An access token that ends sooner is refreshed. */
const GOOD_FOR_IN_MS = 60_000;
/** Longer than a call of the token endpoint can take. */
const LEASE_IN_SECONDS = 30;
const CHECK_EVERY_IN_MS = 150;
const MAX_CHECKS = 200;

const tokensSchema = z.object({ access_token: z.string(), refresh_token: z.string(), expires_at: z.coerce.date() });
export type CrmTokens = z.output<typeof tokensSchema>;
type Ctx = Pick<SystemContext, 'systemTransaction' | 'vault' | 'ports'>;

export function sealTokens({ vault }: Pick<Ctx, 'vault'>, tokens: CrmTokens): Buffer {
  const { access_token, refresh_token, expires_at } = tokens;
  return vault.seal(tokensPurpose, JSON.stringify({ access_token, refresh_token, expires_at }));
}

/** @throws ProviderError auth_expired for what cannot be read: only a new sign-in helps, or the secret key it was sealed with */
function openTokens({ vault }: Pick<Ctx, 'vault'>, sealed: Buffer): CrmTokens {
  try {
    return parseTokens(vault.open(tokensPurpose, sealed));
  } catch (cause) {
    const words = "The saved sign-in of this CRM can't be read. Connect it again.";
    throw new ProviderError('auth_expired', words, { concerns: 'sender', cause });
  }
}

export const parseTokens = (text: string): CrmTokens => tokensSchema.parse(JSON.parse(text));

/**
 * Access tokens of one integration. One process at a time refreshes, and stores the result before it is used: a rotated refresh
 * token is never only in memory.
 */
export function createTokens(ctx: Ctx, type: CrmType, id: number): CrmConnection['tokens'] {
  let tokens: CrmTokens | null = null;
  let running: Promise<CrmTokens> | null = null;
  const isGood = (given: CrmTokens, refused: string | undefined): boolean =>
    given.access_token !== refused && given.expires_at.getTime() - Date.now() > GOOD_FOR_IN_MS;
  return {
    async getAccessToken(refused) {
      if (tokens !== null && isGood(tokens, refused)) return tokens.access_token;
      running ??= refresh(ctx, type, id, (given) => isGood(given, refused)).finally(() => {
        running = null;
      });
      tokens = await running;
      return tokens.access_token;
    },
  };
}

async function refresh(
  ctx: Ctx,
  type: CrmType,
  id: number,
  isGood: (tokens: CrmTokens) => boolean,
): Promise<CrmTokens> {
  for (let checks = 0; checks < MAX_CHECKS; checks += 1) {
    const sealed = await ctx.systemTransaction((tx) => store.findTokens(tx, id));
    if (sealed === null) throw new ProviderError('auth_expired', 'The CRM was disconnected.', { concerns: 'sender' });
    const stored = openTokens(ctx, sealed);
    if (isGood(stored)) return stored;
    const lease = await ctx.systemTransaction((tx) => store.leaseTokens(tx, id, LEASE_IN_SECONDS));
    const tokens = lease && (await refreshUnderLease(ctx, type, id, lease, isGood));
    if (tokens) return tokens;
    await sleep(CHECK_EVERY_IN_MS);
  }
  throw new ProviderError('unavailable', 'The sign-in of this CRM is being renewed. Trying again.', {
    concerns: 'service',
  });
}

/** Null when it was connected again in the meantime: this result is not about the new sign-in. */
async function refreshUnderLease(
  ctx: Ctx,
  type: CrmType,
  id: number,
  { token_lease, sealed_tokens }: store.TokenLease,
  isGood: (tokens: CrmTokens) => boolean,
): Promise<CrmTokens | null> {
  const end = (sealed: Buffer | null) =>
    ctx.systemTransaction((tx) => store.endTokenLease(tx, id, token_lease, sealed));
  const stored = openTokens(ctx, sealed_tokens);
  if (isGood(stored)) {
    await end(null);
    return stored;
  }
  try {
    const tokens = await ctx.ports.crm[type].oauth.refreshTokens(stored.refresh_token);
    return (await end(sealTokens(ctx, tokens))) ? tokens : null;
  } catch (error) {
    if (await end(null)) throw error;
    return null;
  }
}
