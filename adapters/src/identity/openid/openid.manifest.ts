/** OpenID Connect of any provider. */
export const openidManifest = {
  id: 'openid',
  label: 'OpenID Connect',
  scopes: ['openid', 'email', 'profile'],
  settings: [],
  issuers: { google: 'https://accounts.google.com' },
  limits: {
    timeout_in_ms: 10_000,
    max_answer_in_bytes: 200_000,
    /** Documents of a provider are read again after a day, or when its keys changed. */
    documents_kept_for_in_ms: 24 * 3_600_000,
    /** Providers remembered at a time: one an organization with a sign-in of its own. */
    max_issuers: 500,
  },
} as const;
