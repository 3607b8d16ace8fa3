import { isProviderError } from '@overture/adapters/kit/errors';
import { type SentenceSearch, toFinderSearch } from '@overture/domain/finder/sentence-search';
import { cleanText, toSingleLine } from '@overture/domain/text/text';
import type { Context } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { SENTENCE_RULES, sentencePrompt, sentenceSchema } from './sentence.rules.ts';

/** Of one organization within an hour: each costs the operator money and the user nothing. */
const PER_HOUR = 120;
const TIME_LIMIT_IN_MS = 30_000;

/**
 * Filters for a sentence about people, as the model reads it. Nothing is searched: a person sees the filters first and changes them.
 * @throws sentence_not_read, not_configured, rate_limited
 */
export async function parseSentence(
  ctx: Pick<Context, 'ports' | 'rate_limits' | 'organization' | 'log'>,
  given: string,
  findPlace: (name: string) => string | undefined,
): Promise<SentenceSearch> {
  const sentence = toSingleLine(cleanText(given));
  await ctx.rate_limits.spend('parse-sentence', String(ctx.organization.id), PER_HOUR, 3600);
  try {
    const { object } = await ctx.ports.llm.generateObject({
      system: SENTENCE_RULES,
      prompt: sentencePrompt(sentence),
      schema: sentenceSchema,
      schema_name: 'lead_search',
      max_output_tokens: 1500,
      timeout_in_ms: TIME_LIMIT_IN_MS,
    });
    return toFinderSearch(object, findPlace);
  } catch (error) {
    // A missing setting says which one; everything else is one sentence.
    if (error instanceof ApiError) throw error;
    ctx.log.warn({ reason: isProviderError(error) ? error.message : String(error) }, 'reading a sentence failed');
    throw new ApiError('sentence_not_read');
  }
}
