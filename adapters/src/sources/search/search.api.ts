import type { z } from 'zod';
import { OutboundRefusedError } from '../../kit/address-guard.ts';
import { ProviderError } from '../../kit/errors.ts';
import { parseForeignJson } from '../../kit/foreign-json.ts';
import { createGuardedHttp, type GuardedRequest, type GuardedResponse } from '../../kit/guarded-http.ts';
import type { VendorManifest } from '../../kit/vendor-access.ts';

/** One hit of a search as every vendor's adapter answers it. */
export type SearchResult = { title: string; url: string; snippet: string; published_at: Date | null };

/** What a vendor is and can do; differences between vendors are read here, never by name. */
export type SearchVendorManifest = VendorManifest & {
  capabilities: { web: boolean; news: boolean };
  limits: { timeout_in_ms: number } & Record<string, number>;
};

export type SearchVendor = {
  /** Null where the vendor has no web search. */
  searchWeb: ((query: string, limit: number, signal?: AbortSignal) => Promise<SearchResult[]>) | null;
  searchNews(query: string, limit: number, signal?: AbortSignal): Promise<SearchResult[]>;
  close(): Promise<void>;
};

export type SearchHttp = {
  /** @throws ProviderError as the port says */
  request(path: string, request: GuardedRequest): Promise<GuardedResponse>;
  close(): Promise<void>;
};

/**
 * Requests to one server configured by the operator: it may be on a private network, but redirects to others are
 * guarded.
 */
export function createSearchHttp({ label, limits }: SearchVendorManifest, api_url: string): SearchHttp {
  const { hostname, port, protocol } = new URL(api_url);
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  const number = Number(port) || (protocol === 'https:' ? 443 : 80);
  const http = createGuardedHttp({
    allow: { allows: (host, on_port) => host.replace(/^\[(.*)\]$/, '$1') === name && on_port === number },
  });
  return {
    async request(path, request) {
      const response = await http
        .request(`${api_url}${path}`, { timeout_in_ms: limits.timeout_in_ms, ...request })
        .catch((error: unknown) => {
          request.signal?.throwIfAborted();
          const kind = error instanceof OutboundRefusedError ? 'rejected' : 'unavailable';
          throw new ProviderError(kind, `${label} could not be reached.`, { concerns: 'service', cause: error });
        });
      refuseFailure(label, response);
      return response;
    },
    close: () => http.close(),
  };
}

function refuseFailure(label: string, { status, headers }: GuardedResponse): void {
  if (status < 300) return;
  const details = { concerns: 'service', code: String(status) } as const;
  if (status === 401 || status === 403) throw new ProviderError('auth_expired', `${label} refused the key.`, details);
  if (status === 429 || status === 402) {
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    const until = Number.isFinite(seconds) ? new Date(Date.now() + Math.min(seconds, 3_600) * 1_000) : null;
    throw new ProviderError('rate_limited', `${label} has no searches left for now.`, { ...details, until });
  }
  throw new ProviderError(status >= 500 ? 'unavailable' : 'rejected', `${label} answered ${status}.`, details);
}

/** @throws ProviderError unavailable for an answer in another shape */
export function parseJson<Schema extends z.ZodType>(label: string, body: Buffer, schema: Schema): z.output<Schema> {
  try {
    return schema.parse(parseForeignJson(body));
  } catch (cause) {
    throw new ProviderError('unavailable', `${label} answered in a form we do not know.`, {
      concerns: 'service',
      cause,
    });
  }
}

/** Vendors write dates in many ways ('3 days ago' among them); only a readable one counts. */
export function parseDate(text: string | null | undefined): Date | null {
  const at = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at);
}
