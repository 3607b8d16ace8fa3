/** What this vendor is and can do; differences between vendors are read here, never by name. */
export const unipileManifest = {
  id: 'UNIPILE',
  label: 'Unipile',
  scopes: [],
  settings: ['UNIPILE_API_URL', 'UNIPILE_API_KEY'],
  limits: {
    read_timeout_in_ms: 30_000,
    /** Hosted pages, messages and invitations drive a browser on the other side. */
    write_timeout_in_ms: 60_000,
    max_answer_in_bytes: 8_000_000,
    accounts_per_page: 100,
    max_accounts: 5000,
    engagement_per_page: 100,
    classic_search_per_page: 50,
    paid_search_per_page: 100,
    jobs_per_page: 50,
    invitations_per_page: 250,
    relations_per_page: 1000,
    messages_per_page: 250,
    /** LinkedIn says "not yet" to a seat and no time: reading waits a day. */
    throttled_for_in_ms: 24 * 3_600_000,
    /** A restricted seat rests; LinkedIn does not say until when. */
    restricted_for_in_ms: 7 * 24 * 3_600_000,
    max_attachments_in_bytes: 15_000_000,
  },
  /** Carries our secret with every webhook: version 1 of the provider does not sign. */
  webhook_header: 'Unipile-Auth',
  webhook_sources: ['account_status', 'users', 'messaging'],
} as const;
