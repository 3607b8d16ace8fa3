import { z } from 'zod';
import { ProviderError } from '../../kit/errors.ts';
import { parseForeignJson } from '../../kit/foreign-json.ts';
import type { GuardedResponse } from '../../kit/guarded-http.ts';
import type { ContactPerson } from '../contact-finder.port.ts';
import {
  failedStatus,
  keyRefused,
  type ProviderGate,
  parseJson,
  parseRetryAfter,
  unreadable,
} from '../provider-gate.ts';
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

const verifierSchema = z.object({
  data: z.object({ status: z.string().nullish(), result: z.string().nullish() }),
});
export type VerificationAnswer = z.output<typeof verifierSchema>['data'];

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
  const { status } = response;
  if (status === 200) {
    const parsed = emailFinderSchema.safeParse(parseJson(hunterManifest, response));
    if (!parsed.success) throw unreadable(hunterManifest, parsed.error);
    return parsed.data.data;
  }
  if (status === 451) return null;
  throw failureOf(gate, response, 'searches');
}

/** Hunter looks for up to 20 seconds and then says that it is still at it (202): asked again later, it has the answer. */
const STILL_AT_IT_IN_MS = 30_000;

/**
 * Asks whether an address takes mail. Null when its owner asked not to be found (451).
 * @throws ProviderError
 */
export async function fetchVerification(
  gate: ProviderGate,
  options: { api_url: string; api_key: string },
  email: string,
  signal: AbortSignal | undefined,
): Promise<VerificationAnswer | null> {
  const response = await gate.send(`${options.api_url}/v2/email-verifier?${new URLSearchParams({ email })}`, {
    headers: { 'X-API-KEY': options.api_key, accept: 'application/json' },
    ...(signal ? { signal } : {}),
  });
  const { status } = response;
  if (status === 200) {
    const parsed = verifierSchema.safeParse(parseJson(hunterManifest, response));
    if (!parsed.success) throw unreadable(hunterManifest, parsed.error);
    return parsed.data.data;
  }
  if (status === 451) return null;
  // Its mail server answered in a way Hunter knows nothing of.
  if (status === 222) return { status: 'unknown', result: null };
  if (status === 202) {
    const until = new Date(Date.now() + STILL_AT_IT_IN_MS);
    throw new ProviderError('unavailable', 'Hunter is still checking the address.', { concerns: 'service', until });
  }
  throw failureOf(gate, response, 'verifications');
}

function failureOf(gate: ProviderGate, { status, headers, body }: GuardedResponse, what: string): ProviderError {
  if (status === 401) return keyRefused(hunterManifest);
  // Hunter answers 403 to those who ask too fast, and 429 when the month is used up.
  if (status === 403) return gate.pause('Hunter asked us to slow down.', parseRetryAfter(headers));
  if (status === 429)
    return gate.pause(`The ${what} of the Hunter account are used up.`, parseRetryAfter(headers), 'quota');
  return failedStatus(hunterManifest, status, reasonOf(body));
}

function reasonOf(body: Buffer): string {
  try {
    return errorsSchema.parse(parseForeignJson(body)).errors[0]?.details ?? '';
  } catch {
    return '';
  }
}
