import type { Endpoint } from './endpoint.ts';

/** Topics of the API reference, by the first part of a path; in the order of the reference. */
export const API_TOPICS: Readonly<Record<string, readonly string[]>> = {
  Leads: [
    'search',
    'searches',
    'prospects',
    'quick-search',
    'imports',
    'lead-columns',
    'lead-views',
    'finder-searches',
    'filters',
    'lead-database',
    'address-checks',
    'pictures',
    'exports',
  ],
  Research: ['enrichment'],
  Campaigns: ['campaigns', 'today', 'calls', 'call-outcomes', 'labels', 'holiday-calendars', 'touch-locks'],
  Inbox: ['chats', 'chat-labels', 'saved-replies', 'drafts'],
  Boards: ['kanban-boards'],
  Senders: [
    'accounts',
    'email',
    'linkedin',
    'linkedin-tasks',
    'linkedin-contacts',
    'guard',
    'deliverability',
    'seed-mailboxes',
    'placement',
    'tracking-domains',
  ],
  Signatures: ['signatures'],
  Suppressions: ['suppressions', 'erasures', 'excluded-domains', 'unsubscribe-rule'],
  Privacy: ['privacy'],
  Integrations: ['integrations', 'webhooks', 'automations', 'slack', 'booking-connections'],
  Assistants: ['approvals', 'assistants', 'connected-apps'],
  Reports: ['dashboard', 'goals', 'scheduled-exports', 'activities'],
  Organization: ['organization', 'tool-imports', 'branding', 'users', 'payment', 'api-keys'],
  Agency: ['agency'],
  Account: ['user', 'auth', 'live', 'tour'],
  Installation: ['app', 'admin', 'dev'],
};

/** Headers that say that a call will end: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
export function deprecationHeaders({ deprecated }: Pick<Endpoint, 'deprecated'>): Record<string, string> {
  if (!deprecated) return {};
  const [since, sunset] = [new Date(deprecated.since), new Date(deprecated.sunset)];
  return { deprecation: `@${since.getTime() / 1000}`, sunset: sunset.toUTCString() };
}

/** The topic of a path; undefined for a path that no topic names. */
export function topicOf(path: string): string | undefined {
  const first = path.split('/')[1] ?? '';
  return Object.entries(API_TOPICS).find(([, parts]) => parts.includes(first))?.[0];
}

/** Paths that could be taken for another one, such as `/campaigns/templates/7/` for `/campaigns/{id}/{action}/`, and their second address. */
const SECOND_ADDRESSES: Readonly<Record<string, string>> = {
  '/campaigns/templates/': '/campaign-templates/',
  '/campaigns/prospects/': '/campaign-prospects/',
  '/integrations/pushes/': '/crm-pushes/',
};

/** The address in the reference, without a slash at the end. Both addresses reach the call. */
export function referencePath(path: string): string {
  const start = Object.keys(SECOND_ADDRESSES).find((one) => path.startsWith(one));
  const whole = start === undefined ? path : (SECOND_ADDRESSES[start] ?? '') + path.slice(start.length);
  return whole.replace(/\/$/, '');
}
