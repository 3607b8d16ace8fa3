import type { AccountStatus, LinkedinCheckpoint, LinkedinTier, SeatType } from '@overture/domain/accounts';
import type { LinkedinSource } from '@overture/domain/linkedin/linkedin-import';

/**
 * What the slices need from LinkedIn. Terminology:
 * - *seat*: a LinkedIn account a user connected; `account_id` is the provider's id of it. The same provider connects accounts of
 *   WhatsApp, Instagram and Messenger: of them there are seats, messages and replies, and nothing else.
 * - *provider id* (`ACoAA...`): a person's id as one seat sees it. Another seat sees another one; only the *public
 *   identifier* (the name in the address of the profile) is the same for everybody.
 *
 * Every method throws ProviderError and nothing else:
 * - `auth_expired` (concerns sender): the seat must be reconnected
 * - `rate_limited` (until): LinkedIn or the provider asks this seat to slow down
 * - `rejected`: a final no; `code` is the provider's word (`account_restricted` concerns the sender)
 * - `not_found`, `unavailable`; `unknown_outcome` only from calls that change something
 */
export type LinkedinPort = {
  /** False where nothing is set: every other call then answers with the settings that are missing. */
  is_configured: boolean;
  seats: LinkedinSeats;
  reading: LinkedinReading;
  outreach: LinkedinOutreach;
  webhooks: LinkedinWebhooks;
  close(): Promise<void>;
};

export type LinkedinSeats = {
  /** A page on which a person connects (or reconnects) a seat. Such pages die early: make one at the click. */
  createHostedLink(request: HostedLinkRequest): Promise<{ url: string }>;
  /**
   * Signs a person in with what they use at LinkedIn itself; we keep neither. Not repeated blindly: each try counts there.
   * @throws ProviderError auth_expired: LinkedIn does not accept them
   */
  signIn(credentials: { username: string; password: string }): Promise<SignInResult>;
  /**
   * What LinkedIn asked for after `signIn`; it may then ask for something else. An `app_approval` takes no answer: ask
   * `getAccount` until it is healthy. Checkpoints die after `LINKEDIN_CHECKPOINT_MINUTES`.
   * @throws ProviderError auth_expired: the wrong code; not_found: it has died
   */
  solveCheckpoint(account_id: string, code: string): Promise<SignInResult>;
  getAccount(account_id: string): Promise<LinkedinAccount>;
  /** Accounts of LinkedIn and of messaging; the provider's other accounts are left out. */
  listAccounts(): Promise<LinkedinAccount[]>;
  /** Signs out and forgets the seat. A seat that is gone already counts as deleted. */
  deleteAccount(account_id: string): Promise<void>;
  getOwnProfile(account_id: string): Promise<LinkedinOwnProfile>;
};

export type HostedLinkRequest = {
  /** Comes back with the notify call and is the only tie to our user: sign it. */
  reference: string;
  expires_at: Date;
  success_url: string;
  failure_url: string;
  notify_url: string;
} & ({ kind: 'create'; account_type?: SeatType } | { kind: 'reconnect'; account_id: string });

/** `checkpoint`: what LinkedIn asks for before the account is there; null when it is. */
export type SignInResult = { account_id: string; checkpoint: LinkedinCheckpoint | null };

export type LinkedinAccount = {
  account_id: string;
  account_type: SeatType;
  name: string;
  /** Null but for LinkedIn. */
  tier: LinkedinTier | null;
  /** Who the seat of a messaging service is there, as far as the provider says: see `LinkedinMessage`. */
  owner: { provider_id: string | null; handle: string | null; phone: string | null };
  status: AccountStatus;
  /** When the seat was made; null where the provider does not say. */
  created_at: Date | null;
};

export type LinkedinOwnProfile = {
  provider_id: string;
  public_identifier: string | null;
  first_name: string;
  last_name: string;
  headline: string | null;
  email: string | null;
  picture_url: string | null;
  profile_url: string | null;
  tier: LinkedinTier;
};

export type LinkedinReading = {
  /**
   * The next people of an import source. Begin with cursor null and continue until `cursor` is null. A cursor is plain
   * text that may be stored and used later by another process. The same cursor returns the same people, as far as
   * LinkedIn does.
   * @param request.limit wanted people; a page may be shorter or, where the source has fixed pages, longer
   * @throws ProviderError also rejected (the account's tier does not include the source), not_found (post or group is
   * deleted)
   */
  readPage(account_id: string, request: PageRequest): Promise<PeoplePage>;
  /** @param identifier public identifier or provider id. `is_visit`: the person sees the visit; it may then end as `unknown_outcome`. */
  getProfile(account_id: string, identifier: string, options?: { is_visit?: boolean }): Promise<LinkedinProfile>;
  /** @param identifier name in the address of the company page, its number or URN */
  getCompany(account_id: string, identifier: string): Promise<LinkedinCompany>;
  /** Open jobs of a company, newest first, at most `limit` (100). */
  searchJobs(account_id: string, request: { company_id: string; limit: number }): Promise<LinkedinJob[]>;
};

export type PageRequest = { source: LinkedinSource; cursor: string | null; limit: number };

export type PeoplePage = {
  /** May contain a person twice: one who liked a post and commented on it. */
  people: LinkedinPerson[];
  /** Entries that are no people: companies that reacted, members LinkedIn hides. */
  skipped: number;
  /** Null at the end. */
  cursor: string | null;
  /** People of the whole source as LinkedIn counts them; null where it does not. */
  total: number | null;
};

/** A person as a list shows them; what a list does not show is null. */
export type LinkedinPerson = {
  provider_id: string;
  public_identifier: string | null;
  /** `https://www.linkedin.com/in/...` by public identifier where known, else by provider id. */
  profile_url: string;
  first_name: string;
  last_name: string;
  headline: string | null;
  job_title: string | null;
  company_name: string | null;
  company_linkedin_url: string | null;
  industry: string | null;
  location: string | null;
  picture_url: string | null;
  /** 1 to 3; null: out of network or not told. */
  network_distance: number | null;
};

export type LinkedinProfile = LinkedinPerson & {
  is_relationship: boolean;
  /** Of an invitation between the seat and this person that waits for an answer. */
  invitation: 'sent' | 'received' | null;
  can_send_inmail: boolean;
  emails: string[];
  phones: string[];
  websites: string[];
};

export type LinkedinCompany = {
  id: string;
  name: string;
  public_identifier: string | null;
  description: string | null;
  industry: string | null;
  employee_count: number | null;
  website: string | null;
  location: string | null;
  logo_url: string | null;
  profile_url: string | null;
};

export type LinkedinJob = {
  id: string;
  title: string;
  url: string;
  company_name: string | null;
  location: string | null;
  posted_at: Date | null;
};

export type LinkedinWebhooks = {
  /** Makes the provider call `url` for statuses, messages and accepted invitations; doing it again changes nothing. */
  registerWebhooks(url: string): Promise<void>;
  /** True when the call carries our secret. Without it the body must not be read. */
  isGenuine(headers: Record<string, string | string[] | undefined>): boolean;
  /**
   * The content of a webhook; null for an irrelevant event.
   * @throws ProviderError rejected for a body that cannot be parsed
   */
  parseWebhook(body: unknown): LinkedinEvent | null;
  /** The call to `notify_url` after the hosted page. @throws ProviderError rejected for a body that cannot be read */
  parseNotification(body: unknown): HostedLinkResult;
};

export type HostedLinkResult = {
  status: 'CREATION_SUCCESS' | 'RECONNECTED';
  account_id: string;
  /** As given to `createHostedLink`. */
  reference: string;
};

/**
 * `event_id` is equal when the same event is delivered again. A status has none: being told twice changes nothing.
 */
export type LinkedinEvent = { account_id: string } & (
  | { type: 'account_status'; event_id: null; status: AccountStatus }
  | {
      type: 'new_relation';
      event_id: string;
      provider_id: string;
      public_identifier: string | null;
      full_name: string;
      profile_url: string | null;
    }
  | { type: 'message_received'; event_id: string; message: LinkedinMessage }
  /** A message whose direction the provider does not report: `listMessagesSince` does. */
  | { type: 'message_of_unknown_side'; event_id: string }
);

export type LinkedinMessage = {
  message_id: string;
  chat_id: string;
  text: string;
  sent_at: Date;
  /** Our own messages arrive too, also those written in LinkedIn itself. */
  is_own: boolean;
  /** Of the other side of the conversation; null where not told: `getChat` knows. */
  attendee_provider_id: string | null;
  sender_provider_id: string;
  sender_name: string | null;
  sender_profile_url: string | null;
  /** Of the recipient of our own messages, if the provider names it. */
  attendee_profile_url?: string | null;
  attachments: { id: string; content_type: string | null; name: string | null }[];
  /** Of messaging: who the other side is, as far as the message itself says. Messages of groups are not told at all by webhooks. */
  other_side: MessagingPerson | null;
};

/** `phone`: with country code, digits only. `handle`: what people call them there, a name or a number. */
export type MessagingPerson = { name: string | null; handle: string | null; phone: string | null };

/**
 * Actions in a user's name. Every call that changes something answers `unknown_outcome` when the connection broke after
 * the request left, or when the provider failed (5xx) on it. Never repeat it blindly. The evidence for each is:
 * - `invite`: `listSentInvitations`, then `listRelations` (it may be accepted already)
 * - `withdrawInvitation`: the invitation is no longer in `listSentInvitations`
 * - `sendMessage`, `reply`: `findSentMessage`
 * - `likeLastPost`: none, and none is needed: liking the same post again changes nothing
 * - a visit (`getProfile` with `is_visit`): none
 * Evidence may lag behind by minutes: what is missing now may still appear. Refusals to know, by `code`: `rejected`
 * with already_invited_recently, already_connected, cannot_invite_attendee, invalid_recipient,
 * no_connection_with_recipient, not_allowed_inmail, insufficient_credits (sender), invalid_invitation_id (no longer
 * pending), attachments_too_large; account_restricted (sender) carries `until`, 7 days on. `rate_limited` carries
 * `until` (a day for cannot_resend_yet and limit_exceeded, else what the provider says or null).
 */
export type LinkedinOutreach = {
  /** @param request.note at most 300 characters, 200 for free seats. `usage_percent`: of the seat's limit, where told. */
  invite(
    account_id: string,
    request: { provider_id: string; note: string | null },
  ): Promise<{ invitation_id: string; usage_percent: number | null }>;
  /** Only those without an answer; newest first, at most `limit` (1,000). */
  listSentInvitations(account_id: string, limit: number): Promise<SentInvitation[]>;
  /** The person stays closed to invitations for about three weeks. */
  withdrawInvitation(account_id: string, invitation_id: string): Promise<void>;
  /** Newest first, at most `limit` (10,000): for news a few suffice. */
  listRelations(account_id: string, limit: number): Promise<LinkedinRelation[]>;
  /**
   * Starts or continues the conversation with a person. `inmail`: from this product of the account. Null: sent, the id
   * is not known.
   */
  sendMessage(
    account_id: string,
    request: {
      provider_id: string;
      text: string;
      inmail: { api: LinkedinProduct; subject: string } | null;
      attachments?: LinkedinAttachment[];
    },
  ): Promise<{ chat_id: string | null; message_id: string | null }>;
  reply(
    account_id: string,
    request: { chat_id: string; text: string; attachments?: LinkedinAttachment[] },
  ): Promise<{ message_id: string | null }>;
  /** The bytes of a file of a message, 15 MB at most. @throws ProviderError not_found, rejected for a larger one */
  readAttachment(account_id: string, file: { message_id: string; attachment_id: string }): Promise<Buffer>;
  /** Likes the person's newest post; null when there is none. */
  likeLastPost(account_id: string, provider_id: string): Promise<{ post_urn: string } | null>;
  /** Messages of all conversations since an instant, oldest first; of more than `limit` the newest. */
  listMessagesSince(account_id: string, since: Date, limit: number): Promise<LinkedinMessage[]>;
  /** The newest messages of one conversation, oldest first. @throws ProviderError also not_found */
  listChatMessages(account_id: string, chat_id: string, limit: number): Promise<LinkedinMessage[]>;
  /** Who a conversation is with. @throws ProviderError also not_found */
  getChat(account_id: string, chat_id: string): Promise<LinkedinChat>;
  /**
   * The newest message the seat itself sent to this person since an instant with this text (spaces do not count); null when
   * there is none. @param wanted.since a minute before the attempt: the provider's clock is not ours
   */
  findSentMessage(
    account_id: string,
    wanted: { provider_id: string; text: string; since: Date },
  ): Promise<LinkedinMessage | null>;
  /** InMails left per product; null: the seat does not have the product. */
  getInmailBalance(account_id: string): Promise<Record<LinkedinProduct, number | null>>;
};

/** InMail from `classic` is that of a Premium seat. */
export type LinkedinProduct = 'classic' | 'sales_navigator' | 'recruiter';

/** At most 15 MB all together. */
export type LinkedinAttachment = { filename: string; content_type: string; content: Uint8Array };

type LinkedinChat = {
  chat_id: string;
  /** Of the other side; null for groups. */
  attendee_provider_id: string | null;
  /** The conversation no longer accepts replies. */
  is_read_only: boolean;
  is_group: boolean;
  other_side: MessagingPerson;
};

export type SentInvitation = {
  invitation_id: string;
  /** Null where LinkedIn does not say it; then `public_identifier` may. */
  provider_id: string | null;
  public_identifier: string | null;
  text: string | null;
  sent_at: Date | null;
};

export type LinkedinRelation = {
  provider_id: string;
  public_identifier: string | null;
  full_name: string;
  connected_at: Date | null;
};
