import { readFile } from 'node:fs/promises';
import { domainToUnicode } from 'node:url';
import type { ExcludedDomain } from '@overture/contract/excluded-domains';
import { isDomainExcluded, normalizeDomain } from '@overture/domain/addresses/domain-name';
import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { parseExclusion } from '@overture/domain/addresses/exclusions';
import { EXCLUDED_DOMAINS_MAX, PAGE_SIZES } from '@overture/domain/limits';
import { loadPage, type PageRequest } from '../../kernel/api-keys/cursor.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { inTurns } from '../../kernel/limits/turns.ts';
import type { UploadedFile } from '../../kernel/slice.ts';
import { defineWork, runInThread, WorkStoppedError } from '../../kernel/thread-pool.ts';
import * as store from './excluded-domains.store.ts';
import type { DomainsFound, DomainsTask } from './read-domains.rules.ts';

type Ctx = Pick<Context, 'read' | 'transaction'>;

const domainsReading = defineWork<DomainsTask, DomainsFound>({
  module: new URL('./read-domains.rules.ts', import.meta.url),
  timeout_in_ms: 5_000,
  max_waiting: 50,
});

/** A page of 25, newest first; the search finds any part of a domain. @throws cursor_invalid */
export async function listExcludedDomains(
  ctx: Pick<Context, 'read'>,
  query: PageRequest & { search?: string | undefined },
) {
  const search = (query.search ?? '').trim().toLowerCase();
  return ctx.read(async (tx) => {
    const { rows, next_cursor } = await loadPage(tx, query, {
      list: 'excluded-domains',
      page_size: PAGE_SIZES.excluded_domains,
      read: (range) => store.pageDomains(tx, search, range),
      placeOf: ({ place }) => place,
    });
    const total_domains = await store.countDomains(tx, search);
    return { excluded_domains: rows.map(({ domain }) => domain), total_domains, next_cursor };
  });
}

/** Excludes one domain or address; one that is excluded already answers as it is. @throws excluded_domain_invalid, excluded_domains_full */
export async function excludeDomain(ctx: Ctx, text: string): Promise<ExcludedDomain> {
  const domain = parseExclusion(text);
  if (domain === null) throw new ApiError('excluded_domain_invalid');
  return ctx.transaction(async (tx) => {
    await insertExclusions(tx, [domain]);
    const row = await store.findDomain(tx, domain);
    if (!row) throw new ApiError('conflict', { reason: 'This domain was removed a moment ago.' });
    return row;
  });
}

/**
 * Excludes what was pasted. Every text is accounted for: added + duplicate + skipped = given.
 * @throws excluded_domains_full
 */
export async function excludeDomains(ctx: Ctx, texts: readonly string[]) {
  const read = texts.map(parseExclusion).filter((entry) => entry !== null);
  const entries = [...new Set(read)];
  const added_ids = entries.length === 0 ? [] : await ctx.transaction((tx) => insertExclusions(tx, entries));
  return {
    added_ids,
    duplicate_domains: read.length - added_ids.length,
    skipped_domains: texts.length - read.length,
  };
}

/** Those of the texts that are excluded already, as they are kept. */
export async function findExcluded(ctx: Ctx, texts: readonly string[]): Promise<string[]> {
  const isExcluded = await ctx.read(loadExclusions);
  return [...new Set(texts.map(parseExclusion))].filter((entry) => entry !== null && isExcluded(entry)) as string[];
}

/** Two parallel uploads may exceed the limit by one upload, which is harmless. Returns the ids of the new ones. */
export async function insertExclusions(tx: TransactionContext, entries: readonly string[]): Promise<number[]> {
  if ((await store.countDomains(tx)) + entries.length > EXCLUDED_DOMAINS_MAX) {
    throw new ApiError('excluded_domains_full', { limit: EXCLUDED_DOMAINS_MAX.toLocaleString('en') });
  }
  const added: number[] = [];
  for await (const batch of inTurns(entries)) {
    const forms = batch.map((domain) => ({ domain, unicode_domain: inLetters(domain) }));
    added.push(...(await store.insertDomains(tx, forms)));
  }
  return added;
}

/** An entry in the letters people write. */
function inLetters(entry: string): string {
  const host = entry.lastIndexOf('@') + 1;
  return `${entry.slice(0, host)}${domainToUnicode(entry.slice(host)) || entry.slice(host)}`;
}

export async function includeDomain(ctx: Ctx, id: number): Promise<void> {
  if ((await includeDomains(ctx, [id])).length === 0) throw new ApiError('not_found');
}

/** Answers what was taken off the list. */
export async function includeDomains(ctx: Ctx, ids: readonly number[]): Promise<string[]> {
  return ctx.transaction((tx) => store.deleteDomains(tx, ids));
}

/**
 * Excludes the domains and addresses of one column of a CSV file. Every row is accounted for: added + duplicate + skipped = total.
 * @throws csv_only, csv_unreadable, csv_column_missing, excluded_domains_full
 */
export async function uploadDomains(ctx: Ctx, file: UploadedFile | null, columnName: string) {
  const { domains, repeated, skipped, skipped_rows, total } = await parseExclusionFile(file, columnName);
  const added = domains.length === 0 ? 0 : (await ctx.transaction((tx) => insertExclusions(tx, domains))).length;
  return {
    added_domains: added,
    duplicate_rows: repeated + domains.length - added,
    skipped_rows: skipped,
    skipped: skipped_rows,
    total_rows: total,
  };
}

/**
 * The domains and addresses of one column of an uploaded CSV file, each once.
 * @throws csv_only, csv_unreadable, csv_column_missing
 */
export async function parseExclusionFile(file: UploadedFile | null, columnName: string, holds?: DomainsTask['holds']) {
  if (!file) throw new ApiError('validation_failed', {}, { file_content: 'Choose a file.' });
  if (!/\.csv$/i.test(file.filename)) throw new ApiError('csv_only');
  const wanted = columnName.trim();
  if (wanted === '') throw new ApiError('csv_column_missing');
  const found = await parseDomains({ bytes: await readFile(file.path), wanted, ...(holds && { holds }) });
  if (found === 'no_such_column') throw new ApiError('csv_column_missing');
  if ('unreadable' in found) throw new ApiError('csv_unreadable', { reason: found.unreadable });
  return found;
}

async function parseDomains(task: DomainsTask): Promise<DomainsFound> {
  try {
    const { byteLength, buffer } = task.bytes;
    const transfer = buffer.byteLength === byteLength ? [buffer as ArrayBuffer] : [];
    return await runInThread(domainsReading, task, { size_in_bytes: byteLength, transfer });
  } catch (error) {
    if (error instanceof WorkStoppedError) return { unreadable: 'it is written in a way that cannot be read.' };
    throw error;
  }
}

/**
 * The whole list as a question, for what is decided outside the database (leads the finder copies): is this domain, one above it,
 * or this very address excluded? At most 200,000 short texts, and mostly none.
 */
export async function loadExclusions(
  tx: Pick<TransactionContext, 'db' | 'organization'>,
): Promise<(domainOrAddress: string) => boolean> {
  const listed = await store.listAllDomains(tx);
  return (given) => {
    if (listed.size === 0) return false;
    const address = normalizeEmail(given);
    if (address !== null && isAddressExcluded(address)) return true;
    const domain = normalizeDomain(given);
    return domain !== null && isDomainExcluded(domain, listed);
  };

  function isAddressExcluded(address: string): boolean {
    return listed.has(address) || isDomainExcluded(address.slice(address.lastIndexOf('@') + 1), listed);
  }
}
