import { cutText } from '@overture/domain/text/text-bounds';
import { z } from 'zod';
import type { VendorAccess } from '../../../kit/vendor-access.ts';
import { createSearchHttp, parseDate, parseJson, type SearchResult, type SearchVendor } from '../search.api.ts';
import { braveManifest } from './brave.manifest.ts';

const { label, limits } = braveManifest;
const hits = z
  .array(
    z.object({
      title: z.string(),
      url: z.string(),
      description: z.string().default(''),
      page_age: z.string().nullish(),
    }),
  )
  .default([]);
const webAnswer = z.object({ web: z.object({ results: hits }).optional() });
const newsAnswer = z.object({ results: hits });

export function createBrave(access: VendorAccess): SearchVendor {
  const http = createSearchHttp(braveManifest, access.api_url);
  const get = async (
    path: string,
    query: string,
    limit: number,
    rest: object,
    signal?: AbortSignal,
  ): Promise<Buffer> => {
    const q = cutText(cutWords(query, limits.query_in_words), limits.query_in_characters);
    const parameters = new URLSearchParams({ q, count: String(Math.min(limit, limits.results)), ...rest });
    const headers = { 'x-subscription-token': access.api_key };
    return (await http.request(`${path}?${parameters}`, signal === undefined ? { headers } : { headers, signal })).body;
  };
  return {
    async searchWeb(query, limit, signal) {
      const body = await get('/web/search', query, limit, { text_decorations: 'false' }, signal);
      return (parseJson(label, body, webAnswer).web?.results ?? []).map(toResult);
    },
    async searchNews(query, limit, signal) {
      const body = await get('/news/search', query, limit, { freshness: 'py' }, signal);
      return parseJson(label, body, newsAnswer).results.map(toResult);
    },
    close: () => http.close(),
  };
}

/** The first words of a question, with one space between them. */
const cutWords = (query: string, most: number): string => query.trim().split(/\s+/, most).join(' ');

function toResult({ title, url, description, page_age }: z.output<typeof hits>[number]): SearchResult {
  return { title, url, snippet: description, published_at: parseDate(page_age) };
}
