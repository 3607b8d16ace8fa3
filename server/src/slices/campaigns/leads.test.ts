import { api } from '@overture/contract';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { makeCampaign, makeList, makeSender } from './campaigns.factory.ts';

const server = useTestServer();

const PEOPLE = [
  { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@one.example', company_name: 'One', job_title: 'CTO' },
  { first_name: 'Bob', last_name: 'Stone', email: 'bob@one.example', company_name: 'one ', job_title: null },
  { first_name: 'Cleo', last_name: 'Park', email: null, company_name: 'Two', job_title: 'CEO' },
];

async function world() {
  const person = await server.signUp();
  const list = await makeList(server, person.organization_id, PEOPLE);
  const sender = await makeSender(server, person.organization_id);
  const campaign = await makeCampaign(person, { email_account_id: sender });
  const add = (body: object) =>
    person.call(api.addToCampaign, { params: { id: list.search_id }, body: { campaign: campaign.id, ...body } });
  return { person, list, sender, campaign, add };
}

describe('the leads table', () => {
  test('rows carry the lead, its status and what its next action waits for', async () => {
    const { person, list, campaign, add } = await world();
    expect((await add({ amount: 10 })).data).toMatchObject({ added: 3, total_prospects: 3, duplicate_count: 0 });
    const page = await person.call(api.listCampaignLeads, { params: { id: campaign.id } });
    expect(page.data.total_prospects).toBe(3);
    expect(page.data.prospects.map((lead) => lead.first_name).sort()).toEqual(['Ada', 'Bob', 'Cleo']);
    expect(page.data.prospects.find((lead) => lead.id === list.prospect_ids[0])).toMatchObject({
      email: 'ada@one.example',
      company: { name: 'One' },
      campaign_status: 'NOT_STARTED',
      next_action: {
        step: { step_type: 'EMAIL' },
        condition: null,
        scheduled_for: null,
        waiting_for: { rule: 'not_started', text: 'Not started yet', until: null },
      },
      previous_actions: [],
    });
  });
});
