import net from 'node:net';
import { registrableDomain } from '@overture/domain/addresses/registrable-domain';
import { trimTrailing } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import { OutboundRefusedError } from '../../kit/address-guard.ts';
import { isProviderError, ProviderError } from '../../kit/errors.ts';
import type { GuardedHttp, GuardedResponse } from '../../kit/guarded-http.ts';
import type { RunWork } from '../../kit/run-work.ts';
import { findInPage } from './page-findings.api.ts';
import type { ReadablePage } from './page-text.transform.ts';

/** A page that answered, as it came and as it reads. */
export type FetchedPage = ReadablePage & {
  url: string;
  fetched_url: string;
  html: string;
  headers: Headers;
  fetched_at: Date;
};

export type PageReader = {
  /** @throws ProviderError not_found, rejected or unavailable */
  fetchPage(url: string, signal: AbortSignal | undefined): Promise<FetchedPage>;
  /**
   * The first page of a website, given in any spelling.
   * @throws as fetchPage
   */
  fetchHome(website: string, signal: AbortSignal | undefined): Promise<FetchedPage>;
  /** True for two addresses under one registered domain. */
  isSameSite(one: string, other: string): boolean;
  /** Where an address of the web is really fetched from: the same, except in front of a stand-in. */
  toFetchedUrl(url: string): string;
};

export type PageReaderOptions = {
  http: GuardedHttp;
  runWork: RunWork;
  /** Folder of a server that answers for every domain: https://a.example/b is fetched from {proxy}/a.example/b. */
  sites_proxy_url: string | null;
  timeout_in_ms: number;
};

const MAX_PAGE_SIZE_IN_BYTES = 2_000_000;
const HEADERS = {
  'user-agent': 'Mozilla/5.0 (compatible; OvertureResearch/1.0)',
  accept: 'text/html,application/xhtml+xml,text/plain;q=0.8',
  'accept-language': 'en;q=0.9,*;q=0.5',
};

/** Reads pages through the guarded client: the address may come from a lead, a user or another page. */
export function createPageReader(options: PageReaderOptions): PageReader {
  const proxy = options.sites_proxy_url === null ? null : trimTrailing(options.sites_proxy_url, '/');
  const toFetchedUrl = (text: string): string => {
    const url = URL.parse(text);
    if (proxy === null || url === null || url.href.startsWith(`${proxy}/`) || !isDomain(url.hostname)) return text;
    return `${proxy}/${url.hostname}${url.pathname}${url.search}`;
  };
  const toPublicUrl = (text: string): string =>
    proxy !== null && text.startsWith(`${proxy}/`) ? `https://${text.slice(proxy.length + 1)}` : text;
  const siteOf = (text: string): string => {
    const url = URL.parse(toPublicUrl(text));
    if (url === null) return '';
    return registrableDomain(url.hostname) ?? url.host;
  };
  const fetchPage: PageReader['fetchPage'] = async (url, signal) => {
    const response = await request(options, toFetchedUrl(url), signal);
    const html = decodeBody(response);
    const { page } = await findInPage(options.runWork, { want: 'text', html, url: response.final_url });
    if (page === null) throw new Error('a page was read and nothing came of it');
    const { final_url, headers } = response;
    const url_in_the_web = toPublicUrl(final_url);
    return {
      ...page,
      title: page.title || url_in_the_web,
      url: url_in_the_web,
      fetched_url: final_url,
      html,
      headers,
      fetched_at: new Date(),
    };
  };
  return {
    fetchPage,
    fetchHome: (website, signal) => fetchFirst(homeAddresses(website), (url) => fetchPage(url, signal)),
    isSameSite: (one, other) => siteOf(one) === siteOf(other),
    toFetchedUrl,
  };
}

function isDomain(hostname: string): boolean {
  return net.isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0 && hostname.includes('.');
}

/** As written, then by the other spellings under which small companies' sites answer. */
function homeAddresses(website: string): string[] {
  const written = cutText(website.trim(), 2_000);
  if (/^https?:\/\//i.test(written)) return [written];
  if (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(written) || written === '') {
    throw new ProviderError('rejected', 'The website is no http or https address.', { concerns: 'service' });
  }
  const bare = written.replace(/^\/+/, '');
  const isNamed = !/^www\./i.test(bare) && /^[^/:.]+\.[^/:]+$/.test(bare) && isDomain(bare);
  return [`https://${bare}`, `http://${bare}`, ...(isNamed ? [`https://www.${bare}`] : [])];
}

/** The first that answers. A refusal is final: it would only be tried again under another name. */
async function fetchFirst(urls: string[], fetchOne: (url: string) => Promise<FetchedPage>): Promise<FetchedPage> {
  let first: unknown;
  for (const url of urls) {
    try {
      return await fetchOne(url);
    } catch (error) {
      first ??= error;
      if (!isProviderError(error, 'unavailable') && !isProviderError(error, 'not_found')) throw error;
      if (error.code !== 'connection' && error.code !== 'name') break;
    }
  }
  throw first;
}

async function request(
  { http, timeout_in_ms }: PageReaderOptions,
  url: string,
  signal: AbortSignal | undefined,
): Promise<GuardedResponse> {
  const response = await http
    .request(url, {
      headers: HEADERS,
      timeout_in_ms,
      max_size_in_bytes: MAX_PAGE_SIZE_IN_BYTES,
      ...(signal === undefined ? {} : { signal }),
    })
    .catch((error: unknown) => {
      signal?.throwIfAborted();
      throw toProviderError(error);
    });
  const { status } = response;
  if (status < 300) return response;
  const details = { concerns: 'service', code: String(status) } as const;
  if (status === 404 || status === 410) throw new ProviderError('not_found', 'The page does not exist.', details);
  if (status >= 500) throw new ProviderError('unavailable', `The website answered ${status}.`, details);
  throw new ProviderError('rejected', `The website does not let us read it (${status}).`, details);
}

function toProviderError(error: unknown): ProviderError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const details = { concerns: 'service', cause: error } as const;
  if (error instanceof OutboundRefusedError) return new ProviderError('rejected', error.message, details);
  if (code === 'ENOTFOUND')
    return new ProviderError('not_found', 'There is no such website.', { ...details, code: 'name' });
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new ProviderError('unavailable', 'The website did not answer in time.', { ...details, code: 'timeout' });
  }
  return new ProviderError('unavailable', 'The website could not be reached.', { ...details, code: 'connection' });
}

/** @throws ProviderError rejected for what is no text */
function decodeBody({ headers, body }: GuardedResponse): string {
  const type = headers.get('content-type') ?? 'text/html';
  if (!/^\s*(text\/(html|plain)|application\/xhtml\+xml)/i.test(type)) {
    throw new ProviderError('rejected', 'The address is no page with text.', { concerns: 'service' });
  }
  const start = body.subarray(0, 2_048).toString('latin1');
  const charset =
    /charset=["']?([\w-]{2,30})/i.exec(type)?.[1] ?? /<meta[^<>]{0,200}charset=["']?([\w-]{2,30})/i.exec(start)?.[1];
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(body);
  } catch {
    return new TextDecoder('utf-8').decode(body);
  }
}
