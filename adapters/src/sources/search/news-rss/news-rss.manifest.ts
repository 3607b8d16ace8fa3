import type { SearchVendorManifest } from '../search.api.ts';

/** News without a key, where no search vendor is set up. There is no web search in it. */
export const newsRssManifest = {
  id: 'news-rss',
  label: 'Google News',
  scopes: [],
  settings: { api_key: null, api_url: 'NEWS_RSS_URL' },
  address: 'https://news.google.com',
  capabilities: { web: false, news: true },
  limits: { timeout_in_ms: 10_000 },
} as const satisfies SearchVendorManifest;
