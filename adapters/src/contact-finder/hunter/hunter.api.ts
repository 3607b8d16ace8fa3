import { z } from 'zod';
import type { ContactPerson } from '../contact-finder.port.ts';
import { failedStatus, keyRefused, type ProviderGate, readJson, readRetryAfter, unreadable } from '../provider-gate.ts';
import { hunterManifest } from './hunter.manifest.ts';

const emailFinderSchema = z.object({
  data: z.object({
    email: z.string().nullish(),
    score: z.number().nullish(),
    accept_all: z.boolean().nullish(),
    sources: z.array(z.object({ uri: z.string().nullish() })).nullish(),
    verification: z.object({ status: z.string().nullish() }).nullish(),
  }),
});
export type EmailFinderAnswer = z.output<typeof emailFinderSchema>['data'];

const errorsSchema = z.object({
  errors: z.array(z.object({ id: z.string().nullish(), details: z.string().nullish() })),
});

/** How long the search itself may take, in seconds (3 to 20): a deeper one finds more. */
const MAX_DURATION_IN_SECONDS = '15';

/**
 * Asks for the address of a person at a domain or company. Null when the person asked not to be found (451).
 * @throws ProviderError
 */
export async function fetchEmail(
  gate: ProviderGate,
  options: { api_url: string; api_key: string },
  person: ContactPerson,
  signal: AbortSignal | undefined,
): Promise<EmailFinderAnswer | null> {
  const query = new URLSearchParams({
    first_name: person.first_name,
    last_name: person.last_name,
    max_duration: MAX_DURATION_IN_SECONDS,
  });
  if (person.company.domain) query.set('domain', person.company.domain);
  else query.set('company', person.company.name ?? '');
  const response = await gate.send(`${options.api_url}/v2/email-finder?${query}`, {
    headers: { 'X-API-KEY': options.api_key, accept: 'application/json' },
    ...(signal ? { signal } : {}),
  });
  const { status, headers } = response;
  if (status === 200) {
    const parsed = emailFinderSchema.safeParse(readJson(hunterManifest, response));
    if (!parsed.success) throw unreadable(hunterManifest, parsed.error);
    return parsed.data.data;
  }
  if (status === 451) return null;
  if (status === 401) throw keyRefused(hunterManifest);
  // Hunter answers 403 to those who ask too fast, and 429 when the month is used up.
  if (status === 403) throw gate.pause('Hunter asked us to slow down.', readRetryAfter(headers));
  if (status === 429)
    throw gate.pause('The searches of the Hunter account are used up.', readRetryAfter(headers), 'quota');
  throw failedStatus(hunterManifest, status, reasonOf(response.body));
}

function reasonOf(body: Buffer): string {
  try {
    return errorsSchema.parse(JSON.parse(body.toString('utf8'))).errors[0]?.details ?? '';
  } catch {
    return '';
  }
}
