import type { LeadQuery, LeadSelection, QueryOptions, SelectionAccount, StoredLead } from '../../lead-database.port.ts';
import { ENGINE_LIMITS } from '../clickhouse.manifest.ts';
import { companyKey } from '../schema/lead-row.transform.ts';
import type { LeadsAhead } from './lead-ahead.api.ts';
import { type LeadEngine, loadLeads } from './lead-people.api.ts';
import { countUpTo, findCurrent, loadIds } from './lead-read.api.ts';

/** Above every id. */
const HIGHEST_ID = 2 ** 32 - 2;

/**
 * Walks through the query's leads in order, one step at a time, until enough are chosen. The choice does not depend on
 * the step size or on a prefetch.
 */
export async function* selectLeads(
  engine: LeadEngine,
  query: LeadQuery,
  selection: LeadSelection,
  options: QueryOptions,
  ahead: LeadsAhead | null = null,
): AsyncGenerator<StoredLead[], SelectionAccount, void> {
  const account: SelectionAccount = {
    selected: 0,
    already_listed: 0,
    already_known: 0,
    excluded_domain: 0,
    over_company_limit: 0,
  };
  let visited = 0;
  let last = 0;
  const steps =
    selection.ids === undefined
      ? walkQuery(engine, query, selection, options, ahead)
      : walkIds(engine, query, selection.ids, account, options);
  for await (const leads of steps) {
    const wanted = await chooseLeads(leads, selection, account);
    visited += wanted.visited;
    last = Number(wanted.last?.id ?? last);
    if (wanted.leads.length > 0) yield wanted.leads;
    if (account.selected >= selection.amount) break;
  }
  if (account.selected < selection.amount) last = HIGHEST_ID;
  if (selection.ids === undefined && query.max_leads_per_company !== null) {
    account.over_company_limit = (await countUpTo(engine.client, query, last, options)) - visited;
  }
  return account;
}

async function* walkQuery(
  engine: LeadEngine,
  query: LeadQuery,
  selection: LeadSelection,
  options: QueryOptions,
  ahead: LeadsAhead | null,
): AsyncGenerator<StoredLead[], void, void> {
  if (selection.amount < 1) return;
  // The first step takes what was asked for; people who are listed already make further ones necessary.
  let rows = Math.min(selection.amount, ENGINE_LIMITS.selection_rows);
  let after = 0;
  if (ahead !== null) {
    yield ahead.leads.slice(0, rows);
    yield ahead.leads.slice(rows);
    if (ahead.is_all) return;
    after = Number(ahead.leads.at(-1)?.id ?? 0);
  }
  for (; ; rows = ENGINE_LIMITS.selection_rows) {
    const ids = await loadIds(engine, query, rows, options, after);
    if (ids.length === 0) return;
    yield await loadLeads(engine, ids, options);
    if (ids.length < rows) return;
    after = ids.at(-1) ?? after;
  }
}

/** Named leads in the database's order, the cap applied among them. */
async function* walkIds(
  engine: LeadEngine,
  query: LeadQuery,
  named: readonly string[],
  account: SelectionAccount,
  options: QueryOptions,
): AsyncGenerator<StoredLead[], void, void> {
  const numbers = [...new Set(named.filter((id) => /^[1-9]\d{0,9}$/.test(id)).map(Number))].filter(
    (id) => id < 2 ** 32,
  );
  const ids = await findCurrent(engine.client, numbers, options);
  const perCompany = new Map<string, number>();
  for (let at = 0; at < ids.length; at += ENGINE_LIMITS.selection_rows) {
    const leads = await loadLeads(engine, ids.slice(at, at + ENGINE_LIMITS.selection_rows), options);
    const kept = leads.filter((lead) => isUnderCap(lead, query.max_leads_per_company, perCompany));
    account.over_company_limit += leads.length - kept.length;
    yield kept;
  }
}

function isUnderCap(lead: StoredLead, cap: number | null, perCompany: Map<string, number>): boolean {
  const key = companyKey(lead.company);
  if (cap === null || key === '') return true;
  const before = perCompany.get(key) ?? 0;
  perCompany.set(key, before + 1);
  return before < cap;
}

async function chooseLeads(leads: StoredLead[], selection: LeadSelection, account: SelectionAccount) {
  const listed = leads.length === 0 ? undefined : await selection.findListed?.(leads);
  const known = leads.length === 0 ? undefined : await selection.findKnown?.(leads);
  const chosen: StoredLead[] = [];
  let visited = 0;
  let last: StoredLead | undefined;
  for (const lead of leads) {
    if (account.selected >= selection.amount) break;
    visited += 1;
    last = lead;
    if (listed?.has(lead.id)) account.already_listed += 1;
    else if (known?.has(lead.id)) account.already_known += 1;
    else if (lead.company.domain !== null && selection.isDomainExcluded?.(lead.company.domain)) {
      account.excluded_domain += 1;
    } else {
      account.selected += 1;
      chosen.push(lead);
    }
  }
  return { leads: chosen, visited, last };
}
