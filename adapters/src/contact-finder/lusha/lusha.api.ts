import { z } from 'zod';
import { parseForeignJson } from '../../kit/foreign-json.ts';
import type { ContactKind, ContactPerson } from '../contact-finder.port.ts';
import { failedStatus, keyRefused, type ProviderGate, readJson, readRetryAfter, unreadable } from '../provider-gate.ts';
import { lushaManifest } from './lusha.manifest.ts';

const emailSchema = z.object({
  email: z.string().nullish(),
  emailType: z.string().nullish(),
  emailConfidence: z.string().nullish(),
});
const phoneSchema = z.object({
  number: z.string().nullish(),
  phoneType: z.string().nullish(),
  doNotCall: z.boolean().nullish(),
});
const personSchema = z.object({
  contact: z
    .object({
      error: z.object({ name: z.string().nullish(), message: z.string().nullish() }).nullish(),
      data: z
        .object({
          emailAddresses: z.array(emailSchema).max(100).nullish(),
          phoneNumbers: z.array(phoneSchema).max(100).nullish(),
        })
        .nullish(),
    })
    .nullish(),
});
export type LushaContact = NonNullable<NonNullable<z.output<typeof personSchema>['contact']>['data']>;

const messageSchema = z.object({ message: z.string() });

/** What the call is asked to look for; the rest is neither revealed nor charged. */
const FILTERS: Record<ContactKind, string> = { email: 'emailAddresses', phone: 'phoneNumbers' };

/**
 * Asks for a person's addresses or numbers. Null when nobody like this is known, or the law forbids to tell (451).
 * @throws ProviderError
 */
export async function fetchContact(
  gate: ProviderGate,
  options: { api_url: string; api_key: string },
  kind: ContactKind,
  person: ContactPerson,
  signal: AbortSignal | undefined,
): Promise<LushaContact | null> {
  const response = await gate.send(`${options.api_url}/v2/person?${describePerson(person, kind)}`, {
    headers: { api_key: options.api_key, accept: 'application/json' },
    ...(signal ? { signal } : {}),
  });
  const { status, headers } = response;
  if (status === 200) {
    const parsed = personSchema.safeParse(readJson(lushaManifest, response));
    if (!parsed.success) throw unreadable(lushaManifest, parsed.error);
    return parsed.data.contact?.error ? null : (parsed.data.contact?.data ?? null);
  }
  if (status === 404 || status === 451) return null;
  if (status === 401 || status === 403) throw keyRefused(lushaManifest);
  if (status === 402)
    throw gate.pause('The credits of the Lusha account are used up.', readRetryAfter(headers), 'quota');
  if (status === 429) {
    throw gate.pause('Lusha asked us to slow down.', readRetryAfter(headers, 'x-rate-limit-reset'));
  }
  throw failedStatus(lushaManifest, status, reasonOf(response.body));
}

function describePerson(person: ContactPerson, kind: ContactKind): URLSearchParams {
  const { name, domain } = person.company;
  const query = new URLSearchParams({ filterBy: FILTERS[kind] });
  if (person.linkedin_url) query.set('linkedinUrl', person.linkedin_url);
  if (person.first_name) query.set('firstName', person.first_name);
  if (person.last_name) query.set('lastName', person.last_name);
  if (domain) query.set('companyDomain', domain);
  else if (name) query.set('companyName', name);
  return query;
}

function reasonOf(body: Buffer): string {
  try {
    return messageSchema.parse(parseForeignJson(body)).message;
  } catch {
    return '';
  }
}
