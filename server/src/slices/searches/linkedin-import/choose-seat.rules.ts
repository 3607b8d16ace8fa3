import { isHealthyStatus } from '@overture/domain/accounts';
import { type LinkedinImportKind, tierOfImport } from '@overture/domain/linkedin/linkedin-import';
import type { AccountRow } from '../../accounts/index.ts';

export type SeatChoice<Seat> = { seat: Seat } | { missing: 'account' | 'tier' };

type SeatFacts = Pick<AccountRow, 'id' | 'account_type' | 'status' | 'tier'>;

/**
 * The seat that reads an import: the wanted one, or the first that is healthy and has the tier.
 * @param wanted an account of the organisation; null for any
 */
export function chooseSeat<Seat extends SeatFacts>(
  kind: LinkedinImportKind,
  accounts: readonly Seat[],
  wanted: number | null,
): SeatChoice<Seat> {
  const healthy = accounts.filter(
    (account) =>
      account.account_type === 'LINKEDIN' &&
      isHealthyStatus(account.status) &&
      (wanted === null || account.id === wanted),
  );
  if (healthy.length === 0) return { missing: 'account' };
  const tier = tierOfImport(kind);
  const seat = healthy.find((account) => tier === null || account.tier === tier);
  return seat ? { seat } : { missing: 'tier' };
}
