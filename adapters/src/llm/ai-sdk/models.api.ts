import type { LanguageModel } from 'ai';
import { type LlmSettings, llmManifest } from './ai-sdk.manifest.ts';

/**
 * The chosen model. Only the one vendor's library is loaded, and only when the first question is asked: together they
 * cost tens of megabytes.
 */
export async function loadModel(settings: LlmSettings): Promise<LanguageModel> {
  if (settings.vendor === 'openai-compatible') return loadCompatible(settings);
  const options = {
    apiKey: settings.api_key,
    fetch: boundedFetch,
    ...(settings.base_url === null ? {} : { baseURL: settings.base_url }),
  };
  switch (settings.vendor) {
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(options)(settings.model);
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(options)(settings.model);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(options)(settings.model);
  }
}

async function loadCompatible(settings: Extract<LlmSettings, { vendor: 'openai-compatible' }>): Promise<LanguageModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: 'llm',
    baseURL: settings.base_url,
    ...(settings.api_key === null ? {} : { apiKey: settings.api_key }),
    supportsStructuredOutputs: settings.has_structured_outputs,
    fetch: settings.has_structured_outputs ? boundedFetch : createTolerantFetch(),
  });
  return provider.chatModel(settings.model);
}

/** Servers that know no `response_format` (or only another one) answer 400 to it: they are asked without, from then on. */
function createTolerantFetch(): typeof globalThis.fetch {
  let isFormatRefused = false;
  return async (input, init) => {
    if (!isFormatRefused) {
      const response = await boundedFetch(input, init);
      if (response.status !== 400 && response.status !== 422) return response;
      const text = await response.text();
      if (!/response_format|json_object|json_schema/i.test(text)) {
        return new Response(text, { status: response.status, headers: { 'content-type': 'application/json' } });
      }
      isFormatRefused = true;
    }
    return boundedFetch(input, withoutResponseFormat(init));
  };
}

function withoutResponseFormat(init: RequestInit | undefined): RequestInit | undefined {
  if (typeof init?.body !== 'string') return init;
  const { response_format: _, ...rest } = JSON.parse(init.body) as Record<string, unknown>;
  return { ...init, body: JSON.stringify(rest) };
}

/**
 * The operator configured this server, and it may be on a private network. It may not redirect elsewhere (with our key)
 * or send unlimited data.
 */
const boundedFetch: typeof globalThis.fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (response.body === null) return response;
  let size = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > llmManifest.limits.max_answer_size_in_bytes) controller.error(new Error('The answer is too large.'));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, { status: response.status, statusText: response.statusText, headers: response.headers });
};
