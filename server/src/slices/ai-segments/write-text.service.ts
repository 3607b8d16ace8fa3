import { isMalformedAnswer } from '@overture/adapters/llm/llm.port';
import type { Prospect } from '@overture/contract/prospects';
import type { Context } from '../../kernel/context.ts';
import { describeSubject, instructAbout, loadSources } from '../research/index.ts';
import type { ResearchTask } from '../research-tasks/index.ts';
import type { Segment } from './default-segments.rules.ts';
import { verifyText } from './judge-text.rules.ts';
import type { TextEnd } from './text-work.store.ts';
import { findLanguage, WRITING_RULES, writingPrompt, writtenSchema } from './writing.rules.ts';

type Ctx = Pick<Context, 'transaction' | 'organization' | 'ports' | 'log'>;

const LLM_TIMEOUT_IN_MS = 60_000;
const MOST_OUTPUT_TOKENS = 1500;
const NOTHING_FITS = 'The sources that were read say nothing that fits this snippet.';

export interface WritingTask {
  segment: Segment;
  /** Research tasks of the snippet, the organization's own words filled in. */
  tasks: readonly ResearchTask[];
  prospect: Prospect;
  language: string;
  signal: AbortSignal;
}

/**
 * Writes a snippet for one lead: loads the sources of its research tasks (cached for seven days), asks the model for sentences, and keeps
 * those its sources confirm. Model and sources get data of this lead only.
 * @throws ProviderError `rate_limited` or `unavailable` when a later try may succeed; the signal's reason once aborted
 */
export async function writeText(ctx: Ctx, task: WritingTask): Promise<TextEnd> {
  const { segment, prospect, signal } = task;
  const { sources, steps, failures } = await loadSources(ctx, task);
  if (sources.length === 0) {
    if (failures.length > 0) throw failures[0];
    return nothing(steps.map(({ label, detail }) => `${label}: ${detail}`).join(' '));
  }
  const instructions = instructAbout(segment.instructions, prospect);
  try {
    const { object, usage } = await ctx.ports.llm.generateObject({
      system: WRITING_RULES,
      prompt: writingPrompt({ ...segment, instructions, language: task.language, lead: prospect, sources }),
      schema: writtenSchema,
      schema_name: 'snippet',
      max_output_tokens: MOST_OUTPUT_TOKENS,
      timeout_in_ms: LLM_TIMEOUT_IN_MS,
      signal,
    });
    ctx.log.debug({ ...usage, segment: segment.id }, 'a snippet was written');
    const { domain } = describeSubject(prospect);
    const is_english = findLanguage(task.language) === 'en';
    const { amount_of_sentences } = segment;
    const verified = verifyText(object, { sources, amount_of_sentences, domain, is_english });
    if (verified !== null) return { state: 'written', reason: null, ...verified };
    // The source that could not be read may be the one that says it.
    if (failures.length > 0) throw failures[0];
    return nothing(NOTHING_FITS);
  } catch (error) {
    if (isMalformedAnswer(error)) return { state: 'failed', text: null, reason: error.message, sources: [] };
    throw error;
  }
}

function nothing(reason: string): TextEnd {
  return { state: 'nothing', text: null, reason: reason || NOTHING_FITS, sources: [] };
}
