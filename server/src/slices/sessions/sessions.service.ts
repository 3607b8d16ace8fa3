import ipaddr from 'ipaddr.js';
import type { SystemContext, SystemTransactionContext } from '../../kernel/context.ts';
import { hashToken, newToken } from '../../kernel/crypto.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { SessionIdentity } from '../../kernel/http/sessions.ts';
import { describeDevice, findCountry } from '../../kernel/security-log/request-origin.ts';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { findHostBrandId } from '../brand-hosts/index.ts';
import { isOfBrand } from '../brands/index.ts';
import { disabledFeatures } from '../organization/index.ts';
import { requireOwnWay } from '../sso-enforcement/index.ts';
import { requireConfirmed } from '../step-up/index.ts';
import * as store from './sessions.store.ts';

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });
const privateRanges = new Set(['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']);

/** What a person calls the thing they signed in with: "Chrome on Windows". */
export function nameDevice(userAgent: string): string {
  return describeDevice(userAgent) ?? 'Unknown device';
}

/** The country of an address, looked up offline; the table knows IPv4 only. */
export function nameLocation(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'Unknown place';
  const address = ipaddr.process(ip);
  if (privateRanges.has(address.range())) return 'Private network';
  const code = address.range() === 'unicast' ? findCountry(address.toString()) : null;
  return (code && countryNames.of(code)) || 'Unknown place';
}

/** No session lasts longer, even if it is used. Idle limits are in the store. */
export const SESSION_LIFETIME_IN_DAYS = 30;

/** Who proved who they are, and how. */
export interface ProvenPerson {
  user_id: number;
  method: store.SignInMethod;
}

export interface SignIn {
  token: string;
  user_id: number;
}

export async function startSession(
  ctx: SystemContext,
  person: ProvenPerson & { has_second_factor: boolean },
): Promise<SignIn> {
  const token = newToken();
  await ctx.systemTransaction(async (tx) => {
    const user = await store.lockPerson(tx, person.user_id);
    if (!user?.active) throw new ApiError('invalid_credentials');
    if (user.is_cancelled) throw new ApiError('client_cancelled');
    await requireOwnBrand(tx, user.organization_id, ctx.origin?.host ?? null);
    if (user.is_suspended) throw new ApiError('organization_suspended');
    if (person.method !== 'sso') await requireOwnWay(tx, person.user_id);
    await store.insertSession(tx, {
      token_hash: hashToken(token),
      organization_id: user.organization_id,
      user_id: person.user_id,
      ip: ctx.origin?.ip ?? '',
      user_agent: (ctx.origin?.user_agent ?? '').replaceAll('\0', ''),
      method: person.method,
      has_second_factor: person.has_second_factor,
      host: ctx.origin?.host ?? null,
      lifetime_in_days: SESSION_LIFETIME_IN_DAYS,
    });
    const { organization_id } = user;
    await recordSecurityEvent(tx, {
      event: 'sign_in',
      organization_id,
      user_id: person.user_id,
      reason: person.method,
    });
  });
  return { token, user_id: person.user_id };
}

/** On a brand's host only the brand's users sign in; it does not reveal accounts elsewhere. */
async function requireOwnBrand(
  tx: SystemTransactionContext,
  organizationId: number,
  host: string | null,
): Promise<void> {
  const brandId = await findHostBrandId(tx, host);
  if (brandId !== null && !(await isOfBrand(tx, organizationId, brandId))) throw new ApiError('invalid_credentials');
}

/** The live session of a token, or null. Called for every request: one indexed read, and a write every five minutes. */
export async function findSession(
  ctx: SystemContext,
  token: string,
  host: string | null = null,
): Promise<SessionIdentity | null> {
  const row = await ctx.systemRead((read) =>
    store.findSessionRow(read, hashToken(token), ctx.config.REQUIRE_SECOND_FACTOR, host),
  );
  if (!row) return null;
  if (row.is_seen_late) await ctx.systemTransaction((tx) => store.markSeen(tx, row.id));
  return {
    session_id: row.id,
    organization_id: row.organization_id,
    user_id: row.user_id,
    actor_user_id: row.actor_user_id ?? row.user_id,
    role: row.role,
    is_agency: row.is_agency,
    disabled_features: disabledFeatures(row),
    ended_plan: row.ended_plan,
    confirmed_at: row.confirmed_at,
    mfa_at: row.mfa_at,
    second_factor_due_at: row.second_factor_due_at,
  };
}

export async function endSession(ctx: SystemContext, token: string): Promise<void> {
  if (token === '') return;
  await ctx.systemTransaction(async (tx) => {
    const ended = await store.deleteSession(tx, hashToken(token));
    if (ended)
      await recordSecurityEvent(tx, { event: 'sign_out', ...ended, actor_id: ended.actor_id ?? ended.user_id });
  });
}

/** When each of these sessions ends if nothing happens until then; what is missing has ended. For live connections. */
export async function listSessionEnds(ctx: SystemContext, ids: number[]): Promise<Map<number, Date>> {
  const rows = await ctx.systemRead((read) => store.findSessionEnds(read, ids));
  return new Map(rows.map((row) => [row.id, row.ends_at]));
}

export async function pruneSessions(ctx: SystemContext): Promise<void> {
  await ctx.systemTransaction(store.deleteExpired);
}

type OwnContext = Pick<SessionContext, 'user' | 'read' | 'transaction' | 'session' | 'clock'>;

export async function listSessions(ctx: OwnContext) {
  const rows = await ctx.read((tx) => store.listSessionRows(tx, ctx.user.id));
  return rows.map((row) => ({
    id: row.id,
    device: nameDevice(row.user_agent),
    place: nameLocation(row.ip),
    // An IPv4 caller of a server that listens on both is named as people know it.
    ip: row.ip.startsWith('::ffff:') ? row.ip.slice(7) : row.ip,
    method: row.method,
    has_second_factor: row.mfa_at !== null,
    is_current: row.id === ctx.session.session_id,
    acted_by: row.actor_name,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
  }));
}

export async function endOwnSession(ctx: OwnContext, id: number): Promise<void> {
  requireConfirmed(ctx);
  await ctx.transaction(async (tx) => {
    if (!(await store.deleteSessionById(tx, ctx.user.id, id))) throw new ApiError('not_found');
    await recordSecurityEvent(tx, { event: 'session_ended', subject: { kind: 'device', id } });
  });
}

export async function endOtherSessions(ctx: OwnContext): Promise<number> {
  requireConfirmed(ctx);
  return ctx.transaction(async (tx) => {
    await recordSecurityEvent(tx, { event: 'other_sessions_ended' });
    return store.deleteOtherSessions(tx, ctx.user.id, ctx.session.session_id);
  });
}

/** Signs out all users of an organization, and impersonations of them. */
export async function endSessionsOfOrganization(tx: Pick<SystemTransactionContext, 'db'>, id: number): Promise<void> {
  await store.deleteSessionsOfOrganization(tx, id);
}
