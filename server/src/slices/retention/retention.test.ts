import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { runRetention } from './retention.service.ts';

const server = useTestServer({ roles: ['web'], is_alone: true });
type Person = Awaited<ReturnType<typeof server.signUp>>;
const OFF = { never_contacted_months: null, no_reply_months: null, messages_months: null };
const run = () => runRetention(server.program.system, new AbortController().signal);

async function insert(statement: string, ...values: unknown[]): Promise<number> {
  const { rows } = await server.owner.query(statement, values);
  return rows[0]?.id;
}
const makeLead = ({ organization_id }: Person, name: string, months: number) =>
  insert(
    `insert into prospects (organization_id, first_name, email, created_at)
      values ($1, $2, $2 || '@old.example', app_now() - make_interval(months => $3)) returning id`,
    organization_id,
    name,
    months,
  );
const addToCampaign = (
  { organization_id }: Person,
  campaign: number,
  lead: number,
  status: string,
  months: number | null,
) =>
  insert(
    `insert into campaign_leads (organization_id, campaign_id, prospect_id, status, contacted_at)
      values ($1, $2, $3, $4, app_now() - make_interval(months => $5)) returning id`,
    organization_id,
    campaign,
    lead,
    status,
    months,
  );
const namesOf = async ({ organization_id }: Person) =>
  (
    await server.owner.query('select first_name from prospects where organization_id = $1 order by id', [
      organization_id,
    ])
  ).rows.map(({ first_name }) => first_name);

/** Leads of every fate. Those who must stay say so. */
async function makeLeads(person: Person): Promise<void> {
  const { data } = await person.call(api.createCampaign, { body: { name: 'Old' } });
  const campaign = data.campaign.id;
  await makeLead(person, 'unused', 7);
  await makeLead(person, 'stays-new', 5);
  const running = await makeLead(person, 'stays-running', 30);
  await addToCampaign(person, campaign, running, 'ACTIVE', 29);
  const silent = await makeLead(person, 'silent', 30);
  await addToCampaign(person, campaign, silent, 'COMPLETED', 25);
  const lately = await makeLead(person, 'stays-lately', 30);
  await addToCampaign(person, campaign, lately, 'COMPLETED', 2);
  const replied = await makeLead(person, 'stays-replied', 50);
  await addToCampaign(person, campaign, replied, 'COMPLETED', 49);
  await server.owner.query(
    `insert into chats (organization_id, prospect_id, last_message_at, replied_at)
      values ($1, $2, app_now() - interval '40 months', app_now() - interval '40 months')`,
    [person.organization_id, replied],
  );
}

test('is off until an organization sets a period', async () => {
  const person = await server.signUp();
  await makeLeads(person);
  expect((await person.call(api.getRetention, {})).data).toEqual({ ...OFF, ran_at: null });
  await run();
  expect(await namesOf(person)).toHaveLength(6);
});

test('a preview counts what the night deletes; leads of running campaigns stay, and sums stay', async () => {
  const person = await server.signUp();
  await makeLeads(person);
  const periods = { never_contacted_months: 6, no_reply_months: 24, messages_months: 36 };
  const preview = await person.call(api.previewRetention, { query: periods });
  expect(preview.data).toEqual({ never_contacted_months: 1, no_reply_months: 1, messages_months: 1 });
  expect(await namesOf(person)).toHaveLength(6);
  await person.call(api.changeRetention, { body: periods });
  await run();
  expect(await namesOf(person)).toEqual(['stays-new', 'stays-running', 'stays-lately', 'stays-replied']);
  const { rows } = await server.owner.query('select count(*)::int as n from chats where organization_id = $1', [
    person.organization_id,
  ]);
  expect(rows[0].n).toBe(0);
  expect((await person.call(api.getRetention, {})).data.ran_at).toMatch(/^\d{4}/);
  // Not erased: they may be added again.
  await makeLead(person, 'unused', 0);
});

test('runs once a night, and a bad period is refused in words', async () => {
  const person = await server.signUp();
  await person.call(api.changeRetention, { body: { ...OFF, never_contacted_months: 6 } });
  await run();
  await makeLead(person, 'unused', 7);
  await run();
  expect(await namesOf(person)).toEqual(['unused']);
  expect((await person.call(api.changeRetention, { body: { ...OFF, messages_months: 0 } })).status).toBe(400);
});
