import { trimTrailing } from '@overture/domain/text/text';
/** How the model is chosen: a server of your own first, then the first vendor with a key. Null means not configured. */
export type LlmSettings =
  | {
      vendor: 'openai-compatible';
      base_url: string;
      api_key: string | null;
      model: string;
      /** True where the server obeys `response_format: json_schema` (most newer ones do). */
      has_structured_outputs: boolean;
    }
  | { vendor: 'openai' | 'anthropic' | 'google'; base_url: string | null; api_key: string; model: string };

/** The settings as the environment names them (`.env.example`). */
export type LlmEnvironment = {
  LLM_BASE_URL?: string | undefined;
  LLM_API_KEY?: string | undefined;
  LLM_MODEL?: string | undefined;
  LLM_STRUCTURED_OUTPUTS?: 'on' | 'off' | undefined;
  OPENAI_API_KEY?: string | undefined;
  OPENAI_API_URL?: string | undefined;
  ANTHROPIC_API_KEY?: string | undefined;
  ANTHROPIC_API_URL?: string | undefined;
  GOOGLE_AI_API_KEY?: string | undefined;
  GOOGLE_AI_API_URL?: string | undefined;
};

export const llmManifest = {
  id: 'ai-sdk',
  label: 'Language model',
  /** Named to the operator where none is configured. */
  settings: 'LLM_BASE_URL and LLM_MODEL, or OPENAI_API_KEY, ANTHROPIC_API_KEY or GOOGLE_AI_API_KEY',
  /** Used where LLM_MODEL is not set: the small, cheap model of each vendor is enough to read five pages. */
  default_models: { openai: 'gpt-5.4-mini', anthropic: 'claude-haiku-5-5', google: 'gemini-3.5-flash' },
  limits: { timeout_in_ms: 60_000, max_output_tokens: 2_000, max_answer_size_in_bytes: 4_000_000 },
} as const;

/** @throws Error naming the setting that is missing or wrong */
export function chooseLlm(environment: LlmEnvironment): LlmSettings | null {
  const { LLM_BASE_URL, LLM_API_KEY, LLM_MODEL } = environment;
  if (LLM_BASE_URL !== undefined) {
    if (!/^https?:$/.test(URL.parse(LLM_BASE_URL)?.protocol ?? '')) {
      throw new Error('LLM_BASE_URL must be an address like http://localhost:11434/v1.');
    }
    if (LLM_MODEL === undefined) throw new Error('LLM_MODEL is needed with LLM_BASE_URL: the name of the model there.');
    return {
      vendor: 'openai-compatible',
      base_url: trimTrailing(LLM_BASE_URL, '/'),
      api_key: LLM_API_KEY ?? null,
      model: LLM_MODEL,
      has_structured_outputs: environment.LLM_STRUCTURED_OUTPUTS === 'on',
    };
  }
  const keys = {
    openai: [environment.OPENAI_API_KEY, environment.OPENAI_API_URL],
    anthropic: [environment.ANTHROPIC_API_KEY, environment.ANTHROPIC_API_URL],
    google: [environment.GOOGLE_AI_API_KEY, environment.GOOGLE_AI_API_URL],
  } as const;
  for (const vendor of ['openai', 'anthropic', 'google'] as const) {
    const [api_key, base_url] = keys[vendor];
    if (api_key === undefined) continue;
    return { vendor, api_key, base_url: base_url ?? null, model: LLM_MODEL ?? llmManifest.default_models[vendor] };
  }
  return null;
}
