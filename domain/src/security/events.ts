/** What the security log can be filtered by; each event belongs to one. */
export const SECURITY_EVENT_KINDS = {
  sign_ins: 'Sign-ins and devices',
  credentials: 'Passwords, factors, email addresses and API keys',
  refusals: 'Refusals and limits',
  senders: 'Sender accounts',
  data: 'Exports and imports',
  team: 'People and settings',
  operation: 'Operation of the installation',
} as const;

export type SecurityEventKind = keyof typeof SECURITY_EVENT_KINDS;

/** `refused`: the program said no. `failure`: it was tried and did not succeed. */
export const SECURITY_OUTCOMES = ['success', 'failure', 'refused'] as const;
export type SecurityOutcome = (typeof SECURITY_OUTCOMES)[number];

interface EventInfo {
  kind: SecurityEventKind;
  /** What it says in the log on screen, and (in lower case) on the line of an operator. */
  label: string;
  /** What it means when a caller says nothing else. */
  outcome: SecurityOutcome;
}

const success = (kind: SecurityEventKind, label: string): EventInfo => ({ kind, label, outcome: 'success' });
const failure = (kind: SecurityEventKind, label: string): EventInfo => ({ kind, label, outcome: 'failure' });
const refused = (kind: SecurityEventKind, label: string): EventInfo => ({ kind, label, outcome: 'refused' });

/** Every event of the security log, once. The screen, the lines, the documentation and the tests read it from here. */
export const SECURITY_EVENTS = {
  sign_in: success('sign_ins', 'Signed in'),
  sign_in_failed: failure('sign_ins', 'Sign-in failed'),
  sign_out: success('sign_ins', 'Signed out'),
  session_ended: success('sign_ins', 'Session ended on another device'),
  other_sessions_ended: success('sign_ins', 'Signed out everywhere else'),
  registered: success('sign_ins', 'Registered'),
  sign_up_refused: refused('sign_ins', 'Registration refused'),
  email_verified: success('sign_ins', 'Email address verified'),
  email_code_failed: failure('sign_ins', 'Wrong verification code'),
  acting_started: success('sign_ins', 'Began to act for another user'),
  acted: success('sign_ins', 'Changed something for another user'),
  acting_ended: success('sign_ins', 'Stopped acting for another user'),
  password_changed: success('credentials', 'Password changed'),
  password_check_failed: failure('credentials', 'Current password was wrong'),
  password_reset_asked: success('credentials', 'Password reset requested'),
  password_reset: success('credentials', 'Password reset by link'),
  password_reset_failed: failure('credentials', 'Password reset link not accepted'),
  email_change_asked: success('credentials', 'Change of email address requested'),
  email_change_confirmed: success('credentials', 'Email address changed'),
  email_change_undone: success('credentials', 'Change of email address undone'),
  second_factor_added: success('credentials', 'Second factor added'),
  second_factor_removed: success('credentials', 'Second factor removed'),
  second_factor_failed: failure('credentials', 'Second factor not accepted'),
  factor_undone: success('credentials', 'New factor or sign-in provider undone'),
  recovery_codes_made: success('credentials', 'Recovery codes made'),
  recovery_code_used: success('credentials', 'Recovery code used'),
  passkey_added: success('credentials', 'Passkey added'),
  passkey_removed: success('credentials', 'Passkey removed'),
  passkey_failed: failure('credentials', 'Passkey not accepted'),
  identity_linked: success('credentials', 'Sign-in provider linked'),
  identity_unlinked: success('credentials', 'Sign-in provider unlinked'),
  sso_changed: success('credentials', 'Single Sign-On changed'),
  sso_domain_verified: success('credentials', 'Domain verified'),
  sso_domain_removed: success('credentials', 'Domain removed'),
  sso_failed: failure('sign_ins', 'Single Sign-On failed'),
  api_key_created: success('credentials', 'API key created'),
  api_key_changed: success('credentials', 'API key changed'),
  api_key_rotated: success('credentials', 'API key replaced'),
  api_key_revoked: success('credentials', 'API key revoked'),
  api_key_acted: success('credentials', 'Sent, spent, exported or deleted by API key'),
  app_connected: success('credentials', 'App connected'),
  app_disconnected: success('credentials', 'App disconnected'),
  app_declined: success('credentials', 'Connection of an app declined'),
  app_token_reused: refused('refusals', 'Used token of an app presented again'),
  api_key_refused: refused('refusals', 'API key refused'),
  rate_limited: refused('refusals', 'Too many attempts'),
  refused: refused('refusals', 'Not allowed for this role'),
  foreign_origin: refused('refusals', 'Request from another site refused'),
  quota_reached: refused('refusals', 'Limit of the organization reached'),
  webhook_refused: refused('refusals', 'Webhook with a wrong secret refused'),
  sender_connected: success('senders', 'Sender connected'),
  linkedin_risk_accepted: success('senders', 'Risk of automated LinkedIn accepted'),
  sender_connection_failed: failure('senders', 'Sender could not be connected'),
  sender_removed: success('senders', 'Sender removed'),
  subscription_cancelled: success('team', 'Subscription cancelled'),
  subscription_kept: success('team', 'Cancellation of the subscription taken back'),
  subscription_changed: success('team', 'Subscription changed'),
  person_file_made: success('data', 'File of a person made'),
  privacy_request_closed: success('data', 'Privacy request closed'),
  person_erased: success('data', 'Person erased'),
  export_made: success('data', 'Export made'),
  export_downloaded: success('data', 'Export downloaded by its link'),
  archive_requested: success('data', 'Archive of the organization requested'),
  archive_import_started: success('data', 'Archive moved into the organization'),
  archive_import_undone: success('data', 'Import of an archive undone'),
  archive_downloaded: success('data', 'Archive of the organization downloaded'),
  import_started: success('data', 'Import started'),
  tool_import_started: success('data', 'Import from another tool started'),
  tool_import_undone: success('data', 'Import from another tool undone'),
  member_added: success('team', 'Person added'),
  member_invited: success('team', 'Person invited'),
  member_removed: success('team', 'Person removed'),
  role_changed: success('team', 'Role changed'),
  setting_changed: success('team', 'Setting changed'),
  touch_lock_released: success('team', 'Touch lock of a lead released'),
  plan_set: success('team', 'Plan set by the operator'),
  credits_set: success('team', 'Credits given or taken by the operator'),
  features_set: success('team', 'Features switched by the operator'),
  organization_suspended: success('team', 'Organization suspended'),
  organization_resumed: success('team', 'Organization opened again'),
  client_added: success('team', 'Client added by the agency'),
  client_changed: success('team', 'Client changed by the agency'),
  client_prices_set: success('team', 'Prices for clients set'),
  client_credits_given: success('team', 'Credits given to a client by the agency'),
  client_credits_bought: success('team', 'Credits bought from the agency'),
  client_features_set: success('team', 'Features switched by the agency'),
  client_cancelled: success('team', 'Client cancelled by the agency'),
  client_restored: success('team', 'Cancellation of a client undone'),
  client_erased: success('team', 'Data of a cancelled client erased'),
  client_exported: success('data', 'Data of a cancelled client exported by the agency'),
  agency_set: success('team', 'Agency area opened or closed by the operator'),
  approval_approved: success('team', 'Request of an assistant approved'),
  approval_refused: success('team', 'Request of an assistant refused'),
  assistant_policy_changed: success('team', 'Rules for assistants changed'),
  webhook_changed: success('team', 'Webhook changed'),
  automation_changed: success('team', 'Automation changed'),
  hold_released: success('operation', 'Sending hold released'),
  key_rotated: success('operation', 'Secret key rotated'),
  samples_switched_off: success('operation', 'Sample accounts switched off'),
} as const satisfies Record<string, EventInfo>;

export type SecurityEventName = keyof typeof SECURITY_EVENTS;
export const SECURITY_EVENT_NAMES = Object.keys(SECURITY_EVENTS) as [SecurityEventName, ...SecurityEventName[]];

/** What an event is about, where it is not the person alone. */
export const SECURITY_SUBJECTS = [
  'api_key',
  'approval',
  'archive',
  'app',
  'automation',
  'call',
  'campaign',
  'client',
  'device',
  'list',
  'person',
  'sender',
  'setting',
  'webhook',
] as const;
export type SecuritySubject = (typeof SECURITY_SUBJECTS)[number];

/** Events are kept for 24 months, of which one is in a leap year. */
export const SECURITY_EVENTS_KEPT_IN_DAYS = 731;

/** Equal failures of a minute are counted exactly up to this many, then by doublings. */
export const REPEATS_COUNTED_EXACTLY = 16;

/** The list counts no further than this. */
export const MOST_EVENTS_COUNTED = 10_000;
