import { z } from 'zod';
import { ProviderError } from '../../kit/errors.ts';
import { parseForeignJson } from '../../kit/foreign-json.ts';
import type { ContactKind, ContactPerson } from '../contact-finder.port.ts';
import {
  failedStatus,
  keyRefused,
  type ProviderGate,
  parseJson,
  parseRetryAfter,
  unreadable,
} from '../provider-gate.ts';
import { lushaManifest } from './lusha.manifest.ts';

const emailSchema = z.object({
  email: z.string().nullish(),
  type: z.string().nullish(),
  confidence: z.string().nullish(),
});
const phoneSchema = z.object({
  number: z.string().nullish(),
  type: z.string().nullish(),
  doNotCall: z.boolean().nullish(),
});
const resultSchema = z.object({
  error: z.object({ code: z.string().nullish() }).nullish(),
  emails: z.array(emailSchema).max(100).nullish(),
  phones: z.array(phoneSchema).max(100).nullish(),
});
const answerSchema = z.object({
  results: z.array(resultSchema).max(100),
  billing: z.object({ creditsCharged: z.number().nullish() }).nullish(),
});

/** What one question brought; `credits` is what Lusha says it charged, null where it does not say. */
export type LushaContact = Pick<z.output<typeof resultSchema>, 'emails' | 'phones'> & { credits: number | null };

const messageSchema = z.object({ message: z.string() });

/** What the call may reveal: each revealed field is charged. */
const REVEALS: Record<ContactKind, 'emails' | 'phones'> = { email: 'emails', phone: 'phones' };

/**
 * Fetches a person's addresses or numbers. Null when there is no match, or the law forbids disclosure (451).
 * @throws ProviderError
 */
export async function fetchContact(
  gate: ProviderGate,
  options: { api_url: string; api_key: string },
  kind: ContactKind,
  person: ContactPerson,
  signal: AbortSignal | undefined,
): Promise<LushaContact | null> {
  const response = await gate.send(`${options.api_url}/v3/contacts/search-and-enrich`, {
    method: 'POST',
    headers: { api_key: options.api_key, accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ contacts: [describePerson(person)], reveal: [REVEALS[kind]] }),
    ...(signal ? { signal } : {}),
  });
  const { status, headers } = response;
  if (status === 200) return parseContact(answerSchema.safeParse(parseJson(lushaManifest, response)));
  if (status === 404 || status === 451) return null;
  if (status === 401) throw keyRefused(lushaManifest);
  if (status === 403) throw accountRefused(response.body);
  if (status === 402)
    throw gate.pause('The credits of the Lusha account are used up.', parseRetryAfter(headers), 'quota');
  if (status === 429) {
    throw gate.pause('Lusha asked us to slow down.', parseRetryAfter(headers, 'x-rate-limit-reset'));
  }
  throw failedStatus(lushaManifest, status, reasonOf(response.body));
}

/** The only result of a request for one person. Null where Lusha has no such person or may not disclose them. */
function parseContact({ data, error }: z.ZodSafeParseResult<z.output<typeof answerSchema>>): LushaContact | null {
  if (error) throw unreadable(lushaManifest, error);
  const [result] = data.results;
  if (result?.error?.code === 'ENRICH_FAILED')
    throw new ProviderError('unavailable', 'Lusha could not look this person up.', { concerns: 'service' });
  if (result === undefined || result.error) return null;
  return { emails: result.emails, phones: result.phones, credits: data.billing?.creditsCharged ?? null };
}

/** An account that is not active, or whose plan has no API v3: the key is right, so the vendor's words say what to do. */
function accountRefused(body: Buffer): ProviderError {
  const { reason } = failedStatus(lushaManifest, 403, reasonOf(body));
  return new ProviderError('auth_expired', reason, { concerns: 'service', code: '403' });
}

function describePerson(person: ContactPerson): Record<string, string> {
  const { name, domain } = person.company;
  return {
    ...(person.linkedin_url ? { linkedinUrl: person.linkedin_url } : {}),
    ...(person.first_name ? { firstName: person.first_name } : {}),
    ...(person.last_name ? { lastName: person.last_name } : {}),
    ...(domain ? { companyDomain: domain } : {}),
    ...(name ? { companyName: name } : {}),
  };
}

function reasonOf(body: Buffer): string {
  try {
    return messageSchema.parse(parseForeignJson(body)).message;
  } catch {
    return '';
  }
}
