import type { ContactProviderManifest } from '../contact-finder.port.ts';

/** Hunter, email finder v2. Its documented rates: 15 questions a second, 500 a minute; misses are free. */
export const hunterManifest = {
  id: 'hunter',
  label: 'Hunter',
  scopes: [],
  settings: { api_key: 'HUNTER_API_KEY', api_url: 'HUNTER_API_URL' },
  address: 'https://api.hunter.io',
  capabilities: { email: { cost_in_cents: 2, charges_misses: false } },
  limits: { requests_per_second: 8, concurrency: 8, timeout_in_ms: 20_000 },
} as const satisfies ContactProviderManifest;
