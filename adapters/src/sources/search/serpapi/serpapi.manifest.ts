import type { SearchVendorManifest } from '../search.api.ts';

/** Google's results by SerpAPI. */
export const serpapiManifest = {
  id: 'serpapi',
  label: 'SerpAPI',
  scopes: [],
  settings: { api_key: 'SERPAPI_API_KEY', api_url: 'SERPAPI_API_URL' },
  address: 'https://serpapi.com',
  capabilities: { web: true, news: true },
  limits: { timeout_in_ms: 10_000 },
} as const satisfies SearchVendorManifest;
