import { expect, test } from 'vitest';
import { isSamePerson } from './dispatch-check.rules.ts';

const lead = {
  organization_id: 1,
  prospect_id: 7,
  phone_key: '31612345678',
  linkedin_key: 'in/ada-king',
  linkedin_provider_id: 'ACoAA1',
};
const nobody = { organization_id: 1, provider_id: null, profile_url: null, prospect_id: null, phone: null };

test.each([
  ['nothing is known of who wrote', {}, false],
  ['the id of the campaign’s LinkedIn account', { provider_id: 'ACoAA1' }, true],
  ['another id', { provider_id: 'ACoAA2' }, false],
  ['the address of the profile', { profile_url: 'https://www.linkedin.com/in/ada-king/' }, true],
  ['linked to a messaging account', { provider_id: '5@lid', prospect_id: 7 }, true],
  ['linked to somebody else', { provider_id: '5@lid', prospect_id: 8 }, false],
  ['the number, before anybody is linked', { provider_id: '5@lid', phone: '31612345678' }, true],
  ['another number', { phone: '31612345679' }, false],
  ['another organization', { organization_id: 2, prospect_id: 7, phone: '31612345678' }, false],
])('who has just written is the lead: %s', (_, given, expected) => {
  expect(isSamePerson({ ...nobody, ...given }, lead)).toBe(expected);
});
test('a lead without a number is nobody who writes without one', () => {
  expect(isSamePerson(nobody, { ...lead, phone_key: null, linkedin_provider_id: null, linkedin_key: null })).toBe(
    false,
  );
});
