/** What an archive is divided into, in the words of its README. */
export const ARCHIVE_GROUPS = {
  organization: 'The organization, its team and its settings',
  suppressions: 'Who may not be contacted',
  leads: 'Leads, lists, columns, research and look-ups',
  senders: 'Mailboxes and LinkedIn accounts, and their signatures',
  campaigns: 'Campaigns with their steps, leads and sent actions',
  conversations: 'Conversations with messages, files, labels and notes',
  boards: 'Boards with their cards and rules',
  credits: 'Credits received and spent',
} as const;
export type ArchiveGroup = keyof typeof ARCHIVE_GROUPS;

export interface ArchivedTable {
  group: ArchiveGroup;
  /** Columns that stay behind: derived ones, state of the program, and what only this installation can read. */
  leaves_out?: readonly string[];
  /** References that no foreign key declares; of an array, each entry. */
  refs?: Readonly<Record<string, string>>;
  /** References whose table depends on the row: an expression over `t`. */
  row_refs?: Readonly<Record<string, string>>;
  /** Further values: an expression over `t`. */
  adds?: Readonly<Record<string, string>>;
  /** Leaves rows out: a condition over `t`. */
  only?: string;
  /** The vault's purpose of a sealed column, or null for a secret in plain text. It travels under the passphrase, as `$sealed`. */
  sealed?: { column: string; purpose: string | null };
  /** A row may hold an email, or a file that is hashed: pages have fewer rows. */
  is_wide?: true;
  /** Rows with the same value refer to each other: they follow each other, and one batch imports them. */
  grouped_by?: string;
  /** How an import finds a row that is here already: conditions over it (`t`) and the given one (`g`), the best first. */
  match?: readonly string[];
  /** Columns of text or JSON whose texts hold tokens with ids: `<{"type":"snippet","id":7}>`. */
  tokens?: readonly string[];
  /** Ids inside of JSON columns, by the name of the property. */
  ids_in?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Columns that name a row without a foreign key: it takes this one along when it is deleted. */
  owners?: readonly string[];
  /** References to rows that may be gone: each becomes an id that names nothing. */
  loose_refs?: readonly string[];
  /** Why an import leaves the table out. */
  stays?: string;
}

const EDITS = ['edit_version', 'edited_at', 'edited_by'];
const MESSAGES = [
  'message',
  'message_b',
  'subject_line',
  'subject_line_b',
  'placeholder_message',
  'placeholder_message_b',
  'more_variants',
  'formatted_texts',
];
const FLOW_IDS = { id: 'campaign_nodes', parent_id: 'campaign_nodes', attachment_ids: 'campaign_attachments' };
/** A known person has the same LinkedIn profile, or address, or number and name (see `lead-merging`). */
const SAME_PERSON = [
  't.linkedin_key = g.linkedin_key',
  't.email = g.email and (t.linkedin_key is null or g.linkedin_key is null)',
  `t.phone_key = phone_key(g.phone_number) and lower(t.first_name || ' ' || t.last_name) = lower(g.first_name || ' ' || g.last_name)
    and (t.email is null or g.email is null) and (t.linkedin_key is null or g.linkedin_key is null)`,
];

/** Every table that travels, each after those it refers to. A tenant table is here or has its reason in the test of the archive. */
export const ARCHIVED_TABLES = {
  organizations: {
    group: 'organization',
    leaves_out: [
      ...[...EDITS, 'email_credits', 'trial_started_at', 'trial_ends_at', 'active_subscription', 'had_subscription'],
      ...['is_whitelabel', 'is_agency', 'agency_id', 'extra_linkedin_accounts', 'extra_email_accounts', 'branding'],
      ...['referral_code', 'referral_code_in_use', 'disabled_features', 'onboarded_at', 'second_factor_required_at'],
      ...['subscription_grace_until', 'suspended_at', 'suspended_reason', 'monthly_credits', 'cancelled_at'],
      ...['closed_to_agency_at', 'agency_disabled_features', 'has_website'],
    ],
  },
  users: {
    group: 'organization',
    leaves_out: ['last_turn', 'password_hash', 'verified_at', 'picture_url', 'is_workspace_user'],
    only: 'not t.is_workspace_user',
    match: ['t.email = g.email'],
  },
  erasure_keys: {
    group: 'suppressions',
    sealed: { column: 'secret', purpose: null },
    match: ['t.secret = g.secret'],
  },
  excluded_domains: { group: 'suppressions', match: ['t.domain = g.domain'] },
  lead_columns: { group: 'leads', leaves_out: EDITS, match: ['t.key = g.key'] },
  lead_sources: {
    group: 'leads',
    match: [
      't.kind = g.kind and t.detail = g.detail and t.user_id is not distinct from g.user_id and t.key_name is not distinct from g.key_name',
    ],
  },
  prospects: { group: 'leads', match: SAME_PERSON, refs: { source_id: 'lead_sources' } },
  prospect_sources: { group: 'leads' },
  privacy_notices: { group: 'leads' },
  privacy_profiles: {
    group: 'organization',
    leaves_out: ['overdue_noticed_at', 'overdue_checked_at'],
    stays: 'Write the privacy notice again: it names who holds the data here.',
  },
  privacy_requests: { group: 'leads', leaves_out: ['code_hash', 'code_until', 'code_tries', 'erasure_job_id'] },
  suppressions: { group: 'suppressions', refs: { prospect_id: 'prospects' } },
  suppression_lifts: { group: 'suppressions' },
  searches: { group: 'leads', leaves_out: [...EDITS, 'version', 'total_prospects'] },
  search_prospects: { group: 'leads', leaves_out: ['import_id'], refs: { search_id: 'searches' } },
  // Filters and columns name research tasks by ids that are others in the new installation.
  lead_views: { group: 'leads', leaves_out: EDITS, stays: 'Save the views of lead lists again.' },
  // New are leads since a position of the lead database, which is another one in the new installation.
  finder_searches: {
    group: 'leads',
    leaves_out: [
      ...EDITS,
      'new_after',
      'new_since',
      'counted_to',
      'counted_at',
      'new_count',
      'counted_week',
      'problem',
    ],
    stays: 'Save the searches of the finder again.',
  },
  legal_bases: { group: 'leads' },
  enrichment_prompts: {
    group: 'leads',
    leaves_out: [...EDITS, 'question_version'],
    match: ['fold_case(t.name) = fold_case(g.name)'],
  },
  search_prompts: { group: 'leads', refs: { prompt_id: 'enrichment_prompts' } },
  automatic_research: {
    group: 'leads',
    refs: { search_id: 'searches', prompt_id: 'enrichment_prompts' },
    leaves_out: ['day', 'day_leads', 'next_at', 'checked_state', 'problem'],
    stays: 'Turn on research for new leads again: it spends credits.',
  },
  enrichment_answers: {
    group: 'leads',
    refs: { prompt_id: 'enrichment_prompts' },
    leaves_out: [
      ...['folded_text', 'number_value', 'boolean_value', 'score_value'],
      ...['version', 'waits_for', 'waits_run_id', 'waits_since', 'ready_at'],
    ],
    is_wide: true,
  },
  contact_lookups: { group: 'leads', refs: { prospect_id: 'prospects' } },
  address_checks: {
    group: 'leads',
    leaves_out: ['import_id', 'asked_at', 'due_at', 'unknown_tries'],
    only: 't.verified_at is not null',
  },
  crm_links: {
    group: 'leads',
    leaves_out: ['integration_id', 'writing_since'],
    adds: { integration_type: '(select i.integration_type from integrations i where i.id = t.integration_id)' },
    stays: 'Links to a CRM belong to a connection. Connect it and push leads again.',
  },
  accounts: {
    group: 'senders',
    leaves_out: [
      ...['status_reason', 'status_changed_at', 'status_source', 'is_base_account', 'sealed_connection', 'held_until'],
      ...['held_reason', 'next_send_at', 'provider_account_id', 'action_holds', 'token_lease', 'token_leased_until'],
      ...['linkedin_invite_usage_percent', 'linkedin_invite_usage_at', 'ramp_counted_at', 'ramp_active_at'],
      ...['ramp_stands_until', 'guard_reason', 'domain_hold_reason', 'domain_held_from', 'domain_check_at'],
      ...['risk_invited', 'risk_accepted', 'risk_pending', 'risk_counted_at'],
    ],
    sealed: { column: 'sealed_connection', purpose: 'mailbox' },
    match: [
      't.deleted_at is null and t.linkedin_member_id = g.linkedin_member_id',
      't.deleted_at is null and t.account_type = g.account_type and t.email = g.email',
    ],
  },
  signatures: { group: 'senders', match: ['t.name = g.name and t.signature = g.signature'] },
  sender_signatures: { group: 'senders' },
  linkedin_members: { group: 'leads' },
  linkedin_relations: { group: 'leads' },
  ai_segments: {
    group: 'campaigns',
    refs: { enrichment_sources: 'enrichment_prompts' },
    match: ['t.name = g.name and t.instructions = g.instructions and t.enrichment_sources = g.enrichment_sources'],
  },
  campaign_templates: { group: 'campaigns', tokens: ['flow'], match: ['t.name = g.name and t.flow = g.flow'] },
  labels: { group: 'campaigns', match: ['t.name = g.name'] },
  campaigns: {
    group: 'campaigns',
    leaves_out: [...EDITS, 'version', 'senders_changed', 'lookup_credits'],
  },
  campaign_labels: { group: 'campaigns' },
  campaign_senders: { group: 'campaigns' },
  campaign_nodes: { group: 'campaigns', leaves_out: EDITS, grouped_by: 'campaign_id', tokens: MESSAGES },
  campaign_revisions: {
    group: 'campaigns',
    tokens: ['flow'],
    ids_in: { flow: FLOW_IDS, changes: { node_id: 'campaign_nodes' } },
  },
  campaign_working_copies: {
    group: 'campaigns',
    leaves_out: [
      ...[...EDITS, 'publish_version', 'publish_by', 'publish_refusal', 'publish_missed_at', 'publish_next_at'],
      'publish_tries',
    ],
    tokens: ['flow'],
    ids_in: { flow: FLOW_IDS },
  },
  campaign_attachments: { group: 'campaigns', is_wide: true },
  campaign_leads: {
    group: 'campaigns',
    leaves_out: ['is_in_flight', 'tries', 'automation_chain', 'api_key_id', 'status_key_id'],
    refs: {
      next_node_id: 'campaign_nodes',
      missing_node_id: 'campaign_nodes',
      archived_node_id: 'campaign_nodes',
      skipped_nodes: 'campaign_nodes',
      source_search_id: 'searches',
    },
  },
  past_contacts: { group: 'leads', leaves_out: ['import_id'] },
  campaign_lead_messages: { group: 'campaigns', tokens: ['message', 'subject_line'] },
  ai_segment_texts: {
    group: 'campaigns',
    refs: { segment_id: 'ai_segments', paid_prompt_ids: 'enrichment_prompts' },
    leaves_out: ['reservation_id', 'not_before', 'lease_token', 'lease_until', 'attempts', 'waited_since'],
  },
  campaign_hand_overs: { group: 'campaigns' },
  call_outcomes: { group: 'campaigns', match: ['lower(t.name) = lower(g.name)'] },
  // What a person has in hand, or could still undo, belongs to the program that runs.
  call_attempts: {
    group: 'campaigns',
    leaves_out: ['token', 'claimed_until', 'takes_effect_at'],
    only: 't.settled_at is not null',
  },
  tracked_links: { group: 'campaigns', match: ['t.campaign_id = g.campaign_id and t.url = g.url'] },
  link_clicks: { group: 'campaigns', leaves_out: ['ip', 'agent'], only: 't.class is not null' },
  mail_opens: { group: 'campaigns', leaves_out: ['ip', 'agent'], only: 't.class is not null' },
  // Of which connection stays behind: it belongs to the program that the provider posts to.
  meetings: {
    group: 'campaigns',
    leaves_out: ['booking_connection_id'],
    match: ['t.booking_uid = g.booking_uid and t.prospect_id = g.prospect_id'],
  },
  chats: {
    group: 'conversations',
    // Drafts of the model stay behind.
    leaves_out: ['has_draft'],
    match: ['t.prospect_id = g.prospect_id'],
    refs: { last_message_id: 'chat_messages', no_opt_out_through: 'chat_messages' },
  },
  outbound_intents: {
    group: 'campaigns',
    leaves_out: [
      ...['lease_token', 'leased_until', 'debited_day_ids', 'dispatch_id', 'look_at', 'attempts', 'unsubscribe_url'],
      ...[
        'attachments',
        'bcc_emails',
        'offered_at',
        'claimed_by',
        'claimed_at',
        'opened_by',
        'opened_at',
        'person_outcome',
      ],
    ],
    row_refs: {
      ref_id: `case t.kind when 'campaign_step' then 'campaign_leads:' when 'chat_answer' then 'chat_messages:' end || t.ref_id`,
      ref_part: `case when t.kind = 'campaign_step' then 'campaign_nodes:' || t.ref_part end`,
    },
    only: `t.kind in ('campaign_step', 'chat_answer')`,
    is_wide: true,
  },
  campaign_step_runs: { group: 'campaigns', refs: { prospect_id: 'prospects' } },
  // The history that figures are counted from. Events outlive their leads: some refer to rows that were deleted.
  campaign_events: {
    group: 'campaigns',
    refs: { campaign_id: 'campaigns', campaign_lead_id: 'campaign_leads', prospect_id: 'prospects' },
    owners: ['campaign_lead_id'],
    loose_refs: ['node_id', 'account_id'],
    row_refs: {
      node_id: `case when t.node_id <> 0 then 'campaign_nodes:' || t.node_id end`,
      account_id: `case when t.account_id <> 0 then 'accounts:' || t.account_id end`,
    },
  },
  // What senders and campaigns have sent in their current day. A scope "campaign/7" is of one sender.
  sending_days: {
    group: 'campaigns',
    row_refs: {
      scope_id: `case when t.scope like 'account%' then 'accounts:' || t.scope_id when t.scope like 'campaign%' then 'campaigns:' || t.scope_id end`,
    },
    adds: {
      scope_account: `case when t.scope like 'campaign/%' then json_build_object('$ref', 'accounts:' || substring(t.scope from '^campaign/([0-9]+)')) end`,
    },
    only: 't.ends_at > app_now()',
  },
  chat_accounts: { group: 'conversations' },
  chat_labels: { group: 'conversations', match: ['t.name = g.name'] },
  prospect_labels: { group: 'conversations' },
  chat_messages: {
    group: 'conversations',
    leaves_out: ['idempotency_key', 'api_key_id', 'bcc_emails', 'forwards_message_id', 'saved_reply_ids'],
    is_wide: true,
  },
  // The word of another scanner, or of a forged archive.
  chat_attachments: { group: 'conversations', leaves_out: ['scan', 'scan_finding'], is_wide: true },
  message_classes: { group: 'conversations' },
  chat_notes: { group: 'conversations', leaves_out: ['api_key_id'] },
  user_drafts: {
    group: 'conversations',
    leaves_out: ['version', 'bcc_emails'],
    ids_in: { extras: { account_id: 'accounts' } },
    match: ['t.user_id = g.user_id and t.prospect_id = g.prospect_id'],
  },
  draft_examples: { group: 'conversations' },
  possible_answers: { group: 'conversations', is_wide: true },
  past_mails: { group: 'conversations', is_wide: true },
  messaging_people: { group: 'conversations', leaves_out: ['digests'] },
  saved_replies: {
    group: 'conversations',
    tokens: ['message'],
    match: ['t.name = g.name and t.message = g.message and t.user_id is not distinct from g.user_id'],
  },
  saved_reply_files: {
    group: 'conversations',
    is_wide: true,
    match: ['t.saved_reply_id = g.saved_reply_id and t.name = g.name'],
  },
  kanban_boards: { group: 'boards', leaves_out: EDITS },
  kanban_columns: { group: 'boards', leaves_out: EDITS },
  kanban_cards: { group: 'boards', leaves_out: ['version'] },
  kanban_rules: { group: 'boards', refs: { campaign_ids: 'campaigns' } },
  kanban_history: { group: 'boards', refs: { rule_id: 'kanban_rules' }, leaves_out: ['api_key_id', 'automation_id'] },
  automations: {
    group: 'organization',
    leaves_out: [...EDITS, 'failures', 'previewed_version', 'counted_on', 'counted_actions', 'limit_noticed_on'],
    ids_in: {
      actions: {
        ...{ label_id: 'chat_labels', search_id: 'searches', campaign_id: 'campaigns', board_id: 'kanban_boards' },
        ...{ column_id: 'kanban_columns', user_id: 'users', webhook_id: 'webhook_endpoints' },
      },
    },
  },
  credit_entries: {
    group: 'credits',
    leaves_out: ['key', 'reservation_id', 'prospect_id'],
    stays: 'Credits belong to the plan of an organization.',
  },
  goals: { group: 'organization', leaves_out: EDITS, refs: { user_ids: 'users' } },
  touch_lock_rules: {
    group: 'organization',
    leaves_out: ['recorded_to', 'recorded_mails_to', 'recorded_group'],
    stays: 'Turn the touch lock on again: it then records who was contacted.',
  },
} as const satisfies Record<string, ArchivedTable>;
export type ArchivedTableName = keyof typeof ARCHIVED_TABLES;
