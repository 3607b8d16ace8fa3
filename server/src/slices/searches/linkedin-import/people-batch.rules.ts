import type { LinkedinPerson } from '@overture/adapters/linkedin/linkedin.port';
import { INCOMING_FIELDS, type IncomingField } from '@overture/domain/leads/incoming-fields';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { parseLinkedinProfile } from '@overture/domain/linkedin/linkedin-address';
import { cleanText, toSingleLine } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import type { LinkedinMember } from '../../linkedin-members/index.ts';
import type { BadRow } from '../import/row-batch.rules.ts';

/** People of a page as one transaction stores them. people = leads + repeated + bad. */
export interface PeopleBatch {
  /** Rows of INCOMING_FIELDS in COPY text format; no LinkedIn key twice. */
  incoming: Uint8Array[];
  members: LinkedinMember[];
  leads: number;
  repeated: number;
  bad: BadRow[];
}

/**
 * @param known people this seat met before under an id alone, with the address they are known by
 * @param from number of the first person in the import, for those who cannot be read
 */
export function batchPeople(
  people: readonly LinkedinPerson[],
  known: ReadonlyMap<string, LinkedinMember>,
  from: number,
): PeopleBatch {
  const batch: PeopleBatch = { incoming: [], members: [], leads: 0, repeated: 0, bad: [] };
  const keys = new Set<string>();
  let text = '';
  people.forEach((person, index) => {
    const address = addressOf(person, known);
    if (address === null) {
      const line = clip(`${person.first_name} ${person.last_name} ${person.profile_url}`) ?? '';
      batch.bad.push({ row_number: from + index, reason: 'This is not the address of a person.', line });
      return;
    }
    batch.members.push({
      provider_id: person.provider_id,
      linkedin_key: address.key,
      linkedin_profile_url: address.url,
    });
    if (keys.has(address.key)) batch.repeated += 1;
    else {
      keys.add(address.key);
      batch.leads += 1;
      text += copyLine(fieldsOf(person, address));
    }
  });
  if (text !== '') batch.incoming.push(Buffer.from(text));
  return batch;
}

type Address = { key: string; url: string };

function addressOf(person: LinkedinPerson, known: ReadonlyMap<string, LinkedinMember>): Address | null {
  const before = person.public_identifier === null ? known.get(person.provider_id) : undefined;
  if (before) return { key: before.linkedin_key, url: before.linkedin_profile_url };
  return parseLinkedinProfile(person.profile_url);
}

/** In the order of INCOMING_FIELDS; LinkedIn knows some of them. */
function fieldsOf(person: LinkedinPerson, address: Address): (string | null)[] {
  const known: Partial<Record<IncomingField, string | null>> = {
    first_name: clip(person.first_name) ?? '',
    last_name: clip(person.last_name) ?? '',
    linkedin_profile_url: address.url,
    linkedin_key: address.key,
    headline: clip(person.headline),
    job_title: clip(person.job_title),
    industry: clip(person.industry),
    location: clip(person.location),
    company_name: clip(person.company_name),
    company_linkedin_url: clip(person.company_linkedin_url),
  };
  return INCOMING_FIELDS.map((field) => known[field] ?? null);
}

/** LinkedIn's texts are short; one that is not is cut rather than lost. Control characters would end a row. */
function clip(text: string | null): string | null {
  const cleaned = cutText(cleanText(toSingleLine(text ?? '')), TEXT_LIMITS.lead_field_max).toWellFormed();
  return cleaned === '' ? null : cleaned;
}

const copyLine = (fields: (string | null)[]): string =>
  `${fields.map((field) => (field === null ? '\\N' : field.replaceAll('\\', '\\\\'))).join('\t')}\n`;
