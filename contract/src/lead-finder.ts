import { RIGHTS } from '@overture/domain/access/permissions';
import { CONTACT_KINDS, DEPARTMENTS, KNOWN_PLACES, SENIORITIES } from '@overture/domain/finder/lead-finder';
import { REASON_FILTERS } from '@overture/domain/finder/match-reasons';
import { SENTENCE_SEARCH } from '@overture/domain/finder/sentence-search';
import { FINDER_LIMITS, LEADS_PER_COMPANY, REQUEST_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { SUPPRESSION_REASONS } from '@overture/domain/suppressions/suppressions';
import { z } from 'zod';
import { endpoint, unused } from './endpoint.ts';
import { prospectSchema } from './prospects.ts';

/**
 * Filters as the dialog sends them; `domain/finder/lead-finder` parses and bounds them, which gives readable errors for
 * invalid shapes.
 */
export const finderFiltersSchema = z.record(z.string(), z.unknown());

/** A position in the lead database: people who are loaded later come after it. */
export const leadPosition = z.string().regex(/^\d{1,10}$/);

/** A person of the lead database. `id` is the database's own: it becomes another one when the lead is added to a list. */
const finderLeadSchema = prospectSchema.omit({ id: true, email: true, phone_number: true }).extend({
  id: z.string(),
  /** True when this person is in the list already. */
  is_in_list: z.boolean(),
});
export type FinderLead = z.output<typeof finderLeadSchema>;

const inspectedLeadSchema = z.object({
  lead: finderLeadSchema,
  seniority: z.enum(SENIORITIES).nullable(),
  department: z.enum(DEPARTMENTS).nullable(),
  /** What the company does. */
  company_keywords: z.string().nullable(),
  /** What the database has; it comes with the lead when it is added. */
  contact: z.array(z.enum(CONTACT_KINDS)).max(CONTACT_KINDS.length),
  /** The value of the lead for each filter that was set. */
  reasons: z.array(z.object({ filter: z.enum(REASON_FILTERS), value: z.string() })).max(REASON_FILTERS.length),
  /** Where the organization knows the lead from. */
  known_in: z.array(z.enum(KNOWN_PLACES)).max(KNOWN_PLACES.length),
  /** Why campaigns would not contact the lead; null where they may. */
  blocked: z.enum([...SUPPRESSION_REASONS, 'excluded_domain']).nullable(),
});
export type InspectedLead = z.output<typeof inspectedLeadSchema>;

/** A word for each value that a model may name. */
const MAX_NOTES = 14 * SENTENCE_SEARCH.values;

/** What the lead database can do right now; `progress_percent` while it is being prepared. */
const leadDatabaseStateSchema = z.object({
  state: z.enum(['ready', 'preparing', 'off', 'failed']),
  total_leads: z.number().int(),
  progress_percent: z.number().min(0).max(100).nullable(),
  /** What a person should know or do, in words; null while it is ready. */
  text: z.string().nullable(),
});

export const leadFinderEndpoints = {
  previewFinderLeads: endpoint('POST /search/{id}/prospects/', {
    summary: 'Leads of the lead database that pass the filters: the first 25 and the exact number',
    shows: ['leads'],
    feature: 'lead_finder_enabled',
    reads_only: true,
    body: z.object({
      filters: finderFiltersSchema,
      /** At most this many leads of one company count and come. */
      prospects_per_company: unused(z.number().int().min(LEADS_PER_COMPANY.min).max(LEADS_PER_COMPANY.max)),
      page: unused(z.number().int().min(1).max(FINDER_LIMITS.max_pages)),
      /** A position (`new_after` of a saved search): only people who are new since. */
      loaded_after: unused(leadPosition),
    }),
    errors: ['bad_request', 'lead_database_unavailable'],
    ok: z.object({
      prospects: z.array(finderLeadSchema),
      total_prospects: z.number().int(),
      /** Leads that may still be added, in the trial or this month. */
      remaining_leads: z.number().int(),
    }),
  }),
  addFinderLeads: endpoint('POST /search/{id}/prospects/add-to-list/', {
    summary:
      'Copy leads of the lead database into the list: the named ones, or the first `amount` that pass the filters',
    touches: ['lists', 'leads', 'user', 'credits'],
    roles: RIGHTS.work,
    feature: 'lead_finder_enabled',
    body: z.object({
      prospect_ids: unused(z.array(z.union([z.string().max(40), z.number()])).max(REQUEST_LIMITS.max_ids)),
      amount: unused(z.coerce.number<number | string>().int().min(0).max(REQUEST_LIMITS.max_amount)),
      /** Left out: the filters last used in this list. */
      filters: unused(finderFiltersSchema),
      /** People who are in any list, in a campaign or in a CRM are left out, though not those who are named. */
      leaves_out: unused(z.array(z.enum(KNOWN_PLACES)).max(KNOWN_PLACES.length)),
      prospects_per_company: unused(z.number().int().min(LEADS_PER_COMPANY.min).max(LEADS_PER_COMPANY.max)),
      /** A position (`new_after` of a saved search): of those who pass the filters only people who are new since. */
      loaded_after: unused(leadPosition),
    }),
    errors: ['bad_request', 'no_leads_selected', 'trial_search_limit', 'search_limit', 'lead_database_unavailable'],
    ok: z.object({
      success: z.literal(true),
      added_prospects: z.number().int(),
      /** Left out because they are in the list already. */
      already_in_list: z.number().int(),
      /** Left out by `leaves_out`. */
      known_count: z.number().int(),
      company_limit_count: z.number().int(),
      excluded_domains_count: z.number().int(),
      /** Left out because the trial or the month has no room for them. */
      over_limit_count: z.number().int(),
      /** People who were erased on request: they stay out. */
      erased_count: z.number().int(),
      /** Named leads that are no longer in the database. */
      not_found: z.number().int(),
      total_prospects: z.number().int(),
      prospects: z.array(prospectSchema).max(25),
    }),
  }),
  inspectFinderLead: endpoint('POST /search/{id}/prospects/inspect/', {
    summary:
      'One lead of the lead database: what it holds, why it passed the filters, and whether the organization knows or may contact it',
    shows: ['leads', 'lists', 'campaign_leads', 'suppressions'],
    feature: 'lead_finder_enabled',
    reads_only: true,
    body: z.object({
      /** `id` of a preview. */
      lead_id: z.string().regex(/^\d{1,10}$/),
      filters: unused(finderFiltersSchema),
    }),
    errors: ['bad_request', 'lead_database_unavailable'],
    ok: inspectedLeadSchema,
  }),
  parseFinderSentence: endpoint('POST /filters/sentence/', {
    summary:
      'Filters of the lead finder for a sentence about people, and in words what of it is no filter; nothing is searched',
    touches: 'nothing',
    roles: RIGHTS.work,
    feature: 'lead_finder_enabled',
    body: z.object({ sentence: z.string().trim().min(3).max(SENTENCE_SEARCH.characters) }),
    errors: ['sentence_not_read', 'not_configured', 'rate_limited'],
    ok: z.object({ filters: finderFiltersSchema, notes: z.array(z.string()).max(MAX_NOTES) }),
  }),
  listIndustries: endpoint('GET /filters/industries/', {
    summary: 'Main industries, each with its sub-industries',
    ok: z.record(z.string(), z.array(z.string())),
  }),
  findLocations: endpoint('GET /filters/locations/', {
    summary: 'Cities, regions and countries whose name begins with the text; more than one character is needed',
    query: z.object({ query: z.string().max(200).default('') }),
    ok: z.object({ items: z.array(z.object({ name: z.string() })).max(LIST_LIMITS.found_locations) }),
  }),
  findJobTitles: endpoint('GET /filters/job-titles/', {
    summary:
      'Job titles of the lead database of which a word begins with the text, the most frequent first; more than one character is needed',
    feature: 'lead_finder_enabled',
    query: z.object({ query: z.string().max(200).default('') }),
    ok: z.object({ items: z.array(z.object({ name: z.string() })).max(LIST_LIMITS.found_locations) }),
  }),
  getLeadDatabaseState: endpoint('GET /lead-database/', {
    summary: 'Whether the lead database can be searched, and how many people it holds',
    ok: leadDatabaseStateSchema,
  }),
};
