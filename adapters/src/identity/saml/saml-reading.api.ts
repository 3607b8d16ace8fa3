import { X509Certificate } from 'node:crypto';
import { cutText } from '@overture/domain/text/text-bounds';
import { XMLParser } from 'fast-xml-parser';
import type { SamlAnswer, SamlProvider, SamlQuestion } from '../saml.port.ts';
import { createClient, loadLibrary } from './saml.api.ts';
import { samlManifest } from './saml.manifest.ts';
import { parseAssertion, requireOwnResponse, requirePlainResponse, toProvider } from './saml.transform.ts';
import { SamlRefusal } from './saml-refusal.transform.ts';

export type SamlTask =
  | { read: 'response'; question: SamlQuestion; response: string }
  | { read: 'metadata'; xml: string };

export type SamlReading =
  | { answer: SamlAnswer }
  | { provider: SamlProvider }
  /** Errors lose their class on the way out of a thread. */
  | { refused: string; code: 'refused' | 'invalid' };

// Loading counts as loading, not as work: the time limit begins after it.
await loadLibrary();

/** What a thread does with bytes of strangers: see `Work`. */
export async function run(task: SamlTask): Promise<SamlReading> {
  try {
    if (task.read === 'metadata') return { provider: parseMetadata(task.xml) };
    return { answer: await parseResponse(task.question, task.response) };
  } catch (error) {
    const refused = error instanceof Error ? cutText(error.message, 300) : 'it cannot be read';
    return { refused, code: error instanceof SamlRefusal ? 'refused' : 'invalid' };
  }
}

async function parseResponse({ provider, own, request_id }: SamlQuestion, response: string): Promise<SamlAnswer> {
  const xml = Buffer.from(response, 'base64').toString('utf8');
  requirePlainResponse(xml);
  requireOwnResponse(parseXml(xml), provider, own);
  const client = await createClient(provider, own, request_id);
  const { profile } = await client.validatePostResponseAsync({ SAMLResponse: response });
  if (!profile?.getAssertion || profile.inResponseTo !== request_id) throw new SamlRefusal('it has no subject');
  const attributes = (profile.attributes ?? {}) as Record<string, unknown>;
  return parseAssertion(profile.getAssertion(), attributes, { provider, own, request_id });
}

function parseMetadata(xml: string): SamlProvider {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new SamlRefusal('it defines entities');
  const provider = toProvider(parseXml(xml));
  if (provider.certificates.length === 0) throw new SamlRefusal('it holds no certificate');
  if (provider.certificates.length > samlManifest.limits.max_certificates)
    throw new SamlRefusal('it holds too many certificates');
  for (const certificate of provider.certificates) parseCertificate(certificate);
  return provider;
}

const parseXml = (xml: string): unknown =>
  new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseTagValue: false,
  }).parse(xml);

function parseCertificate(base64: string): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    throw new SamlRefusal('one of its certificates cannot be read');
  }
}
