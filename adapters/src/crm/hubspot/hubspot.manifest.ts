import type { CrmManifest } from '../crm.port.ts';

/** HubSpot: contacts, notes and deals of a portal. 110 requests in ten seconds an app and account. */
export const hubspotManifest = {
  id: 'HUBSPOT',
  label: 'HubSpot',
  scopes: [
    'oauth',
    'crm.objects.contacts.read',
    'crm.objects.contacts.write',
    'crm.schemas.contacts.read',
    'crm.schemas.contacts.write',
    'crm.objects.deals.read',
    'crm.objects.deals.write',
    'crm.objects.owners.read',
    'communication_preferences.read_write',
  ],
  settings: {
    client_id: 'HUBSPOT_CLIENT_ID',
    client_secret: 'HUBSPOT_CLIENT_SECRET',
    api_url: 'HUBSPOT_API_URL',
    auth_url: 'HUBSPOT_AUTH_URL',
  },
  addresses: { api: 'https://api.hubapi.com', auth: 'https://app.hubspot.com/oauth' },
  account_hosts: [],
  capabilities: { has_boards: false, interest: 'deal', reads_status: true, marks_do_not_contact: true },
  limits: { contacts_per_write: 100, gap_in_ms: 300, people_per_page: 100, timeout_in_ms: 30_000 },
  records: { person: 'contact', note: 'notes', deal: 'deals' },
  default_mappings: [
    { field: 'firstname', lead_field: 'first_name' },
    { field: 'lastname', lead_field: 'last_name' },
    { field: 'email', lead_field: 'email' },
    { field: 'phone', lead_field: 'phone_number' },
    { field: 'jobtitle', lead_field: 'job_title' },
    { field: 'company', lead_field: 'company.name' },
    { field: 'website', lead_field: 'company.website_url' },
    { field: 'city', lead_field: 'location' },
  ],
} as const satisfies CrmManifest;
