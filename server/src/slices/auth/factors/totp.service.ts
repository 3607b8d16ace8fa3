import { generateSecret, generateURI, verify } from 'otplib';
import type { TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { getOrganizationBrand } from '../../brands/index.ts';
import { requireConfirmed } from '../../step-up/index.ts';
import { parseDigits } from './codes.rules.ts';
import { finishFactorChange, spendFactorTry } from './factor-change.service.ts';
import { findPerson } from './factors.store.ts';
import * as store from './totp.store.ts';

const PERIOD_IN_SECONDS = 30;

/** Binds a sealed secret to its user: it cannot be opened for another one. */
export const totpPurpose = (userId: unknown): string => `totp:${userId}`;

/** A new secret as text and QR code. It becomes active once a code of the app was entered. */
export async function startTotp(ctx: SessionContext): Promise<{ secret: string; uri: string; qr_svg: string }> {
  requireConfirmed(ctx);
  const secret = generateSecret({ length: 20 });
  const email = await ctx.transaction(async (tx) => {
    const isStored = await store.insertPendingTotp(tx, {
      organization_id: ctx.organization.id,
      user_id: ctx.user.id,
      sealed_secret: ctx.vault.seal(totpPurpose(ctx.user.id), secret),
    });
    if (!isStored) throw new ApiError('totp_exists');
    return orNotFound(await findPerson(tx, ctx.user.id)).email;
  });
  // Authenticator apps show the name beside the address.
  const { name } = await getOrganizationBrand(ctx.system, ctx.organization.id);
  const uri = generateURI({ issuer: name, label: email, secret, period: PERIOD_IN_SECONDS });
  const { default: QRCode } = await import('qrcode');
  return { secret, uri, qr_svg: await QRCode.toString(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }) };
}

/** Activates the app by its first code. @returns recovery codes if the user has none yet */
export async function confirmTotp(ctx: SessionContext, code: string): Promise<string[] | null> {
  requireConfirmed(ctx);
  await spendFactorTry(ctx.system, ctx.user.id);
  return finishFactorChange(
    ctx,
    { event: 'second_factor_added', what: 'An authenticator app was added' },
    async (tx) => {
      const row = await store.lockTotp(tx, ctx.user.id);
      if (!row || row.confirmed_at) throw new ApiError('totp_not_started');
      if (!(await tryCode(tx, ctx.user.id, row, code))) throw new ApiError('second_factor_wrong');
    },
  );
}

export async function removeTotp(ctx: SessionContext): Promise<void> {
  requireConfirmed(ctx);
  await finishFactorChange(
    ctx,
    { event: 'second_factor_removed', what: 'The authenticator app was removed' },
    async (tx) => {
      if (!(await store.deleteTotp(tx, ctx.user.id))) throw new ApiError('not_found');
    },
  );
}

/** Checks a code of an active app and marks it as used. */
export async function consumeTotpCode(
  ctx: Pick<TransactionContext, 'db' | 'vault'>,
  userId: number,
  code: string,
): Promise<boolean> {
  const row = await store.lockTotp(ctx, userId);
  return row?.confirmed_at ? tryCode(ctx, userId, row, code) : false;
}

/** Accepts one period before and after, for clock drift. A period is accepted once, and none before a used one. */
async function tryCode(
  ctx: Pick<TransactionContext, 'db' | 'vault'>,
  userId: number,
  row: store.TotpRow,
  given: string,
): Promise<boolean> {
  const token = parseDigits(given);
  if (token === null) return false;
  const result = await verify({
    secret: ctx.vault.open(totpPurpose(userId), row.sealed_secret),
    token,
    // The real time, as on the user's phone, not the installation's time travel.
    epoch: Math.floor(Date.now() / 1000),
    epochTolerance: PERIOD_IN_SECONDS,
    afterTimeStep: row.last_step,
  });
  if (!result.valid || !('timeStep' in result)) return false;
  await store.markTotpUsed(ctx, userId, result.timeStep);
  return true;
}
