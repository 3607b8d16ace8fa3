/**
 * The most rows of an answer without pages. The contract says so (`.max`), and the statement stops there. Of what a person or a program makes,
 * no more is made (`requireRoom`).
 */
export const LIST_LIMITS = {
  /** Campaigns that are not archived. Of archived ones the newest are listed beside them. */
  campaigns: 5000,
  /** Lists, active ones and archived ones. */
  lists: 10_000,
  signatures: 500,
  /** Browsers and phones of a person that get notifications. */
  push_devices: 10,
  /** Research tasks of an organization, without the built-in ones. */
  research_tasks: 2000,
  /** Notes about a lead. */
  notes: 1000,

  /** Outcomes of calls that an organization adds. */
  call_outcomes: 20,
  /** Things that wait for a person, and the kinds of them. */
  today: 50,
  today_kinds: 50,

  accounts: 2000,
  members: 1000,
  sessions: 100,
  identities: 50,
  passkeys: 100,
  sso_domains: 100,
  api_keys: 300,
  shares: 3000,
  templates_of_installation: 1000,
  import_checks: 20,
  /** Of one list, newest first. */
  imports_of_list: 50,
  running_imports: 50,
  board_rules: 500,
  boards_of_lead: 100,
  /** Lists, campaigns or boards that hold a lead. */
  places_of_lead: 50,
  /** Further addresses of a lead. */
  other_emails: 10,
  executed_actions: 1000,
  presences: 1000,
  uploads: 100,
  draft_campaigns: 200,
  unmatched_replies: 100,
  past_contacts: 20,
  credit_providers: 50,
  guard_states: 200,
  linkedin_accounts: 200,
  /** Campaigns that a question about one sender, field or task names. */
  affected_campaigns: 500,
  naming_campaigns: 50,
  referral_uses: 500,
  found_leads: 100,
  found_locations: 100,
  named: 50,
  decisions: 300,
  crm_pushes: 20,
  crm_records: 20,
  /** Boards, fields, owners and stages that a CRM offers. */
  crm_choices: 5000,
  moved_campaigns: 5000,
  moved_senders: 500,
  workers: 100,
  /** Days of the longest range: ten years. */
  days: 3700,
  /** Lists that only the program's own code makes longer. */
  fixed: 1000,
} as const;

/** Leads that one request copies to another list, those of one batch of a whole list, and names of folders. */
export const LIST_COPY = { leads_a_call: 100_000, leads_a_batch: 20_000, folder_name_max: 100 } as const;
