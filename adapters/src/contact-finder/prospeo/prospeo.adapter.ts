import { normalizeEmail } from '@overture/domain/addresses/email-address';
import type { GuardedHttp } from '../../kit/guarded-http.ts';
import type { ContactAnswer, ContactPerson, ContactProvider } from '../contact-finder.port.ts';
import { formatPhoneNumber } from '../phone-number.ts';
import { createProviderGate } from '../provider-gate.ts';
import { type EnrichedPerson, fetchPerson } from './prospeo.api.ts';
import { prospeoManifest } from './prospeo.manifest.ts';

const VERIFIED = 95;
const UNVERIFIED = 65;

function toEmailAnswer(person: EnrichedPerson | null): ContactAnswer {
  const { email, status, revealed } = person?.email ?? {};
  const value = email && revealed !== false ? normalizeEmail(email) : null;
  if (value === null) return { outcome: 'not_found', evidence: 'No address is known.' };
  if (status === 'INVALID') return { outcome: 'not_found', evidence: `${value} was checked and does not exist.` };
  return status === 'VERIFIED'
    ? { outcome: 'found', value, confidence: VERIFIED, evidence: 'Verified.' }
    : { outcome: 'found', value, confidence: UNVERIFIED, evidence: 'Known, but not verified.' };
}

function toPhoneAnswer(person: EnrichedPerson | null): ContactAnswer {
  const { mobile, mobile_international, status, revealed } = person?.mobile ?? {};
  const value = revealed === false ? null : formatPhoneNumber(mobile_international ?? mobile);
  if (value === null) return { outcome: 'not_found', evidence: 'No mobile number is known.' };
  return status === 'VERIFIED'
    ? { outcome: 'found', value, confidence: VERIFIED, evidence: 'Mobile number, verified.' }
    : { outcome: 'found', value, confidence: UNVERIFIED, evidence: 'Mobile number, not verified.' };
}

const TOO_LITTLE: ContactAnswer = {
  outcome: 'not_found',
  evidence: 'It needs a LinkedIn address, or a first and last name and a company.',
};

export function createProspeo(http: GuardedHttp, options: { api_url: string; api_key: string }): ContactProvider {
  const gate = createProviderGate(http, prospeoManifest);
  return {
    manifest: prospeoManifest,
    async findEmail({ person, signal }) {
      if (!isEnough(person)) return TOO_LITTLE;
      return toEmailAnswer(await fetchPerson(gate, options, 'email', person, signal));
    },
    async findPhone({ person, signal }) {
      if (!isEnough(person)) return TOO_LITTLE;
      return toPhoneAnswer(await fetchPerson(gate, options, 'phone', person, signal));
    },
  } satisfies ContactProvider;
}

function isEnough({ first_name, last_name, linkedin_url, company }: ContactPerson): boolean {
  return Boolean(linkedin_url || (first_name && last_name && (company.domain || company.name)));
}
