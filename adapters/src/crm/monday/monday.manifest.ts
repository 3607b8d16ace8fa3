import type { CrmManifest } from '../crm.port.ts';

/** monday.com: items of boards, by GraphQL. Mutations of one board go one after another; answers of 200 may be errors. */
export const mondayManifest = {
  id: 'MONDAY',
  label: 'monday.com',
  scopes: ['me:read', 'account:read', 'boards:read', 'boards:write', 'updates:read', 'updates:write', 'users:read'],
  settings: {
    client_id: 'MONDAY_CLIENT_ID',
    client_secret: 'MONDAY_CLIENT_SECRET',
    api_url: 'MONDAY_API_URL',
    auth_url: 'MONDAY_AUTH_URL',
  },
  addresses: { api: 'https://api.monday.com', auth: 'https://auth.monday.com' },
  account_hosts: [],
  capabilities: { has_boards: true, interest: 'status', reads_status: true, marks_do_not_contact: true },
  limits: { contacts_per_write: 10, gap_in_ms: 150, people_per_page: 100, timeout_in_ms: 30_000 },
  // Columns differ from board to board: they are offered by their type and title.
  records: { person: 'item', note: 'update', deal: 'item' },
  default_mappings: [],
} as const satisfies CrmManifest;
