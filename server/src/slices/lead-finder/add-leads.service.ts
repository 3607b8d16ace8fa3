import type {
  LeadQuery,
  LeadSelection,
  SelectionAccount,
  StoredLead,
} from '@overture/adapters/lead-database/lead-database.port';
import type { Prospect } from '@overture/contract/prospects';
import {
  emptyLeadFinderFilters,
  type KnownPlace,
  packRemembered,
  unpackRemembered,
} from '@overture/domain/finder/lead-finder';
import { ALL_INCOMING_FIELDS } from '@overture/domain/leads/incoming-fields';
import { FINDER_LIMITS, SELECT_ALL_BELOW } from '@overture/domain/limits';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { countSkipped } from '../erased-people/index.ts';
import { loadExclusions } from '../excluded-domains/index.ts';
import { mergeFewProspects, mergeProspectsByEmail } from '../lead-merging/index.ts';
import { raiseProspectVersion } from '../lead-versions/index.ts';
import { findProspects } from '../prospects/index.ts';
import { addToTotal, findSearch, firstMerged, listMerged, listNew } from '../searches/index.ts';
import { parseLeadQuery } from './find-leads.service.ts';
import { queryLeadDatabase } from './lead-database.service.ts';
import { addressedPeople, countLeft, emailedPeople, type FinderUsage, isTrialUsedUp } from './lead-finder.rules.ts';
import * as store from './lead-finder.store.ts';

type Ctx = Pick<Context, 'transaction' | 'ports' | 'clock'>;

export type AddRequest = {
  prospect_ids?: readonly (string | number)[] | null | undefined;
  amount?: number | null | undefined;
  filters?: unknown;
  leaves_out?: readonly KnownPlace[] | null | undefined;
  prospects_per_company?: number | null | undefined;
  loaded_after?: string | null | undefined;
};

/** What was added, and who was left out and why. */
export type AddedLeads = {
  added_prospects: number;
  already_in_list: number;
  /** In a list, a campaign or a CRM, where such people are left out. */
  known_count: number;
  company_limit_count: number;
  excluded_domains_count: number;
  /** Past the trial's or the month's limit. */
  over_limit_count: number;
  /** People who were erased on request: they stay out. */
  erased_count: number;
  /** Named leads that left the database. */
  not_found: number;
  total_prospects: number;
  prospects: Prospect[];
};

/** Whom a request means. */
type Asked = { query: LeadQuery; selection: LeadSelection };
type Wanted = Asked & {
  isExcluded: (address: string) => boolean;
  /** The list never had a lead: none can be a duplicate. */
  is_list_new: boolean;
};
type Selected = { leads: StoredLead[]; account: SelectionAccount; not_found: number };

/**
 * Copies leads of the lead database into a list: the named ones, or the first `amount` that pass the filters and are not in the
 * list yet. A limit cuts the request to the leads that still fit. The engine is queried outside of any transaction, in parallel with the list;
 * leads that entered the list in between are left out by the transaction that adds.
 * @throws not_found for a list that is gone, no_leads_selected, trial_search_limit, search_limit, lead_database_unavailable
 */
export async function addLeads(ctx: Ctx, searchId: number, request: AddRequest): Promise<AddedLeads> {
  const begun = ctx.transaction((tx) => begin(tx, searchId, request));
  const refusal = new AbortController();
  const selecting = queryLeadDatabase(() => selectLeads(ctx, searchId, request, begun, refusal.signal));
  // Awaited below, after the check of the limits.
  selecting.catch(() => undefined);
  const wanted = await begun.catch((error: unknown) => {
    refusal.abort(error);
    throw error;
  });
  try {
    const selected = await selecting;
    return await ctx.transaction((tx) => storeLeads(tx, searchId, wanted, selected));
  } catch (error) {
    if (isLong(wanted))
      await ctx.transaction(async (tx) => tx.live.publish('search_finished', { search_id: searchId }));
    throw error;
  }
}

/** What takes longer than a moment is announced before it is done; up to 500 leads are there before a page could show that it waits. */
const isLong = (wanted: Wanted): boolean => wanted.selection.amount > SELECT_ALL_BELOW;

async function begin(tx: TransactionContext, searchId: number, request: AddRequest): Promise<Wanted> {
  const search = orNotFound(await findSearch(tx, searchId));
  const asked = resolveRequest(request, search.filters);
  requireRoom(await store.getUsage(tx));
  const wanted = { ...asked, isExcluded: await loadExclusions(tx), is_list_new: search.version === 0 };
  if (isLong(wanted)) tx.live.publish('search_started', { search_id: searchId });
  return wanted;
}

/** @param remembered of the list, for a request without filters */
function resolveRequest(request: AddRequest, remembered: Record<string, unknown>): Asked {
  const ids = [...new Set((request.prospect_ids ?? []).map(String))];
  if (ids.length > 0) {
    if (ids.length > FINDER_LIMITS.max_added) throw tooMany();
    const query = { filters: emptyLeadFinderFilters(), max_leads_per_company: request.prospects_per_company ?? null };
    return { query, selection: { ids, amount: ids.length } };
  }
  const amount = request.amount ?? 0;
  if (amount === 0) throw new ApiError('no_leads_selected');
  if (amount > FINDER_LIMITS.max_added) throw tooMany();
  const last = unpackRemembered(remembered);
  const query = request.filters
    ? parseLeadQuery(request.filters, request.prospects_per_company, request.loaded_after)
    : parseLeadQuery(last.filters, request.prospects_per_company ?? last.prospects_per_company, request.loaded_after);
  return { query, selection: { amount } };
}

function tooMany(): ApiError {
  return new ApiError('bad_request', { reason: `You can add up to ${FINDER_LIMITS.max_added} leads at a time.` });
}

/** Whether a request says for itself whom it means. */
const hasOwnFilters = ({ prospect_ids, filters }: AddRequest): boolean =>
  (prospect_ids ?? []).length > 0 || (filters ?? null) !== null;

/** Named leads come back when they were taken out of the list; those found by filters stay out. */
async function selectLeads(
  ctx: Ctx,
  searchId: number,
  request: AddRequest,
  begun: Promise<Wanted>,
  signal: AbortSignal,
): Promise<Selected> {
  const { query, selection } = hasOwnFilters(request) ? resolveRequest(request, {}) : await begun;
  const places = selection.ids === undefined ? (request.leaves_out ?? []) : [];
  let isExcluded: Wanted['isExcluded'] = () => false;
  const found = ctx.ports.lead_database.selectLeads(
    query,
    {
      ...selection,
      ...(places.length === 0
        ? {}
        : { findKnown: (batch) => ctx.transaction((tx) => store.findKnownLeads(tx, batch, places)) }),
      isDomainExcluded: (domain) => isExcluded(domain),
      findListed: async (batch) => {
        const wanted = await begun;
        isExcluded = wanted.isExcluded;
        if (wanted.is_list_new) return new Set();
        return ctx.transaction((tx) => store.findListedLeads(tx, searchId, batch, selection.ids === undefined));
      },
    },
    { signal },
  );
  const leads: StoredLead[] = [];
  for (let step = await found.next(); ; step = await found.next()) {
    if (step.done) return { leads, account: step.value, not_found: countMissing(selection, step.value) };
    leads.push(...step.value);
  }
}

function countMissing({ ids }: LeadSelection, account: SelectionAccount): number {
  if (ids === undefined) return 0;
  const { selected, already_listed, excluded_domain, over_company_limit } = account;
  return ids.length - selected - already_listed - excluded_domain - over_company_limit;
}

async function storeLeads(
  tx: TransactionContext,
  searchId: number,
  wanted: Wanted,
  selected: Selected,
): Promise<AddedLeads> {
  const { account, not_found } = selected;
  // Leads were selected for seconds: the list may have gone with the import that had made it.
  orNotFound(await findSearch(tx, searchId, 'keep'));
  const wantedLeads = leaveOutExcluded(selected.leads, wanted.isExcluded);
  // Locks the month until the commit: parallel additions share what is left.
  const leads = wantedLeads.slice(0, requireRoom(await store.raiseUsage(tx, 0)));
  const at = tx.clock.now();
  const { query, selection } = wanted;
  const filters = selection.ids === undefined ? packRemembered(query.filters, query.max_leads_per_company) : null;
  const { new_ids, erased } = await mergeLeads(tx, leads);
  const added = new_ids === null ? await listMerged(tx, searchId, at) : new_ids.length;
  if (added > 0) await store.raiseUsage(tx, added);
  const total_prospects = await (new_ids === null
    ? addToTotal(tx, searchId, added, filters)
    : listNew(tx, searchId, new_ids, { at, filters }));
  const first_ids = new_ids ?? (await firstMerged(tx, FINDER_LIMITS.preview_rows));
  const prospects = await findProspects(tx, first_ids.slice(0, FINDER_LIMITS.preview_rows));
  if (!isLong(wanted)) tx.live.publish('search_started', { search_id: searchId });
  if (added > 0) tx.live.publish('prospect_list', { search_id: searchId, total_prospects, prospects });
  tx.live.publish('search_finished', { search_id: searchId });
  return {
    added_prospects: added,
    already_in_list: account.already_listed + leads.length - added - erased,
    known_count: account.already_known,
    company_limit_count: account.over_company_limit,
    excluded_domains_count: account.excluded_domain + selected.leads.length - wantedLeads.length,
    over_limit_count: wantedLeads.length - leads.length,
    erased_count: erased,
    not_found,
    total_prospects,
    prospects,
  };
}

const FINDER = { source: { kind: 'finder' } } as const;

/** `new_ids`: the ids of all when all are new; null: `merged_prospects` names them. */
async function mergeLeads(
  tx: TransactionContext,
  leads: readonly StoredLead[],
): Promise<{ new_ids: number[] | null; erased: number }> {
  const [addressed, emailed] = [addressedPeople(leads, ALL_INCOMING_FIELDS), emailedPeople(leads)];
  const merged = await mergeFewProspects(tx, FINDER, addressed, ALL_INCOMING_FIELDS, emailed.length > 0);
  const by_email = await mergeProspectsByEmail(tx, FINDER, emailed);
  if (merged.has_changed_known || by_email.has_changed_known) await raiseProspectVersion(tx);
  const erased = merged.erased.length + by_email.erased.length;
  await countSkipped(tx, 'finder', erased);
  return { new_ids: merged.new_ids, erased };
}

/** Each person once. The engine knows the company's domain only: a person's own address may be at an excluded one. */
function leaveOutExcluded(leads: readonly StoredLead[], isExcluded: Wanted['isExcluded']): StoredLead[] {
  const people = new Map(leads.map((lead) => [lead.linkedin_key ?? `mailto:${lead.email}`, lead]));
  return [...people.values()].filter(({ email, company }) =>
    [company.domain, company.website_url, email].every((address) => address === null || !isExcluded(address)),
  );
}

/** @throws trial_search_limit, search_limit where no lead is left */
function requireRoom(usage: FinderUsage): number {
  const room = countLeft(usage);
  if (room > 0) return room;
  throw new ApiError(isTrialUsedUp(usage) ? 'trial_search_limit' : 'search_limit');
}
