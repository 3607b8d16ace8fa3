import { cutText } from '@overture/domain/text/text-bounds';
import { parseOutboundAllow } from '../kit/address-guard.ts';
import { ProviderError } from '../kit/errors.ts';
import { createGuardedHttp, type GuardedHttpOptions } from '../kit/guarded-http.ts';
import { type RunWork, runHere } from '../kit/run-work.ts';
import type { LinkedinPort } from '../linkedin/linkedin.port.ts';
import { fetchOpenJobs } from './jobs.api.ts';
import { createNewsRss } from './search/news-rss/news-rss.adapter.ts';
import type { SearchResult, SearchVendor } from './search/search.api.ts';
import { SEARCH_VENDORS } from './search/search-vendors.ts';
import { type SourcesSettings, sourcesManifest } from './sources.manifest.ts';
import type { SearchQuestion, SourceDocument, SourcesPort, WebsiteQuestion } from './sources.port.ts';
import { findInPage } from './website/page-findings.api.ts';
import { choosePages, USUAL_PATHS } from './website/page-links.transform.ts';
import { createPageReader, type FetchedPage, type PageReader } from './website/page-reader.api.ts';
import { cleanPageText } from './website/page-text.transform.ts';

export type SourcesOptions = SourcesSettings & {
  /** For open positions where a LinkedIn account is named. */
  linkedin: Pick<LinkedinPort, 'reading'> | null;
  lookup?: GuardedHttpOptions['lookup'];
  /** Where pages are read. Default: on the spot. */
  runWork?: RunWork;
  page_timeout_in_ms?: number;
};

const { limits } = sourcesManifest;
const SHORTEST_TEXT_IN_CHARACTERS = 40;

/** Where research looks, by the operator's settings. Every page is read through the guarded client. */
export function createSources(options: SourcesOptions): SourcesPort {
  const { lookup, runWork = runHere } = options;
  const http = createGuardedHttp({
    allow: parseOutboundAllow(options.outbound_allow),
    ...(lookup === undefined ? {} : { lookup }),
  });
  const reader = createPageReader({
    http,
    runWork,
    sites_proxy_url: options.sites_proxy_url,
    timeout_in_ms: options.page_timeout_in_ms ?? limits.page_timeout_in_ms,
  });
  const search = options.search === null ? null : SEARCH_VENDORS[options.search.vendor].create(options.search);
  const news = search ?? createNewsRss({ api_url: options.news_rss_url, api_key: '' });
  return {
    searchWeb: (question) => searchWeb(search, reader, question),
    async searchNews({ query, limit = limits.results, signal }) {
      const results = await news.searchNews(query, limit, signal);
      const newestFirst = results.sort((one, other) => timeOf(other) - timeOf(one)).slice(0, limit);
      return newestFirst.flatMap((result) => toDocument(result, reader));
    },
    fetchWebsite: (question) => fetchWebsite(reader, question),
    detectTechnologies: ({ website, signal }) => detectTechnologies(reader, runWork, website, withinTime(signal)),
    listJobs: (question) =>
      fetchOpenJobs(options.linkedin, reader, { ...question, signal: withinTime(question.signal) }),
    async close() {
      await Promise.all([http.close(), news.close()]);
    },
  };
}

async function searchWeb(
  search: SearchVendor | null,
  reader: PageReader,
  { query, limit = limits.results, signal }: SearchQuestion,
): Promise<SourceDocument[]> {
  if (search === null || search.searchWeb === null) {
    const reason = `Web search is not configured. Set ${sourcesManifest.settings}.`;
    throw new ProviderError('rejected', reason, { concerns: 'service', code: 'not_configured' });
  }
  const results = (await search.searchWeb(query, limit, signal)).slice(0, limit);
  const bounded = withinTime(signal);
  const documents = await Promise.all(
    results.map(async (result, index) => {
      if (index >= limits.read_results) return toDocument(result, reader);
      // A result that cannot be read still counts with its excerpt.
      const page = await reader.fetchPage(result.url, bounded).catch(() => null);
      signal?.throwIfAborted();
      const documents = page === null ? [] : readable(page);
      return documents.length > 0 ? documents : toDocument(result, reader);
    }),
  );
  return distinct(documents.flat());
}

async function fetchWebsite(
  reader: PageReader,
  { website, max_pages = limits.more_pages + 1, signal }: WebsiteQuestion,
): Promise<SourceDocument[]> {
  const morePages = max_pages - 1;
  const bounded = withinTime(signal);
  const home = await reader.fetchHome(website, bounded);
  const isSameSite = (url: string): boolean => reader.isSameSite(url, home.url);
  const chosen = choosePages(home.links, isSameSite, home.url, morePages);
  // Two links or less: the menu is made by a script. The usual addresses are worth a try.
  const urls =
    chosen.length >= 2 ? chosen : [...new Set([...chosen, ...USUAL_PATHS.map((path) => new URL(path, home.url).href)])];
  const more = await Promise.all(
    urls.slice(0, morePages).map((url) => reader.fetchPage(url, bounded).catch(() => null)),
  );
  signal?.throwIfAborted();
  const pages = [home, ...more.filter((page) => page !== null && isSameSite(page.url))] as FetchedPage[];
  return distinct(pages.flatMap(readable));
}

async function detectTechnologies(
  reader: PageReader,
  runWork: RunWork,
  website: string,
  signal: AbortSignal,
): Promise<SourceDocument[]> {
  const home = await reader.fetchHome(website, signal);
  const { html, headers } = home;
  const { technologies: lines } = await findInPage(runWork, {
    want: 'technologies',
    html,
    headers: [...headers.entries()],
  });
  if (lines.length === 0) return [];
  return [
    {
      url: home.url,
      fetched_url: home.fetched_url,
      title: 'Technology stack',
      text: lines.join('\n'),
      fetched_at: home.fetched_at,
    },
  ];
}

function withinTime(signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(limits.website_timeout_in_ms);
  return signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
}

function readable({ url, fetched_url, title, text, fetched_at }: FetchedPage): SourceDocument[] {
  return text.length < SHORTEST_TEXT_IN_CHARACTERS ? [] : [{ url, fetched_url, title, text, fetched_at }];
}

function toDocument({ title, url, snippet, published_at }: SearchResult, reader: PageReader): SourceDocument[] {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return [];
  const date = published_at === null ? '' : `\nPublished on ${published_at.toISOString().slice(0, 10)}.`;
  const clean = { title: cutText(cleanPageText(title), 300), text: cleanPageText(`${title}\n${snippet}${date}`) };
  return [{ url, fetched_url: reader.toFetchedUrl(url), ...clean, fetched_at: new Date() }];
}

function timeOf({ published_at }: SearchResult): number {
  return published_at?.getTime() ?? 0;
}

function distinct(documents: SourceDocument[]): SourceDocument[] {
  const seen = new Set<string>();
  return documents.filter(({ url, text }) => {
    const isNew = !seen.has(url) && !seen.has(text);
    seen.add(url).add(text);
    return isNew;
  });
}
