import { VALIDATION_TEXTS } from '@overture/domain/access/validation-texts';

/** Errors of signing up and in, of second factors, and of who vouches for people (see `errors.ts`). */
export const signInErrors = {
  // Sign-in
  invalid_credentials: { status: 401, text: 'Invalid email or password' },
  email_not_verified: { status: 403, text: "Please confirm your email first. We've sent you a new code." },
  mail_not_sent: { status: 503, text: "We couldn't send you an email right now. Please try again in a few minutes." },
  invalid_code: { status: 400, text: 'This code is wrong or has expired.' },
  organization_suspended: {
    status: 403,
    text: 'Your organization is suspended. Please contact the administrator of this installation.',
  },
  client_cancelled: {
    status: 403,
    text: 'The subscription of your organization was canceled. Please contact the provider of your account.',
  },
  account_guarded: {
    status: 429,
    text: 'Too many wrong passwords for this account. Choose "Forgot your password?" to get in by email, or try again in an hour.',
  },
  sign_up_closed: {
    status: 403,
    text: 'New accounts need an invitation here. Please ask your administrator.',
  },
  sign_up_domain: {
    status: 403,
    text: 'Only some email domains can sign up here. Please use your work email.',
  },
  email_not_registered: { status: 404, text: 'This email is not registered.' },
  email_taken: { status: 400, text: 'This email is already registered.' },
  link_invalid: { status: 400, text: 'The link is not valid anymore.' },
  terms_not_accepted: { status: 400, text: VALIDATION_TEXTS.terms },
  password_too_short: { status: 400, text: VALIDATION_TEXTS.sign_up_password_short },
  password_common: {
    status: 400,
    text: 'This password is too common and easy to guess. Please choose another one.',
  },
  password_personal: {
    status: 400,
    text: 'Please choose a password without your name, your email address or the name of the product.',
  },
  wrong_password: { status: 400, text: 'The current password is not correct.' },
  name_too_short: { status: 400, text: VALIDATION_TEXTS.name_short },

  // Identity providers
  sign_in_expired: { status: 400, text: 'This sign-in expired or was already used. Please start again.' },
  identity_refused: { status: 400, text: "Signing in with {provider} didn't work. Please try again." },
  identity_unverified: {
    status: 403,
    text: "{provider} hasn't verified your email address. Please verify it there first.",
  },
  identity_unavailable: { status: 503, text: "{provider} can't be reached right now. Please try again." },
  sso_failed: { status: 400, text: 'SSO authentication failed' },
  sso_unverified: {
    status: 403,
    text: "Your identity provider hasn't verified your email address. Please ask your administrator.",
  },
  sso_other_domain: {
    status: 403,
    text: 'Your identity provider named {email}, which is not at a verified domain of your organization.',
  },
  sso_other_account: {
    status: 403,
    text: 'This email belongs to a user who signs in with another account of your identity provider. Ask an admin of your team to unlink it.',
  },
  sso_not_for_admins: {
    status: 403,
    text: 'Administrators of this installation sign in with their password, not by Single Sign-On.',
  },
  sso_no_joining: {
    status: 403,
    text: 'You need an invitation to join your organization here. Please ask your administrator.',
  },
  sso_only: {
    status: 403,
    text: 'People at {domain} sign in by Single Sign-On. Please use that button with your work email.',
  },
  sso_not_tried: { status: 409, text: 'Please try the connection first.' },
  sso_way_back_needed: {
    status: 409,
    text: 'You keep the way back in for days when your identity provider is away. Please set up a passkey, or an authenticator app besides your password, first.',
  },
  sso_way_back: {
    status: 409,
    text: '{name} is the break-glass user while only Single Sign-On is allowed. Please choose another break-glass user first.',
  },
  sso_not_set_up: { status: 409, text: 'Please verify a domain and save the connection first.' },
  sso_issuer_refused: { status: 400, text: '{reason}' },
  sso_secret_needed: { status: 400, text: 'Please enter the client secret.' },
  sso_metadata_needed: { status: 400, text: "Please enter your identity provider's metadata or its address." },
  sso_test_failed: { status: 400, text: "The identity provider's answer can't be accepted: {reason}" },
  sso_domain_invalid: { status: 400, text: 'Please enter a valid domain (e.g., example.com)' },
  sso_domain_public: { status: 400, text: 'Anyone can have an address at {domain}. Please use a domain of your own.' },
  sso_domain_taken: { status: 409, text: 'Another organization here has already verified {domain}.' },
  sso_domains_full: { status: 400, text: 'You can have at most {limit} domains.' },
  last_way_in: { status: 409, text: 'This is your only way to sign in. Please set a password first.' },

  // Second factors
  second_factor_wrong: { status: 400, text: 'This code is wrong or was already used. Please try the next one.' },
  passkey_refused: { status: 400, text: "We couldn't verify this passkey. Please try again." },
  passkeys_unavailable: { status: 400, text: 'Passkeys only work at {url}.' },
  passkeys_full: { status: 400, text: 'You can have at most {limit} passkeys. Please remove one first.' },
  totp_exists: { status: 409, text: 'An authenticator app is already set up. Please remove it first.' },
  totp_not_started: { status: 409, text: 'Please start the authenticator app setup again.' },
  no_second_factor: { status: 409, text: 'Please set up a second factor first.' },
  last_second_factor: {
    status: 409,
    text: 'A second factor is required here. Please add another one before removing this one.',
  },
  factor_proof_needed: {
    status: 400,
    text: 'You have a second factor. Please confirm with it: with a passkey, or with a code and your password.',
  },
  step_up_needed: { status: 403, text: "Please confirm it's you first." },
  second_factor_needed: {
    status: 403,
    text: 'Your organization requires a second factor. Please set one up to continue.',
  },
} as const satisfies Record<string, { status: number; text: string }>;
