import { RIGHTS } from '@overture/domain/access/permissions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { signedInSchema } from './auth.ts';
import { done, endpoint } from './endpoint.ts';

const ticketBody = z.object({ ticket: z.string().min(1).max(8_000) });
const redirect = z.object({ redirect_url: z.string() });

/** Signing in by the identity provider of one's organization. */
export const ssoSignInEndpoints = {
  startSso: endpoint('POST /auth/sso/', {
    summary: "Where the sign-in page of an organization's identity provider is, by the domain of a work email",
    touches: 'nothing',
    auth: 'public',
    body: z.object({ organization_domain: z.string().trim().min(1).max(320) }),
    errors: ['sso_failed', 'identity_unavailable', 'rate_limited'],
    ok: z.object({ data: redirect }),
  }),
  returnFromSso: endpoint('GET /auth/sso/callback/', {
    summary: 'Where an OpenID Connect provider sends people back to; leads on to /login',
    auth: 'public',
    query: z.object({
      code: z.string().max(4_000).optional(),
      state: z.string().max(200).optional(),
      iss: z.string().max(2_000).optional(),
      error: z.string().max(200).optional(),
    }),
    errors: ['rate_limited'],
    ok: z.never(),
  }),
  finishSso: endpoint('POST /auth/sso/finish/', {
    summary: 'Sign in with the ticket the browser came back with',
    touches: 'nothing',
    auth: 'public',
    body: ticketBody,
    errors: [
      'sign_in_expired',
      'sso_failed',
      'sso_unverified',
      'sso_other_domain',
      'sso_not_for_admins',
      'sso_no_joining',
      'belongs_elsewhere',
      'invalid_credentials',
      'organization_suspended',
      'rate_limited',
    ],
    ok: signedInSchema,
  }),
};

const connectionSchema = z.object({
  kind: z.enum(['oidc', 'saml']),
  /** The issuer, or the entity id of SAML. */
  issuer: z.string(),
  client_id: z.string().nullable(),
  lets_people_join: z.boolean(),
  /** The last accepted response of the identity provider; null again after a change. */
  tested_at: z.string().nullable(),
  /** Users of its domains can't sign in another way, except the break-glass user. */
  is_required: z.boolean(),
  way_back: z.object({ id: z.number().int(), name: z.string(), email: z.string() }).nullable(),
});
export type SsoConnection = z.output<typeof connectionSchema>;

const domainSchema = z.object({
  id: z.number().int(),
  domain: z.string(),
  /** Name and text of the DNS record that proves it. */
  record_name: z.string(),
  record_text: z.string(),
  verified_at: z.string().nullable(),
  /** Since when the record of a proven domain is gone. */
  missing_since: z.string().nullable(),
});
export type SsoDomain = z.output<typeof domainSchema>;

const change = ['step_up_needed', 'rate_limited'] as const;

/** What those who answer for an organization set up. */
export const ssoEndpoints = {
  getSso: endpoint('GET /organization/sso/', {
    summary: 'Single Sign-On of the organization: its domains, its identity provider',
    shows: ['sso'],
    roles: RIGHTS.security,
    ok: z.object({
      connection: connectionSchema.nullable(),
      domains: z.array(domainSchema).max(LIST_LIMITS.sso_domains),
      /** To be entered at the identity provider: where it sends people back to, and what we are called there in SAML. */
      callback_url: z.string(),
      acs_url: z.string(),
      entity_id: z.string(),
    }),
  }),
  saveSso: endpoint('PUT /organization/sso/', {
    summary: 'Say who vouches for the people of the organization; it is asked whether it is there',
    touches: ['sso'],
    roles: RIGHTS.security,
    while_acting: 'refused',
    body: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('oidc'),
        issuer: z.string().trim().min(1).max(500),
        client_id: z.string().trim().min(1).max(500),
        /** Left out: the one that is known stays, for the same issuer and client. */
        client_secret: z.string().min(1).max(2_000).nullish(),
        lets_people_join: z.boolean(),
      }),
      z.object({
        kind: z.literal('saml'),
        /** Its metadata, or the address it lies at; left out: the provider stays. */
        metadata: z.string().trim().max(500_000).nullish(),
        lets_people_join: z.boolean(),
      }),
    ]),
    errors: [...change, 'sso_issuer_refused', 'sso_secret_needed', 'sso_metadata_needed', 'identity_unavailable'],
    ok: done,
  }),
  requireSso: endpoint('PUT /organization/sso/required/', {
    summary: 'Let Single Sign-On alone sign in the people of the proven domains; who says so keeps the one way back',
    touches: ['sso'],
    roles: RIGHTS.security,
    while_acting: 'refused',
    body: z.object({ is_required: z.boolean() }),
    errors: [...change, 'sso_not_set_up', 'sso_not_tried', 'sso_way_back_needed'],
    ok: done,
  }),
  deleteSso: endpoint('DELETE /organization/sso/', {
    summary: 'Delete the identity provider; it can no longer be used to sign in',
    touches: ['sso', 'members'],
    roles: RIGHTS.security,
    while_acting: 'refused',
    errors: change,
    ok: done,
  }),
  addSsoDomain: endpoint('POST /organization/sso/domains/', {
    summary: 'Name a domain of work emails; a DNS record is to prove it',
    touches: ['sso'],
    roles: RIGHTS.security,
    while_acting: 'refused',
    body: z.object({ domain: z.string().trim().min(1).max(320) }),
    errors: [...change, 'sso_domain_invalid', 'sso_domain_public', 'sso_domain_taken', 'sso_domains_full'],
    ok: domainSchema,
  }),
  checkSsoDomain: endpoint('POST /organization/sso/domains/{id}/check/', {
    summary: 'Look for the DNS record of a domain; not there yet is an answer, not an error',
    touches: ['sso'],
    roles: RIGHTS.security,
    while_acting: 'refused',
    errors: ['sso_domain_taken', 'rate_limited'],
    ok: z.object({ verified: z.boolean() }),
  }),
  deleteSsoDomain: endpoint('DELETE /organization/sso/domains/{id}/', {
    summary: 'Give a domain up',
    touches: ['sso'],
    roles: RIGHTS.security,
    while_acting: 'refused',
    errors: change,
    ok: done,
  }),
  startSsoTest: endpoint('POST /organization/sso/test/', {
    summary: 'Where to sign in at the identity provider to try it',
    touches: 'nothing',
    roles: RIGHTS.security,
    while_acting: 'refused',
    errors: ['sso_not_set_up', 'identity_unavailable', 'rate_limited'],
    ok: redirect,
  }),
  finishSsoTest: endpoint('POST /organization/sso/test/finish/', {
    summary: 'Whom the identity provider named in the try that came back',
    touches: ['sso'],
    roles: RIGHTS.security,
    while_acting: 'refused',
    body: ticketBody,
    errors: ['sign_in_expired', 'sso_test_failed', 'sso_unverified', 'sso_other_domain'],
    ok: z.object({ email: z.string(), name: z.string().nullable() }),
  }),
};
