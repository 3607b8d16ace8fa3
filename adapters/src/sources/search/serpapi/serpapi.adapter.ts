import { z } from 'zod';
import type { VendorAccess } from '../../../kit/vendor-access.ts';
import { createSearchHttp, parseDate, parseJson, type SearchVendor } from '../search.api.ts';
import { serpapiManifest } from './serpapi.manifest.ts';

const { label } = serpapiManifest;
const webAnswer = z.object({
  organic_results: z
    .array(
      z.object({ title: z.string(), link: z.string(), snippet: z.string().default(''), date: z.string().optional() }),
    )
    .default([]),
});
const newsAnswer = z.object({
  news_results: z
    .array(
      z.object({
        title: z.string(),
        link: z.string().optional(),
        snippet: z.string().default(''),
        iso_date: z.string().optional(),
        date: z.string().optional(),
      }),
    )
    .default([]),
});

export function createSerpApi(access: VendorAccess): SearchVendor {
  const http = createSearchHttp(serpapiManifest, access.api_url);
  const get = async (parameters: Record<string, string>, signal: AbortSignal | undefined): Promise<Buffer> => {
    const query = new URLSearchParams({ ...parameters, api_key: access.api_key });
    return (await http.request(`/search.json?${query}`, signal === undefined ? {} : { signal })).body;
  };
  return {
    async searchWeb(query, limit, signal) {
      const body = await get({ engine: 'google', q: query, num: String(limit) }, signal);
      return parseJson(label, body, webAnswer).organic_results.map(({ title, link, snippet, date }) => ({
        title,
        url: link,
        snippet,
        published_at: parseDate(date),
      }));
    },
    async searchNews(query, _limit, signal) {
      const body = await get({ engine: 'google_news', q: query }, signal);
      // A group of articles about one event comes without a link of its own.
      return parseJson(label, body, newsAnswer).news_results.flatMap(({ title, link, snippet, iso_date, date }) =>
        link === undefined ? [] : [{ title, url: link, snippet, published_at: parseDate(iso_date ?? date) }],
      );
    },
    close: () => http.close(),
  };
}
