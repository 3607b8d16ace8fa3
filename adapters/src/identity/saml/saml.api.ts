import type { SAML } from '@node-saml/node-saml';
import type { SamlOwn, SamlProvider } from '../saml.port.ts';
import { samlManifest } from './saml.manifest.ts';

const { limits } = samlManifest;

export const loadLibrary = () => import('@node-saml/node-saml');

/**
 * @param question its id: of one we ask, or of the only one that an answer may be to. Questions are kept by the caller, for all
 * processes, who also ends them.
 */
export async function createClient(provider: SamlProvider, own: SamlOwn, question: string): Promise<SAML> {
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
    generateUniqueId: () => question,
    cacheProvider: {
      saveAsync: async () => null,
      removeAsync: async () => null,
      getAsync: async (id) => (id === question ? new Date().toISOString() : null),
    },
  });
}
