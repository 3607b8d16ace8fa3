/**
 * What the slices need from a mailbox. Terminology:
 * - *the dot*: the line that ends the message in SMTP. A failure before it means "certainly not sent". After it,
 * without a response, the outcome is unknown (RFC 1047) and only evidence settles it.
 * - *evidence*: a copy of our mail in the mailbox's Sent folder, found by the header with our own id; for a mail that
 * left as a draft also the state of the draft. Providers replace the Message-ID, which proves nothing.
 * - *cursor*: how far a mailbox was read. Each provider has its own (IMAP: UIDVALIDITY and last UID of a folder; Gmail:
 * a history id; Graph: delta links); the slices store it as JSON and pass it back. A provider may void it at any time.
 * - *thread*: identified by Message-IDs alone. A provider's own thread id is looked up when it is needed and never
 * stored: a restored database or a reconnected mailbox loses no conversation.
 */

/** One server of a mailbox. `secure`: TLS from the first byte; otherwise STARTTLS is demanded (unless OUTBOUND_ALLOWed). */
export type MailServer = { host: string; port: number; secure: boolean; username: string; password: string };

export type ImapConnection = { type: 'IMAP'; email: string; imap: MailServer; smtp: MailServer };

/** Providers whose mailboxes are reached by an API, with consent instead of a password. */
export type OauthProvider = 'GOOGLE' | 'MICROSOFT';

export type OauthConnection = { type: OauthProvider; email: string; tokens: TokenSource };

export type MailboxConnection = ImapConnection | OauthConnection;
export type MailboxType = MailboxConnection['type'];

/** Access tokens of one mailbox. It keeps refresh tokens to itself: adapters see what a single call needs. */
export type TokenSource = {
  /**
   * A token that should work now: the one at hand while it lasts, else a refreshed one. Over all processes one refreshes
   * at a time, and a rotated refresh token is stored before the new access token is used.
   * @param refused the token the provider has just answered 401 to; another one is answered
   * @throws ProviderError auth_expired (consent withdrawn, removed) | unavailable (no tokens to be had right now)
   */
  getAccessToken(refused?: string): Promise<string>;
};

export type VerifiedMailbox =
  | { ok: true }
  /** `reason` is what the server said, or why it could not be reached. `is_credentials`: the login itself was refused. */
  | { ok: false; failed: 'IMAP' | 'SMTP' | 'API'; reason: string; is_credentials: boolean };

export type MailAddress = { name: string | null; address: string };

export type OutgoingAttachment = {
  filename: string;
  content_type: string;
  content: Buffer;
};

export type OutgoingMail = {
  /** The address is the account's own; it is the envelope sender as well. */
  from: MailAddress;
  to: MailAddress;
  /** Further recipients in To. */
  also_to?: MailAddress[];
  cc?: MailAddress[];
  /** Blind copies: recipients that no header names. */
  bcc?: MailAddress[];
  reply_to?: MailAddress | null;
  subject: string;
  text: string;
  html: string | null;
  /** Ours and stable: the same mail has the same id however often it is composed. With or without angle brackets. */
  message_id: string;
  in_reply_to?: string | null;
  /** The whole chain, oldest first. */
  references?: string[];
  /** RFC 8058: an https (or, for local installations, http) address that unsubscribes on POST. */
  list_unsubscribe?: { url: string; mailto?: string | null } | null;
  attachments?: OutgoingAttachment[];
  /** The Date header; from the caller's clock. */
  date: Date;
};

/** The bytes of a mail. Composing the same OutgoingMail twice gives the same bytes. */
export type ComposedMail = {
  message_id: string;
  /** Message-IDs this mail answers, without angle brackets, the nearest first; empty where it begins a conversation. */
  answers: string[];
  envelope: { from: string; to: string[] };
  /** Blind copies, of the envelope's recipients. They are not in `raw`. */
  bcc: string[];
  raw: Buffer;
};

/** The provider took the mail: it owns it now. */
export type SentMail = {
  outcome: 'confirmed';
  /** What it said: the SMTP reply, or its own id of the sent mail. */
  response: string;
  /** With several recipients: those the server refused while it took the mail for the others. Usually empty. */
  rejected_recipients: string[];
  /** The Message-ID under which it left, without angle brackets; null when unknown. */
  message_id: string | null;
  /** Under which name the server that took it queued it, where its answer says so. */
  queue_id?: string | null;
};

/**
 * `absent`: it is not in Sent, and no draft of it can be sent any longer. `unclear`: its draft is missing, and there is
 * no sent copy so far.
 */
export type SentEvidence = 'found' | 'absent' | 'unclear' | 'no_sent_folder';

/** What is known of a mail besides its id. */
export type KnownOfSending = {
  /** The draft as which it was to leave (`onDraft`); null where there was none, or it was never told. */
  draft_id: string | null;
};

/** Called with the provider's id of the draft before it is sent. When it throws, the draft is deleted and nothing is sent. */
export type OnDraft = (draft_id: string) => Promise<void>;

export type SentCopy = 'kept_by_server' | 'appended' | 'no_sent_folder';

/** The role, not the server's folder name. */
export type SyncFolder = 'INBOX' | 'SENT';
/** JSON that only the adapter of the mailbox's type reads; `{}` begins. One that cannot be read counts as none. */
export type SyncCursor = Record<string, unknown>;

export type ParsedAttachment = {
  filename: string | null;
  content_type: string;
  content_id: string | null;
  is_inline: boolean;
  size_in_bytes: number;
  content: Buffer;
};

/** What a person did with an appointment, told by their calendar (RFC 5546). */
export type CalendarReply = {
  method: 'REPLY' | 'REQUEST' | 'COUNTER';
  /** ACCEPTED, DECLINED, TENTATIVE ...; null where it says nothing. */
  answer: string | null;
  summary: string | null;
  /** Null for a time of a zone that only the mail defines. */
  starts_at: Date | null;
};

/** One recipient's fields of a delivery report (RFC 3464), as the server wrote them. */
export type DeliveryStatus = {
  /** failed, delayed, delivered, relayed or expanded, in lower case. */
  action: string | null;
  /** Enhanced status, e.g. '5.1.1'. */
  status: string | null;
  diagnostic: string | null;
  final_recipient: string | null;
};

export type ParsedMail = {
  /** Without angle brackets; null where the mail has none (or a broken one). Chosen by the other side: never trust it as unique. */
  message_id: string | null;
  /** The id its sender gave it, in a header of our own (`X-Message-Ref`), without angle brackets: providers replace the Message-ID. */
  message_ref: string | null;
  in_reply_to: string | null;
  references: string[];
  from: MailAddress | null;
  to: MailAddress[];
  cc: MailAddress[];
  subject: string;
  /** The text part; made from the HTML where there is none. Empty for an empty mail or very large HTML. */
  text: string;
  /** As received, NOT sanitised. */
  html: string | null;
  /** Names in lower case; values of a repeated header in order. */
  headers: Map<string, string[]>;
  date: Date | null;
  attachments: ParsedAttachment[];
  /** Empty unless the mail is a delivery report. */
  delivery_statuses: DeliveryStatus[];
  /** Our own id, else the Message-ID, of the mail that this one carries (in full or as headers), as reports and complaints do; null elsewhere. */
  returned_message_id: string | null;
  /** Whether words of it are encrypted, or hidden in a form that is not read here. */
  is_encrypted?: boolean;
  /** What a report says of the mail that came back, as written: its delivery status and that mail's head, bounded. Null when it is no report. */
  returned_head?: string | null;
  /** Null or left out where it carries no appointment. */
  calendar?: CalendarReply | null;
  size_in_bytes: number;
  /** True when the mail was too large or too deeply nested and only its headers were read. */
  is_truncated: boolean;
};

/**
 * The bytes of a mail, as a stranger wrote them: parse them (`mail-source.port`) in a thread that blocks no requests.
 */
export type MailSource = {
  raw: Uint8Array<ArrayBuffer>;
  /** Of the whole mail, which is more than `raw` where only its head was fetched. */
  size_in_bytes: number;
  /** True for a mail rebuilt from the provider's fields because its bytes are unavailable: no attachments. */
  is_partial: boolean;
};

export type SyncedMail = {
  folder: SyncFolder;
  /** Which mail of the mailbox this is; the same when it is handed over again. */
  place: string;
  /** When the server stored it. */
  received_at: Date | null;
  source: MailSource;
};

export type SyncStatus = 'CONNECTING' | 'OK' | 'CREDENTIALS' | 'ERROR';

export type SyncHandlers = {
  /**
   * Called for one mail at a time, in the order of arrival per folder, and awaited: commit the mail and `cursor` in one
   * transaction. When it throws, the mail is handed over again after a pause. A mail can come more than once (voided cursor,
   * restart), always with the same bytes and `received_at`: deduplicate by them.
   * One mail that can never be stored holds up those behind it (status ERROR): decide in the handler to pass it over.
   */
  onMail(synced: SyncedMail, cursor: SyncCursor): Promise<void>;
  /** The cursor moved without a mail (first look at an empty folder, nothing recent). Store it. */
  onCursor(cursor: SyncCursor): Promise<void>;
  /** `reason` is the server's own words; null with OK and CONNECTING. Called on changes only. */
  onStatus(status: SyncStatus, reason: string | null): void;
};

export type SyncOptions = {
  /** Polling interval for the inbox of a server without push. Default 60,000. */
  poll_inbox_interval_in_ms?: number;
  /** The Sent folder, where it is looked at apart. Default 60,000. */
  poll_sent_interval_in_ms?: number;
  /** First look and after a voided cursor: only mail of the last days ... Default 30. */
  backfill_in_days?: number;
  /** ... and at most so many of the newest. Default 5,000. */
  backfill_limit?: number;
  /** First pause after a lost connection; doubles up to `reconnect_max_in_ms`, with jitter. Default 1,000 and 300,000. */
  reconnect_min_in_ms?: number;
  reconnect_max_in_ms?: number;
  /** Default: without a limit. */
  takeMemory?: TakeMemory;
};

/**
 * Takes memory for mails before they are fetched, and waits until there is some. Calling the result gives bytes back, all that are left without a
 * number.
 * @throws when `closing` ends the wait
 */
export type TakeMemory = (bytes: number, closing: AbortSignal) => Promise<(bytes?: number) => void>;

export type MailboxSync = {
  /** Looks at both folders now instead of at the next interval. Resolves when that look is over (or there is no connection). */
  syncNow(): Promise<void>;
  /** Ends the connection; resolves when the handler that is running has returned. No handler is called afterwards. */
  close(): Promise<void>;
};

export type MailboxPort = {
  /**
   * Who files sent mail, where all mailboxes of a type do the same; null where it is learned from the first sending.
   */
  knownSentCopy(type: MailboxType): SentCopy | null;
  /** Signs in: to IMAP, then SMTP, or to the API. Never throws for what a server does; answers which of them failed. */
  verifyMailbox(connection: MailboxConnection): Promise<VerifiedMailbox>;
  /**
   * The bytes to send; also what `fileSentCopy` files. Pure but for reading `mail`.
   * Line breaks and control characters in subjects, names and file names become spaces.
   * @throws ProviderError rejected/message for a malformed address, Message-ID, unsubscribe address or content type
   */
  composeMail(mail: OutgoingMail): Promise<ComposedMail>;
  /**
   * Sends over SMTP (connections are kept and reused per account), or as a draft that is then sent.
   * @throws ProviderError
   * - rejected: permanently refused (`concerns` recipient: bad address; sender: policy or reputation; message: content,
   * size)
   * - rate_limited: too many mails, `concerns` sender
   * - unavailable: certainly not sent: another 4xx before the dot (`concerns` recipient: greylisting, full mailbox), a
   * connection that failed before the dot, a draft that could not be made
   * - auth_expired: the login was refused, consent was withdrawn
   * - unknown_outcome: connection lost, time-out or 4xx after the dot; anything but a plain response to sending a draft
   * - an error thrown by `onDraft`: certainly not sent
   * - the reason of `signal`, which ends a slow sending over SMTP before the final dot: certainly not sent. After the dot it changes nothing
   */
  sendMail(
    connection: MailboxConnection,
    mail: ComposedMail,
    onDraft?: OnDraft,
    signal?: AbortSignal,
  ): Promise<SentMail>;
  /**
   * Finds our mail in the Sent folder, by our own id. `absent` proves that a mail was not sent only for a mailbox whose
   * server files sent mail itself (`fileSentCopy` answered `kept_by_server` for an earlier mail of this account). A
   * leftover draft is removed first: after `absent` it can no longer be sent.
   * @throws ProviderError unavailable | auth_expired
   */
  findSentByMessageId(connection: MailboxConnection, message_id: string, known: KnownOfSending): Promise<SentEvidence>;
  /**
   * Call it after a confirmed sending: appends to Sent unless the server already filed its own copy. The result says
   * which of the two this mailbox does; store it with the account (see `findSentByMessageId`).
   * @throws ProviderError unavailable | auth_expired
   */
  fileSentCopy(connection: MailboxConnection, mail: ComposedMail): Promise<SentCopy>;
  /** Starts a sync that lives, with reconnects inside, until `close`. Never throws for what a server does: see `onStatus`. */
  openMailboxSync(
    connection: MailboxConnection,
    cursor: SyncCursor,
    handlers: SyncHandlers,
    options?: SyncOptions,
  ): MailboxSync;
  /** Closes the kept connections (not the syncs: each has its own close). */
  close(): Promise<void>;
};
