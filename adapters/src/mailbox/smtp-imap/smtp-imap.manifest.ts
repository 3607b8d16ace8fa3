/** What this vendor is and can do; differences between vendors are read here, never by name. */
export const smtpImapManifest = {
  id: 'IMAP',
  label: 'IMAP / SMTP',
  scopes: [],
  settings: ['OUTBOUND_ALLOW', 'OUTBOUND_PLAIN'],
  capabilities: {
    /** Whether sent mail can be proven by the Sent folder depends on the server; see `fileSentCopy`. */
    sent_evidence: 'learned',
    push: 'idle',
  },
  limits: {
    max_connections_per_account: 3,
    max_mails_per_connection: 100,
    /** Of mailboxes that are read, over all servers. */
    connections_opened_per_second: 40,
    connect_timeout_in_ms: 15_000,
    answer_timeout_in_ms: 120_000,
    idle_timeout_in_ms: 20_000,
  },
} as const;
