import { RIGHTS } from '@overture/domain/access/permissions';
import {
  CRM_GRANTS,
  CRM_LEAD_FIELD_IDS,
  CRM_LIMITS,
  CRM_OWNER_KINDS,
  CRM_SYNC_SWITCHES,
  CRM_TYPES,
} from '@overture/domain/crm';
import { REQUEST_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { booleanQuery, cursorQuery, done, endpoint, idSchema, nextCursor, pageQuery, unused } from './endpoint.ts';
import { selectionBody } from './prospects.ts';

/** As the enum says it or in small letters; an unknown one is an integration that does not exist. */
const crmType = z
  .string()
  .max(20)
  .transform((text) => text.toUpperCase())
  .pipe(z.enum(CRM_TYPES));
const byId = z.object({ id: crmType });
const byIntegration = z.object({ integration: crmType });
const text = z.string().nullable();

const integrationSchema = z.object({
  integration_type: z.enum(CRM_TYPES),
  /** What it is called. */
  name: z.string(),
  connected: z.boolean(),
  /** It was connected, and its sign-in no longer works. */
  needs_reconnect: z.boolean(),
  /** What the sign-in was not granted: to make our field (people are found by address or name alone), or something without which nothing works. */
  missing_grant: z.enum(CRM_GRANTS).nullable(),
  is_configured: z.boolean(),
  missing_settings: z.array(z.string()),
  has_boards: z.boolean(),
  account_name: text,
  account_url: text,
  connected_at: z.iso.datetime().nullable(),
  /** What is synced automatically, and where. */
  sync: z.array(z.enum(CRM_SYNC_SWITCHES)),
  sync_board_id: text,
  sync_stage: text,
  /** The owner of created records: none, the sender who writes to the lead, or the user `owner_id`. */
  owner_kind: z.enum(CRM_OWNER_KINDS),
  owner_id: text,
  /** The column of leads that takes the address of the owner there (switch `owners`). */
  owner_column_id: z.number().int().nullable(),
  /** Interest opens a deal there, or sets a status of the person. */
  interest: z.enum(['deal', 'status']),
  /** Requests made today. */
  calls_today: z.number().int(),
  /** Why nothing is asked right now, and until when. */
  pause_reason: text,
  paused_until: z.iso.datetime().nullable(),
});
export type Integration = z.output<typeof integrationSchema>;

const fieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  required: z.boolean(),
  type: z.enum(['text', 'email', 'phone', 'url', 'number', 'option']),
});
export type CrmFieldChoice = z.output<typeof fieldSchema>;

const prospectField = z.enum(CRM_LEAD_FIELD_IDS);
const mappingSchema = z.object({
  /** Name of the field in the CRM. */
  hubspotField: z.string(),
  prospectField,
  /** Also where the CRM has a value already; else only blanks are filled. */
  overwrites: z.boolean(),
});
export type FieldMapping = z.output<typeof mappingSchema>;

const boardId = z.string().regex(/^[\w-]{1,100}$/);

const PUSH_STATES = ['running', 'done', 'stopped', 'failed'] as const;
const pushSchema = z.object({
  id: z.number().int(),
  integration_type: z.enum(CRM_TYPES),
  name: z.string(),
  state: z.enum(PUSH_STATES),
  total_count: z.number().int(),
  pushed_count: z.number().int(),
  failed_count: z.number().int(),
  created_count: z.number().int(),
  /** What holds it, or why it ended, in words. */
  error: text,
  paused_until: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
});
export type CrmPush = z.output<typeof pushSchema>;

const exchangeSchema = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  method: z.string(),
  path: z.string(),
  /** Null where no answer came. */
  status: z.number().int().nullable(),
  sent: z.string(),
  answered: z.string(),
  is_failure: z.boolean(),
  /** What it was for can be tried again. */
  can_retry: z.boolean(),
});
export type CrmExchange = z.output<typeof exchangeSchema>;

const leadErrorSchema = z.object({ prospect_id: z.number().int(), name: z.string(), error: z.string() });

const pushAnswer = z.object({
  success: z.boolean(),
  pushed_count: z.number().int(),
  total_count: z.number().int(),
  /** One line a lead that was not pushed, the first of them. */
  errors: z.array(z.string()),
  error: text,
  /** Where to poll for progress: state `running`. */
  push: pushSchema,
});

const recordSchema = z.object({
  integration_type: z.enum(CRM_TYPES),
  name: z.string(),
  url: text,
  written_at: z.iso.datetime().nullable(),
  /** Whose it is there, where that is read back. */
  owner: text,
});

export const integrationsEndpoints = {
  listIntegrations: endpoint('GET /integrations/', {
    summary: 'CRMs that can be connected, and the status of connected ones',
    shows: ['integrations'],
    ok: z.object({ success: z.literal(true), integrations: z.array(integrationSchema).max(CRM_TYPES.length) }),
  }),
  connectIntegration: endpoint('POST /integrations/{id}/oauth/', {
    summary: "Without a code: the address of the CRM's page of consent. With one: connect the account",
    touches: ['integrations'],
    params: byId,
    roles: RIGHTS.integrations,
    while_acting: 'refused',
    body: z.object({
      code: unused(z.string().max(4_000)),
      redirect_uri: unused(z.string().max(2_000)),
      /** Comes back from the page of consent as it was given. */
      state: unused(z.string().max(200)),
      error: unused(z.string().max(200)),
    }),
    errors: [
      'forbidden',
      'not_configured',
      'rate_limited',
      'crm_consent_expired',
      'crm_consent_denied',
      'crm_connect_failed',
    ],
    ok: z.object({
      success: z.literal(true),
      authorization_url: text,
      integration: integrationSchema.nullable(),
    }),
  }),
  disconnectIntegration: endpoint('DELETE /integrations/{id}/disconnect/', {
    summary: 'Disconnect a CRM; what was written there stays',
    touches: ['integrations'],
    params: byId,
    roles: RIGHTS.integrations,
    errors: ['forbidden'],
    ok: done,
  }),
  listCrmFields: endpoint('GET /integrations/{id}/fields/', {
    summary: 'Fields of the CRM that leads can be written into',
    shows: ['integrations'],
    params: byId,
    query: z.object({ board_id: unused(boardId) }),
    errors: ['forbidden', 'crm_not_connected', 'crm_failed'],
    ok: z.object({ success: z.literal(true), fields: z.array(fieldSchema).max(LIST_LIMITS.crm_choices) }),
  }),
  getFieldMappings: endpoint('GET /integrations/{id}/field-mappings/', {
    summary: 'Which field of the CRM takes what of a lead; a default until some were saved',
    shows: ['integrations'],
    params: byId,
    query: z.object({ board_id: unused(boardId) }),
    errors: ['forbidden'],
    ok: z.object({
      success: z.literal(true),
      mappings: z.array(mappingSchema).max(CRM_LIMITS.max_mappings),
      is_default: z.boolean(),
    }),
  }),
  saveFieldMappings: endpoint('POST /integrations/{id}/field-mappings/', {
    summary: 'Save which field takes what; rows with a side missing are dropped',
    touches: ['integrations'],
    params: byId,
    roles: RIGHTS.integrations,
    body: z.object({
      board_id: unused(boardId),
      mappings: z
        .array(
          z.object({
            hubspotField: unused(z.string().max(200)),
            prospectField: unused(z.union([prospectField, z.literal('')])),
            overwrites: unused(z.boolean()),
          }),
        )
        .max(CRM_LIMITS.max_mappings),
    }),
    errors: ['forbidden', 'crm_no_mappings', 'crm_field_twice'],
    ok: z.object({ success: z.literal(true), mappings: z.array(mappingSchema), is_default: z.boolean() }),
  }),
  getIntegrationStatus: endpoint('GET /integrations/{integration}/status/', {
    summary: 'Whether the CRM is connected',
    shows: ['integrations'],
    params: byIntegration,
    ok: z.object({ connected: z.boolean() }),
  }),
  listCrmBoards: endpoint('GET /integrations/{integration}/boards/', {
    summary: 'Boards a lead can be pushed to; `error` says in words why there are none',
    shows: ['integrations'],
    params: byIntegration,
    errors: ['forbidden', 'crm_not_connected'],
    ok: z.object({
      success: z.boolean(),
      boards: z.array(z.object({ id: z.string(), name: z.string() })).max(LIST_LIMITS.crm_choices),
      error: text,
    }),
  }),
  pushProspects: endpoint('POST /integrations/{integration}/push-prospects/', {
    summary: 'Push leads of a list, a campaign, or by id to the CRM; a large push continues in the background',
    touches: ['crm_pushes', 'leads', 'campaign_leads', 'chats', 'integrations'],
    params: byIntegration,
    roles: RIGHTS.work,
    body: z.object({
      ...selectionBody,
      campaign_id: unused(idSchema),
      /** The list whose table is meant; without a list and a campaign the ids name people. */
      search_id: unused(idSchema),
      board_id: unused(boardId),
    }),
    max_body_bytes: REQUEST_LIMITS.max_json_body_in_bytes,
    errors: ['forbidden', 'crm_not_connected', 'crm_no_mappings', 'crm_no_board', 'no_leads_selected', 'bad_request'],
    ok: pushAnswer,
  }),
  saveIntegrationSettings: endpoint('PUT /integrations/{id}/settings/', {
    summary: 'Choose what is synced with the CRM automatically; everything is off by default',
    touches: ['integrations'],
    params: byId,
    roles: RIGHTS.integrations,
    body: z.object({
      sync: z.array(z.enum(CRM_SYNC_SWITCHES)).max(CRM_SYNC_SWITCHES.length),
      board_id: unused(boardId),
      stage: unused(z.string().max(300)),
      owner_kind: unused(z.enum(CRM_OWNER_KINDS)),
      owner_id: unused(z.string().max(100)),
      owner_column_id: unused(idSchema),
    }),
    errors: ['forbidden', 'crm_not_connected', 'crm_no_board', 'crm_no_owner'],
    ok: z.object({ success: z.literal(true), integration: integrationSchema }),
  }),
  listCrmStages: endpoint('GET /integrations/{id}/stages/', {
    summary: 'Stages of deals, or statuses, that interest can set',
    shows: ['integrations'],
    params: byId,
    query: z.object({ board_id: unused(boardId) }),
    errors: ['forbidden', 'crm_not_connected', 'crm_failed'],
    ok: z.object({ stages: z.array(z.object({ id: z.string(), label: z.string() })).max(LIST_LIMITS.crm_choices) }),
  }),
  listCrmOwners: endpoint('GET /integrations/{id}/owners/', {
    summary: 'Users of the CRM who can own what is made there',
    shows: ['integrations'],
    params: byId,
    errors: ['forbidden', 'crm_not_connected', 'crm_failed'],
    ok: z.object({ owners: z.array(z.object({ id: z.string(), name: z.string() })).max(LIST_LIMITS.crm_choices) }),
  }),
  listCrmExchanges: endpoint('GET /integrations/{id}/exchanges/', {
    summary: 'What was sent to the CRM and what it answered, the newest first, 25 a page; secrets are left out',
    shows: ['crm_exchanges'],
    params: byId,
    query: z.object({ page: pageQuery, ...cursorQuery, only_failures: unused(booleanQuery) }),
    errors: ['forbidden', 'cursor_invalid'],
    ok: z.object({ exchanges: z.array(exchangeSchema), total: z.number().int(), ...nextCursor }),
  }),
  retryCrmExchange: endpoint('POST /integrations/{id}/exchanges/{exchangeId}/retry/', {
    summary: 'Try again what a request was for',
    touches: ['crm_exchanges', 'integrations'],
    params: z.object({ id: crmType, exchangeId: idSchema }),
    roles: RIGHTS.integrations,
    errors: ['forbidden', 'crm_not_connected'],
    ok: done,
  }),
  listCrmPushes: endpoint('GET /integrations/pushes/', {
    summary: 'Pushes that run, and the last that ended',
    shows: ['crm_pushes'],
    ok: z.object({ pushes: z.array(pushSchema).max(LIST_LIMITS.crm_pushes) }),
  }),
  getCrmPush: endpoint('GET /integrations/pushes/{pushId}/', {
    summary: 'A push with the leads that were not pushed, the first of them, and why',
    shows: ['crm_pushes'],
    ok: z.object({ push: pushSchema, errors: z.array(leadErrorSchema).max(CRM_LIMITS.errors_shown) }),
  }),
  stopCrmPush: endpoint('POST /integrations/pushes/{pushId}/stop/', {
    summary: 'Stop a push; what was written stays',
    touches: ['crm_pushes'],
    roles: RIGHTS.work,
    errors: ['forbidden'],
    ok: z.object({ push: pushSchema }),
  }),
  retryCrmPush: endpoint('POST /integrations/pushes/{pushId}/retry/', {
    summary: 'Push those again that were not pushed',
    touches: ['crm_pushes'],
    roles: RIGHTS.work,
    errors: ['forbidden', 'crm_not_connected'],
    ok: z.object({ push: pushSchema }),
  }),
  listCrmRecords: endpoint('GET /integrations/prospects/{prospectId}/records/', {
    summary: 'The records of a lead in CRMs',
    shows: ['crm_pushes'],
    ok: z.object({ records: z.array(recordSchema).max(LIST_LIMITS.crm_records) }),
  }),
};
