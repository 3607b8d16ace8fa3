/** Areas of the API that a key reads and writes separately. */
const KEY_RESOURCES = {
  leads: 'Leads, lists and imports',
  campaigns: 'Campaigns',
  inbox: 'Conversations and notes',
  senders: 'Sender accounts',
  boards: 'Boards',
  research: 'Research',
  templates: 'Templates, snippets and signatures',
  suppressions: 'Suppression list and excluded domains',
  integrations: 'Integrations',
  reports: 'Reports and activity',
  settings: 'Organization settings',
  agency: 'Clients of an agency',
} as const;
type KeyResource = keyof typeof KEY_RESOURCES;

/** What acts outside of the product or cannot be undone has a scope of its own, and needs no other. */
const OUTWARD_SCOPES = {
  send: 'Send messages: activate campaigns, add leads to them, reply, end what holds messages back',
  spend: 'Spend credits',
  export: 'Export data, also by webhooks',
  erase: 'Delete for good',
} as const;
type OutwardScope = keyof typeof OUTWARD_SCOPES;

export type KeyScope = `${KeyResource}:${'read' | 'write'}` | OutwardScope;

/** How a key reaches a call: by a scope, never, or without a key because the call is public. */
export type KeyAccess = KeyScope | 'never' | 'public';

const resources = Object.keys(KEY_RESOURCES) as KeyResource[];
const READ: KeyScope[] = resources.map((resource) => `${resource}:read` as const);
const WRITE: KeyScope[] = resources.map((resource) => `${resource}:write` as const);

/** Every scope a key can have. */
export const KEY_SCOPES = [...READ, ...WRITE, ...(Object.keys(OUTWARD_SCOPES) as OutwardScope[])] as [
  KeyScope,
  ...KeyScope[],
];

/** Choices of the dialog, each with all of the one before it. */
export const KEY_BUNDLES: Readonly<Record<'read' | 'write' | 'send', { label: string; scopes: KeyScope[] }>> = {
  read: { label: 'Read', scopes: READ },
  write: { label: 'Read and write', scopes: [...READ, ...WRITE] },
  send: { label: 'Read, write and send', scopes: [...READ, ...WRITE, 'send'] },
};

/** Scopes that apps request by OAuth, each with the scopes of keys that it includes. Apps never export or delete for good. */
const APP_SCOPES: Readonly<Record<'read' | 'write' | 'send' | 'spend', KeyScope[]>> = {
  read: READ,
  write: WRITE,
  send: ['send'],
  spend: ['spend'],
};
export type AppScope = keyof typeof APP_SCOPES;
export const APP_SCOPE_NAMES = Object.keys(APP_SCOPES) as [AppScope, ...AppScope[]];
/** Asked for by apps that name no scope. */
export const DEFAULT_APP_SCOPES: readonly AppScope[] = ['read', 'write'];

/** The scope by which an app reaches a call; null where none does. */
export const findAppScope = (access: KeyScope): AppScope | null =>
  APP_SCOPE_NAMES.find((name) => APP_SCOPES[name].includes(access)) ?? null;

export const toKeyScopes = (names: readonly AppScope[]): KeyScope[] =>
  APP_SCOPE_NAMES.filter((name) => names.includes(name)).flatMap((name) => APP_SCOPES[name]);

export const toAppScopes = (scopes: readonly KeyScope[]): AppScope[] =>
  APP_SCOPE_NAMES.filter((name) => APP_SCOPES[name].every((scope) => scopes.includes(scope)));

/** `program` calls the API; `assistant` reaches the MCP server only; `app` too, by OAuth tokens. */
export type KeyKind = 'program' | 'assistant' | 'app';

export const isOutward = (access: KeyAccess): boolean => Object.hasOwn(OUTWARD_SCOPES, access);

/** Lifetimes that can be chosen, in days; null for a key that does not expire. */
export const KEY_LIFETIMES_IN_DAYS = [null, 90, 365] as const;
export const KEY_EXPIRY_NOTICE_IN_DAYS = 7;

export const KEY_LIMITS = {
  /** Keys of an organization that are in force. */
  keys: 100,
  name_characters: 80,
  ip_ranges: 50,
  /** A replaced key works this much longer, unless another time is chosen. */
  overlap_in_hours: 24,
  max_overlap_in_hours: 7 * 24,
  usage_in_days: 30,
} as const;

export const APP_LIMITS = {
  /** Apps of an organization that are connected. */
  apps: 100,
  code_in_seconds: 60,
  access_in_seconds: 3600,
  /** A connection that is not used for so long ends. */
  refresh_in_days: 60,
  /** Then the person approves it again, however often it was used. */
  connection_in_days: 365,
  /** Access tokens of a connection, and refresh tokens; older ones are deleted. */
  kept_tokens: 100,
  name_characters: 80,
  client_id_characters: 500,
  redirect_uris: 50,
  uri_characters: 2000,
  document_bytes: 64 * 1024,
  document_in_ms: 5000,
} as const;
