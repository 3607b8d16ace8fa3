import type { ApiKey, apiKeysEndpoints } from '@overture/contract/api-keys';
import { KEY_EXPIRY_NOTICE_IN_DAYS, KEY_LIMITS } from '@overture/domain/access/key-scopes';
import { parseRange } from '@overture/domain/addresses/ip-range';
import type { z } from 'zod';
import type { KeyCaller } from '../../kernel/api-keys/key-caller.ts';
import { isAppToken, makeApiKey } from '../../kernel/api-keys/key-format.ts';
import type { Context, SystemContext, TransactionContext } from '../../kernel/context.ts';
import { hashToken } from '../../kernel/crypto.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { deleteInBatches } from '../../kernel/rounds/batches.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';
import { insertManagerNotices } from '../notices/index.ts';
import { disabledFeatures } from '../organization/index.ts';
import * as store from './api-keys.store.ts';

type Input<Name extends keyof typeof apiKeysEndpoints> = z.output<(typeof apiKeysEndpoints)[Name]['body']>;
type MadeKey = { key: ApiKey; secret: string };

/** The caller of a key, or of an app's token; null for an unknown key. Called for every request by key: one indexed read. */
export async function findKeyCaller(ctx: Pick<SystemContext, 'systemRead'>, key: string): Promise<KeyCaller | null> {
  const row = await ctx.systemRead((read) => {
    const find = isAppToken(key) ? store.findAppCallerRow : store.findCallerRow;
    return find(read, hashToken(key));
  });
  if (!row) return null;
  const { id, name, kind, scopes, ip_allow, ended, resource } = row;
  return {
    session_id: 0,
    organization_id: row.organization_id,
    user_id: row.user_id ?? 0,
    actor_user_id: row.user_id ?? 0,
    // Never ADMIN, even if an ADMIN made it: programs do not get the rights of the operator.
    role: 'USER',
    is_agency: row.is_agency,
    disabled_features: disabledFeatures(row),
    ended_plan: row.ended_plan,
    confirmed_at: null,
    mfa_at: null,
    second_factor_due_at: null,
    api_key: { id, name, kind, scopes, ip_allow, ended, resource },
  };
}

export async function listApiKeys(ctx: Pick<Context, 'read'>): Promise<ApiKey[]> {
  return (await ctx.read(store.listKeys)).map(presentKey);
}

/** @throws api_keys_full, api_key_ip_range */
export async function createApiKey(
  ctx: Pick<Context, 'transaction' | 'config'>,
  body: Input<'createApiKey'>,
): Promise<MadeKey> {
  const ip_allow = parseRanges(body.ip_allow ?? []);
  const { name, scopes, expires_in_days = null } = body;
  const kind = body.kind ?? 'program';
  return ctx.transaction(async (tx) => {
    const given = { name, kind, scopes: [...new Set(scopes)], ip_allow, expires_in_days, rotated_from: null };
    const made = await insertKey(tx, ctx, given);
    await recordSecurityEvent(tx, { event: 'api_key_created', subject: subjectOf(made.key) });
    return made;
  });
}

/** @throws not_found, api_key_ended, api_key_ip_range */
export async function updateApiKey(
  ctx: Pick<Context, 'transaction'>,
  id: number,
  body: Input<'updateApiKey'>,
): Promise<ApiKey> {
  const ip_allow = body.ip_allow ? parseRanges(body.ip_allow) : null;
  return ctx.transaction(async (tx) => {
    await requireLiveKey(tx, id);
    await store.updateKey(tx, id, { name: body.name ?? null, ip_allow });
    const key = presentKey(orNotFound(await store.findKeyRow(tx, id)));
    await recordSecurityEvent(tx, { event: 'api_key_changed', subject: subjectOf(key) });
    return key;
  });
}

/** A new key with the scopes and addresses of the old one, which works on for the overlap. @throws not_found, api_key_ended, api_keys_full */
export async function rotateApiKey(
  ctx: Pick<Context, 'transaction' | 'config'>,
  id: number,
  { overlap_in_hours, expires_in_days = null }: Input<'rotateApiKey'>,
): Promise<MadeKey> {
  return ctx.transaction(async (tx) => {
    const { name, kind, scopes, ip_allow } = await requireLiveKey(tx, id);
    await store.endAfter(tx, id, overlap_in_hours);
    const made = await insertKey(tx, ctx, { name, kind, scopes, ip_allow, expires_in_days, rotated_from: id });
    await recordSecurityEvent(tx, { event: 'api_key_rotated', subject: subjectOf(made.key) });
    return made;
  });
}

/** @throws not_found, api_key_ended */
export async function revokeApiKey(ctx: Pick<Context, 'transaction'>, id: number): Promise<ApiKey> {
  return ctx.transaction(async (tx) => {
    await requireLiveKey(tx, id);
    await store.markRevoked(tx, id);
    const key = presentKey(orNotFound(await store.findKeyRow(tx, id)));
    await recordSecurityEvent(tx, { event: 'api_key_revoked', subject: subjectOf(key) });
    return key;
  });
}

/** @throws not_found */
export async function getApiKeyUsage(ctx: Pick<Context, 'transaction'>, id: number): Promise<store.DayRow[]> {
  return ctx.transaction(async (tx) => {
    orNotFound(await store.findKeyRow(tx, id));
    return store.listDays(tx, id);
  });
}

async function requireLiveKey(tx: TransactionContext, id: number): Promise<store.KeyRow> {
  const key = orNotFound(await store.lockKey(tx, id));
  if (key.is_ended) throw new ApiError('api_key_ended');
  return key;
}

async function insertKey(
  tx: TransactionContext,
  { config }: Pick<Context, 'config'>,
  given: Omit<store.NewKey, 'start' | 'sha256'>,
): Promise<MadeKey> {
  if ((await store.countLiveKeys(tx)) >= KEY_LIMITS.keys) throw new ApiError('api_keys_full');
  const { secret, start } = makeApiKey(config.SANDBOX === 'on' ? 'test' : 'live');
  const id = await store.insertKey(tx, { ...given, start, sha256: hashToken(secret) });
  return { key: presentKey(orNotFound(await store.findKeyRow(tx, id))), secret };
}

function parseRanges(texts: readonly string[]): string[] {
  const wrong = texts.find((text) => parseRange(text) === null);
  if (wrong !== undefined) throw new ApiError('api_key_ip_range', { range: wrong });
  return [...new Set(texts)];
}

const subjectOf = ({ id, name }: ApiKey) => ({ kind: 'api_key', id, label: name }) as const;

function presentKey({ is_ended, is_replaced, ...row }: store.KeyRow): ApiKey {
  const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
  return {
    ...row,
    state: is_ended ? 'ended' : is_replaced ? 'ending' : 'active',
    created_at: row.created_at.toISOString(),
    expires_at: iso(row.expires_at),
    revoked_at: iso(row.revoked_at),
    last_used_at: iso(row.last_used_at),
  };
}

/** Mails the managers of the organization once, a week before a key expires. */
export async function noticeExpiringKeys(ctx: SystemContext, signal?: AbortSignal): Promise<void> {
  const due = await ctx.systemRead(store.findExpiring);
  await runUnits(
    ctx,
    {
      loop: store.EXPIRY_LOOP,
      units: due.map((key) => ({ ...key, key: String(key.id) })),
      share: 20,
      at_once: 2,
      time_box_in_ms: 30_000,
      run: ({ id, organization_id }) =>
        ctx.forOrganization(organization_id).transaction(async (tx) => writeExpiryNotices(tx, id)),
    },
    signal,
  );
}

async function writeExpiryNotices(tx: TransactionContext, id: number): Promise<void> {
  const key = await store.claimNotice(tx, id);
  if (!key) return;
  const paragraphs = [
    `The API key "${key.name}" (${key.start}…) expires in less than ${KEY_EXPIRY_NOTICE_IN_DAYS} days, on ${key.expires_at.toUTCString()}.`,
    'Requests with it are refused after that. Replace it in the settings: the new key works immediately, and the old one keeps working for the time you choose.',
  ];
  await insertManagerNotices(tx, {
    subject: `An API key expires soon: ${key.name}`,
    paragraphs,
    path: '/settings/api',
  });
}

export const pruneKeyDays = (ctx: Pick<SystemContext, 'systemTransaction'>, signal: AbortSignal): Promise<void> =>
  deleteInBatches(ctx, store.deleteOldDays, signal);
