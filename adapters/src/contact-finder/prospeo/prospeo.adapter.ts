import type { GuardedHttp } from '../../kit/guarded-http.ts';
import type { ContactAnswer, ContactPerson, ContactProvider } from '../contact-finder.port.ts';
import { createProviderGate } from '../provider-gate.ts';
import { fetchPerson } from './prospeo.api.ts';
import { prospeoManifest } from './prospeo.manifest.ts';
import { toEmailAnswer, toPhoneAnswer } from './prospeo.transform.ts';

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
