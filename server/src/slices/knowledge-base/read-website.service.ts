import { isProviderError } from '@overture/adapters/kit/errors';
import type { SourceDocument } from '@overture/adapters/sources/sources.port';
import type { Suggestion } from '@overture/contract/knowledge-base';
import type { Context } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { quoteSources } from '../quoted-sources/index.ts';
import { toSuggestions, WEBSITE_RULES, websitePrompt, websiteSchema } from './read-website.rules.ts';

/** Of one organization within an hour: each costs the operator money and the user nothing. */
const PER_HOUR = 20;
const MAX_PAGES = 8;
const PAGES_LIMIT_IN_MS = 30_000;
const MODEL_LIMIT_IN_MS = 60_000;

type Ctx = Pick<Context, 'ports' | 'log' | 'rate_limits' | 'organization'>;

/** Reads a website and suggests what the knowledge base may say. Stores nothing: a person takes it or leaves it. */
export async function suggestFromWebsite(
  ctx: Ctx,
  website: string,
): Promise<{ pages_read: number; suggestions: Suggestion[] }> {
  await ctx.rate_limits.spend('read-website', String(ctx.organization.id), PER_HOUR, 3600);
  const pages = quoteSources(await fetchPages(ctx, website));
  if (pages.length === 0) throw new ApiError('website_unreadable');
  try {
    const { object } = await ctx.ports.llm.generateObject({
      system: WEBSITE_RULES,
      prompt: websitePrompt(pages),
      schema: websiteSchema,
      schema_name: 'website',
      max_output_tokens: 3000,
      timeout_in_ms: MODEL_LIMIT_IN_MS,
    });
    return { pages_read: pages.length, suggestions: toSuggestions(object, pages) };
  } catch (error) {
    // A missing setting says which one; everything else is one sentence.
    if (error instanceof ApiError) throw error;
    ctx.log.warn({ reason: isProviderError(error) ? error.message : String(error) }, 'website summary failed');
    throw new ApiError('website_not_understood');
  }
}

async function fetchPages({ ports, log }: Ctx, website: string): Promise<SourceDocument[]> {
  try {
    return await ports.sources.fetchWebsite({
      website,
      max_pages: MAX_PAGES,
      signal: AbortSignal.timeout(PAGES_LIMIT_IN_MS),
    });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    log.info({ reason: isProviderError(error) ? error.message : String(error) }, 'website not readable');
    throw new ApiError('website_unreadable');
  }
}
