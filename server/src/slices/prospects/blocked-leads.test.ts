import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';

const server = useTestServer();

test('a lead at an excluded domain and a suppressed one are named with the reason, others and those of strangers are not', async () => {
  const [person, stranger] = [await server.signUp(), await server.signUp()];
  const insert = async (organization: number, email: string) =>
    Number(
      (
        await server.owner.query(
          `insert into prospects (organization_id, first_name, email) values ($1, 'Ada', $2) returning id`,
          [organization, email],
        )
      ).rows[0].id,
    );
  const free = await insert(person.organization_id, 'free@acme.example');
  const excluded = await insert(person.organization_id, 'ada@mail.customer.example');
  const suppressed = await insert(person.organization_id, 'out@acme.example');
  const foreign = await insert(stranger.organization_id, 'ada@customer.example');
  await person.call(api.addExcludedDomain, { body: { domain: 'customer.example' } });
  await person.call(api.addSuppression, { body: { entry: 'out@acme.example', reason: 'unsubscribe' } });
  const prospect_ids = [free, excluded, suppressed, foreign];
  expect((await person.call(api.listBlockedLeads, { query: { prospect_ids } })).data.leads).toEqual([
    { prospect_id: excluded, reason: 'excluded_domain' },
    { prospect_id: suppressed, reason: 'unsubscribe' },
  ]);
});

test('a person suppressed on every channel is marked in the table and in the panel', async () => {
  const person = await server.signUp();
  const { rows } = await server.owner.query(
    `insert into prospects (organization_id, first_name, email) values ($1, 'Ada', 'ada@one.example') returning id::int`,
    [person.organization_id],
  );
  const { id } = rows[0];
  const added = await person.call(api.suppressPerson, {
    body: { email: 'ada@one.example', note: 'Asked on the phone' },
  });
  expect(added.status).toBe(200);
  const blocked = await person.call(api.listBlockedLeads, { query: { prospect_ids: [id] } });
  expect(blocked.data.leads).toEqual([{ prospect_id: id, reason: 'manual' }]);
  const places = await person.call(api.getLeadPlaces, { params: { id } });
  expect(places.data.blocked).toMatchObject({ reason: 'manual', detail: 'Asked on the phone' });
});
