import { findPasswordProblem, type PasswordOwner } from '@overture/domain/security/password';
import { t } from './texts.ts';

/** What is wrong with a new password, before the server is asked; common ones it alone knows. */
export function passwordProblem(password: string, owner: PasswordOwner | null): string | undefined {
  const problem = findPasswordProblem(password, owner);
  if (problem === null) return undefined;
  return problem === 'short' ? t('password_short') : t('password_personal');
}
