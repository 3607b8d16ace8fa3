import type { GuardedHttp, GuardedRequest } from './guarded-http.ts';

export type GuardedFetchLimits = { timeout_in_ms: number; max_answer_in_bytes: number };

type FetchOptions = {
  method?: string;
  headers?: ConstructorParameters<typeof Headers>[0];
  body?: unknown;
  signal?: AbortSignal | null;
};

/** The guarded client in the shape of `fetch`, for libraries that take one; follows no redirects. */
export function createGuardedFetch(
  http: GuardedHttp,
  limits: GuardedFetchLimits,
): (url: string, options?: FetchOptions) => Promise<Response> {
  return async (url, { method = 'GET', headers, body, signal } = {}) => {
    const response = await http.request(url, {
      method: method.toUpperCase() as GuardedRequest['method'] & string,
      headers: Object.fromEntries(new Headers(headers).entries()),
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      ...(signal ? { signal } : {}),
      max_redirects: 0,
      max_size_in_bytes: limits.max_answer_in_bytes,
      timeout_in_ms: limits.timeout_in_ms,
    });
    const { status } = response;
    const hasBody = ![204, 205, 304].includes(status);
    return new Response(hasBody ? new Uint8Array(response.body) : null, { status, headers: response.headers });
  };
}
