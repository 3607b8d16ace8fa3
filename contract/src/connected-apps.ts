import { APP_LIMITS, APP_SCOPE_NAMES } from '@overture/domain/access/key-scopes';
import { RIGHTS } from '@overture/domain/access/permissions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { endpoint, unused } from './endpoint.ts';

const scopesSchema = z.array(z.enum(APP_SCOPE_NAMES));
const parameter = unused(z.string().max(APP_LIMITS.uri_characters));

/** An authorization request of OAuth 2.1, as it is in the address of the page. */
const requestSchema = z.object({
  response_type: parameter,
  client_id: parameter,
  redirect_uri: parameter,
  code_challenge: parameter,
  code_challenge_method: parameter,
  state: parameter,
  scope: parameter,
  resource: parameter,
});
export type AppRequest = z.output<typeof requestSchema>;

const appSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The host that publishes who the app is; null for an app that only registered itself. */
  host: z.string().nullable(),
  state: z.enum(['active', 'ended']),
  scopes: scopesSchema,
  /** Null for a person who has left: then the app has no access. */
  connected_by: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  connected_at: z.iso.datetime(),
  disconnected_at: z.iso.datetime().nullable(),
  last_used_at: z.iso.datetime().nullable(),
  last_used_ip: z.string().nullable(),
  /** Requests of the last 30 days. */
  calls: z.number().int(),
});
export type ConnectedApp = z.output<typeof appSchema>;

/** The address to open next: the app's own, with the outcome. */
const returnSchema = z.object({ redirect_to: z.string() });

/** Apps of others that people connect by OAuth 2.1. They reach the MCP server only. */
export const connectedAppsEndpoints = {
  getAppRequest: endpoint('POST /connected-apps/requests/', {
    summary: 'Who asks for access, and what they ask for, before a person decides',
    reads_only: true,
    roles: RIGHTS.integrations,
    body: requestSchema,
    errors: ['app_unknown', 'app_return_unknown', 'rate_limited'],
    ok: z.object({
      app: z.object({ name: z.string(), host: z.string().nullable() }),
      /** Where the person is sent afterwards; null for a program on their own computer. */
      returns_to: z.string().nullable(),
      scopes: scopesSchema,
      organization: z.string(),
      person: z.string(),
      /** Why the request cannot be approved. */
      problem: z.object({ text: z.string(), redirect_to: z.string() }).nullable(),
    }),
  }),
  approveApp: endpoint('POST /connected-apps/', {
    summary: 'Give an app access to what the person chose, and get the address to return to with a code',
    touches: ['connected_apps'],
    roles: RIGHTS.integrations,
    while_acting: 'refused',
    body: z.object({ request: requestSchema, scopes: scopesSchema.min(1) }),
    errors: [
      'step_up_needed',
      'app_unknown',
      'app_return_unknown',
      'connected_apps_full',
      'bad_request',
      'rate_limited',
    ],
    ok: returnSchema,
  }),
  declineApp: endpoint('POST /connected-apps/refusals/', {
    summary: 'Decline the access of an app, and get the address to return to',
    touches: 'nothing',
    roles: RIGHTS.integrations,
    while_acting: 'refused',
    body: z.object({ request: requestSchema }),
    errors: ['app_unknown', 'app_return_unknown', 'rate_limited'],
    ok: returnSchema,
  }),
  listConnectedApps: endpoint('GET /connected-apps/', {
    summary: 'Apps that are connected, and those that ended in the last 90 days',
    shows: ['connected_apps'],
    roles: RIGHTS.integrations,
    ok: z.object({ apps: z.array(appSchema).max(LIST_LIMITS.api_keys) }),
  }),
  disconnectApp: endpoint('POST /connected-apps/{id}/revoke/', {
    summary: 'Disconnect an app immediately',
    touches: ['connected_apps'],
    roles: RIGHTS.integrations,
    while_acting: 'refused',
    errors: ['api_key_ended'],
    ok: z.object({ app: appSchema }),
  }),
};
