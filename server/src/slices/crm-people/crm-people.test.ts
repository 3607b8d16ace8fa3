import { CRM_STANDINGS, type CrmStanding } from '@overture/domain/crm';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { makeLeads } from '../prospects/prospects.factory.ts';
import { type CrmRecord, crmHold, forgetCrmPeople, forgetUnseen, storeCrmPeople } from './crm-people.store.ts';

const server = useTestServer();
let person: Awaited<ReturnType<typeof server.signUp>>;
let integration_id: number;
beforeAll(async () => {
  person = await server.signUp();
  const rows = await server.owner.query(
    `insert into integrations (organization_id, integration_type, account_id, account_name) values ($1, 'HUBSPOT', '1', 'Acme')
     returning id::int`,
    [person.organization_id],
  );
  integration_id = rows.rows[0].id;
});

const context = () => server.program.system.forOrganization(person.organization_id);
const record = (record_id: string, email: string | null, standing: CrmStanding | null): CrmRecord => {
  return { record_id, email, other_emails: [], linkedin_key: null, standing, words: standing ?? '' };
};
const keep = (seen: CrmRecord[]) => context().transaction((tx) => storeCrmPeople(tx, integration_id, seen));
const holdOf = async (id: number) =>
  (
    await server.program.system.systemTransaction(({ db }) =>
      sql<{ hold: string | null }>`select ${crmHold} as hold from prospects p where p.id = ${id}`.execute(db),
    )
  ).rows[0]?.hold;
const makeLead = async (email: string) => (await makeLeads(context(), [{ email }]))[0]?.id as number;

test('another record of the same person that says nothing takes no hold back', async () => {
  const id = await makeLead('ann@record.example');
  await keep([record('contact', 'Ann@record.example', 'customer')]);
  expect(await holdOf(id)).toBe('customer');
  await keep([record('lead', 'ann@record.example', null)]);
  expect(await holdOf(id)).toBe('customer');
  await keep([record('contact', 'ann@record.example', null)]);
  expect(await holdOf(id)).toBeNull();
});

test('of several records the strongest state counts, in any order', async () => {
  for (const seen of [CRM_STANDINGS, CRM_STANDINGS.toReversed()]) {
    const email = `${seen[0]}@rank.example`;
    const records = seen.map((standing) => record(`${email} ${standing}`, email, standing));
    expect(await keep(records)).toEqual(new Set([`${email} do_not_contact`]));
    const id = await makeLead(email);
    expect(await holdOf(id)).toBe('do_not_contact');
    await keep([record(`${email} do_not_contact`, email, null)]);
    expect(await holdOf(id)).toBe('customer');
  }
});

test('a wish that is known is news again only for another address', async () => {
  const said = record('wish', 'eve@wish.example', 'do_not_contact');
  expect(await keep([said])).toEqual(new Set(['wish']));
  expect(await keep([said])).toEqual(new Set());
  const moved = { ...said, email: 'eve@new.example' };
  expect(await keep([moved])).toEqual(new Set(['wish']));
  expect(await keep([{ ...moved, other_emails: ['eve@old.example'] }])).toEqual(new Set(['wish']));
  expect(await keep([{ ...moved, other_emails: ['eve@old.example'] }])).toEqual(new Set());
});

test('a lead is found by the link to a record of another address, in the connected account', async () => {
  const id = await makeLead('bob@home.example');
  const link = (account_id: string) =>
    server.owner.query(
      `insert into crm_links (organization_id, integration_id, account_id, prospect_id, record_id) values ($1, $2, $3, $4, 'bob')`,
      [person.organization_id, integration_id, account_id, id],
    );
  await keep([record('bob', 'bob@work.example', 'open_deal')]);
  await link('another account');
  expect(await holdOf(id)).toBeNull();
  await link('1');
  expect(await holdOf(id)).toBe('open_deal');
});

test('a disabled setting, or a record deleted there after a full read, holds no lead', async () => {
  const [id, other] = [await makeLead('kim@gone.example'), await makeLead('lee@gone.example')];
  await keep([record('kim', 'kim@gone.example', 'customer'), record('lee', 'lee@gone.example', 'do_not_contact')]);
  await context().transaction((tx) => forgetCrmPeople(tx, integration_id, ['customer', 'open_deal']));
  expect([await holdOf(id), await holdOf(other)]).toEqual([null, 'do_not_contact']);
  await context().transaction((tx) => forgetUnseen(tx, integration_id, new Date(Date.now() + 1000)));
  expect(await holdOf(other)).toBeNull();
});

test('people of another organization say nothing of one’s own', async () => {
  const stranger = await server.signUp();
  await keep([record('pat', 'pat@both.example', 'customer')]);
  const [lead] = await makeLeads(server.program.system.forOrganization(stranger.organization_id), [
    { email: 'pat@both.example' },
  ]);
  expect(await holdOf(lead?.id as number)).toBeNull();
});
