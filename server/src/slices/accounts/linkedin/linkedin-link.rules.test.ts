import { expect, test } from 'vitest';
import { isSamePerson, parseCheckpoint, parseReference, writeCheckpoint } from './linkedin-link.rules.ts';

const ada = {
  linkedin_member_id: 'A1',
  linkedin_public_identifier: 'ada-jansen',
  email: 'ada@acme.example',
  name: 'Ada',
};
const none = { linkedin_member_id: 'B9', linkedin_public_identifier: null, email: null, name: 'Grace' };

test.each([
  ['the id of LinkedIn', { ...none, linkedin_member_id: 'A1' }, true],
  ['the name of the page, in whatever case', { ...none, linkedin_public_identifier: 'Ada-Jansen' }, true],
  [
    'the address, after the page was renamed',
    { ...none, linkedin_public_identifier: 'ada-j', email: 'Ada@acme.example' },
    true,
  ],
  [
    'another page and another address',
    { ...ada, linkedin_member_id: 'B9', linkedin_public_identifier: 'g', email: 'g@x.example' },
    false,
  ],
  ['another page, the same name', { ...none, linkedin_public_identifier: 'ada-2', name: 'Ada' }, false],
  ['nothing to compare but the same name', { ...none, name: ' ada ' }, true],
  ['nothing to compare and another name', none, false],
])('who signs in is the sender by %s: %j', (_, signedIn, same) => {
  expect(isSamePerson(ada, signedIn)).toBe(same);
});

test('unknown ids do not match', () => {
  expect(isSamePerson({ ...none, linkedin_member_id: null }, { ...none, linkedin_member_id: null, name: 'Ada' })).toBe(
    false,
  );
});

test('an open sign-in is valid for its user until it expires, and is no page reference', () => {
  const signer = {
    sign: (purpose: string, text: string) => `${purpose}:${text.length}`,
    verify: (purpose: string, text: string, signature: string) => signature === `${purpose}:${text.length}`,
  };
  const person = { organization_id: 1, user_id: 2 };
  const expires_at = new Date('2026-11-22T10:00:00Z');
  const open = { ...person, provider_account_id: 'seat', checkpoint: 'sent_code' as const, expires_at };
  const token = writeCheckpoint(signer, open);
  expect(parseCheckpoint(signer, token, person, expires_at)).toEqual(open);
  expect(parseCheckpoint(signer, token, person, new Date(expires_at.getTime() + 1))).toBeNull();
  expect(parseCheckpoint(signer, token, { ...person, user_id: 3 }, expires_at)).toBeNull();
  expect(parseCheckpoint(signer, token, { ...person, organization_id: 3 }, expires_at)).toBeNull();
  expect(parseReference(signer, token, expires_at)).toBeNull();
});
