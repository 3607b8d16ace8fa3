import { leadMatcher } from '@overture/domain/finder/lead-finder';
import type {
  Lead,
  LeadDatabasePort,
  LeadQuery,
  LoadAccount,
  SelectionAccount,
  StoredLead,
} from '../lead-database.port.ts';

/** The port over plain objects and the reference evaluator: what the engine is compared with, and what tests of its callers use. */
export function createMemoryLeadDatabase(initial: readonly Lead[] = []): LeadDatabasePort & { leads: StoredLead[] } {
  const leads: StoredLead[] = [];
  const keys = new Map<string, StoredLead>();
  const insert = (given: readonly Lead[]): LoadAccount => {
    const account = { added: 0, updated: 0, superseded: 0 };
    for (const lead of given) {
      const known = identities(lead).flatMap((key) => keys.get(key) ?? [])[0];
      if (known) Object.assign(known, lead);
      else leads.push({ ...lead, id: String(leads.length + 1) });
      account[known ? 'updated' : 'added'] += 1;
      for (const key of identities(lead)) keys.set(key, known ?? leads.at(-1)!);
    }
    return account;
  };
  insert(initial);
  return {
    leads,
    async previewLeads(query, { page = 1, page_size = 25, signal } = {}) {
      signal?.throwIfAborted();
      const all = capped(leads, query);
      return { leads: all.slice((page - 1) * page_size, page * page_size), total: all.length };
    },
    countLeads: async (query) => capped(leads, query).length,
    async *selectLeads(query, selection) {
      const account: SelectionAccount = {
        selected: 0,
        already_listed: 0,
        already_known: 0,
        excluded_domain: 0,
        over_company_limit: 0,
      };
      const ids = selection.ids && new Set(selection.ids);
      const passing = ids ? leads.filter((lead) => ids.has(lead.id)) : findPassing(leads, query);
      const listed = (await selection.findListed?.(passing)) ?? new Set<string>();
      const known = (await selection.findKnown?.(passing)) ?? new Set<string>();
      const cap = capOf(query);
      const chosen: StoredLead[] = [];
      for (const lead of passing) {
        if (chosen.length === selection.amount) break;
        if (lead.company.domain && selection.isDomainExcluded?.(lead.company.domain)) account.excluded_domain += 1;
        else if (!cap(lead)) account.over_company_limit += 1;
        else if (listed.has(lead.id)) account.already_listed += 1;
        else if (known.has(lead.id)) account.already_known += 1;
        else chosen.push(lead);
      }
      for (let at = 0; at < chosen.length; at += 1000) yield chosen.slice(at, at + 1000);
      return { ...account, selected: chosen.length };
    },
    insertLeads: async (given) => insert(given),
    getPosition: async () => String(leads.reduce((highest, { id }) => Math.max(highest, Number(id)), 0)),
    listCommonTitles: async (limit) => {
      const counts = new Map<string, { title: string; count: number }>();
      for (const { job_title } of leads) {
        if (job_title === null) continue;
        const known = counts.get(job_title.toLowerCase()) ?? { title: job_title, count: 0 };
        counts.set(job_title.toLowerCase(), { ...known, count: known.count + 1 });
      }
      const [...all] = counts.values();
      return all
        .sort((one, other) => other.count - one.count)
        .slice(0, limit)
        .map(({ title }) => title);
    },
    describe: async () => ({
      state: 'ready',
      engine: 'embedded',
      total_leads: leads.length,
      progress_percent: null,
      text: null,
    }),
    close: async () => undefined,
  };
}

function identities(lead: Lead): string[] {
  return [
    ...(lead.linkedin_key === null ? [] : [`in:${lead.linkedin_key}`]),
    ...(lead.email === null ? [] : [`mail:${lead.email}`]),
  ];
}

function capped(leads: readonly StoredLead[], query: LeadQuery): StoredLead[] {
  const cap = capOf(query);
  return findPassing(leads, query).filter(cap);
}

/** A changed person keeps their number here, so they are not new. */
function findPassing(leads: readonly StoredLead[], { filters, loaded_after }: LeadQuery): StoredLead[] {
  const passing = leads.filter(leadMatcher(filters));
  return loaded_after === undefined ? passing : passing.filter(({ id }) => Number(id) > Number(loaded_after));
}

/** Asked for each lead in order: true while its company is below the cap. */
function capOf(query: LeadQuery): (lead: Lead) => boolean {
  const seen = new Map<string, number>();
  return ({ company }) => {
    const key = company.domain ?? company.linkedin_url ?? company.name;
    if (query.max_leads_per_company === null || key === null) return true;
    seen.set(key, (seen.get(key) ?? 0) + 1);
    return seen.get(key)! <= query.max_leads_per_company;
  };
}
