import type { Search } from '@overture/contract/searches';
import { TRIAL } from '@overture/domain/limits';
import { cleanText, toSingleLine } from '@overture/domain/text/text';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { requireVersion } from '../../kernel/edits/requested-version.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { findOrganization } from '../organization/index.ts';
import { findProspects } from '../prospects/index.ts';
import { firstMerged, listExisting, listMerged } from './search-prospects.store.ts';
import * as store from './searches.store.ts';
import { addToTotal, findSearch } from './searches.store.ts';

/**
 * Puts the person whom `mergePerson` brought in into a list, who was taken out of it before as well; undefined where there is no such list.
 */
export async function listPerson(tx: TransactionContext, searchId: number): Promise<{ added: number } | undefined> {
  if (!(await findSearch(tx, searchId))) return undefined;
  const added = await listMerged(tx, searchId, tx.clock.now());
  const total_prospects = await addToTotal(tx, searchId, added);
  const prospects = await findProspects(tx, await firstMerged(tx, 1));
  if (added > 0) tx.live.publish('prospect_list', { search_id: searchId, total_prospects, prospects });
  return { added };
}

/** Leads in a live message, at most; the screen reads the others. */
const SHOWN_AT_ONCE = 25;

/** The same for leads of the organization. Answers those that were not in the list. @throws not_found for a list that is gone */
export async function listLeads(tx: TransactionContext, searchId: number, ids: readonly number[]): Promise<number[]> {
  orNotFound(await findSearch(tx, searchId));
  const newIds = await listExisting(tx, searchId, ids);
  if (newIds.length === 0) return [];
  const total_prospects = await addToTotal(tx, searchId, newIds.length);
  const prospects = await findProspects(tx, newIds.slice(0, SHOWN_AT_ONCE));
  tx.live.publish('prospect_list', { search_id: searchId, total_prospects, prospects });
  return newIds;
}

type Ctx = Pick<Context, 'transaction' | 'user'>;

/** Makes a list; without a subscription, in a trial and after it, at most 500. The example of a tour counts in no limit. */
export async function createSearch(
  ctx: Ctx,
  given: string | null | undefined,
  { is_example = false, like_id }: { is_example?: boolean; like_id?: number | null | undefined } = {},
): Promise<number> {
  const name = parseName(given);
  return ctx.transaction(async (tx) => {
    const organization = orNotFound(await findOrganization(tx, tx.organization.id));
    if (
      !is_example &&
      !organization.active_subscription &&
      (await store.countSearchesForUpdate(tx)) >= TRIAL.searches
    ) {
      throw new ApiError('trial_search_limit');
    }
    if (!is_example) await store.requireRoomForSearch(tx);
    const other = like_id ? orNotFound(await store.findSearch(tx, like_id)) : undefined;
    const id = await store.insertSearch(tx, { name, created_by: ctx.user?.id ?? null, is_example });
    if (other) await store.imitateSearch(tx, id, other);
    return id;
  });
}

/** @param version the version the caller saw */
export async function renameSearch(
  ctx: Ctx,
  id: number,
  given: { name?: string | null | undefined; version?: number | null | undefined },
): Promise<Search> {
  const name = parseName(given.name);
  return ctx.transaction(async (tx) => {
    await requireVersion(tx, { table: 'searches', id }, given.version, async () => ({
      search: store.presentSearch(orNotFound(await store.findSearch(tx, id))),
    }));
    return store.presentSearch(orNotFound(await store.renameSearch(tx, id, name)));
  });
}

/** Archives or restores all of the lists, or none when one of them is unknown. */
export async function changeSearchStatuses(ctx: Ctx, ids: number[], status: Search['status']): Promise<void> {
  const wanted = [...new Set(ids)];
  await ctx.transaction(async (tx) => {
    if ((await store.setSearchStatus(tx, wanted, status)) < wanted.length) throw new ApiError('not_found');
  });
}

/** Puts all of the lists into a folder, or none when one of them is unknown. */
export async function setSearchFolder(ctx: Ctx, ids: number[], given: string | null): Promise<void> {
  const folder = toSingleLine(cleanText((given ?? '').normalize('NFC'))) || null;
  const wanted = [...new Set(ids)];
  await ctx.transaction(async (tx) => {
    if ((await store.setFolder(tx, wanted, folder)) < wanted.length) throw new ApiError('not_found');
  });
}

function parseName(given: string | null | undefined): string {
  const name = toSingleLine((given ?? '').normalize('NFC'));
  if (name === '') throw new ApiError('list_name_invalid');
  return name;
}
