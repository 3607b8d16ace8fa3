import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createSamlKey } from '../../../../sandbox/src/identity/saml-key.ts';
import {
  renderSamlMetadata,
  renderSamlResponse,
  type SamlFacts,
} from '../../../../sandbox/src/identity/saml-response.ts';
import { parseOutboundAllow } from '../../kit/address-guard.ts';
import { createSaml } from './saml.adapter.ts';

const saml = createSaml({ allow: parseOutboundAllow('') });
const [key, foreign] = [createSamlKey(), createSamlKey()];
const own = { entity_id: 'https://app.example/saml/1/metadata/', acs_url: 'https://app.example/saml/1/acs/' };
const provider = {
  entity_id: 'https://id.acme.example/entity',
  entry_point: 'https://id.acme.example/sso',
  certificates: [key.certificate],
};
const REQUEST = '_request-1';
const email = 'grace@acme.example';

const factsOf = (change: Partial<SamlFacts> = {}): SamlFacts => ({
  issuer: provider.entity_id,
  audience: own.entity_id,
  destination: own.acs_url,
  recipient: own.acs_url,
  in_response_to: REQUEST,
  name_id: email,
  attributes: {},
  issued_at: new Date(),
  ends_at: new Date(Date.now() + 300_000),
  signs: 'assertion',
  key,
  ...change,
});
const ORGANIZATION = 1;
const encode = (xml: string): string => Buffer.from(xml).toString('base64');
const read = (xml: string) => saml.readResponse({ provider, own, request_id: REQUEST }, encode(xml), ORGANIZATION);
const render = (change?: Partial<SamlFacts>) => renderSamlResponse(factsOf(change));
const assertionOf = (xml: string): string => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? '';
/** The signed assertion moved into a hiding place, an unsigned one of another person in its place. */
const wrap = (hide: (signed: string, forged: string) => string): string => {
  const response = render();
  const signed = assertionOf(response);
  return response.replace(signed, hide(signed, assertionOf(render({ signs: 'nothing', name_id: 'ceo@acme.example' }))));
};
const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

test.each<[string, Partial<SamlFacts>, { email: string; name: string | null; subject: string }]>([
  [
    'Okta: both signed, address as name',
    { signs: 'both', attributes: { firstName: 'Grace', lastName: 'Hopper', email } },
    { email, name: 'Grace Hopper', subject: email },
  ],
  [
    'Entra: assertion signed, claims by address, a name that means nothing',
    {
      name_id: 'AbC-123',
      name_id_format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      attributes: {
        [`${CLAIMS}/emailaddress`]: email,
        'http://schemas.microsoft.com/identity/claims/displayname': 'Grace Hopper',
      },
    },
    { email, name: 'Grace Hopper', subject: 'AbC-123' },
  ],
  ['Google: response signed alone, no attributes', { signs: 'response' }, { email, name: null, subject: email }],
  [
    'Keycloak: response signed alone, names by OID, another name each time',
    {
      signs: 'response',
      name_id: 'G-77f1',
      name_id_format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
      attributes: {
        'urn:oid:1.2.840.113549.1.9.1': email,
        'urn:oid:2.5.4.42': 'Grace',
        'urn:oid:2.5.4.4': 'Hopper',
      },
    },
    { email, name: 'Grace Hopper', subject: `email:${email}` },
  ],
])('%s', async (_what, change, identity) => {
  const answer = await read(render(change));
  expect(answer.identity).toMatchObject({ issuer: provider.entity_id, ...identity });
  expect(answer).toMatchObject({ request_id: REQUEST, assertion_id: expect.stringMatching(/^_[0-9a-f]{32}$/) });
});

test('a provider that changes its key is known by either', async () => {
  const both = { ...provider, certificates: [foreign.certificate, key.certificate] };
  const question = { provider: both, own, request_id: REQUEST };
  expect((await saml.readResponse(question, encode(render()), ORGANIZATION)).identity.email).toBe(email);
});

test.each<[string, () => string, RegExp?]>([
  ['unsigned', () => render({ signs: 'nothing' })],
  ['signed with another certificate', () => render({ key: foreign })],
  [
    'signed by another key under the right certificate',
    () => render({ key: { ...foreign, certificate: key.certificate } }),
  ],
  ['the response signed by another', () => render({ signs: 'response', key: foreign })],
  ['changed after signing', () => render().replace(`>${email}<`, '>ceo@acme.example<')],
  [
    'an attribute changed after signing',
    () => render({ attributes: { email } }).replace(`${email}</saml:Attr`, 'ceo@acme.example</saml:Attr'),
  ],
  ['its signature taken out', () => render().replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '')],
  ['a signature over nothing', () => render().replace(/<ds:Reference[\s\S]*<\/ds:Reference>/, '')],
  ['a digest that says nothing', () => render().replace(/<ds:DigestValue>[^<]*/, '<ds:DigestValue>')],
  ['wrapped: signed one behind', () => wrap((signed, forged) => forged + signed)],
  [
    'wrapped: signed one in extensions',
    () => wrap((signed, forged) => `<samlp:Extensions>${signed}</samlp:Extensions>${forged}`),
  ],
  [
    'wrapped: signed one in an object',
    () => wrap((signed, forged) => `${forged}<ds:Object xmlns:ds="x">${signed}</ds:Object>`),
  ],
  [
    'wrapped: the forged one around the signed one',
    () => wrap((signed, forged) => forged.replace('</saml:Assertion>', `${signed}</saml:Assertion>`)),
  ],
  ['two assertions, both signed', () => render({ beside: assertionOf(render()) }), /exactly one assertion/],
  [
    'two assertions, the second encrypted',
    () => render({ beside: '<saml:EncryptedAssertion xmlns:saml="x"></saml:EncryptedAssertion>' }),
  ],
  [
    'another prefix for the second',
    () => render({ beside: '<a:Assertion xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion"></a:Assertion>' }),
  ],
  [
    'a prefix of other letters for the second',
    () => render({ beside: '<ä:Assertion xmlns:ä="urn:oasis:names:tc:SAML:2.0:assertion"></ä:Assertion>' }),
    /exactly one assertion/,
  ],
  [
    'a prefix of many letters for the second',
    () => render({ beside: `<${'a'.repeat(150)}:Assertion xmlns:${'a'.repeat(150)}="x"/>` }),
    /exactly one assertion/,
  ],
  ['no assertion', () => render().replace(/<saml:Assertion[\s\S]*<\/saml:Assertion>/, '')],
  ['a comment in the name', () => render({ name_id: 'grace@acme.example<!-- -->.evil.example' })],
  ['a comment anywhere', () => render().replace('<saml:Subject>', '<!-- --><saml:Subject>')],
  ['text that is marked as such', () => render({ signs: 'response' }).replace(email, `<![CDATA[${email}]]>`)],
  ['an instruction', () => render().replace('<saml:Subject>', '<?x y?><saml:Subject>')],
  ['entities', () => `<!DOCTYPE a [<!ENTITY e "ceo@acme.example">]>${render()}`],
  ['for another audience', () => render({ audience: 'https://other.example/metadata/' }), /audience mismatch/],
  [
    'for no audience',
    () => render({ signs: 'response' }).replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''),
  ],
  [
    'for another recipient',
    () => render({ recipient: 'https://other.example/acs/' }),
    /its assertion is for https:..other/,
  ],
  ['for another address', () => render({ destination: 'https://other.example/acs/' }), /meant for https:..other/],
  ['by another issuer', () => render({ issuer: 'https://evil.example/entity' })],
  [
    'by another issuer, in the name of the right one',
    () => render({ issuer: 'https://evil.example/entity', response_issuer: provider.entity_id }),
    /its assertion comes from https:..evil/,
  ],
  [
    'a response by another issuer',
    () => render({ response_issuer: 'https://evil.example/entity' }),
    /it comes from https:..evil/,
  ],
  ['without a question', () => render({ in_response_to: null })],
  ['to a question we did not ask', () => render({ in_response_to: '_other' })],
  [
    'an assertion without a question in a response with ours',
    () => render({ subject_in_response_to: null }),
    /lacks what it must say/,
  ],
  ['an assertion for another question in a response to ours', () => render({ subject_in_response_to: '_other' })],
  ['ended', () => render({ issued_at: minutesAgo(4), ends_at: minutesAgo(2) }), /No valid subject confirmation/],
  ['too old, whatever it says of its end', () => render({ issued_at: minutesAgo(10) })],
  ['not begun', () => render({ issued_at: minutesAgo(-5), ends_at: minutesAgo(-9) })],
  [
    'a failure that holds an assertion',
    () => render({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }),
    /did not sign the user in/,
  ],
  ['signed with SHA-1', () => render({ algorithm: 'sha1' }), /broken algorithm/],
  ['confirmed by holding a key', () => render({ signs: 'response' }).replace('cm:bearer', 'cm:holder-of-key')],
  ['a request', () => render().replaceAll('samlp:Response', 'samlp:AuthnRequest')],
  ['no XML', () => 'hello'],
  ['nothing', () => ''],
])('refused: %s', async (_what, make, reason = /can't be used/) => {
  await expect(read(make())).rejects.toMatchObject({ kind: 'rejected', message: expect.stringMatching(reason) });
});

const spread = (unit: string, bytes: number): string => unit.repeat(Math.floor(bytes / unit.length));
const attributesOf = (count: number): string => Array.from({ length: count }, (_, place) => `a${place}=""`).join(' ');

test.each<[string, string, RegExp]>([
  ['siblings, as many as fit', spread('<a/>', 60_000), /more than 1000 elements/],
  ['siblings of 181 KB', spread('<a/>', 181_000), /larger than 64 KB/],
  ['open elements', spread('<a>', 60_000), /more than 30 deep/],
  ['elements in elements', spread('<a>', 3_000) + spread('</a>', 4_000), /more than 30 deep/],
  ['attributes', `<a ${attributesOf(6_000)}/>`, /more than 50 attributes/],
  ['namespaces', `<a ${spread('xmlns:a="x" ', 50_000)}/>`, /more than 50 attributes/],
  ['an assertion in an open quotation', `<a b=c" ><saml:Assertion xmlns:saml="x"/>`, /no well-formed XML/],
  ['an assertion in an attribute', `<a b="<saml:Assertion>"/>`, /no well-formed XML/],
  ['attributes without a space', `<a b="c"d="e"/>`, /no well-formed XML/],
  ['a name without an end', `<${'a'.repeat(60_000)}/>`, /no well-formed XML/],
])('what costs a parser much is refused before one sees it: %s', async (_what, beside, reason) => {
  const begun = process.cpuUsage();
  await expect(read(render({ beside }))).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringMatching(reason),
  });
  // The signature made here is the most of it; a parser took seconds.
  expect(process.cpuUsage(begun).user).toBeLessThan(200_000);
});

test('a person of some hundred groups is read', async () => {
  const groups = Object.fromEntries(
    Array.from({ length: 300 }, (_, place) => [`group${place}`, `0d0e3b9c-7d0b-4a5f-8f0a-${place}`]),
  );
  expect((await read(render({ attributes: { email, ...groups } }))).identity.email).toBe(email);
});

test.each([
  [() => render(), REQUEST],
  [() => `<?xml version="1.0"?>\n${render()}`, REQUEST],
  [() => render({ in_response_to: null, subject_in_response_to: null }), null],
  [() => spread('InResponseTo =', 200_000), null],
  [() => 'no XML', null],
])('which question a response answers is found without reading it', (make, expected) => {
  expect(saml.findRequestId(encode(make()))).toBe(expected);
});

test('the question names us, its own id and nothing of the person', async () => {
  const url = new URL(await saml.createSignInUrl(provider, own, REQUEST));
  expect(url.origin + url.pathname).toBe(provider.entry_point);
  const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  expect(xml).toContain(`ID="${REQUEST}"`);
  expect(xml).toContain(`AssertionConsumerServiceURL="${own.acs_url}"`);
  expect(await saml.describeOwn(own)).toContain(`Location="${own.acs_url}"`);
});

test('metadata says who the provider is; what lacks something or leads astray is refused', async () => {
  const text = renderSamlMetadata(provider.entity_id, provider.entry_point, key);
  expect(await saml.readProvider(text, ORGANIZATION)).toEqual(provider);
  for (const wrong of [
    text.replace('https://id.acme.example/sso', 'http://id.acme.example/sso'),
    text.replace('https://id.acme.example/sso', 'javascript:alert(1)'),
    text.replace(key.certificate, 'AAAA'),
    text.replace(/<md:KeyDescriptor.*<\/md:KeyDescriptor>/, ''),
    text.replace('HTTP-Redirect', 'SOAP'),
    `<!DOCTYPE a [<!ENTITY e "x">]>${text}`,
    '<html><body>Sign in</body></html>',
    'http://127.0.0.1/metadata',
    'no address',
  ])
    await expect(saml.readProvider(wrong, ORGANIZATION)).rejects.toMatchObject({ kind: 'rejected' });
});
