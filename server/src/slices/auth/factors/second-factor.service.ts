import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { SystemContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { verifyPassword } from '../../../kernel/password-hash.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { recordConfirmation, requireConfirmed, requireOwnPerson } from '../../step-up/index.ts';
import { endAccess, requirePersonByEmail } from '../../users/index.ts';
import { forgetFactorTries, refuseFactor, spendFactorTry } from './factor-change.service.ts';
import * as store from './factors.store.ts';
import { findPasskeyHost, verifyPasskey } from './passkey.service.ts';
import { deletePasskeysOfUser, listPasskeys } from './passkey.store.ts';
import { consumeRecoveryCode, replaceRecoveryCodes } from './recovery-codes.service.ts';
import { consumeTotpCode } from './totp.service.ts';
import { deleteRecoveryCodes, deleteTotp } from './totp.store.ts';

export type FactorMethod = 'totp' | 'recovery' | 'passkey';

export interface FactorProof {
  method: FactorMethod;
  code?: string | null | undefined;
  response?: AuthenticationResponseJSON | null | undefined;
}

/** What a person can be asked for besides the password on this host; empty: no second factor was set up. */
export async function listFactorMethods(ctx: SystemContext, userId: number): Promise<FactorMethod[]> {
  const rpId = findPasskeyHost(ctx.config.APP_URL)?.rp_id ?? null;
  const has = await ctx.systemTransaction((tx) => store.summarizeFactors(tx, userId, rpId));
  if (!has.totp_confirmed_at && has.passkeys === 0) return [];
  return [
    ...(has.passkeys_here > 0 ? (['passkey'] as const) : []),
    ...(has.totp_confirmed_at ? (['totp'] as const) : []),
    ...(has.recovery_codes_left > 0 || (!has.totp_confirmed_at && has.passkeys_here === 0)
      ? (['recovery'] as const)
      : []),
  ];
}

/** Looks at one proof of a second factor and uses it up. @throws when it is none; each wrong one is written down */
export async function checkSecondFactor(
  ctx: SystemContext,
  person: { id: number; organization_id: number },
  proof: FactorProof,
  purpose: 'second-factor' | 'confirm',
): Promise<void> {
  if (proof.method === 'passkey') {
    // A signature cannot be guessed: it is not counted. Wrong codes cannot lock the owner of a passkey out.
    const userId = proof.response ? await verifyPasskey(ctx, proof.response, purpose, person.id) : null;
    if (userId === null) await refuseFactor(ctx, person, 'passkey');
    return;
  }
  await spendFactorTry(ctx, person.id);
  const code = proof.code ?? '';
  const take = proof.method === 'totp' ? consumeTotpCode : consumeRecoveryCode;
  const isRight = await ctx.systemTransaction((tx) => take(tx, person.id, code));
  if (!isRight) await refuseFactor(ctx, person, proof.method);
  await forgetFactorTries(ctx, person.id);
  if (proof.method === 'recovery') {
    await recordSecurityEvent(ctx, {
      event: 'recovery_code_used',
      organization_id: person.organization_id,
      user_id: person.id,
    });
  }
}

/** What the person has set up, for *Account, Security*. */
export async function getFactors(ctx: SessionContext) {
  const rpId = findPasskeyHost(ctx.config.APP_URL)?.rp_id ?? null;
  const { has, passkeys } = await ctx.transaction(async (tx) => ({
    has: await store.summarizeFactors(tx, ctx.user.id, rpId),
    passkeys: await listPasskeys(tx, ctx.user.id),
  }));
  return {
    totp_confirmed_at: has.totp_confirmed_at?.toISOString() ?? null,
    recovery_codes_left: has.recovery_codes_left,
    passkey_host: rpId,
    passkeys: passkeys.map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      rp_id: passkey.rp_id,
      works_here: passkey.rp_id === rpId,
      is_synced: passkey.backed_up,
      created_at: passkey.created_at.toISOString(),
      last_used_at: passkey.last_used_at?.toISOString() ?? null,
    })),
    second_factor_due_at: ctx.session.second_factor_due_at?.toISOString() ?? null,
  };
}

/** New recovery codes; the old ones are worth nothing from then on. */
export async function renewRecoveryCodes(ctx: SessionContext): Promise<string[]> {
  requireConfirmed(ctx);
  return ctx.transaction(async (tx) => {
    await store.lockPerson(tx, ctx.user.id);
    const has = await store.summarizeFactors(tx, ctx.user.id, null);
    if (!has.totp_confirmed_at && has.passkeys === 0) throw new ApiError('no_second_factor');
    await recordSecurityEvent(tx, { event: 'recovery_codes_made' });
    return replaceRecoveryCodes(tx, { organization_id: ctx.organization.id, user_id: ctx.user.id });
  });
}

interface PersonProof extends Omit<FactorProof, 'method'> {
  method: FactorMethod | 'password';
  password?: string | null | undefined;
}

/**
 * "Confirm it is you", good for ten minutes in this session: everything that signing in takes. A password alone does for people
 * without a second factor only; a passkey is both factors. @throws factor_proof_needed, wrong_password, second_factor_wrong
 */
export async function confirmPerson(ctx: SessionContext, { method, ...proof }: PersonProof): Promise<void> {
  requireOwnPerson(ctx);
  const person = orNotFound(await ctx.transaction((tx) => store.findPerson(tx, ctx.user.id)));
  if (method === 'password' && (await listFactorMethods(ctx.system, person.id)).length > 0)
    throw new ApiError('factor_proof_needed');
  if (method === 'password' || (method !== 'passkey' && person.password_hash !== null))
    await checkPassword(ctx, person, proof.password ?? '');
  if (method !== 'password') await checkSecondFactor(ctx.system, person, { ...proof, method }, 'confirm');
  await recordConfirmation(ctx, method !== 'password');
}

async function checkPassword(ctx: SessionContext, person: store.PersonRow, given: string): Promise<void> {
  await ctx.rate_limits.spend('confirm-password', String(person.id), 10, 900);
  if (!(await verifyPassword(person.password_hash, given))) {
    await recordSecurityEvent(ctx, { event: 'password_check_failed' });
    throw new ApiError('wrong_password');
  }
  await ctx.rate_limits.forget('confirm-password', String(person.id));
}

/**
 * For changes that need the current password: users with a second factor have also shown it recently.
 * @throws step_up_needed
 */
export async function requireFactorConfirmed(
  ctx: Pick<SessionContext, 'user' | 'session' | 'clock' | 'read'>,
): Promise<void> {
  const { totp_confirmed_at, passkeys } = await ctx.read((tx) => store.summarizeFactors(tx, ctx.user.id, null));
  if (totp_confirmed_at !== null || passkeys > 0) requireConfirmed(ctx);
}

/**
 * Removes all second factors of a user and signs them out, for the operator of the machine.
 * @throws Error in words
 */
export async function resetSecondFactor(ctx: SystemContext, email: string): Promise<void> {
  await ctx.systemTransaction(async (tx) => {
    const person = await requirePersonByEmail(tx, email);
    await deleteTotp(tx, person.id);
    await deletePasskeysOfUser(tx, person.id);
    await deleteRecoveryCodes(tx, person.id);
    await store.deleteTicketsOfUser(tx, person.id);
    await endAccess(tx, [person.id], 'all');
    await recordSecurityEvent(tx, {
      event: 'second_factor_removed',
      organization_id: person.organization_id,
      user_id: person.id,
      actor_id: null,
      reason: 'command_line',
    });
  });
}
