import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
const save = (person: Person, body: object) => person.call(api.saveOnboardingStep, { body } as never);
const organizationOf = async (person: Person) => (await person.call(api.getOrganization)).data.data;

test('an unreadable website is named at its field and stored only when it is kept; none clears it', async () => {
  const person = await server.signUp();
  const { name } = await organizationOf(person);
  const website = { step: 1, website_url: ' acme.example ', has_website: true };
  const refused = await save(person, website);
  expect(refused.error).toMatchObject({
    code: 'website_unreadable',
    details: { website_url: expect.stringContaining("Couldn't read acme.example.") },
  });
  expect(await organizationOf(person)).toMatchObject({ website_url: null });
  const answer = await save(person, { ...website, keep_website: true });
  expect(answer).toMatchObject({ status: 200, data: { name, product_description: null } });
  expect(await organizationOf(person)).toMatchObject({ website_url: 'acme.example', has_website: true });
  await save(person, { step: 1, website_url: 'acme.example', has_website: false });
  expect(await organizationOf(person)).toMatchObject({ website_url: null, has_website: false });
});

test('what the company says about itself is kept, and a step back changes it again', async () => {
  const person = await server.signUp();
  const fields = {
    name: 'Acme',
    product_description: 'Rockets',
    icp_description: 'Coyotes',
    pain_points: 'Road runners',
  };
  expect((await save(person, { step: 2, ...fields })).data).toEqual(fields);
  await save(person, { step: 2, ...fields, pain_points: '' });
  expect(await organizationOf(person)).toMatchObject({ name: 'Acme', pain_points: null });
});

test('colleagues are invited; none is fine, an invalid address is an error and invites no one', async () => {
  const person = await server.signUp();
  expect((await save(person, { step: 3, team_members: ['', '  '] })).status).toBe(200);
  const wrong = await save(person, { step: 3, team_members: ['mia@acme.example', 'nobody'] });
  expect(wrong).toMatchObject({ status: 400, error: { details: { 'emails.1': expect.any(String) } } });
  expect((await save(person, { step: 3, team_members: ['mia@acme.example'] })).status).toBe(200);
  expect((await person.call(api.listMembers)).data.invitations.map(({ email }) => email)).toEqual(['mia@acme.example']);
});

test('other steps, and people who may not change the organization, are refused', async () => {
  const person = await server.signUp();
  for (const step of [0, 4, 1.5, '1']) expect((await save(person, { step })).status).toBe(400);
});
