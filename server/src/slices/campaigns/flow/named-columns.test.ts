import { api } from '@overture/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { makeSender } from '../settings/campaigns.factory.ts';

const server = useTestServer();

async function begin(message: string) {
  const person = await server.signUp();
  const columns: Record<string, number> = {};
  for (const name of ['Seats', 'Seats sold']) {
    const { data } = await person.call(api.createLeadColumn, { body: { name, type: 'number' } });
    columns[name] = data.column.id;
  }
  const { id } = (await person.call(api.createCampaign, { body: { name: 'Spring' } })).data.campaign;
  const { new_step } = (await person.call(api.addStep, { params: { id }, body: { step: 'EMAIL' } })).data;
  const save = (text: string) =>
    person.call(api.updateStep, {
      params: { id, stepId: new_step.id },
      body: { message: text, subject_line: 'Hi', delay_in_hours: 0 },
    });
  const answer = await save(message);
  const email_account_id = await makeSender(server, person.organization_id);
  /** Why the campaign can't start with this text. */
  const problemOf = async (text: string) => {
    expect((await save(text)).status).toBe(200);
    return (await person.call(api.activateCampaign, { params: { id }, body: { email_account_id } })).error?.error;
  };
  const setStatus = (status: string) =>
    server.program.system
      .forOrganization(person.organization_id)
      .transaction(({ db }) => sql`update campaigns set status = ${status} where id = ${id}`.execute(db));
  const useOf = async (name: string) =>
    (await person.call(api.getLeadColumnUse, { params: { id: columns[name]! } })).data.campaigns;
  return { person, columns, id, save, answer, problemOf, setStatus, useOf };
}

test('a key that is none is saved in a draft and refused when it starts, with the nearest one', async () => {
  const { save, problemOf } = await begin('Hi');
  expect(await problemOf('You have {{ custom.seat }} seats')).toBe(
    'Email step: Message: There is no variable “custom.seat”. Did you mean “custom.seats”?',
  );
  expect((await save('You have {{ custom.seats }}{% if custom.seats_sold > 5 %}!{% endif %}')).status).toBe(200);
});

test('a column lists the running campaigns using it, not those using a longer name', async () => {
  const { answer, id, setStatus, useOf } = await begin('You sold {{ Custom.Seats_sold | default: "many" }}');
  expect(answer.status).toBe(200);
  expect(await useOf('Seats sold')).toEqual([]);
  await setStatus('ACTIVE');
  expect(await useOf('Seats sold')).toEqual([{ id, name: 'Spring' }]);
  expect(await useOf('Seats')).toEqual([]);
  await setStatus('PAUSED');
  expect(await useOf('Seats sold')).toEqual([{ id, name: 'Spring' }]);
});

test('a renamed column keeps its key in messages', async () => {
  const { person, columns, save } = await begin('You have {{ custom.seats }}');
  const renamed = { params: { id: columns.Seats! }, body: { name: 'Licences' } };
  expect((await person.call(api.updateLeadColumn, renamed)).data.column.key).toBe('seats');
  expect((await save('Still {{ custom.seats }}')).status).toBe(200);
  const other = await person.call(api.createLeadColumn, { body: { name: 'Seats', type: 'text' } });
  expect(other.data.column.key).toBe('seats_2');
});

test('a research task keeps its key; unknown keys are refused, running campaigns are listed', async () => {
  const { person, id, save, problemOf, setStatus } = await begin('Hi');
  const { data: list } = await person.call(api.createSearch, { body: { name: 'Leads' } });
  const params = { searchId: list.id };
  const start = (name: string) =>
    person.call(api.startResearch, {
      params,
      body: { name, prompt: 'What?', output_type: 'SHORT_TEXT', required_sources: ['COMPANY_WEBSITE'] },
    });
  const { data: made } = await start('Größe (m²)');
  await start('Groesse m2');
  await start('Recent funding!');
  const tasks = async () => (await person.call(api.listResearchTasks)).data;
  const keysOf = async () => (await tasks()).flatMap(({ organization_id, key }) => (organization_id ? [key] : []));
  // Those of built-in tasks are taken, and names that come to one key get numbers.
  expect(await keysOf()).toEqual(['groesse_m2', 'groesse_m2_2', 'recent_funding_2']);
  await person.call(api.removeResearchColumn, { params: { searchId: list.id, promptId: made.id } });
  const renamed = await person.call(api.replaceResearch, { params, body: { prompt_id: made.id, name: 'Area' } });
  expect([renamed.status, (await tasks()).find((task) => task.id === made.id)]).toMatchObject([
    200,
    { name: 'Area', key: 'groesse_m2' },
  ]);
  expect(await problemOf('You have {{ research.groesse_m }}')).toBe(
    'Email step: Message: There is no variable “research.groesse_m”. Did you mean “research.groesse_m2”?',
  );
  const useOf = async () => (await person.call(api.listAffectedSearches, { params: { id: made.id } })).data.campaigns;
  expect((await save('{% if Research.groesse_m2 %}You have {{ research.groesse_m2 }}{% endif %}')).status).toBe(200);
  expect(await useOf()).toEqual([]);
  await setStatus('ACTIVE');
  expect(await useOf()).toEqual([{ id, name: 'Spring' }]);
});

test('8,000 characters of nested conditions and a task named like a variable are explained', async () => {
  const { problemOf } = await begin('Hi');
  expect(await problemOf(`${'{% if email %}'.repeat(318)}a${'{% endif %}'.repeat(318)}`)).toBe(
    'Email step: Message: Conditions can be nested 5 deep at most.',
  );
  expect(await problemOf('{{ research.{{x}} }}')).toContain("isn't a variable");
});
