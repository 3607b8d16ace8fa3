/** What this vendor is and can do; differences between vendors are read here, never by name. */
export const gmailManifest = {
  id: 'GOOGLE',
  label: 'Google',
  /** Reading, drafts and sending in one. Restricted: a public app needs Google's yearly audit, an internal one needs none. */
  scopes: ['https://www.googleapis.com/auth/gmail.modify'],
  settings: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  addresses: {
    api: 'https://gmail.googleapis.com',
    auth: 'https://accounts.google.com/o/oauth2/v2',
    token: 'https://oauth2.googleapis.com',
  },
  capabilities: {
    /** Gmail files every mail it sends. */
    sent_evidence: 'kept_by_server',
    push: 'polled',
  },
  limits: {
    /** Calls of one batch; Google advises at most 50. */
    calls_per_batch: 50,
    /** Mails fetched whole at a time: bounded in number and bytes, which bounds memory for any mail. */
    mails_per_batch: 25,
    bytes_per_batch: 8_000_000,
    history_per_page: 100,
    /** Pages of history per poll; the next poll continues. */
    pages_per_look: 200,
    list_per_page: 500,
    timeout_in_ms: 30_000,
    send_timeout_in_ms: 60_000,
  },
} as const;
