import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { cutText } from '@overture/domain/text/text-bounds';
import { z } from 'zod';
import type { Identity } from '../identity.port.ts';
import type { SamlAnswer, SamlOwn, SamlProvider } from '../saml.port.ts';
import { samlManifest } from './saml.manifest.ts';
import { SamlRefusal } from './saml-refusal.transform.ts';
import { parseElementNames } from './xml-shape.transform.ts';

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
/** Named in signatures; what is signed so can be signed by others too. */
const BROKEN_ALGORITHMS = /xmldsig#(?:rsa-|dsa-)?sha1\b|xmldsig#hmac|xmldsig-more#(?:rsa-)?md5/;
const ASSERTIONS: readonly string[] = ['Assertion', 'EncryptedAssertion'];
/** The first tag with all its namespaces fits in. */
const HEAD_IN_BASE64 = 8_000;

/**
 * The question that a response says it answers, found without parsing: strangers whose question is not open cost no more.
 * It is believed only once the response was read.
 */
export function findRequestId(response: string): string | null {
  const head = Buffer.from(response.slice(0, HEAD_IN_BASE64), 'base64').toString('utf8');
  return /\sInResponseTo[ \t\r\n]{0,20}=[ \t\r\n]{0,20}["']([\w.:-]{1,200})["']/.exec(head)?.[1] ?? null;
}

/**
 * Checks before parsing: large or deep documents cost a parser much time; comments, entities and processing
 * instructions let two parsers see different texts; a second assertion anywhere could replace the signed one.
 */
export function requirePlainResponse(xml: string): void {
  const { max_response_in_characters, ...limits } = samlManifest.limits;
  if (xml.length > max_response_in_characters)
    throw new SamlRefusal(`it is larger than ${max_response_in_characters / 1024} KB: let it name fewer groups`);
  if (xml.includes('<!') || xml.indexOf('<?', 1) !== -1) throw new SamlRefusal('it holds more than elements and text');
  if (BROKEN_ALGORITHMS.test(xml)) throw new SamlRefusal('it is signed with a broken algorithm (SHA-1 or MD5)');
  const assertions = parseElementNames(xml, limits).filter((name) => ASSERTIONS.includes(name));
  if (assertions.length !== 1) throw new SamlRefusal('it does not hold exactly one assertion');
}

const attributed = z.looseObject({ '@Value': z.string() });
const responseSchema = z.object({
  Response: z.looseObject({
    '@Destination': z.string().optional(),
    Issuer: z.union([z.string(), z.looseObject({ '#text': z.string() }).transform((one) => one['#text'])]).optional(),
    Status: z.looseObject({ StatusCode: attributed }),
  }),
});

/** What the library does not compare: where the answer was sent to, by whom, and whether it says yes. */
export function requireOwnResponse(parsed: unknown, provider: SamlProvider, own: SamlOwn): void {
  const read = responseSchema.safeParse(parsed);
  if (!read.success) throw new SamlRefusal('it is no SAML response');
  const { '@Destination': destination, Issuer: issuer, Status: status } = read.data.Response;
  if (status.StatusCode['@Value'] !== SUCCESS) throw new SamlRefusal('the provider did not sign the user in');
  if (destination !== undefined && destination !== own.acs_url)
    throw new SamlRefusal(`it was meant for ${destination}`);
  if (issuer !== undefined && issuer.trim() !== provider.entity_id) throw new SamlRefusal(`it comes from ${issuer}`);
}

const text = z.looseObject({ _: z.string() }).transform((one) => one._);
const assertionSchema = z.object({
  Assertion: z.looseObject({
    $: z.looseObject({ ID: z.string().min(1).max(500) }),
    Issuer: z.tuple([text]),
    Subject: z.tuple([
      z.looseObject({
        NameID: z.tuple([
          z.looseObject({
            _: z.string().min(1).max(1_000),
            $: z.looseObject({ Format: z.string().optional() }).optional(),
          }),
        ]),
        SubjectConfirmation: z.array(
          z.looseObject({
            $: z.looseObject({ Method: z.string() }),
            SubjectConfirmationData: z
              .tuple([
                z.looseObject({
                  $: z.looseObject({
                    Recipient: z.string(),
                    InResponseTo: z.string(),
                    NotOnOrAfter: z.iso.datetime({ offset: true }),
                  }),
                }),
              ])
              .optional(),
          }),
        ),
      }),
    ]),
  }),
});

/**
 * What the signed assertion itself must contain, independent of the library: our provider, our address, our request.
 * @param assertion the signed part, parsed; nothing outside of it is trusted
 */
export function parseAssertion(
  assertion: unknown,
  attributes: Record<string, unknown>,
  expected: { provider: SamlProvider; own: SamlOwn; request_id: string },
): SamlAnswer {
  const read = assertionSchema.safeParse(assertion);
  if (!read.success) throw new SamlRefusal('its assertion lacks what it must say');
  const { $: head, Issuer, Subject } = read.data.Assertion;
  if (Issuer[0].trim() !== expected.provider.entity_id) throw new SamlRefusal(`its assertion comes from ${Issuer[0]}`);
  const [{ NameID, SubjectConfirmation }] = Subject;
  // Checks each of them, because a consumer may use any one.
  const confirmed = SubjectConfirmation.map(({ $, SubjectConfirmationData }) => ({
    ...$,
    ...SubjectConfirmationData?.[0].$,
  }));
  for (const { Method, Recipient, InResponseTo } of confirmed) {
    if (Method !== BEARER) throw new SamlRefusal('it is confirmed in another way than by who brings it');
    if (Recipient !== expected.own.acs_url) throw new SamlRefusal(`its assertion is for ${Recipient}`);
    if (InResponseTo !== expected.request_id) throw new SamlRefusal('its assertion answers another question');
  }
  const ends = confirmed.map(({ NotOnOrAfter = '' }) => Date.parse(NotOnOrAfter));
  if (ends.length === 0) throw new SamlRefusal('it confirms no subject');
  return {
    identity: identityOf(expected.provider, { name_id: NameID[0]._, format: NameID[0].$?.Format }, attributes),
    request_id: expected.request_id,
    assertion_id: head.ID,
    ends_at: new Date(Math.max(...ends)),
  };
}

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
/** What providers call a thing, the most telling first. */
const NAMES = {
  email: [
    'email',
    'mail',
    'emailAddress',
    'Email',
    'user.email',
    `${CLAIMS}/emailaddress`,
    'urn:oid:0.9.2342.19200300.100.1.3',
    'urn:oid:1.2.840.113549.1.9.1',
  ],
  name: [
    'displayName',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'urn:oid:2.16.840.1.113730.3.1.241',
    'name',
    'fullName',
  ],
  given: ['firstName', 'givenName', 'first_name', `${CLAIMS}/givenname`, 'urn:oid:2.5.4.42'],
  family: ['lastName', 'surname', 'sn', 'last_name', `${CLAIMS}/surname`, 'urn:oid:2.5.4.4'],
} as const;

function identityOf(
  { entity_id }: SamlProvider,
  { name_id, format }: { name_id: string; format: string | undefined },
  attributes: Record<string, unknown>,
): Identity {
  const find = (names: readonly string[]): string | null => {
    const value = names.map((name) => attributes[name]).find((one) => one !== undefined);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return typeof first === 'string' && first.trim() !== '' ? cutText(first.trim(), 320) : null;
  };
  const email = find(NAMES.email) ?? (normalizeEmail(name_id) === null ? null : name_id);
  const parts = [find(NAMES.given), find(NAMES.family)].filter((part) => part !== null).join(' ');
  return {
    issuer: entity_id,
    // A transient id identifies no one: the email address does.
    subject: format === TRANSIENT ? `email:${email?.toLowerCase()}` : name_id,
    email,
    is_email_verified: null,
    name: find(NAMES.name) ?? (parts || null),
    picture_url: null,
  };
}

const several = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .union([z.array(shape), shape.transform((one) => [one])])
    .optional()
    .transform((list) => (list ?? []) as z.output<Shape>[]);
const keySchema = z.looseObject({
  '@use': z.string().optional(),
  KeyInfo: z.looseObject({
    X509Data: several(
      z.looseObject({
        X509Certificate: several(
          z.union([z.string(), z.looseObject({ '#text': z.string() }).transform((one) => one['#text'])]),
        ),
      }),
    ),
  }),
});
const metadataSchema = z.object({
  EntityDescriptor: z.looseObject({
    '@entityID': z.string().min(1).max(1_000),
    IDPSSODescriptor: z.looseObject({
      KeyDescriptor: several(keySchema),
      SingleSignOnService: several(z.looseObject({ '@Binding': z.string(), '@Location': z.string().max(2_000) })),
    }),
  }),
});
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** @param parsed metadata of one provider. @throws SamlRefusal */
export function toProvider(parsed: unknown): SamlProvider {
  const read = metadataSchema.safeParse(parsed);
  if (!read.success) throw new SamlRefusal('it does not describe one identity provider');
  const { '@entityID': entity_id, IDPSSODescriptor: idp } = read.data.EntityDescriptor;
  const entry_point = idp.SingleSignOnService.find((service) => service['@Binding'] === REDIRECT)?.['@Location'];
  if (entry_point === undefined) throw new SamlRefusal('it names no sign-in page (HTTP-Redirect)');
  const certificates = idp.KeyDescriptor.filter((key) => key['@use'] !== 'encryption')
    .flatMap((key) => key.KeyInfo.X509Data.flatMap((data) => data.X509Certificate))
    .map((certificate) => certificate.replace(/\s/g, ''));
  return { entity_id, entry_point, certificates: [...new Set(certificates)] };
}
