import type { SearchVendorManifest } from '../search.api.ts';

/** Brave's own index of the web. */
export const braveManifest = {
  id: 'brave',
  label: 'Brave Search',
  scopes: [],
  settings: { api_key: 'BRAVE_API_KEY', api_url: 'BRAVE_API_URL' },
  address: 'https://api.search.brave.com/res/v1',
  capabilities: { web: true, news: true },
  limits: { timeout_in_ms: 10_000, results: 20, query_in_characters: 400, query_in_words: 50 },
} as const satisfies SearchVendorManifest;
