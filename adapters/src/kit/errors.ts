import { toStorableText } from '@overture/domain/text/storable-text';

/**
 * The closed set of ways in which a call to a provider can fail. Slices decide by `kind` (and `concerns`), never by a
 * vendor's text.
 *
 * - `auth_expired`: the credentials no longer work; nothing was done. Hold the sender until it is reconnected.
 * - `rate_limited`: the provider asks us to slow down; nothing was done. Hold the sender until `until`.
 * - `rejected`: a final no; nothing was done and repeating it will not help.
 * - `not_found`: the thing addressed does not exist.
 * - `unavailable`: it was certainly not done (never connected, connection lost before the point of no return, a
 *   temporary refusal). Trying again later is safe.
 * - `unknown_outcome`: it may or may not have been done. Only evidence may settle it; it is never repeated blindly.
 */
export type ProviderErrorKind =
  | 'auth_expired'
  | 'rate_limited'
  | 'rejected'
  | 'not_found'
  | 'unavailable'
  | 'unknown_outcome';

/**
 * Who is at fault: `recipient` (this address: suppress it or try this one later), `sender` (our account, domain or
 * reputation: never suppress the recipient for it), `message` (its size or content) or `service` (the provider or the way to it).
 */
export type ProviderErrorConcern = 'recipient' | 'sender' | 'message' | 'service';

export type ProviderErrorDetails = {
  concerns: ProviderErrorConcern;
  /** The provider's own code as text, e.g. an SMTP enhanced status '5.1.1' or reply code '550'; null where it gave none. */
  code?: string | null;
  /** With `rate_limited`, or a refusal that concerns the sender: when to retry; null when unknown. */
  until?: Date | null;
  cause?: unknown;
};

/** Of a provider's reason and of its code as much is kept. */
const REASON_MAX = 1000;
const CODE_MAX = 100;

/**
 * The only error that leaves an adapter. `message` is the reason in the provider's words, fit to be stored and shown: every adapter's words
 * pass here, so NUL, half characters and what is too long end here.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: ProviderErrorKind;
  readonly concerns: ProviderErrorConcern;
  readonly code: string | null;
  readonly until: Date | null;

  constructor(kind: ProviderErrorKind, reason: string, details: ProviderErrorDetails) {
    super(toStorableText(reason, REASON_MAX), details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.concerns = details.concerns;
    this.code = details.code ? toStorableText(details.code, CODE_MAX) : null;
    this.until = details.until ?? null;
  }

  get reason(): string {
    return this.message;
  }
}

/** True for a ProviderError, of one kind when `kind` is given. */
export function isProviderError(error: unknown, kind?: ProviderErrorKind): error is ProviderError {
  return error instanceof ProviderError && (kind === undefined || error.kind === kind);
}
