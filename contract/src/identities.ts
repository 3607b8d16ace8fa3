import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { passwordField, signedInSchema } from './auth.ts';
import { done, endpoint, unused } from './endpoint.ts';
import { browserZone } from './organization-settings.ts';

const identitySchema = z.object({
  id: z.number().int(),
  provider: z.enum(['google', 'sso']),
  /** As the provider said when it was linked. */
  email: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
});
export type LinkedIdentity = z.output<typeof identitySchema>;

/** Signing in by another provider's word. */
export const identitySignInEndpoints = {
  startGoogle: endpoint('GET /auth/google/start/', {
    summary: "Leads the browser to Google's sign-in page, which leads back to /login",
    auth: 'public',
    errors: ['not_configured', 'identity_unavailable', 'rate_limited'],
    ok: z.never(),
  }),
  signInWithGoogle: endpoint('POST /auth/google/', {
    summary: 'Sign in or sign up with what Google sent back; `state` as it came, where it came',
    touches: 'nothing',
    auth: 'public',
    body: z.object({
      code: z.string().min(1).max(2_000),
      state: z.string().max(200).nullish(),
      referral_code: unused(z.string().max(32)),
      time_zone: browserZone,
    }),
    errors: [
      'not_configured',
      'sign_in_expired',
      'identity_refused',
      'identity_unverified',
      'identity_unavailable',
      'invalid_credentials',
      'sso_only',
      'sign_up_closed',
      'sign_up_domain',
      'rate_limited',
    ],
    ok: signedInSchema,
  }),
  joinWithGoogle: endpoint('POST /auth/google/join/', {
    summary:
      'Sign up with the identity of `choice.ticket`: by one of its invitations, or with an organization of your own',
    touches: 'nothing',
    auth: 'public',
    body: z.object({
      ticket: z.string().max(4_000),
      /** Null: none of them. */
      invitation_id: z.number().int().positive().nullable(),
      referral_code: unused(z.string().max(32)),
      time_zone: browserZone,
    }),
    errors: [
      'sign_in_expired',
      'link_invalid',
      'belongs_elsewhere',
      'invalid_credentials',
      'sso_only',
      'sign_up_closed',
      'sign_up_domain',
      'rate_limited',
    ],
    ok: signedInSchema,
  }),
  linkIdentity: endpoint('POST /auth/link/', {
    summary: 'Prove by password that the account is yours, link the identity of `link.ticket` to it, and sign in',
    touches: 'nothing',
    auth: 'public',
    body: z.object({ ticket: z.string().max(4_000), password: passwordField }),
    errors: ['sign_in_expired', 'invalid_credentials', 'sso_only', 'account_guarded', 'rate_limited', 'unavailable'],
    ok: signedInSchema,
  }),
};

export const identitiesEndpoints = {
  listIdentities: endpoint('GET /user/identities/', {
    summary: 'Other providers you can sign in with',
    shows: ['identities'],
    // Who has no password proves by it that it is them, and sets a second factor up after that.
    before_second_factor: true,
    ok: z.object({ identities: z.array(identitySchema).max(LIST_LIMITS.identities), has_password: z.boolean() }),
  }),
  unlinkIdentity: endpoint('DELETE /user/identities/{id}/', {
    summary: 'Sign in with this provider no longer',
    touches: ['identities'],
    roles: 'own',
    errors: ['step_up_needed', 'last_way_in'],
    ok: done,
  }),
};
