import { type OutboundAllowList, OutboundRefusedError } from '../../kit/address-guard.ts';
import { ProviderError } from '../../kit/errors.ts';
import { createGuardedHttp, type GuardedHttp } from '../../kit/guarded-http.ts';
import { defineWork, type RunWork, runHere } from '../../kit/run-work.ts';
import type { SamlPort, SamlProvider } from '../saml.port.ts';
import { createClient, loadLibrary } from './saml.api.ts';
import { samlManifest } from './saml.manifest.ts';
import { findRequestId } from './saml.transform.ts';
import type { SamlReading, SamlTask } from './saml-reading.api.ts';

export type SamlSettings = {
  /** Exemptions from the private-network guard; what is listed may also be spoken to without TLS. */
  allow: OutboundAllowList;
  /** Where bytes of strangers are read; on the spot unless told otherwise. */
  runWork?: RunWork;
};

const { limits } = samlManifest;
const reading = defineWork<SamlTask, SamlReading>({
  module: new URL('./saml-reading.api.ts', import.meta.url),
  timeout_in_ms: 2_000,
  max_waiting: 200,
});

export function createSaml({ allow, runWork = runHere }: SamlSettings): SamlPort {
  const http = createGuardedHttp({ allow });
  return {
    async readProvider(given, owner) {
      const xml = /^\s*</.test(given) ? given : await fetchMetadata(http, given);
      const read = await runReading(runWork, 'This metadata', { read: 'metadata', xml }, owner);
      if (!('provider' in read)) throw refuse('This metadata', 'it cannot be read');
      requireSignInPage(read.provider, allow);
      return read.provider;
    },
    async describeOwn({ entity_id, acs_url }) {
      const { generateServiceProviderMetadata } = await loadLibrary();
      return generateServiceProviderMetadata({
        issuer: entity_id,
        callbackUrl: acs_url,
        identifierFormat: null,
        wantAssertionsSigned: true,
      });
    },
    createSignInUrl: async (provider, own, request_id) =>
      (await createClient(provider, own, request_id)).getAuthorizeUrlAsync('', undefined, {}),
    findRequestId,
    async readResponse(question, response, owner) {
      const what = "The identity provider's answer";
      const read = await runReading(runWork, what, { read: 'response', question, response }, owner);
      if (!('answer' in read)) throw refuse(what, 'it cannot be read');
      return read.answer;
    },
    close: () => http.close(),
  };
}

/** What the library and we refuse, as one kind of error with a reason fit to be shown. */
async function runReading(
  runWork: RunWork,
  what: string,
  task: SamlTask,
  owner: number,
): Promise<Exclude<SamlReading, { refused: string }>> {
  const read = await runWork(reading, task, { owner }).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'WorkStoppedError') throw refuse(what, 'it takes too long to read');
    throw new ProviderError('unavailable', `${what} could not be read at the moment.`, {
      concerns: 'service',
      cause: error,
    });
  });
  if ('refused' in read) throw refuse(what, read.refused, read.code);
  return read;
}

const refuse = (what: string, reason: string, code: 'refused' | 'invalid' = 'refused'): ProviderError =>
  new ProviderError('rejected', `${what} can't be used: ${reason}.`, { concerns: 'service', code });

async function fetchMetadata(http: GuardedHttp, address: string): Promise<string> {
  const host = URL.parse(address)?.hostname ?? address;
  const refuseAddress = (reason: string) => new ProviderError('rejected', reason, { concerns: 'service' });
  const { timeout_in_ms, max_metadata_in_bytes: max_size_in_bytes } = limits;
  const answer = await http.request(address, { timeout_in_ms, max_size_in_bytes }).catch((error: unknown) => {
    if (error instanceof OutboundRefusedError) throw refuseAddress(error.message);
    throw new ProviderError('unavailable', `${host} cannot be reached right now.`, { concerns: 'service' });
  });
  if (answer.status !== 200) throw refuseAddress(`${host} answered ${answer.status}.`);
  return answer.body.toString('utf8');
}

/** A page to send people to. */
function requireSignInPage({ entry_point }: SamlProvider, allow: OutboundAllowList): void {
  const url = URL.parse(entry_point);
  const isPlain = url?.protocol === 'http:' && allow.allows(url.hostname, Number(url.port) || 80, null);
  if (url?.protocol !== 'https:' && !isPlain) throw refuse('This metadata', 'its sign-in page is not an https address');
}
