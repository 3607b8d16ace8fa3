/** What this vendor is and can do; differences between vendors are read here, never by name. */
export const microsoftGraphManifest = {
  id: 'MICROSOFT',
  label: 'Microsoft',
  scopes: ['offline_access', 'openid', 'email', 'User.Read', 'Mail.Send', 'Mail.ReadWrite'],
  settings: ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
  api_url: 'https://graph.microsoft.com',
  auth_url: 'https://login.microsoftonline.com/common',
  capabilities: {
    /** What is sent as a draft lies in Sent Items, always. */
    sent_evidence: 'kept_by_server',
    push: 'poll',
  },
  limits: {
    call_timeout_in_ms: 30_000,
    /** A mail of 25 MB takes a while. */
    content_timeout_in_ms: 120_000,
    max_answer_in_bytes: 8_000_000,
    /** More calls at a time to one mailbox are refused (MailboxConcurrency). */
    calls_at_a_time: 4,
    /** A request may have 4 MB; a mail grows by a third in base64. */
    max_whole_mail_in_bytes: 2_900_000,
    /** Larger attachments go piece by piece ... */
    max_simple_attachment_in_bytes: 3_000_000,
    /** ... of a multiple of 320 KiB below 4 MB. */
    upload_piece_in_bytes: 10 * 327_680,
    messages_per_page: 200,
    /** Bounds a list that never ends: 40,000 mails. */
    max_pages: 200,
    copies_per_lookup: 20,
  },
} as const;
