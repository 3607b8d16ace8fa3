import { RIGHTS } from '@overture/domain/access/permissions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { passwordField, signedInSchema } from './auth.ts';
import { done, endpoint } from './endpoint.ts';

const base64url = (max: number) => z.string().max(max);
const passkeyName = z.string().trim().max(80);
const extensions = z.record(z.string().max(64), z.unknown()).default({});

/** What a browser answers when a passkey was made (WebAuthn, RegistrationResponseJSON). */
const passkeyMadeSchema = z.object({
  id: base64url(2048),
  rawId: base64url(2048),
  type: z.literal('public-key'),
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url(8192),
    attestationObject: base64url(65_536),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
});

/** What a browser answers when a passkey signed (WebAuthn, AuthenticationResponseJSON). */
const passkeySignedSchema = z.object({
  id: base64url(2048),
  rawId: base64url(2048),
  type: z.literal('public-key'),
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url(8192),
    authenticatorData: base64url(8192),
    signature: base64url(8192),
    userHandle: base64url(512).nullish(),
  }),
});

/** What a browser is given to make or use a passkey; handed to it as it is. */
const passkeyOptions = z.object({ options: z.looseObject({ challenge: z.string() }) });

const FACTOR_METHODS = ['totp', 'recovery', 'passkey'] as const;
export type FactorMethod = (typeof FACTOR_METHODS)[number];

const factorProof = {
  /** The six digits of the app, or a recovery code. */
  code: z.string().max(64).nullish(),
  /** What the browser answered, for `passkey`. */
  response: passkeySignedSchema.nullish(),
};

const passkeySchema = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The host it was made on; it works nowhere else. */
  rp_id: z.string(),
  works_here: z.boolean(),
  /** Kept by a password manager or cloud account on several devices. */
  is_synced: z.boolean(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});
export type Passkey = z.output<typeof passkeySchema>;

/** Recovery codes to show once; null when the person keeps those they have. */
const newCodes = z.object({ recovery_codes: z.array(z.string()).nullable() });

const change = ['step_up_needed'] as const;

export const factorSignInEndpoints = {
  finishSignIn: endpoint('POST /auth/mfa/', {
    summary: 'Finish a sign-in that asked for a second factor (`mfa.ticket` of its answer)',
    touches: 'nothing',
    auth: 'public',
    body: z.object({ ticket: z.string().max(200), method: z.enum(FACTOR_METHODS), ...factorProof }),
    errors: ['sign_in_expired', 'second_factor_wrong', 'passkey_refused', 'sso_only', 'rate_limited'],
    ok: signedInSchema,
  }),
  offerPasskeyForTicket: endpoint('POST /auth/mfa/passkey-options/', {
    summary: 'What the browser needs to answer a waiting sign-in with a passkey',
    touches: 'nothing',
    auth: 'public',
    body: z.object({ ticket: z.string().max(200) }),
    errors: ['sign_in_expired', 'passkeys_unavailable', 'rate_limited'],
    ok: passkeyOptions,
  }),
  offerPasskeySignIn: endpoint('POST /auth/passkey/options/', {
    summary: 'What the browser needs to sign in with a passkey',
    touches: 'nothing',
    auth: 'public',
    errors: ['passkeys_unavailable', 'rate_limited'],
    ok: passkeyOptions,
  }),
  signInWithPasskey: endpoint('POST /auth/passkey/', {
    summary: 'Sign in with a passkey, which counts as both factors',
    touches: 'nothing',
    auth: 'public',
    body: z.object({ response: passkeySignedSchema }),
    errors: ['passkey_refused', 'sso_only', 'rate_limited'],
    ok: signedInSchema,
  }),
};

export const factorsEndpoints = {
  getFactors: endpoint('GET /user/factors/', {
    summary: 'Your second factors and passkeys',
    shows: ['factors'],
    before_second_factor: true,
    ok: z.object({
      totp_confirmed_at: z.string().nullable(),
      recovery_codes_left: z.number().int(),
      /** The host passkeys are made for here; null where browsers allow none. */
      passkey_host: z.string().nullable(),
      passkeys: z.array(passkeySchema).max(LIST_LIMITS.passkeys),
      /** From then on nothing else is possible without a second factor; null when none is asked for or there is one. */
      second_factor_due_at: z.string().nullable(),
    }),
  }),
  confirmPerson: endpoint('POST /user/confirm/', {
    summary: 'Confirm that it is you, for ten minutes of changes to your credentials',
    touches: 'nothing',
    roles: 'own',
    before_second_factor: true,
    body: z.object({
      /** A second factor that was set up must be shown; with a code the password too, where there is one. */
      method: z.enum(['password', ...FACTOR_METHODS]),
      password: passwordField.nullish(),
      ...factorProof,
    }),
    errors: ['wrong_password', 'second_factor_wrong', 'factor_proof_needed', 'passkey_refused', 'rate_limited'],
    ok: done,
  }),
  offerPasskeyConfirmation: endpoint('POST /user/confirm/passkey-options/', {
    summary: 'What the browser needs to confirm with a passkey that it is you',
    touches: 'nothing',
    roles: 'own',
    before_second_factor: true,
    errors: ['passkeys_unavailable'],
    ok: passkeyOptions,
  }),
  startTotp: endpoint('POST /user/factors/totp/', {
    summary: 'Begin to set up an authenticator app: secret and QR code',
    touches: 'nothing',
    roles: 'own',
    before_second_factor: true,
    errors: [...change, 'totp_exists'],
    ok: z.object({ secret: z.string(), uri: z.string(), qr_svg: z.string() }),
  }),
  confirmTotp: endpoint('POST /user/factors/totp/confirm/', {
    summary: 'Finish setting up the authenticator app with its first code; other sessions end',
    touches: ['factors', 'user'],
    roles: 'own',
    before_second_factor: true,
    body: z.object({ code: z.string().max(32) }),
    errors: [...change, 'totp_not_started', 'second_factor_wrong', 'rate_limited'],
    ok: newCodes,
  }),
  removeTotp: endpoint('DELETE /user/factors/totp/', {
    summary: 'Remove the authenticator app; other sessions end',
    touches: ['factors', 'user'],
    roles: 'own',
    errors: [...change, 'last_second_factor'],
    ok: done,
  }),
  renewRecoveryCodes: endpoint('POST /user/factors/recovery-codes/', {
    summary: 'New recovery codes; the old ones stop working',
    touches: ['factors'],
    roles: 'own',
    errors: [...change, 'no_second_factor'],
    ok: z.object({ recovery_codes: z.array(z.string()) }),
  }),
  offerPasskeyRegistration: endpoint('POST /user/factors/passkeys/options/', {
    summary: 'What the browser needs to make a passkey',
    touches: 'nothing',
    roles: 'own',
    before_second_factor: true,
    errors: [...change, 'passkeys_unavailable', 'passkeys_full'],
    ok: passkeyOptions,
  }),
  addPasskey: endpoint('POST /user/factors/passkeys/', {
    summary: 'Keep a passkey that the browser made; other sessions end',
    touches: ['factors', 'user'],
    roles: 'own',
    before_second_factor: true,
    body: z.object({ name: passkeyName, response: passkeyMadeSchema }),
    errors: [...change, 'passkey_refused', 'passkeys_unavailable', 'passkeys_full'],
    ok: newCodes,
  }),
  renamePasskey: endpoint('PUT /user/factors/passkeys/{id}/', {
    summary: 'Rename a passkey',
    touches: ['factors'],
    roles: 'own',
    body: z.object({ name: passkeyName.min(1) }),
    errors: change,
    ok: done,
  }),
  removePasskey: endpoint('DELETE /user/factors/passkeys/{id}/', {
    summary: 'Remove a passkey; other sessions end',
    touches: ['factors', 'user'],
    roles: 'own',
    errors: [...change, 'last_second_factor'],
    ok: done,
  }),
  getSecondFactorRequirement: endpoint('GET /organization/second-factor/', {
    summary: 'Whether the organization asks its people for a second factor',
    shows: ['factors'],
    roles: RIGHTS.security,
    ok: z.object({
      is_required: z.boolean(),
      required_at: z.string().nullable(),
      grace_in_days: z.number().int(),
      /** Active people who have no second factor yet. */
      people_without: z.number().int(),
      required_by_installation: z.enum(['off', 'admins', 'all']),
    }),
  }),
  changeSecondFactorRequirement: endpoint('PUT /organization/second-factor/', {
    summary: 'Ask everybody in the organization for a second factor, with days of grace',
    touches: ['factors', 'user'],
    roles: RIGHTS.security,
    while_acting: 'refused',
    body: z.object({ is_required: z.boolean() }),
    errors: change,
    ok: done,
  }),
};
