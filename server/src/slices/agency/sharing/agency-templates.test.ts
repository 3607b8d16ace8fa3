import { api } from '@overture/contract';
import { beforeEach, expect, test } from 'vitest';
import { createClient as clientOf, useTestServer } from '../../../testing/harness.ts';
import { addClient, signUpAgency } from '../agency.factory.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let agency: Person;
let client: ReturnType<typeof clientOf>;

beforeEach(async () => {
  agency = await signUpAgency(server);
  client = clientOf(server.program, (await addClient(server, agency)).token);
});

/** A campaign of the agency with one message, saved as a template for its clients. */
async function saveTemplate(name: string) {
  const { id } = (await agency.call(api.createCampaign, { body: { name: 'Autumn' } })).data.campaign;
  const step = await agency.call(api.addStep, { params: { id }, body: { step: 'EMAIL' } });
  const message = { subject_line: 'Planning', message: 'Hi {{first_name}}' };
  await agency.call(api.updateStep, { params: { id, stepId: step.data.new_step.id }, body: message });
  const saved = await agency.call(api.convertToTemplate, { params: { id }, body: { name } });
  expect(saved.status).toBe(200);
  return { template: saved.data.template, campaign_id: id };
}
const offered = async () => (await client.call(api.listTemplates)).data.agency;
const ownList = async (who = agency) => (await who.call(api.listAgencyTemplates)).data.agency_templates;

test('an own campaign becomes a template that clients begin with, message included', async () => {
  const { template } = await saveTemplate(' Autumn\tround ');
  expect(template.name).toBe('Autumn round');
  expect((await offered()).map(({ id, name }) => [id, name])).toEqual([[template.id, 'Autumn round']]);
  expect((await ownList()).map(({ id }) => id)).toEqual([template.id]);
  const begun = await client.call(api.createFromTemplate, { body: { template_id: template.id } });
  expect(begun.status).toBe(200);
  const { data } = await client.call(api.getCampaign, { params: { id: begun.data.campaign.id } });
  expect(JSON.stringify(data)).toContain('Hi {{first_name}}');
});

test('a new name is shown to clients, and a deleted one is offered no more; a campaign that began with it stays', async () => {
  const { template } = await saveTemplate('Autumn');
  const params = { id: template.id };
  const begun = (await client.call(api.createFromTemplate, { body: { template_id: template.id } })).data.campaign;
  const renamed = await agency.call(api.renameAgencyTemplate, { params, body: { name: 'Winter' } });
  expect(renamed.data.template).toMatchObject({ id: template.id, name: 'Winter' });
  expect((await offered()).map(({ name }) => name)).toEqual(['Winter']);
  expect((await agency.call(api.renameAgencyTemplate, { params, body: { name: ' ' } })).status).toBe(400);
  expect((await agency.call(api.deleteAgencyTemplate, { params })).data).toEqual({ success: true });
  expect([await offered(), await ownList()]).toEqual([[], []]);
  expect((await client.call(api.getCampaign, { params: { id: begun.id } })).status).toBe(200);
  expect((await agency.call(api.deleteAgencyTemplate, { params })).status).toBe(404);
});

test('templates of another agency, of the agency alone, and of a client are not found, and a client has no such calls', async () => {
  const { template, campaign_id } = await saveTemplate('Autumn');
  const other = await signUpAgency(server, 'Olga Other');
  const own = (await agency.call(api.saveAsTemplate, { params: { id: campaign_id }, body: { name: 'Ours' } })).data;
  const refused = [
    await other.call(api.renameAgencyTemplate, { params: { id: template.id }, body: { name: 'Taken' } }),
    await other.call(api.deleteAgencyTemplate, { params: { id: template.id } }),
    await other.call(api.convertToTemplate, { params: { id: campaign_id }, body: { name: 'Taken' } }),
    await agency.call(api.deleteAgencyTemplate, { params: { id: own.template.id } }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect((await client.call(api.deleteAgencyTemplate, { params: { id: template.id } })).status).toBe(403);
  expect((await offered()).map(({ name }) => name)).toEqual(['Autumn']);
});
