import { z } from 'zod';
import { isProviderError, ProviderError } from '../../../kit/errors.ts';
import type { VendorAccess } from '../../../kit/vendor-access.ts';
import { createSearchHttp, parseDate, parseJson, type SearchResult, type SearchVendor } from '../search.api.ts';
import { searxngManifest } from './searxng.manifest.ts';

const { label } = searxngManifest;
const answer = z.object({
  results: z
    .array(
      z.object({
        title: z.string(),
        url: z.string(),
        content: z.string().nullish(),
        publishedDate: z.string().nullish(),
      }),
    )
    .default([]),
});

export function createSearxng(access: VendorAccess): SearchVendor {
  const http = createSearchHttp(searxngManifest, access.api_url);
  const search = async (
    parameters: Record<string, string>,
    signal: AbortSignal | undefined,
  ): Promise<SearchResult[]> => {
    const query = new URLSearchParams({ ...parameters, format: 'json' });
    const { body } = await http.request(`/search?${query}`, signal === undefined ? {} : { signal }).catch(explain);
    return parseJson(label, body, answer).results.map(({ title, url, content, publishedDate }) => ({
      title,
      url,
      snippet: content ?? '',
      published_at: parseDate(publishedDate),
    }));
  };
  return {
    searchWeb: (query, _limit, signal) => search({ q: query }, signal),
    searchNews: (query, _limit, signal) => search({ q: query, categories: 'news', time_range: 'year' }, signal),
    close: () => http.close(),
  };
}

/** 403 is what SearXNG answers until JSON is switched on: the one thing everybody stumbles over. */
function explain(error: unknown): never {
  if (!isProviderError(error, 'auth_expired')) throw error;
  const reason = 'SearXNG refused: list `json` under `search.formats` in its settings.yml.';
  throw new ProviderError('auth_expired', reason, { concerns: 'service', code: error.code, cause: error });
}
