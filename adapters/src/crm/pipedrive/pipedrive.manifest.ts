import type { CrmManifest } from '../crm.port.ts';

/** Pipedrive: persons with their organization, notes and deals. 80 requests in two seconds a token on the smallest plan. */
export const pipedriveManifest = {
  id: 'PIPEDRIVE',
  label: 'Pipedrive',
  scopes: ['contacts:full', 'contact-fields:full', 'deals:full', 'users:read'],
  settings: {
    client_id: 'PIPEDRIVE_CLIENT_ID',
    client_secret: 'PIPEDRIVE_CLIENT_SECRET',
    api_url: 'PIPEDRIVE_API_URL',
    auth_url: 'PIPEDRIVE_AUTH_URL',
  },
  addresses: { api: 'https://api.pipedrive.com', auth: 'https://oauth.pipedrive.com/oauth' },
  account_hosts: ['.pipedrive.com'],
  capabilities: { has_boards: false, interest: 'deal', reads_status: true, marks_do_not_contact: true },
  limits: { contacts_per_write: 1, gap_in_ms: 60, people_per_page: 100, timeout_in_ms: 20_000 },
  records: { person: 'person', note: 'note', deal: 'deal' },
  default_mappings: [
    { field: 'first_name', lead_field: 'first_name' },
    { field: 'last_name', lead_field: 'last_name' },
    { field: 'email', lead_field: 'email' },
    { field: 'phone', lead_field: 'phone_number' },
    { field: 'org_name', lead_field: 'company.name' },
  ],
} as const satisfies CrmManifest;
