import { RIGHTS } from '@overture/domain/access/permissions';
import { TEXT_LIMITS } from '@overture/domain/limits';
import {
  ADDED_REASONS,
  IMPORTED_REASONS,
  SUPPRESSION_KINDS,
  SUPPRESSION_LIMITS,
  SUPPRESSION_REASONS,
} from '@overture/domain/suppressions/suppressions';
import { z } from 'zod';
import { cursorQuery, endpoint, nextCursor, pageQuery, unused } from './endpoint.ts';

const personSchema = z.object({ id: z.number().int(), name: z.string() });
const reasonSchema = z.enum(SUPPRESSION_REASONS);

/** What an entry names; nothing of it for who was erased. */
const namedSchema = {
  kind: z.enum(SUPPRESSION_KINDS),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  linkedin_url: z.string().nullable(),
};

const suppressionSchema = z.object({
  id: z.number().int(),
  ...namedSchema,
  reason: reasonSchema,
  /** What a machine or a person said about it. */
  detail: z.string().nullable(),
  /** Null for what the program found out, and for people who are gone. */
  created_by: personSchema.nullable(),
  created_at: z.iso.datetime(),
  /** The lead whose conversation says why; null where there is none. */
  prospect_id: z.number().int().nullable(),
});
export type Suppression = z.output<typeof suppressionSchema>;

const liftSchema = z.object({
  id: z.number().int(),
  ...namedSchema,
  /** Why it was on the list. */
  reason: reasonSchema,
  suppressed_at: z.iso.datetime(),
  why: z.string(),
  persons_words: z.string().nullable(),
  lifted_by: personSchema.nullable(),
  lifted_at: z.iso.datetime(),
});
export type SuppressionLift = z.output<typeof liftSchema>;

const search = unused(z.string().max(TEXT_LIMITS.search_query_max));
const filters = { search, reason: unused(reasonSchema), kind: unused(z.enum(SUPPRESSION_KINDS)) };
const note = z.string().max(SUPPRESSION_LIMITS.why_max);

export const suppressionsEndpoints = {
  listSuppressions: endpoint('GET /suppressions/', {
    summary: 'People, addresses, numbers and profiles that get no more messages of campaigns, 25 a page, newest first',
    shows: ['suppressions'],
    query: z.object({ ...filters, page: pageQuery, ...cursorQuery }),
    errors: ['cursor_invalid'],
    ok: z.object({
      ...nextCursor,
      suppressions: z.array(suppressionSchema),
      /** Counted up to 10,000. */
      total_suppressions: z.number().int(),
    }),
  }),
  listSuppressionLifts: endpoint('GET /suppressions/lifted/', {
    summary: 'Addresses that were taken off the list, by whom and why, 25 a page, newest first',
    shows: ['suppressions'],
    query: z.object({ search, page: pageQuery, ...cursorQuery }),
    errors: ['cursor_invalid'],
    ok: z.object({
      ...nextCursor,
      lifts: z.array(liftSchema),
      /** Counted up to 10,000. */
      total_lifts: z.number().int(),
    }),
  }),
  downloadSuppressions: endpoint('GET /suppressions/csv/', {
    summary: 'The suppressed addresses as a CSV file, newest first',
    recorded: { event: 'export_made' },
    query: z.object(filters),
    ok: z.unknown(),
  }),
  addSuppression: endpoint('POST /suppressions/', {
    summary: 'Leave an address, a number or a LinkedIn profile alone for good; a domain goes to the excluded domains',
    touches: ['suppressions', 'chats'],
    roles: RIGHTS.work,
    body: z.object({
      entry: z.string().max(TEXT_LIMITS.url_max),
      note: unused(note),
      /** `manual` by default. `erased` is irreversible and keeps no identifying data. */
      reason: unused(z.enum(ADDED_REASONS)),
    }),
    errors: ['suppression_invalid', 'suppression_reason_invalid', 'excluded_domains_full', 'forbidden'],
    ok: z.object({
      kind: z.enum(['address', 'domain', 'phone', 'linkedin']),
      entry: z.string(),
      is_new: z.boolean(),
    }),
  }),
  suppressPerson: endpoint('POST /suppressions/people/', {
    summary: 'Leave a person alone on every channel for good, by any of what they are known by',
    touches: ['suppressions', 'chats', 'campaign_leads'],
    roles: RIGHTS.work,
    body: z.object({
      email: unused(z.string().max(TEXT_LIMITS.email_max)),
      phone: unused(z.string().max(60)),
      linkedin_url: unused(z.string().max(TEXT_LIMITS.url_max)),
      note: unused(note),
      reason: unused(z.enum(ADDED_REASONS)),
    }),
    errors: ['suppression_reason_invalid', 'forbidden'],
    ok: z.object({ entry: z.string(), is_new: z.boolean() }),
  }),
  importSuppressions: endpoint('POST /suppressions/import/', {
    recorded: { event: 'import_started' },
    summary:
      'Suppress the addresses, numbers and profiles in a column of a CSV file; `dry_run` says what would happen and changes nothing',
    touches: ['suppressions'],
    roles: RIGHTS.work,
    multipart: { max_file_bytes: SUPPRESSION_LIMITS.import_max_bytes },
    body: z.object({
      column_name: z.string().max(1000),
      reason: z.enum(IMPORTED_REASONS),
      dry_run: z.enum(['true', 'false']),
    }),
    errors: ['csv_only', 'csv_unreadable', 'csv_column_missing', 'suppressions_too_many', 'excluded_domains_full'],
    ok: z.object({
      is_dry_run: z.boolean(),
      total_rows: z.number().int(),
      new_addresses: z.number().int(),
      new_domains: z.number().int(),
      new_phones: z.number().int(),
      new_profiles: z.number().int(),
      /** Rows whose entry is already on a list, or occurs earlier in the file. */
      known_rows: z.number().int(),
      skipped_rows: z.number().int(),
      /** The first hundred that were skipped: their rows, as spreadsheets count them. */
      skipped: z.array(z.object({ row: z.number().int(), value: z.string(), why: z.string() })),
    }),
  }),
  liftSuppression: endpoint('POST /suppressions/{id}/lift/', {
    summary:
      'Take an entry off the list, with the reason; who said no is lifted by their own words only, who was erased never',
    touches: ['suppressions', 'chats'],
    roles: RIGHTS.settings,
    body: z.object({
      /** The entry as shown: one that unsubscribed in the meantime stays. */
      reason: reasonSchema,
      why: z.string().trim().min(1).max(SUPPRESSION_LIMITS.why_max),
      persons_words: unused(z.string().trim().max(SUPPRESSION_LIMITS.words_max)),
    }),
    errors: ['suppression_needs_words', 'suppression_changed', 'suppression_erased', 'suppression_still_bounces'],
    ok: z.object({
      email: z.string().nullable(),
      /** What was lifted, in one line. */
      entry: z.string(),
    }),
  }),
};
