import type { CrmConnection } from '@overture/adapters/crm/crm.port';
import { toStorableText } from '@overture/domain/text/storable-text';
import { cutText } from '@overture/domain/text/text-bounds';
import type { NewExchange } from './exchanges.store.ts';

type Observed = Parameters<NonNullable<CrmConnection['observe']>>[0];

const LONGEST_TEXT = 4_000;
/** Of an answer of megabytes the rest is not read. A secret that is cut here is one up to the end. */
const LONGEST_READ = 40_000;
const SECRET =
  /("(?:access_token|refresh_token|client_secret|code|code_verifier|authorization|password)"\s*:\s*)"[^"]*(?:"|$)/gi;
const BEARER = /\bBearer [\w.~+/=-]{8,}/gi;
const TOKEN_IN_QUERY = /([?&](?:access_token|code|api_token|token)=)[^&\s]+/gi;

/** What may be kept of a text: short, without anything that opens the account. Cut last, or a secret across the end would stay. */
function redact(text: string): string {
  const redacted = toStorableText(text, LONGEST_READ)
    .replaceAll(SECRET, '$1"[secret]"')
    .replaceAll(BEARER, 'Bearer [secret]')
    .replaceAll(TOKEN_IN_QUERY, '$1[secret]');
  return cutText(redacted, LONGEST_TEXT);
}

export function describeExchange({ call, status, body }: Observed): NewExchange {
  const url = URL.parse(call.url);
  const sent = typeof call.body === 'string' ? call.body : '';
  // Some respond 200 with errors in the body.
  const tells =
    /^\s{0,20}\{\s{0,20}"(?:errors|error_code)"/.test(cutText(body, 200)) ||
    /"errors":\s?\[\{/.test(cutText(body, LONGEST_TEXT));
  const method = call.method ?? 'GET';
  return {
    method,
    path: cutText(redact(`${url?.pathname ?? ''}${url?.search ?? ''}`), 1_000),
    status,
    sent: redact(sent),
    answered: redact(body),
    is_failure: !isEmptySearch(method, url, status) && (status === null || status >= 400 || tells),
  };
}

/** A search without a result is a success. */
function isEmptySearch(method: string, url: URL | null, status: number | null): boolean {
  return (status === 404 && method === 'GET') || (status === 207 && url?.pathname.endsWith('/batch/read') === true);
}
