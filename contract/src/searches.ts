import { RIGHTS } from '@overture/domain/access/permissions';
import { CSV_ENCODING_NAMES } from '@overture/domain/csv/encodings';
import { IMPORT_TRIAL, KNOWN_VALUES } from '@overture/domain/csv/import-choices';
import { COLUMN_VALUES, IMPORT_LIMITS, LEAD_VIEWS, REQUEST_LIMITS, TEXT_LIMITS } from '@overture/domain/limits';
import { LINKEDIN_IMPORT_KINDS, MAX_SOURCE_URL_LENGTH } from '@overture/domain/linkedin/linkedin-import';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { cursorQuery, done, endpoint, idSchema, nextCursor, pageQuery, seenVersion, unused } from './endpoint.ts';
import { prospectSchema, seenSelection, seenSelectionBody, selectionBody, tableBody, tableQuery } from './prospects.ts';

const searchSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  total_prospects: z.number().int(),
  created_at: z.iso.datetime(),
  status: z.enum(['active', 'archived']),
  /** Rises when it gets another name. */
  version: z.number().int(),
  /** Of a guided tour: counts in no limit. */
  is_example: z.boolean(),
  /** Lists of one folder are shown together. */
  folder: z.string().nullable(),
});
export type Search = z.output<typeof searchSchema>;

/** What became of a file's rows: added + duplicate + skipped + bad = total. */
const importCounts = {
  added_prospects: z.number().int(),
  duplicate_rows: z.number().int(),
  skipped_rows: z.number().int(),
  bad_rows: z.number().int(),
  total_rows: z.number().int(),
};

/** Values of custom columns that were left out of leads that were added, since they are none of the column's type. */
const unfit_values = z.number().int();
/** Names that were imported although an encoding destroyed letters of theirs. */
const odd_values = z.number().int();
/** Rows that were added without a name, a company or a LinkedIn URL although the file has a column of it. */
const incomplete_rows = z.number().int();

/** Known leads of which the import changed something. */
const updated_prospects = z.number().int();
/** Rows whose LinkedIn URL is one lead's and whose email is another's: the email was left out. */
const conflict_rows = z.number().int();

const IMPORT_STATUSES = ['queued', 'running', 'finished', 'failed', 'cancelled'] as const;

/** An import of a file or from LinkedIn; the counts are those of the rows (people) read so far. */
const importSchema = z.object({
  id: z.number().int(),
  kind: z.enum(['csv', ...LINKEDIN_IMPORT_KINDS]),
  search_id: z.number().int(),
  search_name: z.string(),
  file_name: z.string(),
  status: z.enum(IMPORT_STATUSES),
  ...importCounts,
  unfit_values,
  odd_values,
  incomplete_rows,
  updated_prospects,
  conflict_rows,
  bytes_read: z.number().int(),
  bytes_total: z.number().int(),
  /** LinkedIn only: people wanted, and the address they come from. */
  amount: z.number().int().nullable(),
  source_url: z.string().nullable(),
  /** LinkedIn only: why it pauses (the account's limits), in words, and until when; null while it runs. */
  waiting_for: z.string().nullable(),
  waits_until: z.iso.datetime().nullable(),
  /** Why it failed, in words. */
  error: z.string().nullable(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  /** Null while nothing was undone; leads leave the list first, then values of known leads are restored. */
  undo_state: z.enum(['running', 'done', 'failed']).nullable(),
  /** It can be undone until then; null before it has ended, and for imports of a release that kept none of the values they changed. */
  undo_until: z.iso.datetime().nullable(),
  /** Leads that undoing took from the list, and new ones of these that stay in the organization, because they are in use or were edited. */
  undone_prospects: z.number().int(),
  kept_prospects: z.number().int(),
});
export type Import = z.output<typeof importSchema>;

/** What an import would do. Leads of a file are new, updated or unchanged; the other groups are among or beside them. */
const importTrialSchema = z.object({
  /** Rows that were tried: the first 10,000 at most. */
  total_rows: z.number().int(),
  /** False where the file has more rows. */
  is_whole: z.boolean(),
  groups: z
    .array(
      z.object({
        kind: z.enum(['new', 'updated', 'unchanged', 'conflict', 'suppressed', 'left_out', 'bad']),
        count: z.number().int(),
        /** The first of them, by field with the value before and after; custom columns are `custom.<key>`. */
        leads: z
          .array(z.object({ lead: z.string(), changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])) }))
          .max(IMPORT_TRIAL.examples),
        rows: z.array(z.object({ row: z.number().int(), reason: z.string() })).max(IMPORT_TRIAL.examples),
      }),
    )
    .max(7),
});
export type ImportTrial = z.output<typeof importTrialSchema>;

const importBody = z.object({
  file_name: unused(z.string().max(1000)),
  column_mapping: z.string().max(200_000),
  /**
   * JSON: the columns that become custom columns, `[{ header, name, type, date_order, decimal_mark, replaces }]`.
   * An existing name is that column, with its own type. `date_order` (dmy, mdy) defines `3/9/2026` and
   * `decimal_mark` (, or .) defines `3.000`; by default the first cells of the column decide, as far as they do. With `replaces` its values
   * overwrite existing ones, otherwise only empty fields are filled. An empty cell changes nothing.
   */
  custom_columns: unused(z.string().max(200_000)),
  /** The file's encoding, if the user chose it; detected by default. */
  encoding: unused(z.enum(CSV_ENCODING_NAMES)),
  /** In a file with a LinkedIn column: what becomes of rows that lack the address but have an email or a phone number; left out, they are skipped. */
  rows_without_linkedin: unused(z.enum(['skip', 'import'])),
  /** What becomes of values of leads that are known: `fill` (the default) fills empty fields, `overwrite` replaces what differs, `keep` changes nothing. */
  known_values: unused(z.enum(KNOWN_VALUES)),
  /**
   * JSON: headings of columns that say who may not be contacted, such as `["Unsubscribed"]`. The people of rows with anything but a no in one
   * of them join the suppression list, by every email address of the row. They become leads like the others.
   */
  stop_columns: unused(z.string().max(20_000)),
});

// The word is checked by the service: the specification has a text of its own for a blank name.
const nameBody = z.object({ name: unused(z.string().max(TEXT_LIMITS.list_name_max)) });
const lists = z.object({ searches: z.array(searchSchema).max(LIST_LIMITS.lists) });

/** Largest body of a call that names leads: 100,000 ids of 10 digits. */
const selectionBytes = REQUEST_LIMITS.max_json_body_in_bytes;

const linkedinImportEndpoints = {
  importLinkedin: endpoint('POST /search/{id}/import/{kind}/', {
    recorded: { event: 'import_started', subject: 'list' },
    summary: 'Import people from LinkedIn in the background, at the pace of the connected account',
    touches: ['lists', 'imports'],
    roles: RIGHTS.work,
    feature: 'linkedin_lead_import_enabled',
    status: 202,
    params: z.object({ id: idSchema, kind: z.enum(LINKEDIN_IMPORT_KINDS) }),
    body: z.object({
      url: unused(z.string().max(MAX_SOURCE_URL_LENGTH)),
      amount: unused(z.coerce.number<number | string>().int()),
      /** The LinkedIn account to read with; left out: the first healthy one whose tier allows it. */
      account_id: unused(idSchema),
    }),
    errors: [
      'linkedin_url_invalid',
      'linkedin_account_needed',
      'linkedin_tier_needed',
      'not_configured',
      'rate_limited',
    ],
    ok: z.object({ import_id: z.number().int() }),
  }),
};

export const searchesEndpoints = {
  ...linkedinImportEndpoints,
  listSearches: endpoint('GET /searches/', {
    summary: 'Active lead lists, newest first',
    shows: ['lists'],
    feature: 'lead_lists_enabled',
    ok: lists,
  }),
  listArchivedSearches: endpoint('GET /searches/archived/', {
    summary: 'Archived lead lists, newest first',
    shows: ['lists'],
    feature: 'lead_lists_enabled',
    ok: lists,
  }),
  createSearch: endpoint('POST /searches/', {
    summary: 'Create a lead list',
    touches: ['lists'],
    roles: RIGHTS.work,
    feature: 'lead_list_creation_enabled',
    body: nameBody.extend({
      /** A list whose folder and research columns the new one gets; its leads are copied by calls of their own. */
      like_id: unused(idSchema),
    }),
    errors: ['list_name_invalid', 'trial_search_limit'],
    ok: z.object({ id: z.number().int() }),
  }),
  changeSearchStatuses: endpoint('PATCH /searches/', {
    summary: 'Archive or activate lead lists',
    touches: ['lists'],
    roles: RIGHTS.work,
    feature: 'lead_lists_enabled',
    body: z.object({
      search_ids: z.array(idSchema).min(1).max(10_000),
      status: z.preprocess(
        (value) => (typeof value === 'string' ? value.toLowerCase() : value),
        z.enum(['active', 'archived']),
      ) as unknown as z.ZodEnum<{ active: 'active'; archived: 'archived' }>,
    }),
    ok: done,
  }),
  getSearch: endpoint('GET /search/{id}/', {
    summary: 'A lead list and the lead finder filters last used in it',
    shows: ['lists'],
    feature: 'lead_lists_enabled',
    ok: z.object({
      search: searchSchema,
      filters: z.record(z.string(), z.unknown()),
      /** The most leads of one company that was asked for with them. */
      prospects_per_company: z.number().int().nullable(),
    }),
  }),
  renameSearch: endpoint('PATCH /search/{id}/', {
    summary: 'Rename a lead list',
    touches: ['lists'],
    roles: RIGHTS.work,
    feature: 'lead_lists_enabled',
    body: nameBody.extend({ version: seenVersion }),
    errors: ['list_name_invalid', 'changed_meanwhile'],
    ok: z.object({ search: searchSchema }),
  }),
  listSearchProspects: endpoint('GET /search/{id}/prospects/', {
    summary: 'A page of 25 leads of a list with the exact number that pass the filters',
    shows: ['leads', 'lists'],
    feature: 'lead_lists_enabled',
    query: z.object({ page: pageQuery, ...tableQuery, ...cursorQuery }),
    errors: ['cursor_invalid', 'filter_too_slow'],
    ok: z.object({ ...nextCursor, prospects: z.array(prospectSchema), totalProspects: z.number().int() }),
  }),
  listColumnValues: endpoint('GET /search/{id}/values/', {
    summary: 'Values of a column in a list with their counts, most frequent first, to choose a filter from',
    shows: ['leads', 'lists'],
    feature: 'lead_lists_enabled',
    query: z.object({ column: z.string().min(1).max(100), query: unused(z.string().max(200)) }),
    ok: z.object({
      values: z.array(z.object({ value: z.string(), count: z.number().int() })).max(COLUMN_VALUES.offered),
      /** How many leads were counted: the newest ones of a long list. */
      counted_leads: z.number().int(),
    }),
  }),
  selectSearchProspects: endpoint('POST /search/{id}/prospects/select/', {
    summary: 'Whom the first leads of a table are now, in its order',
    roles: RIGHTS.work,
    feature: 'lead_lists_enabled',
    reads_only: true,
    body: seenSelectionBody,
    ok: seenSelection,
  }),
  changeProspectStatuses: endpoint('PATCH /search/{id}/prospects/', {
    summary: 'Take leads out of a list (IN_REVIEW to ARCHIVED) or put them back',
    touches: ['leads', 'lists'],
    roles: RIGHTS.work,
    feature: 'lead_lists_enabled',
    max_body_bytes: selectionBytes,
    body: z.object({
      ...selectionBody,
      old_status: unused(z.enum(['IN_REVIEW', 'ARCHIVED'])),
      new_status: z.enum(['IN_REVIEW', 'ARCHIVED']),
    }),
    ok: z.object({ success: z.literal(true), updated_prospects: z.number().int() }),
  }),
  exportSearchProspects: endpoint('POST /search/{id}/prospects/export-csv/', {
    recorded: { event: 'export_made', subject: 'list' },
    summary: 'Export leads as CSV: in the answer up to 5,000 leads, else by a link that works once',
    touches: 'nothing',
    roles: RIGHTS.work,
    feature: 'lead_lists_enabled',
    max_body_bytes: selectionBytes,
    body: z.object({
      prospect_ids: selectionBody.prospect_ids,
      export_amount: selectionBody.amount,
      search_id: unused(idSchema),
      enrichment_prompts: unused(z.array(idSchema).max(200)),
      /** Ids of the columns that come first in the file, in this order; those that do not exist are left out. */
      columns: unused(z.array(z.string().min(1).max(100)).max(LEAD_VIEWS.columns)),
      /** The file has these columns alone. */
      leave_out_others: unused(z.boolean()),
      ...tableBody,
    }),
    errors: ['no_leads_selected'],
    ok: z.union([
      z.object({ csv_content: z.string(), filename: z.string() }),
      z.object({ download_url: z.string(), filename: z.string() }),
    ]),
  }),
  downloadExport: endpoint('GET /exports/{token}/', {
    summary: 'The file of a large export; the address works once, for five minutes',
    auth: 'public',
    params: z.object({ token: z.string().min(20).max(100) }),
    ok: z.unknown(),
  }),
  importCsv: endpoint('POST /searches/{id}/import-csv/', {
    recorded: { event: 'import_started', subject: 'list' },
    summary: 'Import a CSV file of leads: the result immediately under 5,000 rows, else 202 and live events',
    touches: ['lists', 'imports', 'lead_columns'],
    roles: RIGHTS.work,
    feature: 'csv_lead_import_enabled',
    multipart: { max_file_bytes: IMPORT_LIMITS.max_file_in_bytes },
    body: importBody,
    errors: ['csv_only', 'csv_unreadable', 'csv_mapping_incomplete', 'too_many_lead_columns'],
    ok: z.object({
      import_id: z.number().int(),
      ...importCounts,
      unfit_values,
      odd_values,
      incomplete_rows,
      updated_prospects,
      conflict_rows,
      prospects: z.array(prospectSchema),
    }),
  }),
  tryCsvImport: endpoint('POST /searches/{id}/import-csv/trial/', {
    summary: 'What the import of a CSV file would do, by its first 10,000 rows; nothing is stored',
    reads_only: true,
    shows: ['leads'],
    roles: RIGHTS.work,
    feature: 'csv_lead_import_enabled',
    multipart: { max_file_bytes: IMPORT_TRIAL.bytes },
    body: importBody,
    errors: ['csv_only', 'csv_unreadable', 'csv_mapping_incomplete', 'too_many_lead_columns'],
    ok: importTrialSchema,
  }),
  listImports: endpoint('GET /imports/', {
    summary: 'Imports under way and those that ended within the last hour, newest first',
    shows: ['imports'],
    feature: 'lead_lists_enabled',
    ok: z.object({ imports: z.array(importSchema).max(LIST_LIMITS.running_imports) }),
  }),
  getImport: endpoint('GET /imports/{id}/', {
    summary: 'How far an import is, and its first leads',
    shows: ['imports'],
    feature: 'lead_lists_enabled',
    ok: importSchema.extend({ prospects: z.array(prospectSchema).max(IMPORT_LIMITS.first_prospects) }),
  }),
  cancelImport: endpoint('POST /imports/{id}/cancel/', {
    summary: 'Stop an import; leads added so far stay',
    touches: ['imports', 'lists'],
    roles: RIGHTS.work,
    feature: 'lead_lists_enabled',
    ok: importSchema,
  }),
  undoImport: endpoint('POST /imports/{id}/undo/', {
    summary:
      'Undo an import within seven days: its leads leave the list, new ones are deleted, changed values are restored; in the background',
    touches: ['imports', 'lists', 'leads'],
    roles: RIGHTS.work,
    feature: 'lead_lists_enabled',
    ok: importSchema,
  }),
  listSearchImports: endpoint('GET /searches/{id}/imports/', {
    summary: 'Imports into a list, newest first',
    shows: ['imports'],
    feature: 'lead_lists_enabled',
    ok: z.object({ imports: z.array(importSchema).max(LIST_LIMITS.imports_of_list) }),
  }),
  downloadBadRows: endpoint('GET /imports/{id}/bad-rows/', {
    recorded: { event: 'export_made' },
    summary: 'CSV of the rows that could not be read, or not in full, with their number and the reason',
    feature: 'lead_lists_enabled',
    ok: z.unknown(),
  }),
};
