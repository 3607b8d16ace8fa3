import { z } from 'zod';
import type { PublishedCall } from '../../published-calls.ts';

/**
 * Instantly's calls that Overture makes, with the fields of their answers, from its OpenAPI file for v2 (api.instantly.ai, read 2026-11-29).
 * Every page takes 1 to 100 entries.
 */
const limit = z.coerce.number().int().min(1).max(100).optional();
const paged = z.strictObject({ limit, starting_after: z.string().optional() });
const uuid = z.uuid();

/** Filters that are not used here are left out: naming one is refused, as a misspelled one is. */
const leadFilters = z.strictObject({
  limit: z.number().int().min(1).max(100).optional(),
  starting_after: z.string().optional(),
  campaign: uuid.optional(),
  list_id: uuid.optional(),
  filter: z.string().optional(),
  search: z.string().optional(),
});

const scopes = (name: string) => [`${name}:read`, `${name}:all`, 'all:read', 'all:all'];

export const INSTANTLY_CALLS: readonly PublishedCall[] = [
  { method: 'GET', path: '/api/v2/block-lists-entries', query: paged, scopes: scopes('block_list_entries') },
  { method: 'GET', path: '/api/v2/accounts', query: paged, scopes: scopes('accounts') },
  { method: 'GET', path: '/api/v2/lead-lists', query: paged, scopes: scopes('lead_lists') },
  { method: 'GET', path: '/api/v2/campaigns', query: paged, scopes: scopes('campaigns') },
  { method: 'GET', path: '/api/v2/subsequences', query: paged, scopes: scopes('subsequences') },
  { method: 'POST', path: '/api/v2/leads/list', body: leadFilters, scopes: scopes('leads') },
];

const time = z.iso.datetime();

/** Fields that the file calls required, and those that we read; others are refused. */
const step = z.strictObject({
  type: z.literal('email'),
  delay: z.number(),
  delay_unit: z.enum(['minutes', 'hours', 'days']).optional(),
  variants: z.array(z.strictObject({ subject: z.string(), body: z.string(), v_disabled: z.boolean().optional() })),
});

export const INSTANTLY_ENTITIES = {
  '/api/v2/block-lists-entries': z.strictObject({
    ...{ id: uuid, timestamp_created: time, organization_id: uuid, bl_value: z.string(), is_domain: z.boolean() },
  }),
  '/api/v2/accounts': z.strictObject({
    ...{ email: z.email(), timestamp_created: time, timestamp_updated: time, first_name: z.string() },
    ...{ last_name: z.string(), organization: uuid, warmup_status: z.number(), provider_code: z.number() },
    ...{ setup_pending: z.boolean(), is_managed_account: z.boolean() },
  }),
  '/api/v2/lead-lists': z.strictObject({
    ...{ id: uuid, organization_id: uuid, name: z.string(), timestamp_created: time },
  }),
  '/api/v2/campaigns': z.strictObject({
    ...{ id: uuid, name: z.string(), status: z.number(), timestamp_created: time, timestamp_updated: time },
    campaign_schedule: z.strictObject({ schedules: z.array(z.unknown()) }),
    sequences: z.array(z.strictObject({ steps: z.array(step) })),
  }),
  '/api/v2/subsequences': z.looseObject({ id: uuid, name: z.string(), parent_campaign: uuid }),
  '/api/v2/leads/list': z.strictObject({
    ...{ id: uuid, timestamp_created: time, timestamp_updated: time, organization: uuid },
    ...{ campaign: uuid.nullable(), list_id: uuid.nullable(), status: z.literal([1, 2, 3, -1, -2, -3]) },
    ...{ email: z.string().nullable(), first_name: z.string().nullable(), last_name: z.string().nullable() },
    ...{ company_name: z.string().nullable(), job_title: z.string().nullable(), phone: z.string().nullable() },
    ...{ website: z.string().nullable(), company_domain: z.string(), email_open_count: z.number() },
    ...{ email_reply_count: z.number(), email_click_count: z.number(), lt_interest_status: z.number().optional() },
    ...{ timestamp_last_contact: time.nullable(), timestamp_last_reply: time.nullable() },
    status_summary: z.strictObject({
      lastStep: z.strictObject({ from: z.string(), stepID: z.string(), timestamp_executed: time }).optional(),
    }),
    payload: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
  }),
} as const;
export type InstantlyPath = keyof typeof INSTANTLY_ENTITIES;
