import { z } from 'zod';
import type { PublishedCall } from '../../published-calls.ts';

/**
 * Pipedrive's calls that Overture makes: request models of the vendor's own package pipedrive 33.7.0 and its table of scopes (May 2026),
 * read 2026-11-28. Version 2 says of itself that it checks input strictly.
 */
const PERSON_OPTIONS = ['include_fields', 'custom_fields'];
const reached = z
  .array(z.strictObject({ value: z.string().max(255), primary: z.boolean().optional(), label: z.string().optional() }))
  .optional();
/** `AddPersonRequest` and `UpdatePersonRequest`: the name is one text. First and last name exist in responses only. */
const person = z.strictObject({
  name: z.string().min(1).max(255).optional(),
  owner_id: z.number().int().optional(),
  org_id: z.number().int().optional(),
  emails: reached,
  phones: reached,
  visible_to: z.number().int().optional(),
  label_ids: z.array(z.number().int()).optional(),
  marketing_status: z.enum(['no_consent', 'unsubscribed', 'subscribed', 'archived']).optional(),
  job_title: z.string().optional(),
  custom_fields: z.record(z.string(), z.unknown()).optional(),
});
const deal = z.strictObject({
  title: z.string().min(1).max(255).optional(),
  person_id: z.number().int().optional(),
  org_id: z.number().int().optional(),
  owner_id: z.number().int().optional(),
  pipeline_id: z.number().int().optional(),
  stage_id: z.number().int().optional(),
  status: z.string().optional(),
  custom_fields: z.record(z.string(), z.unknown()).optional(),
});
const PAGE = ['limit', 'cursor'];
const CONTACTS = ['contacts:full'];
const CONTACTS_READ = ['contacts:read', 'contacts:full'];
const DEALS = ['deals:full'];
const DEALS_READ = ['deals:read', 'deals:full'];
const WORK_READ = [...DEALS_READ, ...CONTACTS_READ];

export const PIPEDRIVE_CALLS: readonly PublishedCall[] = [
  // Every grant may ask who it is; the list of users needs its own scope.
  { method: 'GET', path: '/api/v1/users/me' },
  { method: 'GET', path: '/api/v1/users', scopes: ['users:read'] },
  { method: 'GET', path: '/api/v2/personFields', query: [...PAGE, 'include_fields'], scopes: CONTACTS_READ },
  {
    method: 'POST',
    path: '/api/v2/personFields',
    body: z.strictObject({
      field_name: z.string().min(1).max(255),
      field_type: z.string(),
      options: z.array(z.unknown()).optional(),
      description: z.string().optional(),
      ui_visibility: z.unknown().optional(),
      important_fields: z.unknown().optional(),
      required_fields: z.unknown().optional(),
    }),
    scopes: ['contact-fields:full', 'admin'],
  },
  {
    method: 'GET',
    path: '/api/v2/persons/search',
    query: [...PAGE, 'term', 'fields', 'exact_match', 'organization_id', 'include_fields'],
    scopes: [...CONTACTS_READ, 'search:read'],
  },
  {
    method: 'GET',
    path: '/api/v2/persons',
    query: [
      ...PAGE,
      ...PERSON_OPTIONS,
      'filter_id',
      'ids',
      'owner_id',
      'org_id',
      'deal_id',
      'updated_since',
      'updated_until',
      'sort_by',
      'sort_direction',
    ],
    scopes: CONTACTS_READ,
  },
  { method: 'GET', path: '/api/v2/persons/{id}', query: PERSON_OPTIONS, scopes: CONTACTS_READ },
  { method: 'POST', path: '/api/v2/persons', body: person.required({ name: true }), scopes: CONTACTS },
  { method: 'PATCH', path: '/api/v2/persons/{id}', body: person, scopes: CONTACTS },
  { method: 'DELETE', path: '/api/v2/persons/{id}', scopes: CONTACTS },
  {
    method: 'GET',
    path: '/api/v2/organizations/search',
    query: [...PAGE, 'term', 'fields', 'exact_match'],
    scopes: [...CONTACTS_READ, 'search:read'],
  },
  {
    method: 'POST',
    path: '/api/v2/organizations',
    body: z.strictObject({
      name: z.string().min(1).max(255),
      owner_id: z.number().int().optional(),
      visible_to: z.number().int().optional(),
      custom_fields: z.record(z.string(), z.unknown()).optional(),
    }),
    scopes: CONTACTS,
  },
  {
    method: 'GET',
    path: '/api/v1/notes',
    query: ['person_id', 'org_id', 'deal_id', 'user_id', 'start', 'limit', 'sort', 'start_date', 'end_date'],
    scopes: WORK_READ,
  },
  {
    method: 'POST',
    path: '/api/v1/notes',
    body: z.strictObject({
      content: z.string().min(1).max(100_000),
      person_id: z.number().int(),
      org_id: z.number().int().optional(),
      deal_id: z.number().int().optional(),
      add_time: z.string().optional(),
    }),
    scopes: [...DEALS, ...CONTACTS],
  },
  {
    method: 'GET',
    path: '/api/v2/deals',
    query: [...PAGE, 'person_id', 'org_id', 'stage_id', 'pipeline_id', 'status', 'sort_by', 'sort_direction'],
    scopes: DEALS_READ,
  },
  { method: 'POST', path: '/api/v2/deals', body: deal.required({ title: true }), scopes: DEALS },
  { method: 'PATCH', path: '/api/v2/deals/{id}', body: deal, scopes: DEALS },
  {
    method: 'GET',
    path: '/api/v2/stages',
    query: [...PAGE, 'pipeline_id', 'sort_by', 'sort_direction'],
    scopes: DEALS_READ,
  },
  { method: 'GET', path: '/api/v2/pipelines', query: [...PAGE, 'sort_by', 'sort_direction'], scopes: DEALS_READ },
];
