import { randomBytes } from 'node:crypto';
import type { TransactionContext } from '../../../kernel/context.ts';
import { formatRecoveryCode, normalizeRecoveryCode } from './codes.rules.ts';
import * as store from './totp.store.ts';

/** Codes are kept as signatures; they outlive a rotation of SECRET_KEY. */
export const RECOVERY_PURPOSE = 'recovery-code';
const RECOVERY_CODES = 10;
const BYTES_PER_CODE = 10;

type CodesContext = Pick<TransactionContext, 'db' | 'vault'>;

/** New codes replace all earlier ones. They are shown once and stored only as keyed hashes. */
export async function replaceRecoveryCodes(
  ctx: CodesContext,
  person: { organization_id: number; user_id: number },
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => formatRecoveryCode(randomBytes(BYTES_PER_CODE)));
  await store.deleteRecoveryCodes(ctx, person.user_id);
  await store.insertRecoveryCodes(
    ctx,
    person,
    codes.map((code) => ctx.vault.sign(RECOVERY_PURPOSE, keyed(person.user_id, code))),
  );
  return codes;
}

/**
 * Uses a code up.
 * @returns whether it was an unused one of the user's
 */
export async function consumeRecoveryCode(ctx: CodesContext, userId: number, given: string): Promise<boolean> {
  const text = keyed(userId, given);
  const waiting = await store.lockRecoveryCodes(ctx, userId);
  const match = waiting.find(({ code_hmac }) => ctx.vault.verify(RECOVERY_PURPOSE, text, code_hmac));
  if (!match) return false;
  await store.markRecoveryCodeUsed(ctx, match.id);
  return true;
}

function keyed(userId: number, code: string): string {
  return `${userId}:${normalizeRecoveryCode(code)}`;
}
