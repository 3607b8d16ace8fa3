import { isMalformedAnswer } from '@overture/adapters/llm/llm.port';
import type { Context } from '../../kernel/context.ts';
import type { QuotedSource } from '../quoted-sources/index.ts';
import type { CellInput, CellOutcome, CellStep } from './cell-work.rules.ts';
import { verifyAnswer } from './judge.rules.ts';
import { answerSchema, quoteColumns, RESEARCH_RULES, researchPrompt } from './prompt.rules.ts';
import { type Instructions, instructAbout, toQuestion } from './question.rules.ts';
import { loadSources } from './read-sources.service.ts';

type Ctx = Pick<Context, 'transaction' | 'organization' | 'ports' | 'log'>;

const LLM_TIMEOUT_IN_MS = 90_000;
const MOST_OUTPUT_TOKENS = 2_000;

/**
 * Runs one research task for one lead: loads its sources, asks the model, and accepts the answer only if a source contains its quote. Model
 * and sources get data of this lead only.
 * @throws ProviderError `rate_limited` or `unavailable` when a later try may succeed; the signal's reason once aborted
 */
export async function researchCell(ctx: Ctx, input: CellInput): Promise<CellOutcome> {
  const { task, prospect, columns = [], signal } = input;
  signal.throwIfAborted();
  const question = instructAbout(task.prompt || task.name, prospect, columns);
  const { sources: pages, steps, failures } = await loadSources(ctx, { tasks: [task], prospect, columns, signal });
  const sources = [...pages, ...quoteColumns(columns)];
  if (sources.length === 0 || (pages.length === 0 && failures.length > 0)) return answerNothing(steps, failures);
  const outcome = await callModel(ctx, { question, sources, input });
  if (outcome.kind === 'postponed') return outcome;
  // The source that could not be read may be the one that says it.
  if (outcome.kind === 'not_found' && failures.length > 0) throw failures[0];
  return { ...outcome, steps };
}

/** No source was loaded: not found if none exists; a temporary failure is thrown and retried. */
function answerNothing(steps: readonly CellStep[], failures: readonly unknown[]): CellOutcome {
  if (failures.length > 0) throw failures[0];
  const explanation = steps.map(({ label, detail }) => `${label}: ${detail}`).join(' ');
  return { kind: 'not_found', explanation, sources: [], steps };
}

async function callModel(
  ctx: Ctx,
  asked: { question: Instructions; sources: QuotedSource[]; input: CellInput },
): Promise<CellOutcome> {
  const { question, sources, input } = asked;
  const { output_type } = input.task;
  try {
    const { object, usage } = await ctx.ports.llm.generateObject({
      system: RESEARCH_RULES,
      prompt: researchPrompt(question, output_type, input.prospect, sources),
      schema: answerSchema(output_type),
      schema_name: 'research_answer',
      max_output_tokens: MOST_OUTPUT_TOKENS,
      timeout_in_ms: LLM_TIMEOUT_IN_MS,
      signal: input.signal,
    });
    ctx.log.debug({ ...usage, prompt: input.task.prompt_id }, 'research task finished');
    return verifyAnswer(object, { text: toQuestion(input.task, input.prospect, input.columns), output_type, sources });
  } catch (error) {
    if (isMalformedAnswer(error)) return { kind: 'failed', error: error.message };
    throw error;
  }
}
