import { z } from 'zod';
import { createSearchHttp, readDate, readJson, type SearchResult, type SearchVendor } from './search.api.ts';

const LABEL = 'Serper';
const hit = z.object({
  title: z.string(),
  link: z.string(),
  snippet: z.string().default(''),
  date: z.string().optional(),
});
const webAnswer = z.object({ organic: z.array(hit).default([]) });
const newsAnswer = z.object({ news: z.array(hit).default([]) });

export function createSerper(settings: { api_url: string; api_key: string }, timeout_in_ms: number): SearchVendor {
  const http = createSearchHttp(LABEL, settings.api_url, timeout_in_ms);
  const post = async (path: string, body: object, signal: AbortSignal | undefined): Promise<Buffer> => {
    const headers = { 'x-api-key': settings.api_key, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) } as const;
    return (await http.request(path, signal === undefined ? init : { ...init, signal })).body;
  };
  return {
    async searchWeb(query, limit, signal) {
      const body = await post('/search', { q: query, num: limit }, signal);
      return readJson(LABEL, body, webAnswer).organic.map(toResult);
    },
    async searchNews(query, limit, signal) {
      const body = await post('/news', { q: query, num: limit, tbs: 'qdr:y' }, signal);
      return readJson(LABEL, body, newsAnswer).news.map(toResult);
    },
    close: () => http.close(),
  };
}

function toResult({ title, link, snippet, date }: z.output<typeof hit>): SearchResult {
  return { title, url: link, snippet, published_at: readDate(date) };
}
