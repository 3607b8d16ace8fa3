import { X509Certificate } from 'node:crypto';
import type { SAML } from '@node-saml/node-saml';
import { cutText } from '@overture/domain/text/text-bounds';
import { type OutboundAllowList, OutboundRefusedError } from '../../kit/address-guard.ts';
import { ProviderError } from '../../kit/errors.ts';
import { createGuardedHttp, type GuardedHttp } from '../../kit/guarded-http.ts';
import type { SamlAnswer, SamlOwn, SamlPort, SamlProvider } from '../saml.port.ts';
import { samlManifest } from './saml.manifest.ts';
import { readAssertion, requireOwnResponse, requirePlainResponse, SamlRefusal, toProvider } from './saml.transform.ts';

export type SamlSettings = {
  /** Exemptions from the private-network guard; what is listed may also be spoken to without TLS. */
  allow: OutboundAllowList;
};

const { limits } = samlManifest;
const loadLibrary = () => import('@node-saml/node-saml');

export function createSaml({ allow }: SamlSettings): SamlPort {
  const http = createGuardedHttp({ allow });
  return {
    async readProvider(given) {
      const xml = /^\s*</.test(given) ? given : await fetchMetadata(http, given);
      return refuseInWords('This metadata', async () => {
        if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new SamlRefusal('it defines entities');
        const provider = toProvider(await parseXml(xml));
        requireUsable(provider, allow);
        return provider;
      });
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
      (await createClient(provider, own, { request_id })).getAuthorizeUrlAsync('', undefined, {}),
    readResponse: (provider, own, response, isWaiting) =>
      refuseInWords("The identity provider's answer", () => readAnswer(provider, own, response, isWaiting)),
    close: () => http.close(),
  };
}

async function createClient(
  provider: SamlProvider,
  own: SamlOwn,
  question: { request_id?: string; isWaiting?: (id: string) => Promise<boolean> },
): Promise<SAML> {
  const library = await loadLibrary();
  return new library.SAML({
    callbackUrl: own.acs_url,
    entryPoint: provider.entry_point,
    issuer: own.entity_id,
    audience: own.entity_id,
    idpCert: provider.certificates,
    // Either is enough, and only what was signed is read: some providers sign the response alone unless told otherwise.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    validateInResponseTo: library.ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: limits.question_lives_in_ms,
    acceptedClockSkewMs: limits.clock_skew_in_ms,
    maxAssertionAgeMs: limits.assertion_age_in_ms,
    generateUniqueId: () => question.request_id ?? '',
    // Questions are kept by the caller, for all processes, who also ends them.
    cacheProvider: {
      saveAsync: async () => null,
      removeAsync: async () => null,
      getAsync: async (id) => ((await question.isWaiting?.(id)) ? new Date().toISOString() : null),
    },
  });
}

async function readAnswer(
  provider: SamlProvider,
  own: SamlOwn,
  response: string,
  isWaiting: (id: string) => Promise<boolean>,
): Promise<SamlAnswer> {
  const xml = Buffer.from(response, 'base64').toString('utf8');
  requirePlainResponse(xml);
  requireOwnResponse(await parseXml(xml), provider, own);
  const client = await createClient(provider, own, { isWaiting });
  const { profile } = await client.validatePostResponseAsync({ SAMLResponse: response });
  const request_id = profile?.inResponseTo;
  if (!profile?.getAssertion || typeof request_id !== 'string') throw new SamlRefusal('it names nobody');
  const attributes = (profile.attributes ?? {}) as Record<string, unknown>;
  return readAssertion(profile.getAssertion(), attributes, { provider, own, request_id });
}

async function parseXml(xml: string): Promise<unknown> {
  const { XMLParser } = await import('fast-xml-parser');
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseTagValue: false,
  }).parse(xml);
}

async function fetchMetadata(http: GuardedHttp, address: string): Promise<string> {
  const host = URL.parse(address)?.hostname ?? address;
  const refuse = (reason: string) => new ProviderError('rejected', reason, { concerns: 'service' });
  const { timeout_in_ms, max_metadata_in_bytes: max_size_in_bytes } = limits;
  const answer = await http.request(address, { timeout_in_ms, max_size_in_bytes }).catch((error: unknown) => {
    if (error instanceof OutboundRefusedError) throw refuse(error.message);
    throw new ProviderError('unavailable', `${host} cannot be reached right now.`, { concerns: 'service' });
  });
  if (answer.status !== 200) throw refuse(`${host} answered ${answer.status}.`);
  return answer.body.toString('utf8');
}

/** A page to send people to, and certificates that are some. */
function requireUsable({ entry_point, certificates }: SamlProvider, allow: OutboundAllowList): void {
  const url = URL.parse(entry_point);
  const isPlain = url?.protocol === 'http:' && allow.allows(url.hostname, Number(url.port) || 80, null);
  if (url?.protocol !== 'https:' && !isPlain) throw new SamlRefusal('its sign-in page is not an https address');
  if (certificates.length === 0) throw new SamlRefusal('it holds no certificate');
  if (certificates.length > limits.max_certificates) throw new SamlRefusal('it holds too many certificates');
  for (const certificate of certificates) readCertificate(certificate);
}

function readCertificate(base64: string): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    throw new SamlRefusal('one of its certificates cannot be read');
  }
}

/** What the library and we refuse, as one kind of error with a reason fit to be shown. */
async function refuseInWords<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    const reason = error instanceof Error ? cutText(error.message, 300) : 'it cannot be read';
    const code = error instanceof SamlRefusal ? 'refused' : 'invalid';
    throw new ProviderError('rejected', `${what} can't be used: ${reason}.`, { concerns: 'service', code });
  }
}
