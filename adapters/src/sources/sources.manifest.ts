import { trimTrailing } from '@overture/domain/text/text';
import { parseVendorAccess, type SettingOf, type VendorAccess } from '../kit/vendor-access.ts';
import { newsRssManifest } from './search/news-rss/news-rss.manifest.ts';
import { SEARCH_VENDORS, type SearchVendorId } from './search/search-vendors.ts';

/** Who answers searches, by settings; `null` members are not configured. The sandbox is one more address. */
export type SourcesSettings = {
  search: (VendorAccess & { vendor: SearchVendorId }) | null;
  /** News without any key; used where no search vendor is set. */
  news_rss_url: string;
  /** A stand-in that answers for every website; null in earnest. */
  sites_proxy_url: string | null;
  /** OUTBOUND_ALLOW, for websites on private networks. */
  outbound_allow: string;
};

type SearchManifest = (typeof SEARCH_VENDORS)[SearchVendorId]['manifest'];

/** The settings as the environment names them (`.env.example`). */
export type SourcesEnvironment = {
  [Name in SettingOf<SearchManifest | typeof newsRssManifest> | 'SITES_PROXY_URL']?: string | undefined;
} & { OUTBOUND_ALLOW: string };

export const sourcesManifest = {
  id: 'sources',
  label: 'Web search',
  /** Named to the operator where none is configured. */
  settings: new Intl.ListFormat('en', { type: 'disjunction' }).format(
    Object.values(SEARCH_VENDORS).map(({ manifest: { settings } }) => settings.api_key ?? settings.api_url),
  ),
  limits: {
    results: 8,
    /** Of these, how many are read as whole pages rather than by their excerpt. */
    read_results: 3,
    page_timeout_in_ms: 10_000,
    /** For a whole website, all its pages together. */
    website_timeout_in_ms: 30_000,
    /** Besides the home page. */
    more_pages: 4,
    jobs: 50,
  },
} as const;

/** @throws Error naming the setting that is wrong */
export function chooseSources(environment: SourcesEnvironment): SourcesSettings {
  const { SITES_PROXY_URL } = environment;
  if (SITES_PROXY_URL !== undefined && !/^https?:$/.test(URL.parse(SITES_PROXY_URL)?.protocol ?? '')) {
    throw new Error('SITES_PROXY_URL must be an http or https address.');
  }
  return {
    search: chooseSearch(environment),
    news_rss_url: parseVendorAccess(newsRssManifest, environment)?.api_url ?? newsRssManifest.address,
    sites_proxy_url: SITES_PROXY_URL === undefined ? null : trimTrailing(SITES_PROXY_URL, '/'),
    outbound_allow: environment.OUTBOUND_ALLOW,
  };
}

function chooseSearch(environment: SourcesEnvironment): SourcesSettings['search'] {
  const accesses = Object.values(SEARCH_VENDORS).map(({ manifest }) => {
    const access = parseVendorAccess<SearchManifest>(manifest, environment);
    return access && { vendor: manifest.id, ...access };
  });
  return accesses.find((access) => access !== null) ?? null;
}
