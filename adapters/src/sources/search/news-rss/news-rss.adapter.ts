import { htmlToText } from '@overture/domain/message/html';
import { z } from 'zod';
import { ProviderError } from '../../../kit/errors.ts';
import type { VendorAccess } from '../../../kit/vendor-access.ts';
import { createSearchHttp, parseDate, type SearchResult, type SearchVendor } from '../search.api.ts';
import { newsRssManifest } from './news-rss.manifest.ts';

const { label } = newsRssManifest;
const item = z.object({
  title: z.coerce.string(),
  link: z.coerce.string(),
  description: z.coerce.string().default(''),
  pubDate: z.coerce.string().optional(),
});
const feed = z.object({ rss: z.object({ channel: z.object({ item: z.array(item).default([]) }) }) });

/** News without a key. There is no web search in it. */
export function createNewsRss(access: VendorAccess): SearchVendor {
  const http = createSearchHttp(newsRssManifest, access.api_url);
  return {
    searchWeb: null,
    async searchNews(query, limit, signal) {
      const parameters = new URLSearchParams({ q: `${query} when:1y`, hl: 'en-US', gl: 'US', ceid: 'US:en' });
      const { body } = await http.request(`/rss/search?${parameters}`, signal === undefined ? {} : { signal });
      return (await parseFeed(body.toString('utf8'))).slice(0, limit);
    },
    close: () => http.close(),
  };
}

async function parseFeed(text: string): Promise<SearchResult[]> {
  const { XMLParser } = await import('fast-xml-parser');
  try {
    // Entities of a document's own are not expanded: a feed that defines some is an attack.
    const parser = new XMLParser({ isArray: (name) => name === 'item', parseTagValue: false, processEntities: true });
    if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new Error('a feed with a document type');
    return feed.parse(parser.parse(text)).rss.channel.item.map(({ title, link, description, pubDate }) => ({
      title: htmlToText(title),
      url: link,
      snippet: htmlToText(description),
      published_at: parseDate(pubDate),
    }));
  } catch (cause) {
    throw new ProviderError('unavailable', `${label} answered in a form we do not know.`, {
      concerns: 'service',
      cause,
    });
  }
}
