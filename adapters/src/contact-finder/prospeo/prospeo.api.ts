import { z } from 'zod';
import type { GuardedResponse } from '../../kit/guarded-http.ts';
import type { ContactKind, ContactPerson } from '../contact-finder.port.ts';
import {
  failedStatus,
  keyRefused,
  type ProviderGate,
  parseJson,
  parseRetryAfter,
  unreadable,
} from '../provider-gate.ts';
import { prospeoManifest } from './prospeo.manifest.ts';

const emailSchema = z.object({
  status: z.string().nullish(),
  revealed: z.boolean().nullish(),
  email: z.string().nullish(),
});
const mobileSchema = z.object({
  status: z.string().nullish(),
  revealed: z.boolean().nullish(),
  mobile: z.string().nullish(),
  mobile_international: z.string().nullish(),
});

const enrichPersonSchema = z.object({
  person: z.object({ email: emailSchema.nullish(), mobile: mobileSchema.nullish() }).nullish(),
});
export type EnrichedPerson = NonNullable<z.output<typeof enrichPersonSchema>['person']>;

const errorSchema = z.object({ error_code: z.string().nullish(), message: z.string().nullish() });

/**
 * Fetches a person's email or mobile number. Null when there is no match.
 * @throws ProviderError
 */
export async function fetchPerson(
  gate: ProviderGate,
  options: { api_url: string; api_key: string },
  kind: ContactKind,
  person: ContactPerson,
  signal: AbortSignal | undefined,
): Promise<EnrichedPerson | null> {
  const response = await gate.send(`${options.api_url}/enrich-person`, {
    method: 'POST',
    headers: { 'X-KEY': options.api_key, 'content-type': 'application/json' },
    body: JSON.stringify({
      only_verified_email: false,
      enrich_mobile: kind === 'phone',
      // Without a number the record is of no use to us, and would be charged.
      only_verified_mobile: kind === 'phone',
      data: describePerson(person),
    }),
    ...(signal ? { signal } : {}),
  });
  const { status, headers } = response;
  if (status === 401) throw keyRefused(prospeoManifest);
  if (status === 429) {
    const until = parseRetryAfter(headers, 'x-minute-reset-seconds');
    throw gate.pause('Prospeo asked us to slow down.', until);
  }
  if (status === 200) {
    const parsed = enrichPersonSchema.safeParse(parseJson(prospeoManifest, response));
    if (!parsed.success) throw unreadable(prospeoManifest, parsed.error);
    return parsed.data.person ?? null;
  }
  const code = parseErrorCode(response);
  if (code === 'NO_MATCH' || code === 'NO_RESULT') return null;
  if (code === 'INSUFFICIENT_CREDITS')
    throw gate.pause('The credits of the Prospeo account are used up.', parseRetryAfter(headers), 'quota');
  throw failedStatus(prospeoManifest, status, code);
}

function parseErrorCode(response: GuardedResponse): string {
  if (response.status >= 500) return '';
  const failure = errorSchema.safeParse(parseJson(prospeoManifest, response)).data;
  return failure?.error_code ?? failure?.message ?? '';
}

function describePerson(person: ContactPerson): Record<string, string> {
  const { name, domain } = person.company;
  return {
    first_name: person.first_name,
    last_name: person.last_name,
    ...(person.linkedin_url ? { linkedin_url: person.linkedin_url } : {}),
    ...(domain ? { company_website: domain } : {}),
    ...(name ? { company_name: name } : {}),
  };
}
