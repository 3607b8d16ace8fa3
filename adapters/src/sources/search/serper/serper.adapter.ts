import { z } from 'zod';
import type { VendorAccess } from '../../../kit/vendor-access.ts';
import { createSearchHttp, parseDate, parseJson, type SearchResult, type SearchVendor } from '../search.api.ts';
import { serperManifest } from './serper.manifest.ts';

const { label } = serperManifest;
const hit = z.object({
  title: z.string(),
  link: z.string(),
  snippet: z.string().default(''),
  date: z.string().optional(),
});
const webAnswer = z.object({ organic: z.array(hit).default([]) });
const newsAnswer = z.object({ news: z.array(hit).default([]) });

export function createSerper(access: VendorAccess): SearchVendor {
  const http = createSearchHttp(serperManifest, access.api_url);
  const post = async (path: string, body: object, signal: AbortSignal | undefined): Promise<Buffer> => {
    const headers = { 'x-api-key': access.api_key, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) } as const;
    return (await http.request(path, signal === undefined ? init : { ...init, signal })).body;
  };
  return {
    async searchWeb(query, limit, signal) {
      const body = await post('/search', { q: query, num: limit }, signal);
      return parseJson(label, body, webAnswer).organic.map(toResult);
    },
    async searchNews(query, limit, signal) {
      const body = await post('/news', { q: query, num: limit, tbs: 'qdr:y' }, signal);
      return parseJson(label, body, newsAnswer).news.map(toResult);
    },
    close: () => http.close(),
  };
}

function toResult({ title, link, snippet, date }: z.output<typeof hit>): SearchResult {
  return { title, url: link, snippet, published_at: parseDate(date) };
}
