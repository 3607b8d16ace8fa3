import type { StoredLead } from '@overture/adapters/lead-database/lead-database.port';
import type { InspectedLead } from '@overture/contract/lead-finder';
import { emptyLeadFinderFilters, KNOWN_PLACES, type KnownPlace } from '@overture/domain/finder/lead-finder';
import { explainMatch } from '@overture/domain/finder/match-reasons';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { orNotFound } from '../../kernel/errors.ts';
import { findSearch } from '../searches/index.ts';
import { parseLeadQuery } from './find-leads.service.ts';
import { findBlock } from './known-leads.store.ts';
import { queryLeadDatabase } from './lead-database.service.ts';
import { presentFinderLead } from './lead-finder.rules.ts';
import { findKnownLeads, findListedLeads } from './lead-finder.store.ts';

type Ctx = Pick<Context, 'transaction' | 'ports'>;

/**
 * One lead before it is added: what the database holds, why it was found, and whether the organization knows it. Its email and phone number
 * stay hidden, as in the preview.
 * @throws not_found, bad_request, lead_database_unavailable
 */
export async function inspectLead(
  ctx: Ctx,
  searchId: number,
  { lead_id, filters }: { lead_id: string; filters?: unknown },
): Promise<InspectedLead> {
  const asked = filters ? parseLeadQuery(filters, null).filters : emptyLeadFinderFilters();
  await ctx.transaction(async (tx) => orNotFound(await findSearch(tx, searchId)));
  const lead = orNotFound(await queryLeadDatabase(() => findLead(ctx, lead_id)));
  return ctx.transaction(async (tx) => ({
    lead: presentFinderLead(lead, (await findListedLeads(tx, searchId, [lead], false)).size > 0),
    seniority: lead.seniority,
    department: lead.department,
    company_keywords: lead.company.keywords,
    contact: [
      ...(lead.email === null ? [] : ['email' as const]),
      ...(lead.phone_number === null ? [] : ['phone' as const]),
    ],
    reasons: explainMatch(asked, lead),
    known_in: await listPlaces(tx, lead),
    blocked: await findBlock(tx, lead),
  }));
}

async function findLead({ ports }: Pick<Ctx, 'ports'>, id: string): Promise<StoredLead | undefined> {
  const query = { filters: emptyLeadFinderFilters(), max_leads_per_company: null };
  const found = await ports.lead_database.selectLeads(query, { ids: [id], amount: 1 }).next();
  return found.done ? undefined : found.value[0];
}

async function listPlaces(tx: TransactionContext, lead: StoredLead): Promise<KnownPlace[]> {
  const known: KnownPlace[] = [];
  for (const place of KNOWN_PLACES) if ((await findKnownLeads(tx, [lead], [place])).size > 0) known.push(place);
  return known;
}
