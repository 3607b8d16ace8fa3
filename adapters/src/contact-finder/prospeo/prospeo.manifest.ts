import type { ContactProviderManifest } from '../contact-finder.port.ts';

/** Prospeo, enrich-person: one credit for an email, ten for a mobile number; misses and repeats are free. */
export const prospeoManifest = {
  id: 'prospeo',
  label: 'Prospeo',
  scopes: [],
  settings: { api_key: 'PROSPEO_API_KEY', api_url: 'PROSPEO_API_URL' },
  address: 'https://api.prospeo.io',
  capabilities: {
    email: { cost_in_cents: 4, charges_misses: false },
    phone: { cost_in_cents: 39, charges_misses: false },
  },
  limits: { requests_per_second: 5, concurrency: 5, timeout_in_ms: 30_000 },
} as const satisfies ContactProviderManifest;
