import { APP_LIMITS } from '@overture/domain/access/key-scopes';
import { OutboundRefusedError, parseOutboundAllow } from '../kit/address-guard.ts';
import { createGuardedHttp, type GuardedHttpOptions } from '../kit/guarded-http.ts';
import { AppDocumentError, type AppDocumentsPort } from './app-documents.port.ts';

interface AppDocumentsOptions {
  outbound_allow: string;
  /** Only https: production. */
  requires_https: boolean;
  lookup?: GuardedHttpOptions['lookup'];
}

/** Fetches through the guarded client. @throws Error for an OUTBOUND_ALLOW that cannot be read */
export function createAppDocuments({ outbound_allow, requires_https, lookup }: AppDocumentsOptions): AppDocumentsPort {
  const http = createGuardedHttp({
    allow: parseOutboundAllow(outbound_allow),
    ...(lookup === undefined ? {} : { lookup }),
  });
  return {
    async fetchDocument(url, signal) {
      if (requires_https && !url.startsWith('https://')) throw new AppDocumentError('Its address must use https.');
      const { status, headers, body } = await http
        .request(url, {
          headers: { accept: 'application/json' },
          max_size_in_bytes: APP_LIMITS.document_bytes,
          timeout_in_ms: APP_LIMITS.document_in_ms,
          // A redirect would let one host speak for another.
          keeps_redirects: true,
          ...(signal ? { signal } : {}),
        })
        .catch((error: unknown) => {
          signal?.throwIfAborted();
          throw new AppDocumentError(describeFailure(error), { cause: error });
        });
      if (status !== 200) throw new AppDocumentError(describeStatus(status));
      if (!isJson(headers.get('content-type')))
        throw new AppDocumentError('Its address did not answer with JSON (application/json).');
      return { body: body.toString('utf8'), cache_control: headers.get('cache-control') };
    },
    close: () => http.close(),
  };
}

const JSON_TYPE = /^application\/(?:json|[a-z0-9.-]+\+json)$/;

/** A host that lets strangers store text or files serves them as another type: they must not speak for the host. */
const isJson = (contentType: string | null): boolean =>
  JSON_TYPE.test((contentType?.split(';', 1)[0] ?? '').trim().toLowerCase());

function describeStatus(status: number): string {
  if (status >= 300 && status < 400) return 'Its address redirects, which is not followed.';
  return `Its address answered with status ${status}.`;
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

function describeFailure(error: unknown): string {
  if (error instanceof OutboundRefusedError) return error.message;
  if (isTimeout(error) || (error instanceof Error && isTimeout(error.cause)))
    return `Its address did not answer within ${APP_LIMITS.document_in_ms / 1000} seconds.`;
  return 'Its address could not be reached.';
}
