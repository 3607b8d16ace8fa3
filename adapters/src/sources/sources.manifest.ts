import { trimEndOf } from '@overture/domain/text/text';
/** Who answers searches, by settings; `null` members are not configured. The sandbox is one more address. */
export type SourcesSettings = {
  search:
    | { vendor: 'serper'; api_url: string; api_key: string }
    | { vendor: 'serpapi'; api_url: string; api_key: string }
    | { vendor: 'searxng'; api_url: string }
    | null;
  /** News without any key; used where no search vendor is set. */
  news_rss_url: string;
  /** A stand-in that answers for every website; null in earnest. */
  sites_proxy_url: string | null;
  /** OUTBOUND_ALLOW, for websites on private networks. */
  outbound_allow: string;
};

/** The settings as the environment names them (`.env.example`). */
export type SourcesEnvironment = {
  SERPER_API_KEY?: string | undefined;
  SERPER_API_URL?: string | undefined;
  SERPAPI_API_KEY?: string | undefined;
  SERPAPI_API_URL?: string | undefined;
  SEARXNG_URL?: string | undefined;
  NEWS_RSS_URL?: string | undefined;
  SITES_PROXY_URL?: string | undefined;
  OUTBOUND_ALLOW: string;
};

export const sourcesManifest = {
  id: 'sources',
  label: 'Web search',
  settings: 'SERPER_API_KEY, SERPAPI_API_KEY or SEARXNG_URL',
  limits: {
    results: 8,
    /** Of these, how many are read as whole pages rather than by their excerpt. */
    read_results: 3,
    page_timeout_in_ms: 10_000,
    search_timeout_in_ms: 10_000,
    /** For a whole website, all its pages together. */
    website_timeout_in_ms: 30_000,
    /** Besides the home page. */
    more_pages: 4,
    jobs: 50,
  },
} as const;

/** @throws Error naming the setting that is wrong */
export function chooseSources(environment: SourcesEnvironment): SourcesSettings {
  const urls = ['SERPER_API_URL', 'SERPAPI_API_URL', 'SEARXNG_URL', 'NEWS_RSS_URL', 'SITES_PROXY_URL'] as const;
  for (const name of urls) {
    const value = environment[name];
    if (value !== undefined && !/^https?:$/.test(URL.parse(value)?.protocol ?? '')) {
      throw new Error(`${name} must be an http or https address.`);
    }
  }
  return {
    search: chooseSearch(environment),
    news_rss_url: trimmed(environment.NEWS_RSS_URL ?? 'https://news.google.com'),
    sites_proxy_url: environment.SITES_PROXY_URL === undefined ? null : trimmed(environment.SITES_PROXY_URL),
    outbound_allow: environment.OUTBOUND_ALLOW,
  };
}

function chooseSearch(environment: SourcesEnvironment): SourcesSettings['search'] {
  const { SERPER_API_KEY, SERPAPI_API_KEY, SEARXNG_URL } = environment;
  if (SERPER_API_KEY !== undefined) {
    const api_url = trimmed(environment.SERPER_API_URL ?? 'https://google.serper.dev');
    return { vendor: 'serper', api_key: SERPER_API_KEY, api_url };
  }
  if (SERPAPI_API_KEY !== undefined) {
    const api_url = trimmed(environment.SERPAPI_API_URL ?? 'https://serpapi.com');
    return { vendor: 'serpapi', api_key: SERPAPI_API_KEY, api_url };
  }
  return SEARXNG_URL === undefined ? null : { vendor: 'searxng', api_url: trimmed(SEARXNG_URL) };
}

function trimmed(url: string): string {
  return trimEndOf(url, '/');
}
