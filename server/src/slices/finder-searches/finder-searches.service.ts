import { randomBytes } from 'node:crypto';
import type { FinderSearch } from '@overture/contract/finder-searches';
import type { KnownPlace } from '@overture/domain/finder/lead-finder';
import { FINDER_SEARCHES } from '@overture/domain/finder/saved-searches';
import { cleanText, toSingleLine } from '@overture/domain/text/text';
import type { Actor, Context, TransactionContext } from '../../kernel/context.ts';
import { requireMayDelete } from '../../kernel/edits/made-by.ts';
import { requireVersion } from '../../kernel/edits/requested-version.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { parseLeadQuery, queryLeadDatabase } from '../lead-finder/index.ts';
import { findSearch } from '../searches/index.ts';
import * as store from './finder-searches.store.ts';
import { deleteOtherReaders, followSearch, unfollowSearch } from './readers.store.ts';

type Ctx = Pick<Context, 'transaction' | 'ports'> & { user: Actor };

interface GivenSearch {
  name: string;
  is_own: boolean;
  search_id?: number | null | undefined;
  filters: Record<string, unknown>;
  prospects_per_company?: number | null | undefined;
  leaves_out?: readonly KnownPlace[] | null | undefined;
}

const KEY_BYTES = 24;

/** @throws bad_request for filters that the finder would refuse, not_found for an unknown list, too_many_finder_searches, lead_database_unavailable */
export async function createFinderSearch(ctx: Ctx, given: GivenSearch): Promise<FinderSearch> {
  const search = parseSearch(given);
  const position = await queryLeadDatabase(() => ctx.ports.lead_database.getPosition());
  return ctx.transaction(async (tx) => {
    await requireList(tx, search.search_id);
    await requireRoom(tx, ctx.user.id, search.is_own);
    return store.insertFinderSearch(tx, ctx.user.id, search, position);
  });
}

/** @throws bad_request, not_found, changed_meanwhile, not_yours */
export async function updateFinderSearch(
  ctx: Ctx,
  id: number,
  { version, ...given }: GivenSearch & { version?: number | null | undefined },
): Promise<FinderSearch> {
  const search = parseSearch(given);
  return ctx.transaction(async (tx) => {
    const current = orNotFound(await store.findFinderSearch(tx, ctx.user.id, id));
    await requireVersion(tx, { table: 'finder_searches', id }, version, async () => ({ search: current }));
    if (search.search_id !== current.search_id) await requireList(tx, search.search_id);
    // A shared search that becomes private is taken from the others, as a deletion takes it.
    if (!current.is_own && search.is_own) {
      await requireMayDelete(tx, 'finder_searches', [id]);
      await deleteOtherReaders(tx, id, ctx.user.id);
    }
    if (current.is_own && !search.is_own) await requireRoom(tx, ctx.user.id, false);
    return orNotFound(await store.updateFinderSearch(tx, ctx.user.id, id, search));
  });
}

/** @throws not_found, not_yours */
export async function deleteFinderSearch(ctx: Ctx, id: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    orNotFound(await store.findFinderSearch(tx, ctx.user.id, id));
    await requireMayDelete(tx, 'finder_searches', [id]);
    await store.deleteFinderSearch(tx, ctx.user.id, id);
  });
}

/** The Monday email of the caller about new leads of a search. @throws not_found */
export async function setMail(ctx: Ctx, id: number, isOn: boolean): Promise<void> {
  await ctx.transaction(async (tx) => {
    orNotFound(await store.findFinderSearch(tx, ctx.user.id, id));
    if (isOn) await followSearch(tx, id, ctx.user.id, randomBytes(KEY_BYTES).toString('base64url'));
    else await unfollowSearch(tx, id, ctx.user.id);
  });
}

/** As it is stored: what the finder would refuse is refused before. */
function parseSearch(given: GivenSearch): store.NewSearch {
  const { filters, max_leads_per_company } = parseLeadQuery(given.filters, given.prospects_per_company);
  return {
    name: toSingleLine(cleanText(given.name)),
    is_own: given.is_own,
    search_id: given.search_id ?? null,
    filters,
    prospects_per_company: max_leads_per_company,
    leaves_out: [...new Set(given.leaves_out ?? [])],
  };
}

async function requireList(tx: TransactionContext, searchId: number | null): Promise<void> {
  if (searchId !== null) orNotFound(await findSearch(tx, searchId));
}

/** A shared one counts for everybody who sees it: no member's list may exceed what is listed. */
async function requireRoom(tx: TransactionContext, userId: number, isOwn: boolean): Promise<void> {
  const { seen, of_organization } = await store.countFinderSearches(tx, userId, isOwn);
  const limit =
    seen >= FINDER_SEARCHES.seen
      ? FINDER_SEARCHES.seen
      : of_organization >= FINDER_SEARCHES.of_organization
        ? FINDER_SEARCHES.of_organization
        : null;
  if (limit !== null) throw new ApiError('too_many_finder_searches', { count: String(limit) });
}
