import { type Kysely, sql } from 'kysely';
import type { SystemContext } from '../context.ts';
import { hashToken, newPkce, newToken } from '../crypto.ts';
import type { DB } from '../db/__generated__/database.ts';
import type { SessionContext } from '../slice.ts';

/**
 * Consent pages of other vendors: a state is used once, belongs to the user who started it, and has its own PKCE verifier; no redirect
 * target is read from the URL.
 */
export interface ConsentKind {
  table: 'mailbox_consents' | 'integration_consents';
  /** What verifiers are sealed for, and what the pages are counted as. */
  purpose: string;
}

/** What a consent is asked for: columns of the table. */
type Subject = Record<string, string | number | null>;

/** Signing in with a second factor takes some minutes. */
const LASTS_IN_SECONDS = 15 * 60;
/** Limit of consent pages per organization: each leaves a row. */
const PAGES_PER_HOUR = 60;

/**
 * Stores a requested page and deletes expired ones.
 * @param return_host the brand's host where it is requested, if any
 * @throws ApiError rate_limited
 */
export async function startConsent(
  ctx: SessionContext,
  { table, purpose }: ConsentKind,
  subject: Subject,
  return_host: string | null,
): Promise<{ state: string; code_challenge: string }> {
  await ctx.rate_limits.spend(purpose, String(ctx.organization.id), PAGES_PER_HOUR, 3600);
  const state = newToken();
  const { code_verifier, code_challenge } = newPkce();
  const row = {
    ...subject,
    state_hash: hashToken(state),
    organization_id: ctx.organization.id,
    user_id: ctx.user.id,
    sealed_verifier: ctx.vault.seal(purpose, code_verifier),
    return_host,
  };
  await ctx.transaction(async ({ db, organization }) => {
    await sql`delete from ${sql.table(table)} where organization_id = ${organization.id}
      and expires_at < app_now()`.execute(db);
    await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))}, expires_at)
      values (${sql.join(Object.values(row))}, app_now() + make_interval(secs => ${LASTS_IN_SECONDS}))`.execute(db);
  });
  return { state, code_challenge };
}

/**
 * Uses up a state: only one request gets its row. Null for one that is unknown, used or expired, of another user or about another subject.
 */
export async function consumeConsent<Row extends Subject>(
  ctx: SessionContext,
  { table, purpose }: ConsentKind,
  state: string,
  subject: Subject = {},
): Promise<(Row & { code_verifier: string }) | null> {
  const conditions = Object.entries(subject).map(([name, value]) => sql`and ${sql.ref(name)} = ${value}`);
  const [row] = await ctx.transaction(async ({ db }) => {
    const { rows } = await sql<Row & { sealed_verifier: Buffer; is_alive: boolean }>`delete from ${sql.table(table)}
      where state_hash = ${hashToken(state)} and user_id = ${ctx.user.id} ${sql.join(conditions, sql` `)}
      returning *, expires_at >= app_now() as is_alive`.execute(db);
    return rows;
  });
  return row?.is_alive ? { ...row, code_verifier: ctx.vault.open(purpose, row.sealed_verifier) } : null;
}

/** The brand's host where the state was created; null: the installation's address. Does not use up the state. */
export function findConsentHost(ctx: SystemContext, { table }: ConsentKind, state: string): Promise<string | null> {
  return ctx.systemTransaction(async ({ db }: { db: Kysely<DB> }) => {
    const { rows } = await sql<{ return_host: string | null }>`select return_host from ${sql.table(table)}
      where state_hash = ${hashToken(state)} and expires_at >= app_now()`.execute(db);
    return rows[0]?.return_host ?? null;
  });
}
