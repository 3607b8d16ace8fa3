import type { ContactProviderManifest } from '../contact-finder.port.ts';

/** Lusha, person v2. Its documented rate is 25 questions a second; a record without data is not charged. */
export const lushaManifest = {
  id: 'lusha',
  label: 'Lusha',
  scopes: [],
  settings: { api_key: 'LUSHA_API_KEY', api_url: 'LUSHA_API_URL' },
  address: 'https://api.lusha.com',
  capabilities: {
    email: { cost_in_cents: 12, charges_misses: false },
    phone: { cost_in_cents: 75, charges_misses: false },
  },
  limits: { requests_per_second: 10, concurrency: 8, timeout_in_ms: 20_000 },
} as const satisfies ContactProviderManifest;
