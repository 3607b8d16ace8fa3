/** Limits of pages and dialogs that are opened later. They are apart: every first page loads the others. `limits.ts` exports all. */

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

/** Templates an organization can save, and bytes of one flow; bounds against abuse where the specification names none. */
export const TEMPLATE_LIMITS = { max_templates: 200, max_flow_in_bytes: 256 * 1024 } as const;

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
