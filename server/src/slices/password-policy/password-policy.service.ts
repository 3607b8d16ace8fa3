import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorCode } from '@overture/contract/errors';
import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { findPasswordProblem, foldPassword, type PasswordOwner } from '@overture/domain/security/password';
import { ApiError } from '../../kernel/errors.ts';

const PROBLEM_CODES = {
  short: 'password_too_short',
  personal: 'password_personal',
  product: 'password_personal',
} as const satisfies Record<string, ErrorCode>;

/** The same for registering, a new password by link and by the account page. `field` is what the form calls it. */
export function checkNewPassword(
  password: string,
  owner: PasswordOwner | null,
  field: 'password' | 'new_password' = 'password',
): void {
  const problem = findPasswordProblem(password, owner);
  if (problem) throw refuse(PROBLEM_CODES[problem], field);
  if (isCommonPassword(password)) throw refuse('password_common', field);
}

function refuse(code: ErrorCode, field: string): ApiError {
  const { message } = new ApiError(code);
  return new ApiError(code, {}, { [field]: message });
}

const DIGEST_BYTES = 5;
let digests: Buffer | null = null;

/** Whether it is among the 100,000 commonest: sorted digests of five bytes, read by the first who asks (half a megabyte). */
function isCommonPassword(password: string): boolean {
  digests ??= readFileSync(join(import.meta.dirname, 'common-passwords.bin'));
  const wanted = createHash('sha256').update(foldPassword(password)).digest().subarray(0, DIGEST_BYTES);
  let low = 0;
  let high = digests.length / DIGEST_BYTES;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = digests.compare(wanted, 0, DIGEST_BYTES, middle * DIGEST_BYTES, (middle + 1) * DIGEST_BYTES);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}

export function checkEmail(given: string, field: 'email' | 'new_email' = 'email'): string {
  const email = normalizeEmail(given);
  if (!email) throw new ApiError('validation_failed', {}, { [field]: 'Please enter a valid email address.' });
  return email;
}
