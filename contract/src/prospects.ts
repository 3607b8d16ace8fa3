import { RIGHTS } from '@overture/domain/access/permissions';
import { MAX_SORTS } from '@overture/domain/leads/filters';
import { EDITED_FIELDS, type EditedField } from '@overture/domain/leads/lead-fields';
import { SHOWN_LEADS } from '@overture/domain/leads/lead-tables';
import { CUSTOM_COLUMNS, REQUEST_LIMITS, SEEN_SELECTION_MAX } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { SUPPRESSION_REASONS } from '@overture/domain/suppressions/suppressions';
import { ZONE_SOURCES } from '@overture/domain/zones/zone-sources';
import { z } from 'zod';
import { endpoint, idSchema, jsonQuery, listQuery, unused } from './endpoint.ts';

/** A time zone of the tz database, and which fact of the lead says it. */
export const leadZoneSchema = z.object({ zone: z.string(), source: z.enum(ZONE_SOURCES) });

export const prospectSchema = z.object({
  id: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  headline: z.string().nullable(),
  linkedin_profile_url: z.string().nullable(),
  job_title: z.string().nullable(),
  industry: z.string().nullable(),
  location: z.string().nullable(),
  /** As typed or imported, a name of the tz database; null when unknown. */
  time_zone: z.string().nullable(),
  /** The zone that holds for the lead and what it is known from; null where nothing says it. */
  zone: leadZoneSchema.nullable().optional(),
  email: z.string().nullable(),
  /** Further addresses: replies from them are the lead's, and nothing is sent to them. Left out where the lead has none. */
  other_emails: z
    .array(z.object({ email: z.string(), source: z.string() }))
    .max(LIST_LIMITS.other_emails)
    .optional(),
  phone_number: z.string().nullable(),
  profile_picture_url: z.string().nullable(),
  /** A CRM has a record of this person. */
  added_to_crm: z.boolean().optional(),
  company: z.object({
    name: z.string().nullable(),
    logo_url: z.string().nullable(),
    linkedin_url: z.string().nullable(),
    website_url: z.string().nullable(),
    location: z.string().nullable(),
    industry: z.string().nullable(),
    amount_of_employees: z.string().nullable(),
    revenue: z.string().nullable(),
  }),
  /** Values of custom columns by their keys (`lead-columns`); left out where the lead has none. */
  custom: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
});
export type Prospect = z.output<typeof prospectSchema>;

/** The board a lead was put on or moved on last. */
export const kanbanStatusSchema = z.object({
  board_id: z.number().int(),
  board_name: z.string(),
  column_id: z.number().int(),
  column_name: z.string(),
});

/** A filter as it travels; columns, operations and values are checked against the table's (domain/leads/filters). */
const tableFilterSchema = z.object({
  column: unused(z.string()),
  operation: unused(z.string()),
  value: z.unknown().optional(),
  /** Instead of `operation`: compares numbers, sizes and days by their value, with `values`. */
  comparison: unused(z.string().max(20)),
  values: unused(z.array(z.union([z.string(), z.number()])).max(REQUEST_LIMITS.max_filters)),
  /** Instead of all of these: a group. `all` or `any` of its `filters` must hold. Groups nest two levels deep. */
  match: unused(z.enum(['all', 'any'])),
  filters: unused(z.array(z.unknown()).max(REQUEST_LIMITS.max_filters)),
});
export const filterList = z.array(tableFilterSchema).max(REQUEST_LIMITS.max_filters);

/** Columns that order rows which are equal by the ones before. */
const thenSorts = z
  .array(z.object({ sort_field: z.string().max(100), sort_direction: unused(z.string().max(10)) }))
  .max(MAX_SORTS - 1);

/** Filters and sorts in a query string (`filters` and `then_sorts` are JSON). */
export const tableQuery = {
  filters: jsonQuery(unused(filterList)),
  sort_field: unused(z.string().max(100)),
  sort_direction: unused(z.string().max(10)),
  then_sorts: jsonQuery(unused(thenSorts)),
};

export const tableBody = { ...tableQuery, filters: unused(filterList), then_sorts: unused(thenSorts) };

/**
 * Which rows of a table are meant: the named ones, or the first `amount` of those that pass the filters, in the order of
 * the sort. Neither means none.
 */
export const selectionBody = {
  prospect_ids: unused(z.array(idSchema).max(REQUEST_LIMITS.max_ids)),
  amount: unused(z.coerce.number<number | string>().int().min(0).max(REQUEST_LIMITS.max_amount)),
  ...tableBody,
};

/** A selection by amount, resolved to ids now: leads that arrive later are not affected. */
export const seenSelectionBody = z.object({
  amount: z.number().int().min(1).max(SEEN_SELECTION_MAX),
  ...tableBody,
});
export const seenSelection = z.object({ prospect_ids: z.array(z.number().int()) });

const customField = z.union([z.string().max(CUSTOM_COLUMNS.value_max), z.number(), z.boolean(), z.null()]);
const contactField = unused(z.string().max(2048));
/** Everybody has a first name: this one alone cannot be cleared. */
const editedFields = Object.fromEntries(EDITED_FIELDS.map((name) => [name, contactField])) as Record<
  EditedField,
  typeof contactField
>;

const blockedLeadSchema = z.object({
  prospect_id: z.number().int(),
  reason: z.enum([...SUPPRESSION_REASONS, 'excluded_domain']),
});
export type BlockedLead = z.output<typeof blockedLeadSchema>;

export const prospectsEndpoints = {
  listBlockedLeads: endpoint('GET /prospects/blocked/', {
    summary: 'Which of these leads get no messages of campaigns, and why: suppressed, or at an excluded domain',
    shows: ['leads', 'suppressions'],
    query: z.object({ prospect_ids: listQuery(z.array(idSchema).min(1).max(SHOWN_LEADS)) }),
    ok: z.object({ leads: z.array(blockedLeadSchema).max(SHOWN_LEADS) }),
  }),
  updateProspect: endpoint('PATCH /prospects/{id}/update/', {
    summary: 'Change how a lead can be reached, who it is, and its custom columns; an empty text clears a field',
    touches: ['leads', 'chats'],
    roles: RIGHTS.work,
    body: z.object({
      ...editedFields,
      /** Further addresses to add. One that is set as `email` changes places with the address before. */
      add_emails: unused(z.array(z.string().max(2048)).max(LIST_LIMITS.other_emails)),
      remove_emails: unused(z.array(z.string().max(2048)).max(LIST_LIMITS.other_emails)),
      /** By the keys of custom columns; null or an empty text clears one, those left out stay. */
      custom: unused(z.record(z.string().max(60), customField)),
    }),
    errors: ['person_erased'],
    ok: z.object({ prospect: prospectSchema }),
  }),
};
