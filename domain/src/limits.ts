/** Every limit of the product, once. The section that fixes a number is named beside it. */
export * from './limits/later-pages.ts';

/** Character limits. Counted by `message/message-length.ts`. */
export const CHARACTER_LIMITS = {
  message: 8000,
  subject: 200,
  invite_note: 200,
  chat_message: 1900,
} as const;

/** Messages that people send themselves as a lead would get them. */
export const TEST_MAIL_LIMITS = { recipients: 5, per_hour: 20, kept_in_days: 7, apart_in_seconds: 60 } as const;

/** Texts a person types into forms; bounds against abuse where the specification names none. */
export const TEXT_LIMITS = {
  name_min: 2,
  name_max: 200,
  email_max: 254, // RFC 5321 path limit
  password_min: 8,
  password_max: 256,
  list_name_max: 200,
  time_zone_max: 64,
  campaign_name_max: 200,
  template_name_max: 220, // a campaign name plus ' (Template)'
  label_name_max: 60,
  note_max: 10_000,
  signature_max: 100_000,
  domain_max: 253,
  url_max: 2048,
  sender_phone_max: 60,
  sender_title_max: 200,
  search_query_max: 200,
  lead_field_max: 2000,
  knowledge_base_field_max: 20_000,
  referral_code_min: 3,
  referral_code_max: 32,
} as const;

/** Rows a page. */
export const PAGE_SIZES = {
  erasures: 25,
  leads: 25,
  campaign_leads: 25,
  campaigns: 25,
  chats: 15,
  chat_history: 10,
  activities: 25, // not shown in the specification: as the other tables
  excluded_domains: 25, // not shown in the specification: as the other tables
  suppressions: 25,
  analytics_prospects: 25,
  security_events: 25,
  credits: 25,
  admin_organizations: 25,
} as const;

/** The inbox; the specification names none of these. */
export const INBOX_LIMITS = {
  changed_at_once: 500, // conversations of one request
  suppressed_at_once: 100, // leads of conversations; each ends its campaigns
  reminder_days: 365,
  presence_in_seconds: 25, // renewed every 15; who went silent is gone after this
  presence_renewed_in_seconds: 15,
  cc: 25, // recipients of one mail, copies of both kinds included
  files: 10,
  upload_days: 30, // unsent additions to a message
  saved_replies: 500,
  draft_length: 20_000, // of an unsent message, above every limit of a channel
  drafts_of_user: 1_000, // conversations with an unsent message
  drafts_per_day_max: 2_000, // that the model starts for an organization
  draft_examples: 20, // changes of a user that teach style; the oldest go
  send_later_days: 90,
  undo_in_seconds: 10,
  undo_max_in_seconds: 60,
} as const;

/** Accounts of WhatsApp, Instagram and Messenger; the specification names none of these. */
export const MESSAGING_LIMITS = {
  accounts: 20, // of one organization
  people: 500, // of one account who are no leads; who was silent longest goes
  messages: 100, // fetched of a conversation that is linked to a lead
  characters: { WHATSAPP: 4096, FACEBOOK: 2000, INSTAGRAM: 1000 }, // of a message
} as const;

/** Saved views that one user sees, and the values that a filter offers. */
export const LEAD_VIEWS = { views: 100, columns: 300 } as const;
export const COLUMN_VALUES = { offered: 50, counted_leads: 20_000, length: 100 } as const;
/** Highest page number and largest id list accepted in one request. */
export const REQUEST_LIMITS = {
  max_page: 10_000_000,
  max_ids: 100_000,
  max_amount: 100_000_000,
  max_filters: 50,
  max_filter_value_length: 500,
  max_json_body_in_bytes: 2 * 1024 * 1024,
  max_agreed_credits: 1_000_000_000,
} as const;

/** Quick-select options, offered only up to the total. */
export const QUICK_SELECT_AMOUNTS = [25, 50, 100, 200, 500] as const;

/** Up to so many leads, a choice by amount is kept as the people it meant when it was made. */
export const SEEN_SELECTION_MAX = 20_000;

/** 'Select all (N)' of the finder appears under this total. */
export const SELECT_ALL_BELOW = 500;

/** Columns that an organization gives its leads itself (7.4), archived ones among them. */
export const CUSTOM_COLUMNS = {
  max_columns: 100,
  name_max: 60,
  key_max: 40,
  value_max: 2000, // characters
  different_values: 100_000, // of a column whose type is changed
  sample_rows: 200, // of a file, to detect what a column holds
} as const;

/** Whole days a custom delay may last, and what holds without one. */
export const DELAYS = {
  default_in_hours: 24,
  min_custom_days: 1,
  max_custom_days: 30,
  accepted_invite_wait_in_days: 30,
} as const;

/** How long a step is held for a lead that has no address for its channel, before it is passed over. */
export const ADDRESS_WAIT = { default_in_days: 14, min_in_days: 1, max_in_days: 60 } as const;

/** Nodes of one campaign: far above any flow a person draws, far below what makes a tree slow. */
export const FLOW_LIMITS = { max_nodes: 200 } as const;

/** Live edits: files of one step, revisions that are listed, and leads that are shown as examples or by name. */
export const REVISION_LIMITS = {
  files_of_a_step: 50,
  listed: 200,
  examples: 5,
  named_leads: 20,
  rehearsed_days: 14,
  /** How far ahead a time of publishing may be. */
  timed_days: 60,
} as const;

/** Labels of campaigns, and labels of leads, that an organization can create; a bound against abuse. */
export const LABELS_MAX = 1000;

export const CAMPAIGN_DAILY_LIMITS = {
  linkedin_max_messages: { min: 1, max: 100 },
  linkedin_max_connections: { min: 1, max: 50 },
  email_max_messages: { min: 1, max: 40 },
} as const;

/** What a campaign does a day over all its senders, where it says. */
export const CAMPAIGN_TOTAL_LIMITS = {
  max_emails_per_day_total: { min: 1, max: 10_000 },
  max_new_leads_per_day: { min: 1, max: 10_000 },
} as const;

/** Senders of one channel that share a campaign. */
export const CAMPAIGN_SENDERS_MAX = 50;

/** Seconds between two mails of one account, before jitter (issue 2 section 5). */
export const SEND_GAP_IN_SECONDS = { min: 0, max: 3600, default: 60 } as const;

export const WEEKLY_INVITES = { min: 1, default: 100, max: 200, usage_counts_for_days: 7 } as const;

/** What a LinkedIn sender does in a day besides invites, messages and InMails; the specification names no numbers. */
export const LINKEDIN_DAILY = { visit: 80, like: 50, withdraw: 50, look: 300 } as const;

/** LinkedIn's own ceiling shown for InMail with Sales Navigator or Recruiter. */
export const INMAILS_PER_DAY = 100;

export const TRIAL = {
  days: 14,
  sender_accounts: 1,
  credits: 100,
  searches: 500,
  progress_min_percent: 5,
} as const;

/**
 * Credits of an organization on an installation without billing (BILLING=unlimited): refilled, so they never run out,
 * but still counted.
 */
export const UNLIMITED_CREDITS = 1_000_000;

/** Periods of an agency's overview. */
export const OVERVIEW_DAYS = [7, 30, 90] as const;

/** Longest impersonation session. */
export const ACTING_LIFETIME_IN_MINUTES = 60;

export const CONNECTION_LINK_DAYS = 30;

/** Leads of one company added to a campaign. */
export const LEADS_PER_COMPANY = { min: 1, max: 20 } as const;

/** Sizes and times of the screens. */
export const UI = {
  sidebar_width: 270,
  sidebar_collapsed_width: 80,
  finder_filter_width: 350,
  chat_list_width: 500,
  boards_sidebar_width: 350,
  kanban_column_width: 282,
  activity_filter_width: 400,
  min_column_width: 120,
  search_debounce_in_ms: 300,
  double_click_in_ms: 300,
  live_reconnect_in_ms: 3000,
  saved_confirmation_in_ms: 1000,
  flow_error_in_ms: 3000,
  long_email_characters: 300,
  long_email_line_breaks: 3,
  composer_min_height: 60,
  composer_max_height: 300,
  older_messages_trigger: 100,
  top_campaigns: 10,
  top_campaign_name_length: 20,
  weekly_grouping_above_days: 10,
} as const;

export const CANVAS_ZOOM = { min: 0.3, max: 1.5, step: 0.2, default: 0.9 } as const;

/** Color of labels created from the campaigns list. */
export const CAMPAIGN_LIST_LABEL_COLOR = '#ADADAD';

/** Color of a new kanban column. */
export const NEW_KANBAN_COLUMN_COLOR = '#ffffff';
