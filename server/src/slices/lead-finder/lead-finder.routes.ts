import type { leadFinderEndpoints } from '@overture/contract/lead-finder';
import { INDUSTRIES } from '@overture/domain/finder/industries';
import { signalOfCaller } from '../../kernel/limits/waiting-caller.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import { addLeads } from './add-leads.service.ts';
import { previewLeads } from './find-leads.service.ts';
import { inspectLead } from './inspect-lead.service.ts';
import { CallerDisconnectedError } from './lead-database.service.ts';
import { findPlace, makeSearchable, type SearchableName, searchNames } from './lead-finder.rules.ts';
import { parseSentence } from './parse-sentence.service.ts';
import { createTitleList } from './title-list.service.ts';

/** Offered for one text. */
const maxPlaces = 20;
const maxTitles = 10;
/** Industries hardly ever change. */
const fiveMinutes = 'private, max-age=300';

/** What `app/` brings: the places of the data set, the most populous first. */
export type LeadFinderOptions = { readPlaces(): readonly { name: string }[] };

export function createLeadFinderRoutes({ readPlaces }: LeadFinderOptions): RouteTable<typeof leadFinderEndpoints> {
  let known: readonly SearchableName[] | null = null;
  const loadTitles = createTitleList();
  const loadPlaces = () => {
    known ??= readPlaces().map(makeSearchable);
    return known;
  };
  return {
    previewFinderLeads: async (ctx, { params, body, reply }) =>
      previewLeads(
        ctx,
        params.id,
        body,
        signalOfCaller(reply, new CallerDisconnectedError('The request was cancelled.')),
      ),
    inspectFinderLead: (ctx, { params, body }) => inspectLead(ctx, params.id, body),
    addFinderLeads: async (ctx, { params, body }) => ({ success: true, ...(await addLeads(ctx, params.id, body)) }),
    parseFinderSentence: (ctx, { body }) => parseSentence(ctx, body.sentence, (name) => findPlace(loadPlaces(), name)),
    listIndustries: async (_ctx, { reply }) => {
      reply.header('cache-control', fiveMinutes);
      return Object.fromEntries(Object.entries(INDUSTRIES).map(([main, parts]) => [main, [...parts]]));
    },
    findLocations: async (_ctx, { query }) => {
      return { items: searchNames(loadPlaces(), query.query, maxPlaces).map((name) => ({ name })) };
    },
    findJobTitles: async (ctx, { query }) => {
      return { items: searchNames(await loadTitles(ctx), query.query, maxTitles).map((name) => ({ name })) };
    },
    getLeadDatabaseState: async (ctx) => {
      const { state, total_leads, progress_percent, text } = await ctx.ports.lead_database.describe();
      return { state, total_leads, progress_percent, text };
    },
  };
}
