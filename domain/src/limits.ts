/** Every limit of the product, once. The section that fixes a number is named beside it. */

/** Character limits. Counted by `message/message-length.ts`. */
export const CHARACTER_LIMITS = {
  message: 8000,
  subject: 200,
  invite_note: 200,
  chat_message: 1900,
} as const;

/** Messages that people send themselves as a lead would get them. */
export const TEST_MAIL_LIMITS = { recipients: 5, per_hour: 20, kept_in_days: 7, apart_in_seconds: 60 } as const;

/** What leads of a campaign lack, and what looks wrong about them. */
export const DATA_PROBLEM_LIMITS = {
  problems: 200, // field × step; more are counted once these are solved
  leads_a_page: 50,
  values_at_once: 500,
  look_ups_at_once: 10_000,
  stand_in: 200, // characters of fallback words for a field
  odd_values: 500, // shown in one list; more follow when these are cleaned
  odd_leads: 50_000, // looked through for one answer, the first added first
} as const;

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

/** Finder filters of one request, against abuse (the specification names none). */
export const FINDER_LIMITS = {
  max_tags: 100, // of one list: must, can or doesnt
  max_tag_length: 120,
  max_tag_words: 12,
  max_locations: 200,
  max_location_length: 200,
  max_domains: 1_000, // of one list: companies to find, or to leave out
  max_industries: 600, // every main and sub-industry
  preview_rows: 25,
  max_pages: 400, // of a preview, far beyond what a user pages through
  max_added: 10_000, // leads one request can add to a list; the dialog offers up to 500
  monthly_leads: 50_000, // of an organization that pays; the specification names no number
} as const;

/** People whom one request can erase. */
export const ERASURE_LIMITS = { people_at_once: 10_000 } as const;
/** Of one organization; the specification names no number. */
export const EXCLUDED_DOMAINS_MAX = 200_000;

/** Domains and addresses in one paste. */
export const EXCLUSION_LIST = {
  max_entries: 5000,
  max_characters: 1_000_000,
  segment_characters: 500, // of a line in which `Name <address>` is looked for
  shown_characters: 80, // of what cannot be read
} as const;

/** CSV import (sizes from the promise of 500 MB files). */
export const IMPORT_LIMITS = {
  max_file_in_bytes: 500 * 1024 * 1024,
  max_rows: 20_000_000,
  max_columns: 2000,
  max_cell_length: 1_000_000,
  inline_rows_below: 5000,
  preview_rows: 5,
  preview_values: 10,
  first_prospects: 25,
} as const;

/** Columns that an organization gives its leads itself (7.4), archived ones among them. */
export const CUSTOM_COLUMNS = {
  max_columns: 100,
  name_max: 60,
  key_max: 40,
  value_max: 2000, // characters
  different_values: 100_000, // of a column whose type is changed
  sample_rows: 200, // of a file, to detect what a column holds
} as const;

/** LinkedIn import amounts. */
export const LINKEDIN_IMPORT = {
  default_amount: 100,
  min_amount: 1,
  max_amount: 500,
  max_amount_large: 1000,
  options: [50, 100, 200, 500],
  large_option: 1000,
} as const;

export const ATTACHMENTS = {
  max_total_in_bytes: 10 * 1024 * 1024,
  allowed_types: ['application/pdf', 'image/jpeg', 'image/png', 'image/gif', 'video/mp4'],
  unsupported_text: 'File type not supported. Supported types: PDF, JPG, PNG, GIF, MP4.',
  too_large_text: 'Total attachment size exceeds 10MB limit.',
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

/** Templates an organization can save, and bytes of one flow; bounds against abuse where the specification names none. */
export const TEMPLATE_LIMITS = { max_templates: 200, max_flow_in_bytes: 256 * 1024 } as const;

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

export const WEEKLY_INVITES = { min: 1, default: 100, max: 200, hold_in_days: 7 } as const;

/** What a LinkedIn sender does in a day besides invites, messages and InMails; the specification names no numbers. */
export const LINKEDIN_DAILY = { visit: 80, like: 50, withdraw: 50, look: 300 } as const;

/** LinkedIn's own ceiling shown for InMail with Sales Navigator or Recruiter. */
export const INMAILS_PER_DAY = 100;

/** AI snippets; the bounds of names, instructions and sources are ours, against abuse. */
export const SNIPPETS = {
  min_sentences: 1,
  max_sentences: 5,
  search_box_above_tasks: 12,
  name_max: 200,
  instructions_max: 5000,
  max_sources: 10,
  max_custom: 500,
  sentence_max: 300,
} as const;

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

/** Highest number an operator sets by hand in one change. */
export const ADMIN_LIMITS = { credits: 1_000_000, note_max: 200 } as const;

/** Portable archives of an organization. */
export const ARCHIVE_LIMITS = {
  passphrase_min: 12,
  passphrase_max: 200,
  kept_in_days: 7,
  per_day: 10,
  /** The newest ones, on the page. */
  shown: 10,
  max_bytes: 64 * 1024 ** 3,
  /** Larger ones are moved in by the operator. */
  upload_max_bytes: 4 * 1024 ** 3,
  /** How long a checked archive waits for a decision. */
  import_kept_in_days: 7,
  /** Since then a stopped import was not continued, or a finished one can be undone. */
  undo_in_days: 30,
} as const;

/** Imports from another outreach tool. */
export const TOOL_IMPORT_LIMITS = {
  /** Objects of all kinds; reading stops with a reason beyond. */
  max_rows: 2_000_000,
  key_max: 500,
  /** Of an exported file; of the files of an import. */
  max_file_in_bytes: 200 * 1024 * 1024,
  file_rows: 1_000_000,
  max_files: 50,
  /** Lists that the campaigns in files become. */
  file_lists: 500,
  variables_of_a_lead: 60,
  /** What was read waits so long for a decision. */
  review_in_days: 7,
  undo_in_days: 30,
  shown: 10,
  samples: 20,
  /** Objects that were left out, on the page. */
  shown_losses: 100,
} as const;

/** Of an agency. `logo_body_bytes`: a logo of the largest size as a data URL, with the rest of the form. */
export const AGENCY_LIMITS = {
  logo_max_bytes: 2 * 1024 ** 2,
  logo_body_bytes: 3 * 1024 ** 2,
  /** Pixels: larger ones are refused, and what is kept is made this small. */
  logo_max_pixels: 40_000_000,
  logo_kept_side: 512,
  clients: 500,
  /** In a trial or without a plan; those that were cancelled count until they are erased. */
  clients_without_plan: 10,
  clients_a_day: 50,
  invitation_in_days: 14,
  /** What a cancelled client has is kept this long. */
  cancelled_kept_in_days: 30,
  /** Of a client's monthly report. */
  report_recipients: 20,
} as const;

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

/** Palette of campaign and inbox labels: ten fixed colors. */
export const LABEL_COLORS = [
  '#EF4444',
  '#F97316',
  '#F59E0B',
  '#84CC16',
  '#10B981',
  '#06B6D4',
  '#3B82F6',
  '#6366F1',
  '#A855F7',
  '#EC4899',
] as const;

/** Color of labels created from the campaigns list. */
export const CAMPAIGN_LIST_LABEL_COLOR = '#ADADAD';

/** Color of a new kanban column. */
export const NEW_KANBAN_COLUMN_COLOR = '#ffffff';

/** Boards; the specification names no numbers, these are bounds against abuse. */
export const KANBAN = {
  max_boards: 100,
  max_columns: 30,
  max_cards: 10_000, // of one board
  max_rules: 50, // of one board
  name_max: 100,
  description_max: 1000,
  cards_per_page: 50,
  max_cards_per_page: 200,
  first_cards: 10, // of each column when all boards are loaded together
  max_first_cards: 2000, // of all boards loaded together
  max_history: 100, // entries of a card's history that are shown
  rank_length: 30, // a longer rank wakes the work that gives a column even ones
  new_columns: ['New', 'In conversation', 'Meeting booked', 'Won'],
} as const;
