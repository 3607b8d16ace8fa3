import { normalizeEmail } from '@overture/domain/addresses/email-address';
import type { SignUps } from '@overture/domain/security/sign-ups';

export interface SignUpFacts {
  sign_ups: SignUps;
  admin_email: string | undefined;
  /** A user with the right invited this address. */
  is_invited: boolean;
}

/** Whether an address may open an account here, for every kind of sign-up. The operator's own always may. */
export function maySignUp(email: string, { sign_ups, admin_email, is_invited }: SignUpFacts): boolean {
  if (sign_ups.mode === 'open' || is_invited || isAdminEmail(email, admin_email)) return true;
  if (sign_ups.mode !== 'domains') return false;
  return sign_ups.domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}

export function isAdminEmail(email: string, adminEmail: string | undefined): boolean {
  return adminEmail !== undefined && normalizeEmail(adminEmail) === email;
}
