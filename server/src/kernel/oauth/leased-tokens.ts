import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderError } from '@overture/adapters/kit/errors';
import type { TokenSource } from '@overture/adapters/mailbox/mailbox.port';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { SystemContext } from '../context.ts';
import type { DB } from '../db/__generated__/database.ts';

export const tokensSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_at: z.coerce.date(),
});
export type Tokens = z.output<typeof tokensSchema>;

/** One connection whose access tokens are kept sealed, in a table with `token_lease` and `token_leased_until`. */
export interface TokenOwner {
  table: 'accounts' | 'integrations';
  column: 'sealed_connection' | 'sealed_tokens';
  id: number;
  /** Column that marks a row as removed, if rows are kept. */
  deleted_column: 'deleted_at' | null;
  /** For errors: 'mailbox', 'CRM'. */
  noun: string;
  /** @throws ProviderError auth_expired when it holds no tokens or can't be read */
  open(sealed: Buffer): Tokens;
  seal(sealed: Buffer, tokens: Tokens): Buffer;
  refresh(sealed: Buffer, refresh_token: string): Promise<Tokens>;
}

/** An access token that ends sooner is refreshed: a call and its sending need some seconds. */
const GOOD_FOR_IN_MS = 60_000;
/** Longer than a call of the token endpoint can take. */
const LEASE_IN_SECONDS = 30;
const CHECK_EVERY_IN_MS = 150;
const MAX_CHECKS = 200;

type Ctx = Pick<SystemContext, 'systemTransaction'>;
type IsGood = (tokens: Tokens) => boolean;

/**
 * Access tokens of one connection. To refresh, a process takes the lease, checks whether another one has refreshed already, calls the
 * provider, and stores the result before using it: a rotated refresh token must never exist only in memory.
 * @param known tokens read a moment ago; null: they are read with the first use
 */
export function createTokenSource(ctx: Ctx, owner: TokenOwner, known: Tokens | null): TokenSource {
  let tokens = known;
  let running: Promise<Tokens> | null = null;
  // Tokens expire by real time, regardless of the installation's clock.
  const isGood = (given: Tokens, refused: string | undefined): boolean =>
    given.access_token !== refused && given.expires_at.getTime() - Date.now() > GOOD_FOR_IN_MS;
  return {
    async getAccessToken(refused) {
      if (tokens !== null && isGood(tokens, refused)) return tokens.access_token;
      running ??= refresh(ctx, owner, (given) => isGood(given, refused)).finally(() => {
        running = null;
      });
      tokens = await running;
      return tokens.access_token;
    },
  };
}

async function refresh(ctx: Ctx, owner: TokenOwner, isGood: IsGood): Promise<Tokens> {
  for (let checks = 0; checks < MAX_CHECKS; checks += 1) {
    const sealed = await ctx.systemTransaction((tx) => findSealed(tx, owner));
    if (sealed === null)
      throw new ProviderError('auth_expired', `The ${owner.noun} was disconnected.`, { concerns: 'sender' });
    const stored = owner.open(sealed);
    if (isGood(stored)) return stored;
    const lease = await ctx.systemTransaction((tx) => claimLease(tx, owner));
    const tokens = lease && (await refreshUnderLease(ctx, owner, lease, isGood));
    if (tokens) return tokens;
    await sleep(CHECK_EVERY_IN_MS);
  }
  throw new ProviderError('unavailable', `The sign-in of this ${owner.noun} is being renewed. Trying again.`, {
    concerns: 'service',
  });
}

/** Null when it was connected again in between: the result says nothing about the new sign-in. */
async function refreshUnderLease(
  ctx: Ctx,
  owner: TokenOwner,
  { token_lease, sealed }: TokenLease,
  isGood: IsGood,
): Promise<Tokens | null> {
  // Read under the lease: the previous holder may have stored a token between our check and our claim.
  const stored = owner.open(sealed);
  const end = (changed: Buffer | null) => ctx.systemTransaction((tx) => endLease(tx, owner, token_lease, changed));
  if (isGood(stored)) {
    await end(null);
    return stored;
  }
  try {
    const tokens = await owner.refresh(sealed, stored.refresh_token);
    return (await end(owner.seal(sealed, tokens))) ? tokens : null;
  } catch (error) {
    if (await end(null)) throw error;
    return null;
  }
}

interface Tx {
  db: Kysely<DB>;
}

interface TokenLease {
  token_lease: number;
  sealed: Buffer;
}

const isRow = ({ id, deleted_column }: TokenOwner) =>
  deleted_column === null ? sql`id = ${id}` : sql`id = ${id} and ${sql.ref(deleted_column)} is null`;

async function findSealed({ db }: Tx, owner: TokenOwner): Promise<Buffer | null> {
  const rows = await sql<{ sealed: Buffer | null }>`select ${sql.ref(owner.column)} as sealed
    from ${sql.table(owner.table)} where ${isRow(owner)}`.execute(db);
  return rows.rows[0]?.sealed ?? null;
}

/** Null while another process holds the lease. */
async function claimLease({ db }: Tx, owner: TokenOwner): Promise<TokenLease | null> {
  const column = sql.ref(owner.column);
  const rows = await sql<TokenLease>`update ${sql.table(owner.table)} set token_lease = token_lease + 1,
      token_leased_until = statement_timestamp() + make_interval(secs => ${LEASE_IN_SECONDS})
    where ${isRow(owner)} and ${column} is not null and token_leased_until < statement_timestamp()
    returning token_lease, ${column} as sealed`.execute(db);
  return rows.rows[0] ?? null;
}

/** Stores new tokens (null: as they were) and ends the lease; false when it was lost, or it was connected again or disconnected. */
async function endLease({ db }: Tx, owner: TokenOwner, lease: number, sealed: Buffer | null): Promise<boolean> {
  const column = sql.ref(owner.column);
  const rows = await sql`update ${sql.table(owner.table)}
    set ${column} = coalesce(${sealed}::bytea, ${column}), token_leased_until = '-infinity'
    where ${isRow(owner)} and token_lease = ${lease} and ${column} is not null`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}
