import type { ContactProviderManifest } from '../contact-finder.port.ts';

/**
 * Lusha, search and enrich v3: charged for the match and for each revealed field. Its documented rate is 25 questions a second.
 * A request without a match is free; a match without the wanted field is charged.
 */
export const lushaManifest = {
  id: 'lusha',
  label: 'Lusha',
  scopes: [],
  settings: { api_key: 'LUSHA_API_KEY', api_url: 'LUSHA_API_URL' },
  address: 'https://api.lusha.com',
  capabilities: {
    email: { cost_in_cents: 12, charges_misses: true },
    phone: { cost_in_cents: 75, charges_misses: true },
  },
  limits: { requests_per_second: 10, concurrency: 8, timeout_in_ms: 20_000 },
} as const satisfies ContactProviderManifest;
