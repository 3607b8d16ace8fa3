import { createHash, createSign, randomBytes } from 'node:crypto';
import { escapeHtml } from '../mail/mail-page.ts';
import type { SamlKey } from './saml-key.ts';

/** An answer of a provider; each part can be another than it should be. */
export type SamlFacts = {
  issuer: string;
  audience: string;
  /** Where it is posted to, as the response and as the assertion say. */
  destination: string;
  recipient: string;
  in_response_to: string | null;
  /** In the assertion; as in the response where left out. */
  subject_in_response_to?: string | null;
  response_issuer?: string;
  status?: string;
  name_id: string;
  name_id_format?: string;
  attributes: Record<string, string>;
  issued_at: Date;
  ends_at: Date;
  signs: 'assertion' | 'response' | 'both' | 'nothing';
  key: SamlKey;
  algorithm?: 'sha256' | 'sha1';
  /** Put into the response beside the assertion. */
  beside?: string;
};

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format';
const METHODS = {
  sha256: {
    signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
  },
  sha1: { signature: `${DSIG}rsa-sha1`, digest: `${DSIG}sha1` },
};

const newId = (): string => `_${randomBytes(16).toString('hex')}`;
const attribute = (name: string, value: string | null): string =>
  value === null ? '' : ` ${name}="${escapeHtml(value)}"`;

/**
 * A response of SAML 2.0. The signed part is written in canonical form (namespaces first, then attributes by name, no
 * short tags), which allows digesting its bytes directly.
 */
export function renderSamlResponse(facts: SamlFacts): string {
  const assertion = renderAssertion(facts);
  const signed = ['assertion', 'both'].includes(facts.signs) ? sign(assertion, facts) : join(assertion);
  const response = renderFrame(facts, signed + (facts.beside ?? ''));
  return ['response', 'both'].includes(facts.signs) ? sign(response, facts) : join(response);
}

/** An element cut where its signature goes, behind its issuer. */
type Signable = { id: string; before: string; after: string };
const join = ({ before, after }: Signable): string => before + after;

function renderAssertion(facts: SamlFacts): Signable {
  const { name_id, name_id_format = `${FORMAT}:emailAddress`, issued_at, ends_at, recipient, audience } = facts;
  const id = newId();
  const [from, to] = [issued_at.toISOString(), ends_at.toISOString()];
  const asked = facts.subject_in_response_to === undefined ? facts.in_response_to : facts.subject_in_response_to;
  const data = `${attribute('InResponseTo', asked)}${attribute('NotOnOrAfter', to)}${attribute('Recipient', recipient)}`;
  const attributes = Object.entries(facts.attributes).map(
    ([name, value]) =>
      `<saml:Attribute${attribute('Name', name)}><saml:AttributeValue>${escapeHtml(value)}</saml:AttributeValue></saml:Attribute>`,
  );
  return {
    id,
    before: `<saml:Assertion xmlns:saml="${ASSERTION}" ID="${id}" IssueInstant="${from}" Version="2.0"><saml:Issuer>${escapeHtml(facts.issuer)}</saml:Issuer>`,
    after:
      `<saml:Subject><saml:NameID Format="${name_id_format}">${name_id}</saml:NameID>` +
      `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData${data}></saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject>` +
      `<saml:Conditions${attribute('NotBefore', from)}${attribute('NotOnOrAfter', to)}><saml:AudienceRestriction><saml:Audience>${escapeHtml(audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
      `<saml:AuthnStatement AuthnInstant="${from}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
      `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion>`,
  };
}

function renderFrame(facts: SamlFacts, content: string): Signable {
  const id = newId();
  const { destination, in_response_to, issued_at, status = 'urn:oasis:names:tc:SAML:2.0:status:Success' } = facts;
  const attributes = `${attribute('Destination', destination)} ID="${id}"${attribute('InResponseTo', in_response_to)} IssueInstant="${issued_at.toISOString()}" Version="2.0"`;
  return {
    id,
    before: `<samlp:Response xmlns:samlp="${PROTOCOL}"${attributes}><saml:Issuer xmlns:saml="${ASSERTION}">${escapeHtml(facts.response_issuer ?? facts.issuer)}</saml:Issuer>`,
    after: `<samlp:Status><samlp:StatusCode Value="${status}"></samlp:StatusCode></samlp:Status>${content}</samlp:Response>`,
  };
}

function sign(element: Signable, { key, algorithm = 'sha256' }: SamlFacts): string {
  const methods = METHODS[algorithm];
  // What a comment hides is not part of what is signed.
  const canonical = join(element).replace(/<!--.*?-->/g, '');
  const digest = createHash(algorithm).update(canonical).digest('base64');
  const info =
    `<ds:SignedInfo xmlns:ds="${DSIG}"><ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="${methods.signature}"></ds:SignatureMethod><ds:Reference URI="#${element.id}"><ds:Transforms>` +
    `<ds:Transform Algorithm="${DSIG}enveloped-signature"></ds:Transform><ds:Transform Algorithm="${EXCLUSIVE}"></ds:Transform></ds:Transforms>` +
    `<ds:DigestMethod Algorithm="${methods.digest}"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`;
  const value = createSign(algorithm).update(info).sign(key.private_key, 'base64');
  const signature =
    `<ds:Signature xmlns:ds="${DSIG}">${info.replace(` xmlns:ds="${DSIG}"`, '')}<ds:SignatureValue>${value}</ds:SignatureValue>` +
    `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${key.certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></ds:Signature>`;
  return element.before + signature + element.after;
}

export function renderSamlMetadata(entity_id: string, entry_point: string, { certificate }: SamlKey): string {
  return (
    `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"${attribute('entityID', entity_id)}>` +
    `<md:IDPSSODescriptor protocolSupportEnumeration="${PROTOCOL}"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${DSIG}"><ds:X509Data>` +
    `<ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>` +
    `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"${attribute('Location', entry_point)}></md:SingleSignOnService>` +
    '</md:IDPSSODescriptor></md:EntityDescriptor>'
  );
}
