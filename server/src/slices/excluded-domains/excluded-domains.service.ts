import { readFile } from 'node:fs/promises';
import { domainToUnicode } from 'node:url';
import type { ExcludedDomain } from '@overture/contract/excluded-domains';
import { findBinaryReason, guessEncoding, isSeparatorLine, readFormat } from '@overture/domain/csv-format';
import { CsvText } from '@overture/domain/csv-text';
import { isDomainExcluded, normalizeDomain } from '@overture/domain/domain-name';
import { EXCLUDED_DOMAINS_MAX, PAGE_SIZES } from '@overture/domain/limits';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { UploadedFile } from '../../kernel/slice.ts';
import * as store from './excluded-domains.store.ts';

type Ctx = Pick<Context, 'transaction'>;

/** A page of 25, newest first; the search finds any part of a domain. */
export async function listExcludedDomains(ctx: Ctx, query: { search?: string | undefined; page: number }) {
  const limit = PAGE_SIZES.excluded_domains;
  const search = (query.search ?? '').trim().toLowerCase();
  return ctx.transaction((tx) => store.listDomains(tx, { search, limit, offset: (query.page - 1) * limit }));
}

/** Excludes one domain; one that is excluded already answers as it is. @throws excluded_domain_invalid, excluded_domains_full */
export async function excludeDomain(ctx: Ctx, text: string): Promise<ExcludedDomain> {
  const domain = normalizeDomain(text);
  if (domain === null) throw new ApiError('excluded_domain_invalid');
  return ctx.transaction(async (tx) => {
    await insertWithinLimit(tx, [domain]);
    const row = await store.findDomain(tx, domain);
    if (!row) throw new ApiError('conflict', { reason: 'This domain was removed a moment ago.' });
    return row;
  });
}

/** Two uploads at once may pass the bound by one upload, which harms nobody. */
async function insertWithinLimit(tx: TransactionContext, domains: readonly string[]): Promise<number> {
  if ((await store.countDomains(tx)) + domains.length > EXCLUDED_DOMAINS_MAX) {
    throw new ApiError('excluded_domains_full', { limit: EXCLUDED_DOMAINS_MAX.toLocaleString('en') });
  }
  const forms = domains.map((domain) => ({ domain, unicode_domain: domainToUnicode(domain) || domain }));
  return store.insertDomains(tx, forms);
}

export async function includeDomain(ctx: Ctx, id: number): Promise<void> {
  if (!(await ctx.transaction((tx) => store.deleteDomain(tx, id)))) throw new ApiError('not_found');
}

/**
 * Excludes the domains of one column of a CSV file. Every row is accounted for: added + duplicate + skipped = total.
 * @throws csv_only, csv_unreadable, csv_column_missing, excluded_domains_full
 */
export async function uploadDomains(ctx: Ctx, file: UploadedFile | null, columnName: string) {
  if (!file) throw new ApiError('validation_failed', {}, { file_content: 'Choose a file.' });
  if (!/\.csv$/i.test(file.filename)) throw new ApiError('csv_only');
  const cells = readColumn(await readFile(file.path), columnName);
  const domains = new Set<string>();
  let skipped = 0;
  let repeated = 0;
  for (const cell of cells) {
    const domain = normalizeDomain(cell);
    if (domain === null) skipped += 1;
    else if (domains.has(domain)) repeated += 1;
    else domains.add(domain);
  }
  const added = domains.size === 0 ? 0 : await ctx.transaction((tx) => insertWithinLimit(tx, [...domains]));
  return {
    added_domains: added,
    duplicate_rows: repeated + domains.size - added,
    skipped_rows: skipped,
    total_rows: cells.length,
  };
}

/** The cells of a column below its heading. */
function readColumn(bytes: Buffer, columnName: string): string[] {
  const wanted = columnName.trim();
  if (wanted === '') throw new ApiError('csv_column_missing');
  const binary = findBinaryReason(bytes.subarray(0, 4096));
  if (binary !== null) throw new ApiError('csv_unreadable', { reason: binary });
  const text = new TextDecoder(guessEncoding(bytes)).decode(bytes);
  const { delimiter, header } = formatOf(text, wanted);
  const place = header.indexOf(wanted);
  if (place < 0) throw new ApiError('csv_column_missing');
  const rows = [...new CsvText(delimiter).push(text, true)].filter(({ cells }) => !isSeparatorLine(cells, delimiter));
  return rows.slice(1).map(({ cells }) => cells[place] ?? '');
}

function formatOf(text: string, wanted: string) {
  try {
    const { delimiter, header } = readFormat(text, [wanted], true);
    return { delimiter, header: header.map((name) => name.trim()) };
  } catch (error) {
    throw new ApiError('csv_unreadable', { reason: error instanceof Error ? error.message : '' });
  }
}

/**
 * The whole list as a question, for what is decided outside the database (leads the finder copies): is this domain, or one
 * above it, excluded? At most 200,000 short texts, and mostly none.
 */
export async function loadExclusions(
  tx: Pick<TransactionContext, 'db' | 'organization'>,
): Promise<(domain: string) => boolean> {
  const listed = await store.listAllDomains(tx);
  return (domain) => {
    const normalized = listed.size === 0 ? null : normalizeDomain(domain);
    return normalized !== null && isDomainExcluded(normalized, listed);
  };
}
