import { ROLES } from '@overture/domain/access/permissions';
import { INTERFACE_LANGUAGES } from '@overture/domain/text/interface-languages';
import { z } from 'zod';
import { done, endpoint, unused } from './endpoint.ts';
import { withoutAddress } from './names.ts';
import { organizationSchema } from './organization.ts';
import { browserZone } from './organization-settings.ts';

const emailField = z.string().trim().min(3).max(254);
/** Long pass phrases are welcome; the bound keeps a hash from being a denial of service. */
export const passwordField = z.string().max(256);
const nameField = withoutAddress(z.string().trim().max(120));

/** The summary of a sender used on every screen; today's usage and wait reasons are part of `accounts`. */
export const linkedAccountSummarySchema = z.object({
  id: z.number().int(),
  account_id: z.string(),
  account_type: z.string(),
  status: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  picture_url: z.string().nullable(),
  tier: z.string().nullable(),
  is_base_account: z.boolean(),
  created_at: z.iso.datetime(),
  email_max_messages: z.number().int(),
  linkedin_max_connections: z.number().int(),
  linkedin_max_messages: z.number().int(),
});
export type LinkedAccountSummary = z.output<typeof linkedAccountSummarySchema>;

const userSchema = z.object({
  id: z.number().int(),
  email: z.string(),
  /** The sign-in address that waits to be confirmed from its mailbox. */
  pending_email: z.string().nullable(),
  active: z.boolean(),
  role: z.enum(ROLES),
  name: z.string(),
  picture_url: z.string().nullable(),
  organization: organizationSchema,
  linked_accounts: z.array(linkedAccountSummarySchema),
  /** On the partner plan, which includes one sender account instead of two. */
  is_partner: z.boolean(),
  /** The first user of the organization; the others joined what exists already. */
  is_founder: z.boolean(),
  /** Unread conversations, for the badge in the sidebar. */
  unread_chats: z.number().int(),
  /** From then on nothing is possible but setting up a second factor; null when none is asked for or there is one. */
  second_factor_due_at: z.string().nullable(),
  /** Until then another user is signed in as this one; `is_workspace` where no user of the client has joined yet. */
  acting: z.object({ actor_name: z.string(), ends_at: z.string(), is_workspace: z.boolean() }).nullable(),
  /** Since then this installation has sent nothing, because a backup was restored; null while it sends. */
  sending_held_since: z.iso.datetime().nullable(),
  /** Webhooks of the organization that the program switched off. */
  webhooks_off: z.number().int(),
  /** In which the person reads the interface; null: the language of the browser. */
  language: z.enum(INTERFACE_LANGUAGES).nullable(),
  /** Credits run low: whole days they last at this pace, and the share of the last top-up that is left. Null while they do not. */
  low_credits: z.object({ days_left: z.number().int().nullable(), share_left: z.number().int().nullable() }).nullable(),
});
export type User = z.output<typeof userSchema>;

/**
 * A session as the API hands it out: send `token` in the header `jwt`. Browsers also get it as an HttpOnly cookie; who sends
 * `x-session: cookie` gets the cookie only and an empty token. Where a second factor was set up, `data` is null and `mfa` says
 * what is asked for: finish with `POST /auth/mfa/`.
 */
export const signedInSchema = z.object({
  data: userSchema.extend({ token: z.string() }).nullable(),
  created: z.boolean().optional(),
  mfa: z.object({ ticket: z.string(), methods: z.array(z.enum(['totp', 'recovery', 'passkey'])) }).optional(),
  /**
   * The provider's address belongs to a user who hasn't used this sign-in yet: `POST /auth/link/` with their password.
   */
  link: z.object({ ticket: z.string(), email: z.string() }).optional(),
  /** The provider's address is invited: `POST /auth/google/join/` says which invitation is taken up, or none. */
  choice: z
    .object({
      ticket: z.string(),
      email: z.string(),
      invitations: z.array(
        z.object({ id: z.number().int(), organization_name: z.string(), invited_by: z.string().nullable() }),
      ),
      /** An organization of their own may be founded instead. */
      may_found: z.boolean(),
    })
    .optional(),
});

/** The same for every address: whether one is known here is not told. */
const mailed = done.extend({
  /** So many codes were mailed to this address that the next one leaves within the hour, when it is asked for again. */
  mail_is_slow: z.boolean().optional(),
});

export const authEndpoints = {
  getUser: endpoint('GET /user/', {
    summary: 'The signed-in user',
    shows: ['user', 'sending_hold', 'webhooks'],
    before_second_factor: true,
    ok: z.object({ user: userSchema }),
  }),
  login: endpoint('POST /auth/login/', {
    summary: 'Sign in with email and password',
    touches: 'nothing',
    auth: 'public',
    body: z.object({ email: emailField, password: passwordField }),
    errors: ['invalid_credentials', 'email_not_verified', 'sso_only', 'account_guarded', 'rate_limited', 'unavailable'],
    ok: signedInSchema,
  }),
  register: endpoint('POST /auth/register/', {
    summary: 'Create an account; a code is mailed to the address',
    touches: 'nothing',
    auth: 'public',
    body: z.object({
      email: emailField,
      password: passwordField,
      name: nameField,
      referral_code: unused(z.string().max(32)),
    }),
    errors: [
      'password_too_short',
      'password_common',
      'password_personal',
      'name_too_short',
      'sign_up_closed',
      'sign_up_domain',
      'sso_only',
      'mail_not_sent',
      'rate_limited',
    ],
    ok: mailed,
  }),
  verifyEmail: endpoint('POST /auth/verify-email/', {
    summary: 'Confirm the address with the mailed code and sign in',
    touches: 'nothing',
    auth: 'public',
    body: z.object({ email: emailField, code: z.string().trim().max(16), time_zone: browserZone }),
    errors: ['invalid_code', 'link_invalid', 'belongs_elsewhere', 'sso_only', 'rate_limited'],
    ok: signedInSchema,
  }),
  resendCode: endpoint('POST /auth/resend-code/', {
    summary: 'Mail a new code to an address that is not confirmed yet',
    touches: 'nothing',
    auth: 'public',
    body: z.object({ email: emailField }),
    errors: ['rate_limited'],
    ok: mailed,
  }),
  forgotPassword: endpoint('POST /auth/forgot-password/', {
    summary: 'Mail a link to set a new password',
    touches: 'nothing',
    auth: 'public',
    body: z.object({ email: emailField }),
    errors: ['email_not_registered', 'rate_limited'],
    ok: done,
  }),
  resetPassword: endpoint('POST /auth/reset-password/', {
    summary: 'Set a password with the code from a mailed link and sign in',
    touches: 'nothing',
    auth: 'public',
    body: z.object({ code: z.string().max(200), password: passwordField, name: unused(nameField) }),
    errors: [
      'link_invalid',
      'password_too_short',
      'password_common',
      'password_personal',
      'name_too_short',
      'belongs_elsewhere',
      'email_not_verified',
      'sso_only',
      'rate_limited',
    ],
    ok: signedInSchema,
  }),
  logout: endpoint('POST /auth/logout/', { summary: 'End this session', touches: 'nothing', auth: 'public', ok: done }),
  confirmEmail: endpoint('POST /auth/confirm-email/', {
    summary: 'Confirm a new sign-in address with the code from the link mailed to it',
    touches: ['user'],
    auth: 'public',
    body: z.object({ code: z.string().max(200) }),
    errors: ['link_invalid', 'email_taken', 'sso_only', 'rate_limited'],
    ok: z.object({ email: z.string() }),
  }),
  undoEmailChange: endpoint('POST /auth/undo-email-change/', {
    summary:
      'Take a change of the sign-in address back with the code mailed to the old one; sessions, password, and factors added since end',
    touches: ['user'],
    auth: 'public',
    body: z.object({ code: z.string().max(200) }),
    errors: ['link_invalid', 'rate_limited'],
    ok: z.object({ email: z.string() }),
  }),
  undoFactor: endpoint('POST /auth/undo-factor/', {
    summary: 'Take back a factor or provider that was added, with the code of its notice; sessions and password end',
    touches: ['factors'],
    auth: 'public',
    body: z.object({ code: z.string().max(200) }),
    errors: ['link_invalid', 'rate_limited'],
    /** What was removed, in words. */
    ok: z.object({ removed: z.array(z.string()) }),
  }),
  resendEmailChange: endpoint('POST /user/email/resend/', {
    summary: 'Mail the link to the new sign-in address once more',
    touches: 'nothing',
    roles: 'own',
    errors: ['mail_not_sent', 'rate_limited'],
    ok: done,
  }),
  cancelEmailChange: endpoint('DELETE /user/email/', {
    summary: 'Forget the sign-in address that waits to be confirmed',
    touches: ['user'],
    roles: 'own',
    ok: done,
  }),
  changeEmail: endpoint('PUT /user/email/', {
    summary: 'Ask for another sign-in address; it counts when it was confirmed from there',
    touches: ['user'],
    roles: 'own',
    body: z.object({ current_password: unused(passwordField), new_email: emailField }),
    errors: ['step_up_needed', 'wrong_password', 'email_taken', 'sso_only', 'mail_not_sent', 'rate_limited'],
    ok: done,
  }),
  changePassword: endpoint('PUT /user/password/', {
    summary: 'Change the password; every other session ends',
    touches: ['sessions'],
    roles: 'own',
    body: z.object({ current_password: passwordField, new_password: passwordField }),
    errors: [
      'step_up_needed',
      'wrong_password',
      'password_too_short',
      'password_common',
      'password_personal',
      'rate_limited',
    ],
    ok: done,
  }),
  changeName: endpoint('PUT /user/name/', {
    summary: 'Change the displayed name',
    touches: ['user', 'members'],
    roles: 'own',
    /** People who have a password prove it is them; who signs in by a provider alone has none. */
    body: z.object({ current_password: unused(passwordField), new_name: nameField }),
    errors: ['wrong_password', 'name_too_short', 'rate_limited'],
    ok: done,
  }),
  changeLanguage: endpoint('PUT /user/language/', {
    summary: 'Choose the language of the interface; null is that of the browser',
    touches: ['user'],
    roles: 'own',
    body: z.object({ language: z.enum(INTERFACE_LANGUAGES).nullable() }),
    ok: done,
  }),
};
