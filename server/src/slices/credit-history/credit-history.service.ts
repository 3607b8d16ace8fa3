import type { Readable } from 'node:stream';
import type { CreditDay, CreditEntry, CreditFilter, CreditMonth } from '@overture/contract/credit-history';
import { isHiddenForWhitelabel } from '@overture/domain/access/permissions';
import { PAGE_SIZES } from '@overture/domain/limits';
import { type CreditPace, PACE_DAYS, resolveCreditPace } from '@overture/domain/money/credit-pace';
import { CREDIT_USE_LABELS, CREDIT_USES, type CreditUse } from '@overture/domain/money/credits';
import { shiftDay } from '@overture/domain/time/date-presets';
import { localDay, startOfDay } from '@overture/domain/time/local-time';
import { loadPage, type PageRequest } from '../../kernel/api-keys/cursor.ts';
import type { ReadContext, ReplicaReadContext } from '../../kernel/context.ts';
import { streamCsv } from '../../kernel/csv-pages.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { getBalance } from '../billing/index.ts';
import { findFileLanguage, sayInDocument } from '../brands/index.ts';
import { findOrganization, getOwnZone, type OrganizationRow } from '../organization/index.ts';
import {
  type CreditPlace,
  type CreditRow,
  countCredits,
  listProviders,
  pageCredits,
  type StoredFilter,
  sumDays,
  sumMonths,
  sumRecentUse,
  sumUpTo,
} from './credit-history.store.ts';

type Reader = Pick<ReplicaReadContext, 'db' | 'organization'>;
type Ctx = Pick<
  SessionContext,
  'read' | 'snapshot' | 'replicaRead' | 'replicaSnapshot' | 'user' | 'organization' | 'clock'
>;

const MONTHS_SHOWN = 12;
const DAYS_SHOWN = 30;
const HEADING = [
  'Time',
  'Kind',
  'What',
  'Person',
  'List',
  'Campaign',
  'Credits',
  'Reserved',
  'Lead',
  'Provider',
  'Balance',
];

/** The credits that are left and how long they last. */
export async function getCreditBalance(ctx: Ctx): Promise<{ credits: number; pace: CreditPace }> {
  const { is_unlimited } = await requireBilling(ctx);
  const { credits, pace } = await ctx.read(loadCreditPace);
  return { credits, pace: { ...pace, is_low: pace.is_low && !is_unlimited } };
}

export async function loadCreditPace(
  tx: Pick<ReadContext, 'db' | 'organization'>,
): Promise<{ credits: number; pace: CreditPace }> {
  const credits = await getBalance(tx);
  const { used_in_week, change_since_grant } = await sumRecentUse(tx, PACE_DAYS);
  const pace = resolveCreditPace({
    balance: credits,
    balance_after_grant: change_since_grant === null ? null : credits - change_since_grant,
    used_in_week,
  });
  return { credits, pace };
}

/** @throws cursor_invalid */
export async function listCredits(
  ctx: Ctx,
  request: PageRequest,
  filter: StoredFilter,
): Promise<{ entries: CreditEntry[]; total_entries: number; providers: string[]; next_cursor: string | null }> {
  const { is_unlimited } = await requireBilling(ctx);
  return ctx.snapshot(async (tx) => {
    const total_entries = await countCredits(tx, filter);
    const { rows, next_cursor } = await loadPage(tx, request, {
      list: 'credits',
      page_size: PAGE_SIZES.credits,
      // A page behind the last one is not looked for.
      read: async (range) => (total_entries > range.offset ? pageCredits(tx, filter, range) : []),
      placeOf: placeOfCredit,
    });
    const countDown = is_unlimited || isFiltered(filter) ? null : await startBalance(tx, rows[0]);
    const entries = rows.map((row) => ({ ...present(row), balance: countDown?.(row) ?? null }));
    return { entries, total_entries, providers: await listProviders(tx), next_cursor };
  });
}

const isFiltered = ({ kind, prospect_id, provider }: StoredFilter): boolean =>
  kind !== null || prospect_id !== null || provider !== null;

/**
 * Says of each entry, from the newest to the oldest, what was left with it. All entries together are the balance, so the oldest one begins
 * at its own credits.
 */
async function startBalance(tx: Reader, first: CreditRow | undefined): Promise<(row: CreditRow) => number> {
  let left = first === undefined ? 0 : await sumUpTo(tx, placeOfCredit(first));
  return ({ credits, reserved }) => {
    const balance = left;
    left -= credits - reserved;
    return balance;
  };
}

/** The last twelve months, oldest first, this one included; a month without any has zeros. */
export async function listCreditMonths(ctx: Ctx): Promise<CreditMonth[]> {
  await requireBilling(ctx);
  const now = ctx.clock.now();
  const starts = Array.from(
    { length: MONTHS_SHOWN },
    (_, index) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS_SHOWN + 1 + index, 1)),
  );
  const sums = await ctx.replicaRead((tx) => sumMonths(tx, starts[0] as Date));
  return starts.map((start) => {
    const month = start.toISOString().slice(0, 7);
    return { month, ...byKind(sums.filter((sum) => sum.month === month)) };
  });
}

/** The last 30 days of the organization's zone, oldest first, today included; a day without any has zeros. */
export async function listCreditDays(ctx: SessionContext): Promise<{ time_zone: string; days: CreditDay[] }> {
  await requireBilling(ctx);
  const { time_zone } = await getOwnZone(ctx);
  const today = localDay(ctx.clock.now(), time_zone);
  const shown = Array.from({ length: DAYS_SHOWN }, (_, index) => shiftDay(today, 1 - DAYS_SHOWN + index));
  const since = startOfDay(shown[0] ?? today, time_zone);
  const sums = await ctx.replicaRead((tx) => sumDays(tx, since, time_zone));
  return { time_zone, days: shown.map((day) => ({ day, ...byKind(sums.filter((sum) => sum.day === day)) })) };
}

function byKind(sums: readonly { kind: CreditUse; credits: number }[]): Record<CreditUse, number> {
  const used = CREDIT_USES.map((kind) => [kind, sums.find((sum) => sum.kind === kind)?.credits ?? 0]);
  return Object.fromEntries(used) as Record<CreditUse, number>;
}

/** The history as a file that is read while it is sent. */
export async function openCredits(ctx: Ctx & Pick<SessionContext, 'system'>, filter: StoredFilter): Promise<Readable> {
  const { is_unlimited } = await requireBilling(ctx);
  const language = await findFileLanguage(ctx);
  const say = (words: string): string => sayInDocument(language, words);
  const hasBalance = !is_unlimited && !isFiltered(filter);
  let countDown: ((row: CreditRow) => number) | null = null;
  return streamCsv<CreditRow>(
    HEADING.map(say),
    // Entries settle while the file is read: a page and what is left with its first entry are of one moment.
    (after, limit) =>
      ctx.replicaSnapshot(async (tx) => {
        const rows = await pageCredits(tx, filter, { limit, offset: 0, after: after && placeOfCredit(after) });
        if (hasBalance) countDown = await startBalance(tx, rows[0]);
        return rows;
      }),
    (row) => [...toCells(row, say), countDown === null ? '' : String(countDown(row))],
  );
}

export const toCreditFilter = ({ kind, prospect_id, provider }: CreditFilter): StoredFilter => ({
  kind: kind ?? null,
  prospect_id: prospect_id ?? null,
  provider: provider ?? null,
});

const placeOfCredit = ({ cursor, source, id }: CreditRow): CreditPlace => [cursor, source, id];

function toCells(row: CreditRow, say: (words: string) => string): string[] {
  return [
    row.created_at.toISOString(),
    say(row.kind === 'grant' ? 'Added' : CREDIT_USE_LABELS[row.kind]),
    row.kind === 'grant' ? say(row.what) : row.what,
    row.api_key_name === null ? (row.user_name ?? '') : `${say(row.is_app ? 'App' : 'Key')} ${row.api_key_name}`,
    row.search_name ?? '',
    row.campaign_name ?? '',
    String(row.credits),
    String(row.reserved),
    row.lead_name ?? '',
    row.provider ?? '',
  ];
}

function present(row: CreditRow): Omit<CreditEntry, 'balance'> {
  const named = (id: number | null, name: string | null) => (id === null || name === null ? null : { id, name });
  return {
    id: `${row.source}-${row.id}`,
    created_at: row.created_at.toISOString(),
    kind: row.kind,
    what: row.what,
    user: row.api_key_id === null ? named(row.user_id, row.user_name) : null,
    api_key: toActingKey(row),
    list: named(row.search_id, row.search_name),
    campaign: named(row.campaign_id, row.campaign_name),
    lead: named(row.prospect_id, row.lead_name),
    provider: row.provider,
    credits: row.credits,
    reserved: row.reserved,
  };
}

/** Clients of a white label see nothing of what their agency pays. */
export async function requireBilling(ctx: Pick<Ctx, 'read' | 'user' | 'organization'>): Promise<OrganizationRow> {
  const organization = orNotFound(await ctx.read((tx) => findOrganization(tx, ctx.organization.id)));
  if (isHiddenForWhitelabel({ ...ctx.user, organization })) throw new ApiError('forbidden');
  return organization;
}

function toActingKey({ api_key_id: id, api_key_name: name, is_app }: CreditRow) {
  return id === null || name === null ? null : { id, name, is_app: is_app === true };
}
