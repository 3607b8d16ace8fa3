import type { ErrorCode } from './calls.ts';

/** `unreachable`: no answer came. `unreadable`: the answer is not from Overture. `redirected`: the address is elsewhere. */
export type LocalErrorCode = 'unreachable' | 'unreadable' | 'redirected';

interface Problem {
  status: number;
  code: ErrorCode | LocalErrorCode;
  error: string;
  type?: string;
  instance?: string;
  details?: Record<string, string>;
  current?: unknown;
}

/** A call that failed, with the members of RFC 9457. `message` is a text for people. */
export class OvertureError extends Error {
  override readonly name = 'OvertureError';
  /** HTTP status; 0 if no answer came. */
  readonly status: number;
  /** Stable: compare this one. */
  readonly code: ErrorCode | LocalErrorCode;
  /** Page that explains the code. */
  readonly type: string | undefined;
  /** The request, for questions to the operator. */
  readonly instance: string | undefined;
  /** What is wrong, by field. */
  readonly details: Readonly<Record<string, string>>;
  /** With `changed_meanwhile`: what is stored now. */
  readonly current: unknown;
  /** After this many seconds the call may work; null if the server did not say. */
  readonly retry_after_in_seconds: number | null;

  constructor(problem: Problem, retryAfterInSeconds: number | null = null, options?: ErrorOptions) {
    super(problem.error, options);
    this.status = problem.status;
    this.code = problem.code;
    this.type = problem.type;
    this.instance = problem.instance;
    this.details = problem.details ?? {};
    this.current = problem.current;
    this.retry_after_in_seconds = retryAfterInSeconds;
  }
}

/** The error of a refused call. A proxy in between answers with its own pages, which say nothing to a program. */
export async function parseError(response: Response): Promise<OvertureError> {
  const wait = parseRetryAfter(response.headers);
  const { status } = response;
  const location = response.headers.get('location');
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400))
    return new OvertureError({
      status,
      code: 'redirected',
      error: `The server redirects${location ? ` to ${location}` : ''}. Give the client that address.`,
    });
  const body: unknown = await response.json().catch(() => null);
  if (isProblem(body)) return new OvertureError({ ...body, status }, wait);
  return new OvertureError({ status, code: 'unreadable', error: `Unexpected response with status ${status}.` }, wait);
}

function isProblem(body: unknown): body is Problem {
  const { code, error } = (body ?? {}) as Record<string, unknown>;
  return typeof code === 'string' && typeof error === 'string';
}

/** `Retry-After` is a number of seconds or an instant (RFC 9110). */
function parseRetryAfter(headers: Headers): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
