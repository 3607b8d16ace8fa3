import { isHealthyStatus } from '@overture/domain/accounts';
import { LINKEDIN_IMPORT } from '@overture/domain/limits';
import {
  LINKEDIN_IMPORT_LABELS,
  type LinkedinImportKind,
  maxImportAmount,
  parseLinkedinSource,
  tierOfImport,
} from '@overture/domain/linkedin/linkedin-import';
import type { Context } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { type AccountRow, listAccounts } from '../../accounts/index.ts';
import { findSearch } from '../searches.store.ts';
import { insertLinkedinImport } from './linkedin-imports.store.ts';

type SeatChoice<Seat> = { seat: Seat } | { missing: 'account' | 'tier' };

type SeatFacts = Pick<AccountRow, 'id' | 'account_type' | 'status' | 'tier'> & Partial<Pick<AccountRow, 'is_assisted'>>;

/**
 * The seat that reads an import: the wanted one, or the first that is healthy and has the tier.
 * @param wanted an account of the organization; null for any
 */
export function chooseSeat<Seat extends SeatFacts>(
  kind: LinkedinImportKind,
  accounts: readonly Seat[],
  wanted: number | null,
): SeatChoice<Seat> {
  const healthy = accounts.filter(
    (account) =>
      account.account_type === 'LINKEDIN' &&
      !account.is_assisted &&
      isHealthyStatus(account.status) &&
      (wanted === null || account.id === wanted),
  );
  if (healthy.length === 0) return { missing: 'account' };
  const tier = tierOfImport(kind);
  const seat = healthy.find((account) => tier === null || account.tier === tier);
  return seat ? { seat } : { missing: 'tier' };
}

export const linkedinImportTask = 'run_linkedin_import';

/** Imports an organization may begin: enough for a day's work, too few to fill the queue with. */
const importsPerHour = 60;

type Ctx = Pick<Context, 'transaction' | 'user' | 'rate_limits' | 'organization' | 'ports'>;
interface Body {
  url?: string | null | undefined;
  amount?: number | null | undefined;
  account_id?: number | null | undefined;
}

/**
 * Begins an import from LinkedIn; a job reads it page by page.
 * @throws not_found, linkedin_url_invalid, validation_failed, linkedin_account_needed, linkedin_tier_needed, not_configured
 */
export async function startLinkedinImport(
  ctx: Ctx,
  searchId: number,
  kind: LinkedinImportKind,
  body: Body,
): Promise<number> {
  orNotFound(await ctx.transaction((tx) => findSearch(tx, searchId)));
  const source = parseLinkedinSource(kind, body.url ?? '');
  if (source === null) throw new ApiError('linkedin_url_invalid');
  const amount = parseAmount(kind, body.amount);
  if (!ctx.ports.linkedin.is_configured) {
    throw new ApiError('not_configured', { vendor: 'LinkedIn', settings: 'UNIPILE_API_URL and UNIPILE_API_KEY' });
  }
  await ctx.rate_limits.spend('linkedin-import', String(ctx.organization.id), importsPerHour, 3600);
  return ctx.transaction(async (tx) => {
    const accounts = await listAccounts(tx, tx.organization.id);
    const wanted = body.account_id ?? null;
    if (wanted !== null) orNotFound(accounts.find((account) => account.id === wanted));
    const choice = chooseSeat(kind, accounts, wanted);
    if ('missing' in choice) throw refusalOf(kind, choice.missing);
    const id = await insertLinkedinImport(tx, {
      search_id: searchId,
      created_by: ctx.user?.id ?? null,
      account_id: choice.seat.id,
      amount,
      source,
      label: LINKEDIN_IMPORT_LABELS[kind],
    });
    tx.jobs.add(linkedinImportTask, { import_id: id }, { key: `import:${id}` });
    return id;
  });
}

function parseAmount(kind: LinkedinImportKind, given: number | null | undefined): number {
  const amount = given ?? LINKEDIN_IMPORT.default_amount;
  const max = maxImportAmount(kind);
  if (amount >= LINKEDIN_IMPORT.min_amount && amount <= max) return amount;
  throw new ApiError('validation_failed', {}, { amount: `must be between ${LINKEDIN_IMPORT.min_amount} and ${max}` });
}

function refusalOf(kind: LinkedinImportKind, missing: 'account' | 'tier'): ApiError {
  if (missing === 'account') return new ApiError('linkedin_account_needed');
  const tier = tierOfImport(kind) === 'RECRUITER' ? LINKEDIN_IMPORT_LABELS.recruiter : 'Sales Navigator';
  return new ApiError('linkedin_tier_needed', { tier });
}
