import { RIGHTS } from '@overture/domain/access/permissions';
import { KNOWN_PLACES } from '@overture/domain/finder/lead-finder';
import { FINDER_SEARCHES } from '@overture/domain/finder/saved-searches';
import { LEADS_PER_COMPANY, TEXT_LIMITS } from '@overture/domain/limits';
import { z } from 'zod';
import { done, endpoint, idSchema, mayDeleteField, seenVersion, unused } from './endpoint.ts';
import { finderFiltersSchema, leadPosition } from './lead-finder.ts';

const perCompany = z.number().int().min(LEADS_PER_COMPANY.min).max(LEADS_PER_COMPANY.max);
const leavesOut = z.array(z.enum(KNOWN_PLACES)).max(KNOWN_PLACES.length);

const finderSearchSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  /** True for the user's own, false for a search of the organization. */
  is_own: z.boolean(),
  /** The list that its leads are added to; null where there is none. */
  search_id: z.number().int().nullable(),
  filters: finderFiltersSchema,
  prospects_per_company: perCompany.nullable(),
  leaves_out: leavesOut,
  /** The position whose followers are new: that of the Monday before the last one, or of the creation. */
  new_after: leadPosition,
  new_since: z.iso.datetime(),
  /** Who was new on the last Monday; null before the first one, and if it could not be counted. */
  new_count: z.number().int().nullable(),
  counted_at: z.iso.datetime(),
  /** Why it could not be counted, in words. */
  problem: z.string().nullable(),
  /** Whether the caller gets an email on Mondays if there are new people. */
  is_mailed: z.boolean(),
  /** Rises with every change. */
  version: z.number().int(),
});
export type FinderSearch = z.output<typeof finderSearchSchema>;

const given = {
  name: z.string().trim().min(1).max(TEXT_LIMITS.label_name_max),
  is_own: z.boolean(),
  search_id: unused(idSchema),
  filters: finderFiltersSchema,
  prospects_per_company: unused(perCompany),
  leaves_out: unused(leavesOut),
};
const answer = z.object({ search: finderSearchSchema });

/** Saved filters of the lead finder, with who is new to them each week. */
export const finderSearchesEndpoints = {
  listFinderSearches: endpoint('GET /finder-searches/', {
    summary: "Own and the organization's saved searches of the lead finder, by name",
    shows: ['finder_searches'],
    feature: 'lead_finder_enabled',
    ok: z.object({ searches: z.array(finderSearchSchema.extend(mayDeleteField)).max(FINDER_SEARCHES.seen) }),
  }),
  createFinderSearch: endpoint('POST /finder-searches/', {
    summary: 'Save filters of the lead finder under a name',
    touches: ['finder_searches'],
    roles: RIGHTS.work,
    feature: 'lead_finder_enabled',
    body: z.object(given),
    errors: ['bad_request', 'too_many_finder_searches', 'lead_database_unavailable'],
    ok: answer,
  }),
  updateFinderSearch: endpoint('PUT /finder-searches/{id}/', {
    summary: 'Change a saved search; with the version it was read in, a change of someone else is not overwritten',
    touches: ['finder_searches'],
    roles: RIGHTS.work,
    feature: 'lead_finder_enabled',
    body: z.object({ ...given, version: seenVersion }),
    errors: ['bad_request', 'changed_meanwhile', 'not_yours'],
    ok: answer,
  }),
  deleteFinderSearch: endpoint('DELETE /finder-searches/{id}/', {
    summary: 'Delete a saved search',
    touches: ['finder_searches'],
    roles: RIGHTS.work,
    feature: 'lead_finder_enabled',
    errors: ['not_yours'],
    ok: done,
  }),
  setFinderSearchMail: endpoint('PUT /finder-searches/{id}/mail/', {
    summary: 'Choose or stop the Monday email about new people of a saved search',
    touches: ['finder_searches'],
    roles: 'own',
    feature: 'lead_finder_enabled',
    body: z.object({ is_on: z.boolean() }),
    ok: done,
  }),
};
