import type { GuardedHttp } from '../../kit/guarded-http.ts';
import type { ContactAnswer, ContactPerson, ContactProvider } from '../contact-finder.port.ts';
import { createProviderGate } from '../provider-gate.ts';
import { fetchContact } from './lusha.api.ts';
import { lushaManifest } from './lusha.manifest.ts';
import { toEmailAnswer, toPhoneAnswer } from './lusha.transform.ts';

const TOO_LITTLE: ContactAnswer = {
  outcome: 'not_found',
  evidence: 'It needs a LinkedIn address, or a first and last name and a company.',
};

export function createLusha(http: GuardedHttp, options: { api_url: string; api_key: string }): ContactProvider {
  const gate = createProviderGate(http, lushaManifest);
  return {
    manifest: lushaManifest,
    async findEmail({ person, signal }) {
      if (!isEnough(person)) return TOO_LITTLE;
      return toEmailAnswer(await fetchContact(gate, options, 'email', person, signal));
    },
    async findPhone({ person, signal }) {
      if (!isEnough(person)) return TOO_LITTLE;
      return toPhoneAnswer(await fetchContact(gate, options, 'phone', person, signal));
    },
  } satisfies ContactProvider;
}

function isEnough({ first_name, last_name, linkedin_url, company }: ContactPerson): boolean {
  return Boolean(linkedin_url || (first_name && last_name && (company.domain || company.name)));
}
