import type { Readable } from 'node:stream';
import type { Suppression, SuppressionLift } from '@overture/contract/suppressions';
import { readExclusion } from '@overture/domain/addresses/exclusions';
import { PAGE_SIZES } from '@overture/domain/limits';
import {
  needsOwnWords,
  SUPPRESSION_LABELS,
  SUPPRESSION_LIMITS,
  type SuppressionReason,
} from '@overture/domain/suppressions/suppressions';
import type { TransactionContext } from '../../kernel/context.ts';
import { streamCsv } from '../../kernel/csv-pages.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { SessionContext, UploadedFile } from '../../kernel/slice.ts';
import { insertExclusions, loadExclusions, readExclusionFile } from '../excluded-domains/index.ts';
import { insertSuppressions } from '../outbound/index.ts';
import * as store from './suppressions.store.ts';

interface Filters {
  search?: string | null | undefined;
  reason?: SuppressionReason | null | undefined;
}

const limit = PAGE_SIZES.suppressions;

export async function listSuppressions(
  ctx: SessionContext,
  page: number,
  filters: Filters,
): Promise<{ suppressions: Suppression[]; total_suppressions: number }> {
  const query = readQuery(filters);
  return ctx.read(async (tx) => {
    const total_suppressions = await store.countSuppressions(tx, query);
    const offset = (page - 1) * limit;
    // A page behind the last one counted is not looked for.
    const rows =
      total_suppressions > offset ? await store.pageSuppressions(tx, query, { limit, offset, after: null }) : [];
    return { suppressions: rows.map(present), total_suppressions };
  });
}

export async function listLifts(
  ctx: SessionContext,
  page: number,
  search: string | null | undefined,
): Promise<{ lifts: SuppressionLift[]; total_lifts: number }> {
  const query = readQuery({ search });
  return ctx.read(async (tx) => {
    const total_lifts = await store.countLifts(tx, query.search);
    const offset = (page - 1) * limit;
    const rows = total_lifts > offset ? await store.pageLifts(tx, query.search, { limit, offset }) : [];
    const lifts = rows.map((row) => ({
      ...row,
      suppressed_at: row.suppressed_at.toISOString(),
      lifted_at: row.lifted_at.toISOString(),
    }));
    return { lifts, total_lifts };
  });
}

const HEADING = ['Email', 'Reason', 'Detail', 'Added by', 'Added at (UTC)'];

/** The list as a file that is read while it is sent. */
export function openSuppressions(ctx: SessionContext, filters: Filters): Readable {
  const query = readQuery(filters);
  return streamCsv<store.SuppressionRow>(
    HEADING,
    (after, rows) =>
      ctx.read((tx) => store.pageSuppressions(tx, query, { limit: rows, offset: 0, after: after?.id ?? null })),
    ({ email, reason, detail, created_by, created_at }) => [
      email,
      SUPPRESSION_LABELS[reason],
      detail ?? '',
      created_by?.name ?? '',
      created_at.toISOString(),
    ],
  );
}

/**
 * An address is suppressed; a domain goes where whole domains stand. What is on the list already stays as it is.
 * @throws suppression_invalid, excluded_domains_full
 */
export async function addSuppression(ctx: SessionContext, text: string, note: string | null) {
  const entry = readExclusion(text);
  if (entry === null) throw new ApiError('suppression_invalid');
  const isAddress = entry.includes('@');
  const detail = note === null || note.trim() === '' ? null : note.trim();
  const added = await ctx.transaction(async (tx) =>
    isAddress
      ? insertSuppressions(tx, [{ ...ownOf(tx), email: entry, reason: 'manual', detail }])
      : (await insertExclusions(tx, [entry])).length,
  );
  return { kind: isAddress ? ('address' as const) : ('domain' as const), entry, is_new: added > 0 };
}

/**
 * The list of another tool. Every row is accounted for: new addresses + new domains + known + skipped = total.
 * @throws csv_only, csv_unreadable, csv_column_missing, suppressions_too_many, excluded_domains_full
 */
export async function importSuppressions(
  ctx: SessionContext,
  file: UploadedFile | null,
  given: { column_name: string; reason: SuppressionReason; is_dry_run: boolean },
) {
  const found = await readExclusionFile(file, given.column_name);
  const most = SUPPRESSION_LIMITS.import_max_rows;
  if (found.total > most) throw new ApiError('suppressions_too_many', { limit: most.toLocaleString('en') });
  const addresses = found.domains.filter((entry) => entry.includes('@'));
  const domains = found.domains.filter((entry) => !entry.includes('@'));
  const detail = `From ${(file?.filename ?? '').slice(0, 200)}`;
  const added = given.is_dry_run
    ? await ctx.read(async (tx) => ({
        new_addresses: addresses.length - (await store.countKnown(tx, addresses)),
        new_domains: (await withoutExcluded(tx, domains)).length,
      }))
    : await ctx.transaction(async (tx) => {
        const rows = addresses.map((email) => ({ ...ownOf(tx), email, reason: given.reason, detail }));
        const fresh = await withoutExcluded(tx, domains);
        const new_domains = fresh.length === 0 ? 0 : (await insertExclusions(tx, fresh)).length;
        return { new_addresses: await insertSuppressions(tx, rows), new_domains };
      });
  return {
    is_dry_run: given.is_dry_run,
    total_rows: found.total,
    ...added,
    known_rows: found.total - found.skipped - added.new_addresses - added.new_domains,
    skipped_rows: found.skipped,
    skipped: found.skipped_rows.map((row) => ({ ...row, why: whySkipped(row.value) })),
  };
}

/** A domain below one that is excluded already says nothing new. */
async function withoutExcluded(tx: Pick<TransactionContext, 'db' | 'organization'>, domains: readonly string[]) {
  if (domains.length === 0) return [];
  const isExcluded = await loadExclusions(tx);
  return domains.filter((domain) => !isExcluded(domain));
}

function whySkipped(value: string): string {
  if (value === '') return 'The cell is empty.';
  return value.includes('@') ? 'Not a valid email address.' : 'Neither an email address nor a domain.';
}

/**
 * Takes an address off the list and keeps who did it and why. Leads that ended stay ended.
 * @throws not_found, suppression_changed, suppression_needs_words
 */
export async function liftSuppression(
  ctx: SessionContext,
  id: number,
  given: { reason: SuppressionReason; why: string; persons_words: string | null },
): Promise<{ email: string }> {
  return ctx.transaction(async (tx) => {
    const row = orNotFound(await store.lockSuppression(tx, id));
    if (row.reason !== given.reason) throw new ApiError('suppression_changed');
    const words = given.persons_words ?? '';
    const isEnough = words.length >= SUPPRESSION_LIMITS.words_min;
    if (needsOwnWords(row.reason) && !isEnough) throw new ApiError('suppression_needs_words');
    await store.moveToLifts(tx, id, { why: given.why, persons_words: words === '' ? null : words });
    return { email: row.email };
  });
}

function ownOf({ organization, user }: Pick<TransactionContext, 'organization' | 'user'>) {
  return { organization_id: organization.id, created_by: user?.id ?? null };
}

function readQuery({ search, reason }: Filters): store.SuppressionQuery {
  return { search: (search ?? '').trim().toLowerCase(), reason: reason ?? null };
}

function present(row: store.SuppressionRow): Suppression {
  return { ...row, created_at: row.created_at.toISOString() };
}
