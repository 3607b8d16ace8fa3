import type { SearchVendorManifest } from '../search.api.ts';

/** Google's results by Serper: a request, and a credit, for each search. */
export const serperManifest = {
  id: 'serper',
  label: 'Serper',
  scopes: [],
  settings: { api_key: 'SERPER_API_KEY', api_url: 'SERPER_API_URL' },
  address: 'https://google.serper.dev',
  capabilities: { web: true, news: true },
  limits: { timeout_in_ms: 10_000 },
} as const satisfies SearchVendorManifest;
