import type { CrmManifest } from '../crm.port.ts';

/** Salesforce: leads, by an External Client App (PKCE, rotating refresh tokens). Calls are counted by the day and organization. */
export const salesforceManifest = {
  id: 'SALESFORCE',
  label: 'Salesforce',
  scopes: ['api', 'refresh_token'],
  settings: {
    client_id: 'SALESFORCE_CLIENT_ID',
    client_secret: 'SALESFORCE_CLIENT_SECRET',
    api_url: 'SALESFORCE_API_URL',
    auth_url: 'SALESFORCE_AUTH_URL',
  },
  addresses: { api: 'https://login.salesforce.com', auth: 'https://login.salesforce.com/services/oauth2' },
  account_hosts: ['.salesforce.com', '.force.com', '.salesforce.mil', '.cloudforce.com'],
  capabilities: { has_boards: false, interest: 'status', reads_status: true, marks_do_not_contact: true },
  limits: { contacts_per_write: 100, gap_in_ms: 100, people_per_page: 200, timeout_in_ms: 60_000 },
  records: { person: 'Lead', note: 'Task', deal: 'Lead' },
  default_mappings: [
    { field: 'FirstName', lead_field: 'first_name' },
    { field: 'LastName', lead_field: 'last_name' },
    { field: 'Company', lead_field: 'company.name' },
    { field: 'Email', lead_field: 'email' },
    { field: 'Phone', lead_field: 'phone_number' },
    { field: 'Title', lead_field: 'job_title' },
    { field: 'Website', lead_field: 'company.website_url' },
    { field: 'City', lead_field: 'location' },
    { field: 'Industry', lead_field: 'company.industry' },
  ],
} as const satisfies CrmManifest;
