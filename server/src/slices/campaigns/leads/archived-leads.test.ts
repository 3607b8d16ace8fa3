import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { makeCampaign, makeList, makeSender } from '../settings/campaigns.factory.ts';

const server = useTestServer();

async function archive(isStarted: boolean) {
  const person = await server.signUp();
  const people = ['Ada', 'Bob', 'Cleo'].map((first_name) => ({ first_name, email: `${first_name}@one.example` }));
  const { search_id, prospect_ids } = await makeList(server, person.organization_id, people);
  const email_account_id = await makeSender(server, person.organization_id);
  const { id, step_id } = await makeCampaign(person, { email_account_id, delay_in_hours: 24 });
  const params = { id };
  await person.call(api.addToCampaign, { params: { id: search_id }, body: { campaign: id, prospect_ids } });
  if (isStarted) await person.call(api.activateCampaign, { params, body: {} });
  await server.owner.query(
    "update campaign_leads set status = 'REPLIED', next_node_id = null, next_at = null, replied_at = app_now() where campaign_id = $1 and prospect_id = $2 and status = 'SCHEDULED'",
    [id, prospect_ids[2]],
  );
  await person.call(api.archiveCampaignLeads, { params, body: { prospect_ids } });
  const archived = async () => (await person.call(api.listArchivedLeads, { params, query: {} })).data;
  const rows = async () =>
    (
      await server.owner.query(
        'select status, next_node_id, next_lane, next_at is not null as is_due, archived_at from campaign_leads where campaign_id = $1 order by prospect_id',
        [id],
      )
    ).rows;
  const restore = (ids: number[]) => person.call(api.restoreCampaignLeads, { params, body: { prospect_ids: ids } });
  return { person, params, step_id, prospect_ids, archived, rows, restore };
}

test('archived leads are listed and come back paused at their step; done ones stay done', async () => {
  const { person, params, step_id, prospect_ids, archived, rows, restore } = await archive(true);
  const { leads, total } = await archived();
  expect(total).toBe(3);
  expect(leads.map(({ first_name }) => first_name).sort()).toEqual(['Ada', 'Bob', 'Cleo']);
  expect(leads.find(({ first_name }) => first_name === 'Cleo')).toMatchObject({ campaign_status: 'REPLIED' });
  expect((await restore(prospect_ids.slice(1))).data.amount).toBe(2);
  expect(await rows()).toMatchObject([
    { status: 'SCHEDULED', next_node_id: null },
    { status: 'PAUSED', next_node_id: step_id, next_lane: 'email', is_due: true, archived_at: null },
    { status: 'REPLIED', next_node_id: null, next_lane: null, is_due: false, archived_at: null },
  ]);
  expect((await archived()).total).toBe(1);
  expect((await person.call(api.listCampaignLeads, { params, query: {} })).data.total_prospects).toBe(2);
  const resumed = await person.call(api.setLeadStatus, {
    params: { ...params, prospectId: prospect_ids[1]! },
    body: { status: 'ACTIVE' },
  });
  expect([resumed.status, (await rows())[1]]).toMatchObject([200, { status: 'SCHEDULED', next_node_id: step_id }]);
  // A second request for the same lead finds nothing.
  expect((await restore(prospect_ids.slice(1))).data.amount).toBe(0);
});

test('in a draft they have not started; without their step they are over', async () => {
  const draft = await archive(false);
  await draft.restore(draft.prospect_ids);
  expect((await draft.rows()).map(({ status }) => status)).toEqual(['NOT_STARTED', 'NOT_STARTED', 'NOT_STARTED']);
  const running = await archive(true);
  await server.owner.query('update campaign_leads set archived_node_id = 0 where campaign_id = $1', [
    running.params.id,
  ]);
  await running.restore(running.prospect_ids.slice(0, 1));
  expect((await running.rows())[0]).toMatchObject({ status: 'COMPLETED', next_node_id: null, is_due: false });
});

test('another organization sees and restores nothing', async () => {
  const { params, prospect_ids, archived } = await archive(true);
  const stranger = await server.signUp();
  expect((await stranger.call(api.listArchivedLeads, { params, query: {} })).status).toBe(404);
  const answer = await stranger.call(api.restoreCampaignLeads, { params, body: { prospect_ids } });
  expect([answer.status, (await archived()).total]).toEqual([404, 3]);
});
