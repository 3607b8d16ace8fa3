import type { LanguageModel, LanguageModelUsage } from 'ai';
import type { z } from 'zod';
import { type LlmPort, type LlmQuestion, type LlmUsage, malformedAnswer } from '../llm.port.ts';
import { type LlmSettings, llmManifest } from './ai-sdk.manifest.ts';

type Library = typeof import('ai') & typeof import('./answer.transform.ts') & { model: LanguageModel };
type Answer<T> = ({ object: T } | { complaint: string }) & { usage: LlmUsage };

/** The language model of the settings, through the AI SDK. Nothing is loaded before the first question. */
export function createAiSdkLlm(settings: LlmSettings): LlmPort {
  let loading: Promise<Library> | undefined;
  const load = (): Promise<Library> => {
    loading ??= loadLibrary(settings);
    return loading;
  };
  return {
    generateObject: (question) =>
      withinTime(question, settings, load, (library, signal) => requestObject(library, settings, question, signal)),
    generateText: (question) =>
      withinTime(question, settings, load, async (library, signal) => {
        const result = await library.generateText({
          ...callOptions(library, question, signal),
          prompt: question.prompt,
        });
        if (result.text.trim() === '') throw malformedAnswer('The language model answered nothing.');
        return { text: result.text, usage: getUsage(result.usage) };
      }),
  };
}

async function loadLibrary(settings: LlmSettings): Promise<Library> {
  // The library would print hints about models to the console.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  const [ai, transform, api] = await Promise.all([
    import('ai'),
    import('./answer.transform.ts'),
    import('./models.api.ts'),
  ]);
  return { ...ai, ...transform, model: await api.loadModel(settings) };
}

/** One deadline for the whole call. The caller's own end is thrown as it is; every other failure in our closed set. */
async function withinTime<Result>(
  question: LlmQuestion,
  settings: LlmSettings,
  load: () => Promise<Library>,
  work: (library: Library, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  question.signal?.throwIfAborted();
  const library = await load();
  const timeout_in_ms = question.timeout_in_ms ?? llmManifest.limits.timeout_in_ms;
  const deadline = AbortSignal.timeout(timeout_in_ms);
  try {
    return await work(library, question.signal ? AbortSignal.any([deadline, question.signal]) : deadline);
  } catch (error) {
    question.signal?.throwIfAborted();
    const cause = deadline.aborted
      ? new DOMException(`no answer within ${Math.round(timeout_in_ms / 1000)} s.`, 'TimeoutError')
      : error;
    throw library.toProviderError(cause, settings.api_key);
  }
}

async function requestObject<Schema extends z.ZodType>(
  library: Library,
  settings: LlmSettings,
  question: LlmQuestion & { schema: Schema },
  signal: AbortSignal,
): Promise<{ object: z.output<Schema>; usage: LlmUsage }> {
  const first = await requestOnce(library, settings, question, question.prompt, signal);
  if ('object' in first) return first;
  const repair = `${question.prompt}\n\nYour previous answer could not be used: ${first.complaint}\nAnswer again, with one JSON object that fits the schema.`;
  const second = await requestOnce(library, settings, question, repair, signal);
  if (!('object' in second)) throw malformedAnswer(`The model's answer could not be read: ${second.complaint}`);
  return { object: second.object, usage: addUsage(first.usage, second.usage) };
}

async function requestOnce<Schema extends z.ZodType>(
  library: Library,
  settings: LlmSettings,
  question: LlmQuestion & { schema: Schema },
  prompt: string,
  signal: AbortSignal,
): Promise<Answer<z.output<Schema>>> {
  const needsSchema = settings.vendor === 'openai-compatible' && !settings.has_structured_outputs;
  const system = needsSchema ? `${question.system}\n\n${library.describeSchema(question.schema)}` : question.system;
  try {
    const result = await library.generateText({
      ...callOptions(library, { ...question, system }, signal),
      prompt,
      output: library.Output.object({ schema: question.schema }),
    });
    const usage = getUsage(result.usage);
    // Cut off or filtered: the library gives no object then, but what there is may still be whole.
    return { ...library.parseAnswer(result.text, question.schema), usage };
  } catch (error) {
    if (!library.NoObjectGeneratedError.isInstance(error)) throw error;
    return { ...library.parseAnswer(error.text ?? '', question.schema), usage: getUsage(error.usage) };
  }
}

/** No tools, and no retries by the library: the caller decides what a refusal means. */
function callOptions(library: Library, question: LlmQuestion, signal: AbortSignal) {
  return {
    model: library.model,
    instructions: question.system,
    maxOutputTokens: question.max_output_tokens ?? llmManifest.limits.max_output_tokens,
    abortSignal: signal,
    maxRetries: 0,
  };
}

function getUsage(usage: LanguageModelUsage | undefined): LlmUsage {
  return { input_tokens: usage?.inputTokens ?? 0, output_tokens: usage?.outputTokens ?? 0 };
}

function addUsage(one: LlmUsage, other: LlmUsage): LlmUsage {
  return {
    input_tokens: one.input_tokens + other.input_tokens,
    output_tokens: one.output_tokens + other.output_tokens,
  };
}
