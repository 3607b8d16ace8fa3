import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SandboxClock } from '../clock.ts';
import { findRefusal, type PublishedCall } from '../published-calls.ts';
import { companyOf, companyOfQuery, factsOf, newsOf } from './company.ts';
import { headersOf, renderCompanyPage, renderNewsPage } from './company-pages.ts';
import { BRAVE_CALLS, SERPER_CALLS } from './schema/search.calls.ts';

const NEWS_HOST = 'news.example';

const serperBody = z.object({ q: z.string().min(1).max(2048), num: z.number().int().min(1).max(100).default(10) });
const searchQuery = z.object({
  q: z.string().min(1).max(2048),
  engine: z.string().optional(),
  api_key: z.string().optional(),
  format: z.string().optional(),
  categories: z.string().optional(),
});
const siteParams = z.object({ host: z.string().max(253), '*': z.string().max(2048).default('') });

type Result = { title: string; link: string; snippet: string; at: Date | null };

/** Web search and news in the shapes of their vendors, and the websites they lead to. */
export function registerWebRoutes(app: FastifyInstance, clock: SandboxClock): void {
  app.post('/search/serper/search', async (request, reply) => {
    if (!hasKey(request, reply) || !isPublished(SERPER_CALLS, '/search/serper', request, reply)) return reply;
    const { q, num } = serperBody.parse(request.body);
    return { searchParameters: { q }, organic: searchResults(q).slice(0, num).map(asOrganic) };
  });
  app.post('/search/serper/news', async (request, reply) => {
    if (!hasKey(request, reply) || !isPublished(SERPER_CALLS, '/search/serper', request, reply)) return reply;
    const { q, num } = serperBody.parse(request.body);
    const news = newsResults(q, clock.now()).slice(0, num);
    return { news: news.map((item) => ({ ...asOrganic(item, 0), source: 'Sandbox News' })) };
  });
  app.get('/search/serpapi/search.json', async (request, reply) => {
    const { q, engine, api_key } = searchQuery.parse(request.query);
    if (!api_key) return reply.code(401).send({ error: 'Invalid API key.' });
    if (engine !== 'google_news') return { organic_results: searchResults(q).map(asOrganic) };
    return {
      news_results: newsResults(q, clock.now()).map(({ title, link, snippet, at }) => ({
        title,
        link,
        snippet,
        iso_date: at?.toISOString(),
        source: { name: 'Sandbox News' },
      })),
    };
  });
  app.get('/search/brave/:kind/search', async (request, reply) => {
    if (!request.headers['x-subscription-token']) return reply.code(401).send({ type: 'ErrorResponse' });
    if (!isPublished(BRAVE_CALLS, '/search/brave', request, reply)) return reply;
    const { q } = searchQuery.parse(request.query);
    const { kind } = z.object({ kind: z.enum(['web', 'news']) }).parse(request.params);
    const found = kind === 'news' ? newsResults(q, clock.now()) : searchResults(q);
    const results = found.map(({ title, link, snippet, at }) => ({
      title,
      url: link,
      description: snippet,
      page_age: at,
    }));
    return kind === 'news' ? { results } : { web: { results } };
  });
  app.get('/search/searxng/search', async (request, reply) => {
    const { q, format, categories } = searchQuery.parse(request.query);
    if (format !== 'json') return reply.code(403).type('text/html').send('<h1>403</h1>');
    const found = categories === 'news' ? newsResults(q, clock.now()) : searchResults(q);
    return {
      results: found.map(({ title, link, snippet, at }) => ({ title, url: link, content: snippet, publishedDate: at })),
    };
  });
  app.get('/search/rss/rss/search', async (request, reply) => {
    const { q } = searchQuery.parse(request.query);
    return reply.type('application/rss+xml').send(renderRss(newsResults(q, clock.now())));
  });
  app.get('/sites/:host', (request, reply) => answerSite(request, reply, clock));
  app.get('/sites/:host/*', (request, reply) => answerSite(request, reply, clock));
}

/** Faults by the site's name, as with mail addresses: `down...`, `hang...`, `huge...`, `elsewhere...`. */
async function answerSite(request: FastifyRequest, reply: FastifyReply, clock: SandboxClock): Promise<FastifyReply> {
  const params = siteParams.parse(request.params);
  const host = params.host.toLowerCase().replace(/^www\./, '');
  const path = `/${params['*']}`;
  if (host.startsWith('down')) return reply.code(503).type('text/html').send('<h1>Down for maintenance</h1>');
  if (host.startsWith('hang')) return reply.hijack();
  if (host.startsWith('huge')) return reply.type('text/html').send(`<p>${'much '.repeat(1_000_000)}</p>`);
  if (host.startsWith('elsewhere')) return reply.redirect('http://169.254.169.254/latest/meta-data/');
  const isChange = host === NEWS_HOST;
  const company = companyOf(isChange ? (path.split('/')[1] ?? '') : host);
  const html = isChange ? renderNewsPage(company, path, clock.now()) : renderCompanyPage(company, path);
  if (html === null) return reply.code(404).type('text/html').send('<h1>Not found</h1>');
  return reply.headers(headersOf(company)).type('text/html; charset=utf-8').send(html);
}

function searchResults(query: string): Result[] {
  const company = companyOfQuery(query);
  const words = query.toLowerCase().match(/[a-z]{4,}/g) ?? [];
  const matches = (text: string) => words.filter((word) => text.toLowerCase().includes(word)).length;
  return factsOf(company)
    .map(({ page, title, sentences }) => ({
      title,
      link: `https://${company.domain}${page}`,
      snippet: sentences.join(' '),
      at: null,
    }))
    .sort((one, other) => matches(other.snippet) - matches(one.snippet));
}

function newsResults(query: string, now: number): Result[] {
  return newsOf(companyOfQuery(query), now).map(({ title, text, path, at }) => ({
    title,
    link: `https://${NEWS_HOST}${path}`,
    snippet: text,
    at,
  }));
}

function asOrganic({ title, link, snippet, at }: Result, index: number) {
  return { title, link, snippet, position: index + 1, ...(at === null ? {} : { date: at.toISOString() }) };
}

function hasKey(request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.headers['x-api-key']) return true;
  void reply.code(403).send({ message: 'Unauthorized.', statusCode: 403 });
  return false;
}

function isPublished(
  calls: readonly PublishedCall[],
  base: string,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  const refusal = findRefusal(calls, request, request.url.slice(base.length).split('?')[0] ?? '', null);
  if (refusal === null) return true;
  const detail = { id: 'VALIDATION', status: 422, code: 'VALIDATION', detail: refusal.message };
  void reply
    .code(refusal.kind === 'unknown_call' ? 404 : 422)
    .send({ type: 'ErrorResponse', error: detail, message: refusal.message });
  return false;
}

function renderRss(items: Result[]): string {
  const entries = items.map(
    ({
      title,
      link,
      snippet,
      at,
    }) => `<item><title>${escapeXml(`${title} - Sandbox News`)}</title><link>${escapeXml(link)}</link>
<pubDate>${(at ?? new Date(0)).toUTCString()}</pubDate><description>${escapeXml(`<a href="${link}">${snippet}</a>`)}</description>
<source url="https://${NEWS_HOST}">Sandbox News</source></item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>News</title>${entries.join('')}</channel></rss>`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
