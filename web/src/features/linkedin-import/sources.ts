import type { Account } from '@overture/contract/accounts';
import { isHealthyStatus } from '@overture/domain/accounts';
import { LINKEDIN_IMPORT } from '@overture/domain/limits';
import { type LinkedinImportKind, maxImportAmount, tierOfImport } from '@overture/domain/linkedin/linkedin-import';

/** The connected LinkedIn accounts that can read a kind of source: healthy ones of its tier. */
export function accountsFor(kind: LinkedinImportKind, accounts: readonly Account[]): Account[] {
  const tier = tierOfImport(kind);
  return accounts.filter(
    (account) =>
      account.account_type === 'LINKEDIN' &&
      isHealthyStatus(account.status) &&
      (tier === null || account.tier === tier),
  );
}

/** Quick choices of an amount; the largest only where it is allowed. */
export function amountOptions(kind: LinkedinImportKind): number[] {
  const max = maxImportAmount(kind);
  return [...LINKEDIN_IMPORT.options, LINKEDIN_IMPORT.large_option].filter((amount) => amount <= max);
}

/** What a person typed as an amount: digits only; nothing becomes 1, too much the most there is. */
export function parseAmount(text: string, kind: LinkedinImportKind): number {
  const digits = text.replace(/\D/g, '').slice(0, 9);
  const amount = digits === '' ? LINKEDIN_IMPORT.min_amount : Number(digits);
  return Math.min(maxImportAmount(kind), Math.max(LINKEDIN_IMPORT.min_amount, amount));
}
