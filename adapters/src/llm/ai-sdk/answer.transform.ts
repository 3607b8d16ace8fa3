import { cutText, TEXT_BOUNDS } from '@overture/domain/text/text-bounds';
import { APICallError } from 'ai';
import { z } from 'zod';
import { ProviderError } from '../../kit/errors.ts';
import { parseForeignJson } from '../../kit/foreign-json.ts';

const LONGEST_REASON = 300;

/** Either the answer, or what is wrong with it in words that the model can act on. */
export type ReadAnswer<T> = { object: T } | { complaint: string };

/**
 * The JSON object in a model's text: bare, in a code fence, after a passage of thinking, or between sentences.
 * Everything is still checked against the schema.
 */
export function parseAnswer<Schema extends z.ZodType>(text: string, schema: Schema): ReadAnswer<z.output<Schema>> {
  const json = findJsonObject(withoutThinking(cutText(text, TEXT_BOUNDS.model_answer)));
  if (json === undefined) return { complaint: 'It holds no complete JSON object.' };
  const parsed = schema.safeParse(json);
  if (parsed.success) return { object: parsed.data };
  const issues = parsed.error.issues.slice(0, 5);
  return { complaint: issues.map((issue) => `${issue.path.join('.') || 'answer'}: ${issue.message}`).join('; ') };
}

/** The text without passages in `<think>`; one that is not closed stays. */
function withoutThinking(text: string): string {
  const folded = text.toLowerCase();
  if (folded.length !== text.length) return text;
  let kept = '';
  let from = 0;
  for (;;) {
    const start = folded.indexOf('<think>', from);
    const end = start === -1 ? -1 : folded.indexOf('</think>', start);
    if (end === -1) return kept + text.slice(from);
    kept += text.slice(from, start);
    from = end + '</think>'.length;
  }
}

function findJsonObject(text: string): unknown {
  // The outermost braces first; then from each opening brace to its partner, a few times: small models like to introduce themselves.
  const outer = parseJson(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  if (outer !== undefined) return outer;
  let from = text.indexOf('{');
  for (let tries = 0; from >= 0 && tries < 5; tries += 1) {
    const end = endOfObject(text, from);
    const found = end < 0 ? undefined : parseJson(text.slice(from, end));
    if (found !== undefined) return found;
    from = text.indexOf('{', end < 0 ? from + 1 : end);
  }
  return undefined;
}

function endOfObject(text: string, from: number): number {
  let depth = 0;
  let isQuoted = false;
  for (let index = from; index < text.length; index += 1) {
    const character = text[index];
    if (isQuoted) {
      if (character === '\\') index += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === '{') depth += 1;
    else if (character === '}' && --depth === 0) return index + 1;
  }
  return -1;
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = parseForeignJson(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Gives the answer's form to a model without structured outputs; harmless to the others. */
export function describeSchema(schema: z.ZodType): string {
  const json = JSON.stringify(z.toJSONSchema(schema, { io: 'output' }));
  return `Answer with one JSON object and nothing else. It must fit this JSON schema:\n${json}`;
}

/** What the library throws, in our closed set. `api_key` is taken out of every text. */
export function toProviderError(error: unknown, api_key: string | null): unknown {
  if (error instanceof ProviderError) return error;
  if (APICallError.isInstance(error)) return toStatusError(error, api_key);
  const reason = error instanceof Error && error.name === 'TimeoutError' ? error.message : reasonOf(error, api_key);
  const details = { concerns: 'service', cause: error } as const;
  return new ProviderError('unavailable', `The language model did not answer: ${reason}`, details);
}

function toStatusError(error: APICallError, api_key: string | null): ProviderError {
  const details = { concerns: 'service', cause: error } as const;
  const status = error.statusCode;
  const what = status === undefined ? 'did not answer' : `answered ${status}`;
  const said = `The language model ${what}: ${reasonOf(error, api_key)}`;
  const code = status === undefined ? null : String(status);
  if (status === 401 || status === 403) return new ProviderError('auth_expired', said, { ...details, code });
  if (status === 429 && !/insufficient_quota|billing/i.test(error.responseBody ?? '')) {
    return new ProviderError('rate_limited', said, { ...details, code, until: parseRetryAfter(error.responseHeaders) });
  }
  if (status === undefined || status === 408 || status >= 500) {
    return new ProviderError('unavailable', said, { ...details, code });
  }
  // A server responds at that address, but it is no model: a retry would get the same page.
  if (status < 400) {
    const wrong = `What answers at the address of the language model is no language model (${status}): ${reasonOf(error, api_key)}`;
    return new ProviderError('rejected', wrong, { ...details, code });
  }
  return new ProviderError('rejected', said, { ...details, code });
}

function parseRetryAfter(headers: Record<string, string> | undefined): Date | null {
  const text = headers?.['retry-after'];
  if (text === undefined) return null;
  const at = /^\d+(\.\d+)?$/.test(text) ? Date.now() + Math.min(Number(text), 3600) * 1000 : Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at);
}

function reasonOf(error: unknown, api_key: string | null): string {
  const text = error instanceof Error ? error.message : String(error);
  const safe = api_key === null || api_key === '' ? text : text.replaceAll(api_key, '***');
  return cutText(safe.replace(/\b(sk|key|AIza)[-_][\w*-]{6,}/g, '***').replace(/\s+/g, ' '), LONGEST_REASON);
}
