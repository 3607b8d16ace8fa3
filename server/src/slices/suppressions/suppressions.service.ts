import type { Readable } from 'node:stream';
import type { Suppression, SuppressionLift } from '@overture/contract/suppressions';
import { PAGE_SIZES } from '@overture/domain/limits';
import { toLinkedinUrl } from '@overture/domain/linkedin/linkedin-address';
import { nameEntry, parseSuppressionEntry, showEntry } from '@overture/domain/suppressions/entries';
import {
  isLiftable,
  needsOwnWords,
  SUPPRESSION_KIND_LABELS,
  SUPPRESSION_LABELS,
  SUPPRESSION_LIMITS,
  type SuppressionKind,
  type SuppressionReason,
} from '@overture/domain/suppressions/suppressions';
import { loadPage, type PageRequest } from '../../kernel/api-keys/cursor.ts';
import { streamCsv } from '../../kernel/csv-pages.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { reverifyAddress } from '../address-checks/index.ts';
import * as store from './suppressions.store.ts';

interface Filters {
  search?: string | null | undefined;
  reason?: SuppressionReason | null | undefined;
  kind?: SuppressionKind | null | undefined;
}

/** A numbered page, or one for programs by the place of the last row of the page before. @throws cursor_invalid */
export async function listSuppressions(
  ctx: SessionContext,
  request: PageRequest,
  filters: Filters,
): Promise<{ suppressions: Suppression[]; total_suppressions: number; next_cursor: string | null }> {
  const query = parseQuery(filters);
  return ctx.read(async (tx) => {
    const total_suppressions = await store.countSuppressions(tx, query);
    const { rows, next_cursor } = await loadPage(ctx, request, {
      list: 'suppressions',
      page_size: PAGE_SIZES.suppressions,
      // A page behind the last one counted is not looked for.
      read: async (range) => (total_suppressions > range.offset ? store.pageSuppressions(tx, query, range) : []),
      placeOf: ({ id }) => [id],
    });
    return { suppressions: rows.map(present), total_suppressions, next_cursor };
  });
}

/** @throws cursor_invalid */
export async function listLifts(
  ctx: SessionContext,
  { search, ...request }: PageRequest & { search?: string | null | undefined },
): Promise<{ lifts: SuppressionLift[]; total_lifts: number; next_cursor: string | null }> {
  const query = parseQuery({ search });
  return ctx.read(async (tx) => {
    const total_lifts = await store.countLifts(tx, query.search);
    const { rows, next_cursor } = await loadPage(ctx, request, {
      list: 'suppression-lifts',
      page_size: PAGE_SIZES.suppressions,
      read: async (range) => (total_lifts > range.offset ? store.pageLifts(tx, query.search, range) : []),
      placeOf: ({ id }) => [id],
    });
    const lifts = rows.map(({ phone_key, linkedin_key, ...row }) => ({
      ...row,
      ...showEntry({ email: row.email, phone_key, linkedin_key }),
      suppressed_at: row.suppressed_at.toISOString(),
      lifted_at: row.lifted_at.toISOString(),
    }));
    return { lifts, total_lifts, next_cursor };
  });
}

const HEADING = ['Email', 'Reason', 'Detail', 'Added by', 'Added at (UTC)', 'Kind', 'Phone', 'LinkedIn'];

/** The list as a file that is read while it is sent. */
export function openSuppressions(ctx: SessionContext, filters: Filters): Readable {
  const query = parseQuery(filters);
  return streamCsv<store.SuppressionRow>(
    HEADING,
    (after, rows) =>
      ctx.read((tx) => store.pageSuppressions(tx, query, { limit: rows, offset: 0, after: after && [after.id] })),
    ({ email, phone_key, linkedin_key, kind, reason, detail, created_by, created_at }) => [
      email ?? '',
      SUPPRESSION_LABELS[reason],
      detail ?? '',
      created_by?.name ?? '',
      created_at.toISOString(),
      SUPPRESSION_KIND_LABELS[kind],
      phone_key === null ? '' : `+${phone_key}`,
      linkedin_key === null ? '' : toLinkedinUrl(linkedin_key),
    ],
  );
}

/**
 * Lifts an entry and records who did it and why. Leads that ended stay ended. A bounced address is verified first, if there is
 * a checker; without a result it is verified before the next first mail to it.
 * @throws not_found, suppression_changed, suppression_needs_words, suppression_erased, suppression_still_bounces
 */
export async function liftSuppression(
  ctx: SessionContext,
  id: number,
  given: { reason: SuppressionReason; why: string; persons_words: string | null },
): Promise<{ email: string | null; entry: string }> {
  const isBounce = given.reason === 'hard_bounce';
  const bounced = isBounce ? await ctx.read((tx) => store.findBouncedAddress(tx, id)) : null;
  const answer = bounced === null ? null : await reverifyAddress(ctx, bounced);
  if (answer?.result === 'invalid') throw new ApiError('suppression_still_bounces', { evidence: answer.evidence });
  return ctx.transaction(async (tx) => {
    const row = orNotFound(await store.lockSuppression(tx, id));
    if (!isLiftable(row.reason)) throw new ApiError('suppression_erased');
    if (row.reason !== given.reason) throw new ApiError('suppression_changed');
    const words = given.persons_words ?? '';
    const isEnough = words.length >= SUPPRESSION_LIMITS.words_min;
    if (needsOwnWords(row.reason) && !isEnough) throw new ApiError('suppression_needs_words');
    await store.moveToLifts(tx, id, { why: given.why, persons_words: words === '' ? null : words });
    return { email: row.email, entry: nameEntry(showEntry(row)) ?? '' };
  });
}

/** Numbers are looked for by their digits, profiles by the name in their address, however either is written. */
function parseQuery({ search, reason, kind }: Filters): store.SuppressionQuery {
  const text = (search ?? '').trim();
  const entry = parseSuppressionEntry(text);
  const named = entry === null || entry.kind === 'domain' ? null : { kind: entry.kind, value: entry.value };
  const part = /^[+\d][\d\s()./-]*$/.test(text) ? text.replace(/\D/g, '') : text.toLowerCase();
  const isByKey = named !== null && named.kind !== 'address';
  return { search: isByKey ? named.value.toLowerCase() : part, named, reason: reason ?? null, kind: kind ?? null };
}

function present({ phone_key, linkedin_key, ...row }: store.SuppressionRow): Suppression {
  return {
    ...row,
    ...showEntry({ email: row.email, phone_key, linkedin_key }),
    created_at: row.created_at.toISOString(),
  };
}
