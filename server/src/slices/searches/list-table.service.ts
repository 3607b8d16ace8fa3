import type { Prospect } from '@overture/contract/prospects';
import {
  listColumnFilters,
  listSortKeys,
  parseFilters,
  parseSorts,
  type Sort,
  type SortRequest,
} from '@overture/domain/leads/filters';
import {
  isHistoryColumn,
  LIST_SORT_FIELDS,
  LIST_TABLE_COLUMNS,
  parsePromptId,
  resolveColumn,
  SEARCH_COLUMN,
} from '@overture/domain/leads/lead-columns';
import { DUPLICATE_COLUMN } from '@overture/domain/leads/lead-history';
import { COLUMN_VALUES, PAGE_SIZES } from '@overture/domain/limits';
import type { ContactLookup } from '@overture/domain/money/credits';
import type { LookupCounts } from '@overture/domain/money/lookup-estimate';
import { foldCase } from '@overture/domain/text/text';
import { type CursorScope, openCounted, sealCounted } from '../../kernel/api-keys/cursor.ts';
import type { Context, ReplicaReadContext, TransactionContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { columnText, loadTableColumns, nameSlowFilter } from '../lead-filters/index.ts';
import { getProspectVersion } from '../lead-versions/index.ts';
import { findProspects } from '../prospects/index.ts';
import { CONTACT_FIELDS, listResultVersions } from '../research-results/index.ts';
import { countValues } from './column-values.store.ts';
import { type ViewIds, type ViewState, viewKey, viewMemory } from './list-views.service.ts';
import * as leads from './search-prospects.store.ts';
import { addToTotal, findSearch, type SearchRow } from './searches.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type Reader = Pick<ReplicaReadContext, 'db' | 'organization'>;

/** Filters and sort as a client sent them. */
export interface TableRequest extends SortRequest {
  filters?: unknown;
}

/** Which leads are meant: the named ones, or the first `amount` of the table; see `selectionBody` of the contract. */
export interface SelectionRequest extends TableRequest {
  prospect_ids?: readonly number[] | null | undefined;
  amount?: number | null | undefined;
  /** Of the table only leads that this task has no answer for and is not being asked about. */
  unanswered_prompt_id?: number;
  /** Of the table only leads that were added since then and that this task was never asked about. */
  unasked?: { prompt_id: number; since: Date };
}

const newestFirst: Sort = { sort_field: 'created_at', sort_direction: 'desc' };
/** Up to this size counting and sorting again takes a few milliseconds: nothing is cached. */
const shortList = 5000;
/** Pages of a long list that are answered before its order is known. */
const firstPages = 4;
/** Below this share of the list, making its order takes no longer than counting and finding the first leads. */
const smallShare = 0.4;
const sampledLeads = 2000;
/** An order by what happened to leads is shown as it is for so long. */
const historyRenewedInMs = 15_000;

/** The filters and sort of a lead list's table, its research columns included. @throws validation_failed */
export async function parseListRequest(
  tx: Tx,
  request: TableRequest,
): Promise<Pick<leads.ListView, 'filters' | 'columns' | 'sort' | 'answer_columns'>> {
  const { columns, answer_columns, sort_fields } = await loadTableColumns(tx, LIST_TABLE_COLUMNS, request);
  const parsed = parseFilters(request.filters, columns);
  if (!parsed.ok) throw new ApiError('validation_failed', {}, { filters: parsed.error });
  const fields = new Set([...LIST_SORT_FIELDS, ...sort_fields]);
  const sort = parseSorts(request, fields, newestFirst);
  if (!sort) throw new ApiError('validation_failed', {}, { sort_field: 'This table cannot be sorted so.' });
  return { filters: parsed.filters, columns, sort, answer_columns };
}

type TableContext = Pick<Context, 'read' | 'replicaRead' | 'replicaSnapshot' | 'config' | 'log'>;
type TablePage = { prospects: Prospect[]; totalProspects: number };

/**
 * A page of 25 leads and the exact number of leads that pass the filters. The order of a long list is cached: every page costs
 * the same. The first pages are returned before that and do not wait for it.
 */
export async function loadTablePage(
  ctx: TableContext,
  searchId: number,
  request: TableRequest & { page: number },
): Promise<TablePage> {
  const offset = (request.page - 1) * PAGE_SIZES.leads;
  const { view, search, state, isNear } = await ctx.read(async (tx) => {
    const wanted: leads.ListView = {
      search_id: searchId,
      status: 'IN_REVIEW',
      ...(await parseListRequest(tx, request)),
    };
    const found = orNotFound(await findSearch(tx, searchId));
    const isShort = found.total_prospects <= shortList;
    const is_near = isShort || (isOwnOrder(wanted) && offset < shortList);
    return { view: wanted, search: found, state: await stateOf(tx, found, wanted), isNear: is_near };
  });
  return nameSlowFilter(view.filters, () => loadViewPage(ctx, { view, search, state, isNear, offset }));
}

interface OpenView {
  view: leads.ListView;
  search: SearchRow;
  state: ViewState;
  /** Near enough to the start of its order to count from there. */
  isNear: boolean;
  offset: number;
}

async function loadViewPage(ctx: TableContext, { view, search, state, isNear, offset }: OpenView): Promise<TablePage> {
  const memory = viewMemory(ctx.config);
  const isFirst = !isNear && offset < firstPages * PAGE_SIZES.leads && !memory.has(state.key);
  const load = (): Promise<Buffer[]> => loadAll(ctx, view);
  if (isNear || isFirst) {
    const page = await ctx.replicaRead(async (tx) => {
      const isDirect = isNear || (await isWide(tx, view));
      return isDirect ? loadDirectly(tx, search, view, offset) : null;
    });
    if (page && isFirst)
      memory.prepare(state, load).catch((error) => ctx.log.error({ err: error }, 'order of a list not prepared'));
    if (page) return page;
  }
  // Those who wait for an order hold no connection: its making needs one.
  const ids = memory.ready(state, load) ?? (await memory.remember(state, load));
  return ctx.replicaRead((tx) => loadRemembered(tx, ids, offset));
}

/** Whether so many leads probably pass that sorting all of them takes much longer than finding the first ones. */
async function isWide(tx: Reader, view: leads.ListView): Promise<boolean> {
  if (view.filters.length === 0) return true;
  // Duplicates of few leads take as long as those of all.
  if (listColumnFilters(view.filters).some(({ column }) => column === DUPLICATE_COLUMN)) return false;
  return (await leads.guessShare(tx, view, sampledLeads)) > smallShare;
}

/** A page for programs, in the order of ids: empty for the first one, then by the place of the page before. @throws cursor_invalid */
export async function listLeadsAfter(
  ctx: TableContext & CursorScope,
  searchId: number,
  request: TableRequest & { cursor: string; limit?: number | undefined },
): Promise<TablePage & { next_cursor: string | null }> {
  const list = `leads of ${searchId}`;
  const size = request.limit ?? PAGE_SIZES.leads;
  const { search, view } = await ctx.read(async (tx) => ({
    search: orNotFound(await findSearch(tx, searchId)),
    view: {
      search_id: searchId,
      status: 'IN_REVIEW',
      ...(await parseListRequest(tx, request)),
    } satisfies leads.ListView,
  }));
  const counted = { list, filters: view.filters, cursor: request.cursor };
  const { after, total } = openCounted(ctx, counted);
  const load = async (tx: Reader) => {
    const ids = await leads.listIdsAfter(tx, view, after, size + 1);
    const shown = ids.slice(0, size);
    const totalProspects =
      view.filters.length === 0 ? search.total_prospects : (total ?? (await leads.countLeads(tx, view)));
    const last = shown.at(-1);
    const next_cursor =
      ids.length > size && last !== undefined ? sealCounted(ctx, counted, last, totalProspects) : null;
    return { prospects: await findProspects(tx, shown), totalProspects, next_cursor };
  };
  return nameSlowFilter(view.filters, () => ctx.replicaRead(load));
}

async function loadRemembered(tx: Reader, ids: ViewIds, offset: number): Promise<TablePage> {
  const prospects = await findProspects(tx, [...ids.slice(offset, offset + PAGE_SIZES.leads)]);
  return { prospects, totalProspects: ids.length };
}

const loadAll = (ctx: TableContext, view: leads.ListView): Promise<Buffer[]> =>
  ctx.replicaSnapshot((tx) => leads.listViewIds(tx, view));

/** Fields that contact look-ups fill: an order by them is as old as the look-ups that came in since. */
const contactColumns = ['email', 'phone_number', 'company_website_url', SEARCH_COLUMN];

/** The names under which the order of a view is remembered. */
async function stateOf(
  tx: Tx & Pick<TransactionContext, 'clock'>,
  search: SearchRow,
  view: leads.ListView,
): Promise<ViewState> {
  const sorted = listSortKeys(view.sort).map(({ sort_field }) => sort_field);
  const named = [...listColumnFilters(view.filters).map(({ column }) => column), ...sorted];
  const prompts = named.flatMap((column) => parsePromptId(column) ?? []);
  if (named.some((column) => contactColumns.includes(column))) prompts.push(CONTACT_FIELDS);
  const { edits, arrivals } = await listResultVersions(tx, prompts);
  // What campaigns, calls and the suppression list do raises no version: an order by it is made again after a while.
  const turn = named.some(isHistoryColumn) ? Math.floor(tx.clock.now().getTime() / historyRenewedInMs) : 0;
  return {
    key: viewKey(search, `${await getProspectVersion(tx)}/${edits}`, view),
    arrivals: `${arrivals}/${turn}`,
  };
}

function isOwnOrder({ filters, sort }: leads.ListView): boolean {
  const isNewestFirst =
    sort.sort_field === newestFirst.sort_field && sort.sort_direction === newestFirst.sort_direction;
  return filters.length === 0 && isNewestFirst && sort.further === undefined;
}

/** Counting from the start: for short lists and first pages. */
async function loadDirectly(tx: Reader, search: SearchRow, view: leads.ListView, offset: number): Promise<TablePage> {
  if (view.filters.length > 0) {
    const page = await leads.listCountedPage(tx, view, offset, PAGE_SIZES.leads);
    if (page) return { prospects: await findProspects(tx, page.ids), totalProspects: page.total };
    return { prospects: [], totalProspects: offset === 0 ? 0 : await leads.countLeads(tx, view) };
  }
  const totalProspects = search.total_prospects;
  if (offset >= totalProspects) return { prospects: [], totalProspects };
  const ids = await leads.listPageIds(tx, view, offset, PAGE_SIZES.leads);
  return { prospects: await findProspects(tx, ids), totalProspects };
}

/**
 * The ids of the leads a request means, in the table's order. Named leads that are not in the list are left out. Empty
 * when nothing was named. Fit for a million.
 * @throws not_found for an unknown list, validation_failed for filters, filter_too_slow
 */
export async function selectProspects(
  tx: Tx,
  request: SelectionRequest & { search_id: number; status?: leads.LeadStatus },
): Promise<number[]> {
  const table = await parseListRequest(tx, request);
  orNotFound(await findSearch(tx, request.search_id));
  const status = request.status ?? 'IN_REVIEW';
  if (request.prospect_ids && request.prospect_ids.length > 0) {
    return leads.filterListed(tx, request.search_id, status, request.prospect_ids);
  }
  if (!request.amount) return [];
  const { search_id, unanswered_prompt_id, unasked } = request;
  const view: leads.ListView = {
    search_id,
    status,
    ...table,
    ...(unanswered_prompt_id ? { unanswered_prompt_id } : {}),
    ...(unasked ? { unasked } : {}),
  };
  const { amount } = request;
  return nameSlowFilter(view.filters, () => leads.listFirstIds(tx, view, amount));
}

/** Those of the ids that are in the list, in the order given. */
export async function filterListedProspects(tx: Tx, searchId: number, ids: readonly number[]): Promise<number[]> {
  return leads.filterListed(tx, searchId, 'IN_REVIEW', ids);
}

/**
 * How many leads of a list's table a task has no answer for, and all of them by what a look-up can still do.
 * @throws not_found for an unknown list, validation_failed, filter_too_slow
 */
export async function countUnanswered(
  tx: Tx,
  request: TableRequest & { search_id: number; prompt_id: number },
  lookup: ContactLookup | null,
): Promise<{ unanswered: number; counts: LookupCounts | null }> {
  orNotFound(await findSearch(tx, request.search_id));
  const { search_id, prompt_id } = request;
  const view: leads.ListView = { search_id, status: 'IN_REVIEW', ...(await parseListRequest(tx, request)) };
  return nameSlowFilter(view.filters, async () => ({
    unanswered: await leads.countLeads(tx, { ...view, unanswered_prompt_id: prompt_id }),
    counts: lookup === null ? null : await leads.countLookup(tx, view, { lookup, prompt_id }),
  }));
}

/** Takes leads out of a list or puts them back; answers how many changed. */
export async function changeLeadStatuses(
  ctx: Pick<Context, 'transaction'>,
  searchId: number,
  request: SelectionRequest & { old_status?: leads.LeadStatus | null | undefined; new_status: leads.LeadStatus },
): Promise<number> {
  const from = request.old_status ?? (request.new_status === 'ARCHIVED' ? 'IN_REVIEW' : 'ARCHIVED');
  return ctx.transaction(async (tx) => {
    const ids = await selectProspects(tx, { ...request, search_id: searchId, status: from });
    if (ids.length === 0 || from === request.new_status) return 0;
    const moved = await leads.moveLeads(tx, searchId, ids, from, request.new_status);
    await addToTotal(tx, searchId, request.new_status === 'ARCHIVED' ? -moved : moved);
    return moved;
  });
}

interface ColumnValues {
  values: { value: string; count: number }[];
  counted_leads: number;
}

/** Values of a column that contain a text, most frequent first. @throws not_found, validation_failed for an unknown column */
export async function listColumnValues(
  ctx: Pick<Context, 'read' | 'replicaRead' | 'organization'>,
  searchId: number,
  name: string,
  query: string,
): Promise<ColumnValues> {
  const { search, columns } = await ctx.read(async (tx) => ({
    search: orNotFound(await findSearch(tx, searchId)),
    columns: (await loadTableColumns(tx, LIST_TABLE_COLUMNS, { sort_field: name })).columns,
  }));
  const column = resolveColumn(name, columns);
  const text = column === null ? null : columnText(ctx, column);
  if (text === null)
    throw new ApiError('validation_failed', {}, { column: 'This column has no values to choose from.' });
  const folded = foldCase(query.trim());
  const values = await ctx.replicaRead((tx) => countValues(tx, { search_id: searchId, text, folded }));
  return { values, counted_leads: Math.min(search.total_prospects, COLUMN_VALUES.counted_leads) };
}
