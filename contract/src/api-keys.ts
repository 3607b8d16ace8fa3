import { KEY_LIFETIMES_IN_DAYS, KEY_LIMITS, KEY_SCOPES } from '@overture/domain/access/key-scopes';
import { RIGHTS } from '@overture/domain/access/permissions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { endpoint, unused } from './endpoint.ts';

const keySchema = z.object({
  id: z.number().int(),
  name: z.string(),
  /** `assistant`: it works with the MCP server only. */
  kind: z.enum(['program', 'assistant']),
  /** The first characters. */
  start: z.string(),
  /** `ended`: revoked or expired. `ending`: replaced by a newer key, and still working. */
  state: z.enum(['active', 'ending', 'ended']),
  scopes: z.array(z.enum(KEY_SCOPES)),
  ip_allow: z.array(z.string()),
  /** Who made it; null for a person who has left. The key works on. */
  created_by: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
  revoked_at: z.iso.datetime().nullable(),
  last_used_at: z.iso.datetime().nullable(),
  last_used_ip: z.string().nullable(),
  /** The key it replaces. */
  rotated_from: z.number().int().nullable(),
  /** Requests of the last 30 days. */
  calls: z.number().int(),
});
export type ApiKey = z.output<typeof keySchema>;

const lifetime = z
  .number()
  .int()
  .nullable()
  .refine((days) => (KEY_LIFETIMES_IN_DAYS as readonly (number | null)[]).includes(days), '90 days, 365 days, or null');

const name = z.string().trim().min(1).max(KEY_LIMITS.name_characters);
const ip_allow = z.array(z.string().trim().max(50)).max(KEY_LIMITS.ip_ranges);
const made = z.object({
  key: keySchema,
  /** The key itself. It is shown once and cannot be read again. */
  secret: z.string(),
});

export const apiKeysEndpoints = {
  listApiKeys: endpoint('GET /api-keys/', {
    summary: 'API keys in force, and those that ended in the last 90 days',
    shows: ['api_keys'],
    roles: RIGHTS.integrations,
    ok: z.object({ keys: z.array(keySchema).max(LIST_LIMITS.api_keys) }),
  }),
  createApiKey: endpoint('POST /api-keys/', {
    summary: 'Create an API key; the answer is the only one that shows it',
    touches: ['api_keys'],
    roles: RIGHTS.integrations,
    while_acting: 'refused',
    body: z.object({
      name,
      scopes: z.array(z.enum(KEY_SCOPES)).min(1).max(KEY_SCOPES.length),
      /** `program` when left out. */
      kind: unused(z.enum(['program', 'assistant'])),
      ip_allow: unused(ip_allow),
      expires_in_days: unused(lifetime),
    }),
    status: 201,
    errors: ['step_up_needed', 'api_keys_full', 'api_key_ip_range'],
    ok: made,
  }),
  updateApiKey: endpoint('PATCH /api-keys/{id}/', {
    summary: 'Change the name of an API key, and the addresses it may be used from',
    touches: ['api_keys'],
    roles: RIGHTS.integrations,
    while_acting: 'refused',
    body: z.object({ name: unused(name), ip_allow: unused(ip_allow) }),
    errors: ['step_up_needed', 'api_key_ended', 'api_key_ip_range'],
    ok: z.object({ key: keySchema }),
  }),
  rotateApiKey: endpoint('POST /api-keys/{id}/rotate/', {
    summary: 'Replace an API key by a new one; the old one works on for the overlap',
    touches: ['api_keys'],
    roles: RIGHTS.integrations,
    while_acting: 'refused',
    body: z.object({
      overlap_in_hours: z
        .number()
        .int()
        .min(0)
        .max(KEY_LIMITS.max_overlap_in_hours)
        .default(KEY_LIMITS.overlap_in_hours),
      expires_in_days: unused(lifetime),
    }),
    status: 201,
    errors: ['step_up_needed', 'api_keys_full', 'api_key_ended'],
    ok: made,
  }),
  revokeApiKey: endpoint('POST /api-keys/{id}/revoke/', {
    summary: 'Revoke an API key immediately',
    touches: ['api_keys'],
    roles: RIGHTS.integrations,
    errors: ['api_key_ended'],
    ok: z.object({ key: keySchema }),
  }),
  getApiKeyUsage: endpoint('GET /api-keys/{id}/usage/', {
    summary: 'Requests by an API key on each of the last 30 days (UTC)',
    shows: ['api_keys'],
    roles: RIGHTS.integrations,
    ok: z.object({
      days: z
        .array(
          z.object({
            day: z.iso.date(),
            calls: z.number().int(),
            refused: z.number().int(),
            limited: z.number().int(),
            failed: z.number().int(),
          }),
        )
        .max(KEY_LIMITS.usage_in_days),
    }),
  }),
};
