import { z } from 'zod';
import { ProviderError } from '../../kit/errors.ts';
import type { CrmConnection } from '../crm.port.ts';
import { type CrmHttp, shorten } from '../crm-http.api.ts';

const VERSION = '2026-10';
const errorSchema = z.looseObject({
  message: z.string().default(''),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  extensions: z.looseObject({ code: z.string().optional(), retry_in_seconds: z.number().optional() }).optional(),
});
const answerSchema = z.looseObject({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(errorSchema).max(100).default([]),
  error_code: z.string().optional(),
  error_message: z.string().optional(),
});
export type GraphError = z.output<typeof errorSchema>;

/** Codes that speak of the pace, or of the service, not of what was asked. */
const PACE = [
  'COMPLEXITY_BUDGET_EXHAUSTED',
  'DAILY_LIMIT_EXCEEDED',
  'maxConcurrencyExceeded',
  'FIELD_LIMIT_EXCEEDED',
  'IP_RATE_LIMIT_EXCEEDED',
  'FIELD_MINUTE_RATE_LIMIT_EXCEEDED',
];
const DOWN = ['INTERNAL_SERVER_ERROR', 'API_TEMPORARILY_BLOCKED', 'InternalServerError'];
const SIGNED_OUT = [
  'UNAUTHORIZED',
  'NOT_AUTHENTICATED',
  'missingRequiredPermissions',
  'USER_ACCESS_DENIED',
  'USER_UNAUTHORIZED',
];

export type GraphAnswer = { data: Record<string, unknown>; errors: GraphError[] };

/**
 * One document. Errors come with a status of 200: those of the pace, the sign-in or the service are thrown, the rest is answered beside
 * what was done.
 */
export async function postGraph(
  http: CrmHttp,
  connection: CrmConnection,
  document: { query: string; variables: Record<string, unknown>; effect: 'repeatable' | 'sends' },
): Promise<GraphAnswer> {
  const { query, variables, effect } = document;
  const headers = { 'api-version': VERSION };
  const answer = await http.read(connection, answerSchema, {
    path: '/v2',
    json: { query, variables },
    headers,
    effect,
  });
  const errors = answer.error_code
    ? [{ message: answer.error_message ?? '', extensions: { code: answer.error_code } }, ...answer.errors]
    : answer.errors;
  const hasData = Object.values(answer.data ?? {}).some((value) => value !== null);
  const general = errors.find(({ path }) => !path?.length) ?? (hasData ? undefined : errors.find(isPaceOrSignIn));
  if (general !== undefined && !hasData) throw toProviderError(general);
  return { data: answer.data ?? {}, errors };
}

const codeOf = ({ extensions }: GraphError): string => extensions?.code ?? '';
const isPaceOrSignIn = (error: GraphError): boolean => [...PACE, ...DOWN, ...SIGNED_OUT].includes(codeOf(error));

export function toProviderError(error: GraphError): ProviderError {
  const code = codeOf(error);
  const reason = shorten(error.message || `monday.com answered ${code}.`);
  if (PACE.includes(code)) {
    const seconds = error.extensions?.retry_in_seconds ?? (code === 'DAILY_LIMIT_EXCEEDED' ? 3_600 : 30);
    const until = new Date(Date.now() + Math.min(seconds, 86_400) * 1000);
    return new ProviderError('rate_limited', reason, { concerns: 'service', code, until });
  }
  if (DOWN.includes(code)) return new ProviderError('unavailable', reason, { concerns: 'service', code });
  if (SIGNED_OUT.includes(code)) return new ProviderError('auth_expired', reason, { concerns: 'sender', code });
  return new ProviderError('rejected', reason, { concerns: 'message', code });
}

/** What is read must be there: any error throws. */
export async function queryGraph<Shape extends z.ZodType>(
  http: CrmHttp,
  connection: CrmConnection,
  shape: Shape,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<z.output<Shape>> {
  const { data, errors } = await postGraph(http, connection, { query, variables, effect: 'repeatable' });
  const [first] = errors;
  if (first !== undefined) throw toProviderError(first);
  const parsed = shape.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new ProviderError('unavailable', 'monday.com gave an answer we cannot read.', {
    concerns: 'service',
    code: 'unexpected_answer',
  });
}
