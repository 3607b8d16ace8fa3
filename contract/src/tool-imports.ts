import { RIGHTS } from '@overture/domain/access/permissions';
import { TEXT_LIMITS, TOOL_IMPORT_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { EXPORT_PRESET_IDS } from '@overture/domain/tool-exports/export-presets';
import { z } from 'zod';
import { endpoint, idSchema, unused } from './endpoint.ts';

const count = z.number().int();

/** Objects by kind: what was read, and what becomes of it. */
const summarySchema = z.object({
  suppressions: count,
  senders: count,
  lists: count,
  campaigns: count,
  leads: count,
  /** Leads are rows of the tool; people are counted once. */
  people: count,
  known_people: count,
  /** People who were written to there. */
  contacted: count,
  bounced: count,
  unsubscribed: count,
  /** Objects that can't be carried over; each is named. */
  left_out: count,
  /** Variables of the tool that become columns of leads. */
  columns: count,
});
export type ToolImportSummary = z.output<typeof summarySchema>;

const TOOL_IMPORT_STATES = [
  'reading',
  'paused',
  'review',
  'importing',
  'finished',
  'stopped',
  'failed',
  'undoing',
  'undone',
] as const;

const importSchema = z.object({
  id: z.number().int(),
  tool: z.string(),
  tool_label: z.string(),
  file_name: z.string().nullable(),
  state: z.enum(TOOL_IMPORT_STATES),
  created_at: z.iso.datetime(),
  /** Null for a person who has left. */
  created_by: z.string().nullable(),
  finished_at: z.iso.datetime().nullable(),
  rows_done: count,
  /** Null until everything is read. */
  rows_total: count.nullable(),
  /** Why it is paused or failed, or what it waits for. */
  note: z.string().nullable(),
  can_undo: z.boolean(),
  /** Null until everything is read. */
  summary: summarySchema.nullable(),
});
export type ToolImport = z.output<typeof importSchema>;

const campaignSchema = z.object({
  /** Of the import, not of a campaign here. */
  id: z.number().int(),
  name: z.string(),
  steps: count,
  leads: count,
  /** Begin here at the first step. */
  not_contacted: count,
  /** Were written to, and have a next step. */
  in_sequence: count,
  /** Replied, finished, bounced, unsubscribed or left out there; or the tool does not say at which step they are. */
  over: count,
  /** What of it can't be carried over. */
  notes: z.array(z.string()),
  /** The draft it became. */
  campaign_id: z.number().int().nullable(),
});
export type ToolCampaignPreview = z.output<typeof campaignSchema>;

const sampleSchema = z.object({
  name: z.string(),
  email: z.string().nullable(),
  company_name: z.string().nullable(),
  campaign: z.string().nullable(),
  state: z.string(),
  last_contacted_at: z.iso.datetime().nullable(),
  steps_done: count.nullable(),
  is_known: z.boolean(),
});

const detailsSchema = z.object({
  import: importSchema,
  campaigns: z.array(campaignSchema).max(LIST_LIMITS.moved_campaigns),
  /** Names and addresses; they are connected by consent, not imported. */
  senders: z.array(z.object({ name: z.string(), email: z.string() })).max(LIST_LIMITS.moved_senders),
  samples: z.array(sampleSchema).max(LIST_LIMITS.fixed),
  /** The first objects that are left out, with the reason. */
  left_out: z.array(z.object({ name: z.string(), reason: z.string() })).max(TOOL_IMPORT_LIMITS.shown_losses),
});
export type ToolImportDetails = z.output<typeof detailsSchema>;

const key = z.string().trim().min(1).max(TOOL_IMPORT_LIMITS.key_max);
const answer = z.object({ import: importSchema });
const managed = { roles: RIGHTS.settings, while_acting: 'refused' } as const;

export const toolImportsEndpoints = {
  listToolImports: endpoint('GET /tool-imports/', {
    summary: 'The last imports from other tools, newest first, and the tools that can be read',
    shows: ['tool_imports'],
    roles: RIGHTS.settings,
    ok: z.object({
      imports: z.array(importSchema).max(TOOL_IMPORT_LIMITS.shown),
      tools: z
        .array(z.object({ id: z.string(), label: z.string(), key_instructions: z.string() }))
        .max(LIST_LIMITS.fixed),
    }),
  }),
  getToolImport: endpoint('GET /tool-imports/{id}/', {
    summary: 'An import with its campaigns, 20 sample leads and what is left out',
    shows: ['tool_imports'],
    roles: RIGHTS.settings,
    ok: detailsSchema,
  }),
  createToolImport: endpoint('POST /tool-imports/', {
    ...managed,
    summary: 'Read another tool by its API key; nothing is imported before it is started. One at a time',
    recorded: { event: 'tool_import_started' },
    touches: ['tool_imports'],
    body: z.object({ tool: z.string().max(40), api_key: key }),
    errors: ['conflict', 'rate_limited'],
    status: 201,
    ok: answer,
  }),
  addToolExport: endpoint('POST /tool-imports/files/', {
    ...managed,
    summary: 'Read a CSV export of another tool; nothing is imported before it is started',
    recorded: { event: 'tool_import_started' },
    touches: ['tool_imports'],
    feature: 'csv_lead_import_enabled',
    multipart: { max_file_bytes: TOOL_IMPORT_LIMITS.max_file_in_bytes },
    body: z.object({
      file_name: unused(z.string().max(1000)),
      /** Left out, the file is recognized by its columns. */
      preset: unused(z.enum(EXPORT_PRESET_IDS)),
      /** Takes the leads of rows that name no campaign; left out, the file's name. */
      campaign_name: unused(z.string().max(TEXT_LIMITS.list_name_max)),
      /** What leads are in a file that does not say who was contacted; left out, contacted. */
      assumed: unused(z.enum(['new', 'contacted'])),
      /** Adds the file to this import, which was not started and reads files of the same tool. */
      import_id: unused(idSchema),
    }),
    errors: ['conflict', 'rate_limited', 'csv_only', 'csv_unreadable', 'too_large', 'no_room_for_file'],
    status: 201,
    ok: answer,
  }),
  resumeToolImport: endpoint('POST /tool-imports/{id}/resume/', {
    ...managed,
    summary: 'Resume a paused import where it stopped, with the same key or a new one',
    touches: ['tool_imports'],
    body: z.object({ api_key: key.optional() }),
    errors: ['conflict'],
    ok: answer,
  }),
  startToolImport: endpoint('POST /tool-imports/{id}/start/', {
    ...managed,
    summary: 'Import what was read. Leads in the middle of a sequence continue only in the campaigns that are named',
    touches: [
      'tool_imports',
      'lists',
      'leads',
      'lead_columns',
      'campaigns',
      'campaign_leads',
      'suppressions',
      'figures',
    ],
    body: z.object({ continued_campaigns: z.array(idSchema).max(5000) }),
    errors: ['conflict'],
    ok: answer,
  }),
  stopToolImport: endpoint('POST /tool-imports/{id}/stop/', {
    ...managed,
    summary: 'Stop an import. What was imported stays, and can be undone',
    touches: ['tool_imports'],
    errors: ['conflict'],
    ok: answer,
  }),
  undoToolImport: endpoint('POST /tool-imports/{id}/undo/', {
    ...managed,
    summary: 'Undo a whole import. Leads and campaigns that are in use since stay',
    recorded: { event: 'tool_import_undone' },
    touches: [
      'tool_imports',
      'lists',
      'leads',
      'lead_columns',
      'campaigns',
      'campaign_leads',
      'suppressions',
      'figures',
    ],
    errors: ['conflict'],
    ok: answer,
  }),
};
