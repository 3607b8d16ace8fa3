import type { GuardedHttp } from '../../kit/guarded-http.ts';
import type { ContactProvider } from '../contact-finder.port.ts';
import { createProviderGate } from '../provider-gate.ts';
import { fetchEmail, fetchVerification } from './hunter.api.ts';
import { hunterManifest } from './hunter.manifest.ts';
import { toAddressAnswer, toContactAnswer } from './hunter.transform.ts';

export function createHunter(http: GuardedHttp, options: { api_url: string; api_key: string }): ContactProvider {
  const gate = createProviderGate(http, hunterManifest);
  return {
    manifest: hunterManifest,
    async findEmail({ person, signal }) {
      const { company } = person;
      if (!person.first_name || !person.last_name || !(company.domain ?? company.name))
        return { outcome: 'not_found', evidence: 'It needs a first and last name and a company.' };
      return toContactAnswer(await fetchEmail(gate, options, person, signal));
    },
    verifyEmail: async ({ email, signal }) => toAddressAnswer(await fetchVerification(gate, options, email, signal)),
  } satisfies ContactProvider;
}
