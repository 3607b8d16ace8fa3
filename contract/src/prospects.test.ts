import { shapeLead } from '@overture/domain/leads/lead-fields';
import { expect, test } from 'vitest';
import { prospectSchema } from './prospects.ts';

test('the fields of a lead on the wire are those that are declared, and nothing else but its id, pictures, CRMs, other addresses and custom columns', () => {
  const { company, ...person } = shapeLead({});
  const { company: companySchema, ...personSchema } = prospectSchema.shape;
  expect(Object.keys(personSchema).sort()).toEqual(
    [...Object.keys(person), 'added_to_crm', 'custom', 'id', 'other_emails', 'profile_picture_url', 'zone'].sort(),
  );
  // The industry is a lead's own, and is said of its company too.
  expect(Object.keys(companySchema.shape).sort()).toEqual([...Object.keys(company), 'industry', 'logo_url'].sort());
});
