import type { Account } from '@overture/contract/accounts';
import { isEmailAccount, isHealthyStatus } from '@overture/domain/accounts';
import { findTierProblem } from '@overture/domain/flow/activation-checks';
import type { Flow } from '@overture/domain/flow/flow';
import { t } from './texts.ts';

export type SenderKind = 'email' | 'linkedin';

export function sendersOfKind(accounts: readonly Account[], kind: SenderKind): Account[] {
  return accounts.filter(
    ({ account_type, status }) =>
      status !== 'DELETED' && (kind === 'email' ? isEmailAccount(account_type) : account_type === 'LINKEDIN'),
  );
}

/**
 * Why a sender cannot be chosen for a flow, in words, or null. Accounts over the limit of a plan stay functional
 *, so they can be chosen.
 */
export function findSenderReason(account: Account, flow: Flow): string | null {
  if (account.status === 'CONNECTING') return t('connecting');
  if (!isHealthyStatus(account.status)) return t('disconnected');
  return account.account_type === 'LINKEDIN' ? findTierProblem(flow, account.tier) : null;
}
