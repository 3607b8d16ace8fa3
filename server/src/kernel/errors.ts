import { type ErrorBody, type ErrorCode, errorCatalogue, errorText } from '@overture/contract/errors';

/** An error the caller is meant to read. Anything else that is thrown becomes `internal` and is logged. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, string> | undefined;
  private readonly values: Record<string, string>;
  /** Seconds after which another try makes sense, told as `Retry-After`. */
  retry_after_in_seconds: number | undefined;
  private current: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, parameters: Record<string, string> = {}, details?: Record<string, string>) {
    super(errorText(code, parameters));
    this.name = 'ApiError';
    this.code = code;
    this.details = details;
    this.values = parameters;
  }

  /** The same error with the time after which to try again; at least a second. */
  after(seconds: number): this {
    this.retry_after_in_seconds = Math.max(1, Math.ceil(seconds));
    return this;
  }

  /** The same error with what is stored now, in the shape of the call's answer. */
  with(current: Record<string, unknown>): this {
    this.current = current;
    return this;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }

  get body(): ErrorBody {
    return {
      error: this.message,
      code: this.code,
      ...(namesValues(this.code, this.values) ? { values: this.values } : {}),
      ...(this.details ? { details: this.details } : {}),
      ...(this.current ? { current: this.current } : {}),
    };
  }
}

/** A text that is nothing but its reason would be there twice. */
const namesValues = (code: ErrorCode, values: Record<string, string>): boolean =>
  errorCatalogue[code].text !== '{reason}' && Object.keys(values).length > 0;

/** 404 for what does not exist and, in the same words, for what belongs to another organization. */
export function orNotFound<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw new ApiError('not_found');
  return row;
}

/** SQLSTATE of a failed statement (`23505` is a unique violation), or undefined. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export const uniqueViolation = '23505';
