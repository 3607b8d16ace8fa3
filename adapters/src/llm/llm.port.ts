import type { z } from 'zod';
import { isProviderError, ProviderError } from '../kit/errors.ts';

/** One question to the language model. It gets no tools and sees nothing but these two texts. */
export type LlmQuestion = {
  /** The rules of the task; ours alone, never text of a lead or a page. */
  system: string;
  /** The task itself; may quote foreign text as data. */
  prompt: string;
  /** Ceiling of the answer's length; default 1,000. */
  max_output_tokens?: number;
  /** Aborts the call immediately; the abort reason is thrown. */
  signal?: AbortSignal;
  /** For the whole call, the repair try included. Default 60,000. */
  timeout_in_ms?: number;
};

/** What a call cost, repair tries included; 0 where the provider does not say. */
export type LlmUsage = { input_tokens: number; output_tokens: number };

/** A language model chosen by the operator. All failures are a ProviderError (`kit/errors.ts`). */
export type LlmPort = {
  /**
   * An answer in a schema. An answer outside it is asked for once more with the complaint; after that it is malformed.
   * @throws ProviderError `auth_expired`, `rate_limited`, `rejected` (also: malformed, see `isMalformedAnswer`) or `unavailable`
   */
  generateObject<Schema extends z.ZodType>(
    question: LlmQuestion & { schema: Schema; schema_name?: string },
  ): Promise<{ object: z.output<Schema>; usage: LlmUsage }>;
  /** @throws as generateObject; an empty answer is malformed */
  generateText(question: LlmQuestion): Promise<{ text: string; usage: LlmUsage }>;
};

const MALFORMED = 'malformed_answer';

/** The model twice gave an answer of the wrong form. Only the model is at fault: the task may be retried. */
export function malformedAnswer(reason: string, cause?: unknown): ProviderError {
  return new ProviderError('rejected', reason, { concerns: 'service', code: MALFORMED, cause });
}

export function isMalformedAnswer(error: unknown): error is ProviderError {
  return isProviderError(error, 'rejected') && error.code === MALFORMED;
}
