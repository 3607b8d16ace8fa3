import { VALIDATION_TEXTS } from '@overture/domain/access/validation-texts';
import { ATTACHMENTS } from '@overture/domain/limits';
import { TRIAL_SENDER_LIMIT_TEXT } from '@overture/domain/money/sender-slots';
import { keyErrors } from './key-errors.ts';
import { messageErrors } from './message-errors.ts';
import { signInErrors } from './sign-in-errors.ts';

/**
 * Every error the API can return: stable code, HTTP status and the text a user reads. Texts of the specification are
 * used word for word; where it names a code as the error (`trial_search_limit`), text and code are equal. `{name}` in a
 * text is filled from the error's parameters.
 */
export const errorCatalogue = {
  // Every call
  validation_failed: { status: 400, text: 'Please check the highlighted fields.' },
  bad_request: { status: 400, text: '{reason}' },
  unauthenticated: { status: 401, text: 'Please sign in to continue.' },
  not_yours: { status: 403, text: 'Only who added this, or an organization admin, can delete it.' },
  forbidden: { status: 403, text: 'You do not have permission to do this.' },
  not_while_acting: { status: 403, text: "You can't change this while you act for another user." },
  feature_disabled: { status: 403, text: VALIDATION_TEXTS.feature_disabled },
  foreign_origin: { status: 403, text: 'This request did not come from the application.' },
  not_found: { status: 404, text: 'Not found.' },
  conflict: { status: 409, text: '{reason}' },
  changed_meanwhile: { status: 409, text: '{changed_by} changed this in the meantime{at}. Nothing was overwritten.' },
  too_large: { status: 413, text: 'The request is too large.' },
  unsupported_media_type: { status: 415, text: 'This content type is not supported.' },
  rate_limited: { status: 429, text: 'Too many attempts. Please try again later.' },
  too_many_requests: { status: 429, text: 'Too many requests{by}. Please try again in a moment.' },
  busy: { status: 503, text: 'The server is busy right now. Please try again in a moment.' },
  request_timeout: { status: 408, text: 'The request took too long to arrive. Nothing was changed; please try again.' },
  too_many_uploads: {
    status: 429,
    text: 'Your organization is already uploading other files. Please try again when one of them finishes.',
  },
  uploads_busy: { status: 503, text: 'Many files are being uploaded right now. Please try again in a moment.' },
  upload_quota_used: {
    status: 429,
    text: 'Your organization has reached its daily upload limit ({limit}). Please continue tomorrow.',
  },
  archive_refused: { status: 400, text: '{reason}' },
  no_room_for_file: {
    status: 507,
    text: "The server doesn't have enough disk space for this. Please contact the administrator of this installation.",
  },
  too_many_downloads: {
    status: 429,
    text: 'Your organization is already downloading other files. Please try again when one of them finishes.',
  },
  downloads_busy: { status: 503, text: 'Many files are being downloaded right now. Please try again in a moment.' },
  too_many_imports: {
    status: 429,
    text: 'Your organization already has {count} imports running. Please start this one when one of them finishes.',
  },
  too_many_research_runs: {
    status: 429,
    text: 'Your organization already has {count} research runs in progress. Please start this one when one of them finishes.',
  },
  test_recipient_unknown: {
    status: 400,
    text: 'Test emails only go to confirmed addresses of your own team. {email} is not one of them.',
  },
  too_many_test_mails: {
    status: 429,
    text: 'You can send {count} test emails an hour. Please try again later.',
  },
  internal: { status: 500, text: 'Something went wrong on our side. Nothing was lost; please try again.' },
  unavailable: { status: 503, text: 'This is not available right now. Please try again in a moment.' },
  filter_too_slow: {
    status: 422,
    text: 'Filtering by {filter} takes too long for so many leads. Remove that filter, or divide the list and filter its parts.',
  },
  storage_full: {
    status: 503,
    text: "We couldn't save this because the server's disk is full. Your existing data is safe. Please contact the administrator of this installation.",
  },
  not_configured: { status: 503, text: '{vendor} is not configured. Set {settings}.' },

  ...signInErrors,
  ...keyErrors,

  // Brands
  picture_refused: { status: 400, text: 'Please choose a PNG, JPEG or WebP image of at most 1 MB.' },
  brand_domain_invalid: { status: 400, text: 'Please enter a valid domain (e.g., app.example.com)' },
  brand_domain_own: {
    status: 400,
    text: '{domain} is the address of this installation. Please use a domain of your own.',
  },
  brand_domain_public: { status: 400, text: '{domain} belongs to a public provider. Please use a domain of your own.' },
  brand_domain_taken: { status: 409, text: 'Another organization here already uses {domain}.' },

  // Team members
  emails_needed: { status: 400, text: 'Please fill in all fields.' },
  member_already_invited: { status: 400, text: 'This team member is already invited.' },
  invitations_full: { status: 400, text: 'You can have at most {limit} open invitations. Please withdraw some first.' },
  belongs_elsewhere: {
    status: 409,
    text: 'This email address already has an account in another organization. Please ask to be invited with another address.',
  },
  last_manager: { status: 409, text: 'An organization needs at least one organization admin.' },

  // Agency
  logo_type: { status: 400, text: 'Please choose a PNG, JPEG or WebP image.' },
  logo_size: { status: 400, text: 'The logo may have at most {limit}.' },
  client_email_taken: {
    status: 409,
    text: 'You already have a client with this email address, or it belongs to another account.',
  },
  client_gone: { status: 409, text: 'This client was cancelled. Undo the cancellation first.' },
  no_statement: { status: 409, text: 'There is no statement of {month} for this client.' },
  no_report: { status: 409, text: 'There is no report of {month} for this client.' },
  agency_sells_nothing: {
    status: 409,
    text: "Credits can't be bought here. Please contact the provider of your account.",
  },
  agency_out_of_credits: {
    status: 409,
    text: "These credits aren't available right now. Nothing was bought. Please contact the provider of your account.",
  },

  agency_credits_short: {
    status: 409,
    text: 'Extra credits of clients come out of your own credits. You have {credits}, but this needs {needed}. Choose fewer, or get more credits first.',
  },

  // Organization
  subscription_required: { status: 402, text: 'Your {what} has ended. Please upgrade your plan to continue.' },
  payments_managed: { status: 409, text: 'Your plan is managed by your administrator.' },
  payments_unavailable: {
    status: 503,
    text: "The payment provider can't be reached right now. Nothing was charged; please try again.",
  },
  already_subscribed: { status: 409, text: 'You already have a subscription.' },
  no_subscription: { status: 409, text: 'There is no running subscription. Please upgrade your plan first.' },
  extras_in_use: {
    status: 409,
    text: 'You have {count} {what} accounts connected, more than this would pay for. Please remove some first.',
  },
  referral_code_taken: { status: 409, text: 'This referral code is already in use. Please choose another one.' },
  referral_code_locked: { status: 409, text: VALIDATION_TEXTS.referral_locked },
  trial_search_limit: { status: 403, text: 'trial_search_limit' },
  search_limit: { status: 403, text: 'search_limit' },

  // Lists and CSV
  lead_column_exists: { status: 400, text: 'There is already a column called “{name}”.' },
  too_many_lead_columns: {
    status: 400,
    text: 'You can have up to {count} custom columns. Delete one you no longer need first.',
  },
  too_many_lead_views: {
    status: 400,
    text: 'You can keep up to {count} saved views. Delete one you no longer need first.',
  },
  push_device_refused: { status: 400, text: "This browser's push service can't be used. {reason}" },
  too_many_finder_searches: {
    status: 400,
    text: 'You can keep up to {count} saved searches. Delete one you no longer need first.',
  },
  lead_values_unfit: {
    status: 409,
    text: '{who} fit this type, for example “{example}”. Nothing was changed.',
  },
  list_name_invalid: { status: 400, text: VALIDATION_TEXTS.list_name },
  list_archived: {
    status: 409,
    text: 'The list “{name}” was archived. Activate it first, or choose another one.',
  },
  csv_only: { status: 400, text: 'Only .csv files are accepted.' },
  csv_unreadable: { status: 400, text: "Couldn't read this file as CSV: {reason}" },
  csv_mapping_incomplete: { status: 400, text: 'Required fields missing: {fields}' },
  csv_column_missing: { status: 400, text: 'Column selection required' },
  import_running: { status: 409, text: 'This import is still running.' },

  // Excluded domains
  excluded_domain_invalid: { status: 400, text: 'Please enter a valid domain (e.g., example.com)' },
  excluded_domains_full: { status: 400, text: 'You can exclude at most {limit} domains.' },

  // Suppressed addresses
  suppression_invalid: {
    status: 400,
    text: 'Please enter an email address, a domain, a phone number with its country code, or the address of a LinkedIn profile.',
  },
  suppression_reason_invalid: {
    status: 400,
    text: 'That reason does not fit: only an email address is left behind with a company, and only people are erased.',
  },
  suppression_erased: { status: 409, text: 'Who asked to be erased is never taken off the list.' },
  person_erased: { status: 409, text: "This person was erased on request and can't be added again." },
  suppressions_too_many: { status: 400, text: 'A file can hold at most {limit} rows. Split it and import the parts.' },
  suppression_needs_words: {
    status: 400,
    text: 'This person opted out. Add what they wrote to you since, in their own words.',
  },
  suppression_still_bounces: {
    status: 409,
    text: 'We checked this address again: {evidence}. It stays on the list.',
  },
  suppression_changed: {
    status: 409,
    text: 'The reason changed in the meantime. Look at it again before you lift it.',
  },

  // Lead finder and LinkedIn imports
  lead_database_unavailable: { status: 503, text: '{reason}' },
  linkedin_url_invalid: { status: 400, text: 'Invalid URL' },
  linkedin_account_needed: { status: 400, text: 'Please connect a LinkedIn account first.' },
  linkedin_tier_needed: { status: 400, text: 'This import needs a {tier} account.' },

  // AI research and credits
  research_name_taken: { status: 400, text: VALIDATION_TEXTS.research_name_taken },
  research_task_locked: { status: 400, text: '{reason}' },
  research_sources_missing: { status: 400, text: VALIDATION_TEXTS.research_sources_missing },
  prompt_empty: { status: 400, text: 'Please enter a prompt first' },
  sentence_not_read: {
    status: 502,
    text: "Couldn't turn this sentence into filters. Try again, or choose filters by hand.",
  },
  enhance_failed: { status: 502, text: VALIDATION_TEXTS.enhance_failed },
  not_enough_credits: { status: 402, text: 'You have {credits} credits, but this needs {needed}.' },
  credit_cap_reached: {
    status: 402,
    text: '{whose} cap is {cap} credits a month. Used or reserved: {used}. This needs {needed}. {who} can raise it.',
  },

  // Senders (campaigns-inbox-agency 6 and 8)
  trial_sender_limit: {
    status: 403,
    text: TRIAL_SENDER_LIMIT_TEXT,
  },
  sender_limit: { status: 403, text: 'You have reached the number of sender accounts in your plan.' },
  mailbox_refused: { status: 400, text: '{protocol} sign-in failed: {reason}' },
  mailbox_connected_already: { status: 400, text: 'This mailbox is already connected.' },
  consent_expired: {
    status: 400,
    text: 'This sign-in expired or was already used. Please start again from the senders page.',
  },
  consent_denied: {
    status: 400,
    text: "You didn't allow access at {provider}. Nothing was connected.",
  },
  consent_needs_admin: {
    status: 400,
    text: 'Your organization at {provider} requires an administrator to approve this. Ask yours to approve it.{how}',
  },
  consent_incomplete: {
    status: 400,
    text: "{provider} didn't grant access to your email. Please start again and keep every permission selected.",
  },
  consent_other_mailbox: {
    status: 400,
    text: 'You signed in as {chosen}, but this sender is {expected}. Please start again and choose {expected}.',
  },
  linkedin_risk_not_accepted: { status: 400, text: 'Please confirm that you understand the risk.' },
  linkedin_password_refused: { status: 400, text: "LinkedIn didn't accept this email address and password." },
  linkedin_code_refused: { status: 400, text: "LinkedIn didn't accept this code. Please try again." },
  linkedin_checkpoint_expired: { status: 400, text: 'This sign-in expired. Please start again.' },
  linkedin_sign_in_failed: { status: 400, text: 'LinkedIn sign-in failed: {reason}' },
  consent_failed: { status: 400, text: "{provider} couldn't connect the mailbox: {reason}" },

  crm_not_connected: { status: 400, text: '{name} is not connected. Please connect it in Settings > Integrations.' },
  crm_consent_expired: {
    status: 400,
    text: 'This sign-in expired or was already used. Please start again from Settings > Integrations.',
  },
  crm_consent_denied: { status: 400, text: "You didn't allow access at {name}. Nothing was connected." },
  crm_connect_failed: { status: 400, text: "{name} couldn't be connected: {reason}" },
  crm_failed: { status: 502, text: '{name} answered: {reason}' },
  crm_no_mappings: { status: 400, text: 'Please map at least one field.' },
  crm_field_twice: { status: 400, text: 'The field {field} is mapped twice. Please keep one of the rows.' },
  crm_no_board: { status: 400, text: 'Please choose a board.' },
  crm_no_owner: { status: 400, text: 'Please choose who owns what is written.' },

  webhook_url_invalid: { status: 400, text: '{reason}' },
  webhooks_full: { status: 400, text: 'Your organization has {limit} webhooks, the maximum. Please delete one first.' },
  webhook_off: { status: 400, text: 'This webhook is switched off. Please switch it on first.' },

  automation_invalid: { status: 400, text: '{reason}' },
  automations_full: {
    status: 400,
    text: 'Your organization has {limit} automations, the maximum. Please delete one first.',
  },
  automation_not_previewed: {
    status: 409,
    text: 'Preview this version of the automation first, then switch it on.',
  },
  automation_run_not_failed: { status: 409, text: 'This run has no failed action to try again.' },
  slack_url_invalid: { status: 400, text: '{reason}' },
  slack_not_connected: { status: 400, text: 'Slack is not connected. Please connect a channel first.' },
  slack_failed: { status: 502, text: '{reason}' },

  // Campaigns (campaigns-inbox-agency 4 and 5)
  campaign_locked: { status: 400, text: 'Steps and messages can only be changed while the campaign is a draft.' },
  campaign_transition_refused: { status: 400, text: 'A campaign that is {from} cannot become {to}.' },
  lead_transition_refused: { status: 400, text: 'A lead that is {from} cannot be set to {to}.' },
  step_locked: { status: 400, text: '{reason}' },
  activation_refused: { status: 400, text: '{reason}' },
  revision_refused: { status: 400, text: '{reason}' },
  impact_moved: {
    status: 409,
    text: 'Leads have moved on since you looked. Nothing was published; look at the new counts first.',
  },
  no_leads_selected: { status: 400, text: 'Please select at least one lead.' },
  website_unreadable: {
    status: 400,
    text: "Couldn't read this website. Please check the address, or fill in the fields yourself.",
  },
  website_not_understood: {
    status: 502,
    text: "We read the pages, but the AI didn't respond. Please try again in a few minutes.",
  },
  nothing_to_answer: { status: 400, text: 'There are no messages in this conversation to reply to yet.' },
  reply_not_confirmed: {
    status: 409,
    text: 'Your organization keeps answers from the AI model. Writing a reply sends it this conversation, once.',
  },
  reply_kept_from_model: {
    status: 403,
    text: 'Your organization keeps replies from the AI model. Ask an organization admin to write this draft or to change the setting.',
  },
  reply_unsupported: {
    status: 422,
    text: "Your knowledge base doesn't hold an answer to this. Add it there or write the reply yourself. Nothing was charged.",
  },
  reply_failed: { status: 502, text: "Couldn't write a reply. Nothing was charged; please try again." },
  sequence_unsupported: {
    status: 422,
    text: "Your knowledge base doesn't say enough for this. Describe your product and customers there, then try again. Nothing was charged.",
  },
  sequence_failed: { status: 502, text: "Couldn't write this message. Nothing was charged; please try again." },
  draft_failed: { status: 502, text: "Couldn't write the draft. Please try again." },
  attachment_type: { status: 400, text: ATTACHMENTS.unsupported_text },
  attachment_size: { status: 400, text: ATTACHMENTS.too_large_text },

  call_lost: { status: 409, text: '{reason}' },
  linkedin_task_lost: { status: 409, text: '{reason}' },
  linkedin_task_stopped: { status: 409, text: '{reason}' },

  ...messageErrors,

  // Boards
  kanban_name_blank: { status: 400, text: 'Please enter a name.' },
  kanban_full: { status: 400, text: '{reason}' },
  kanban_no_columns: { status: 409, text: 'This board has no columns yet. Please add a column first.' },
  kanban_column_gone: { status: 404, text: "This column doesn't exist anymore. The card stays where it was." },
  kanban_card_gone: { status: 404, text: "This lead isn't on the board anymore." },
  kanban_rule_without_crm: {
    status: 403,
    text: "Your workspace can't push to a CRM. Remove the CRM from this rule, then save again.",
  },
  kanban_rule_empty: { status: 400, text: 'Please choose what the rule does.' },
  kanban_column_has_cards: {
    status: 409,
    text: 'This column has {cards}. Please choose whether to move them to another column or take them off the board.',
  },
  kanban_columns_changed: {
    status: 409,
    text: 'The columns of this board changed in the meantime. Nothing was reordered; please try again.',
  },

  // Development
  time_travel_off: { status: 404, text: 'Not found.' },
} as const satisfies Record<string, { status: number; text: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Body of every error answer. `details` names fields of the request (`body.email`) with what is wrong with them. */
export interface ErrorBody {
  error: string;
  code: ErrorCode;
  /** What the text names, by which it can be said in another language. */
  values?: Record<string, string>;
  details?: Record<string, string>;
  /** With `changed_meanwhile`: what is stored now, in the shape of the call's answer; `details` says `changed_by` and `changed_at`. */
  current?: Record<string, unknown>;
}

/** The catalogue's text with `{name}` filled in; a missing parameter leaves nothing behind. */
export function errorText(code: ErrorCode, parameters: Record<string, string> = {}): string {
  return errorCatalogue[code].text.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? '').trim();
}
