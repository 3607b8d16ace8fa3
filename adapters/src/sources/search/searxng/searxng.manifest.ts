import type { SearchVendorManifest } from '../search.api.ts';

/** A metasearch engine that the operator runs: no key, and no address but theirs. */
export const searxngManifest = {
  id: 'searxng',
  label: 'SearXNG',
  scopes: [],
  settings: { api_key: null, api_url: 'SEARXNG_URL' },
  address: null,
  capabilities: { web: true, news: true },
  limits: { timeout_in_ms: 10_000 },
} as const satisfies SearchVendorManifest;
