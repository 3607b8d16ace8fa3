import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { recordReply } from '../../lead-endings/index.ts';
import { makeCampaign, makeList, makeSender } from '../settings/campaigns.factory.ts';

const server = useTestServer();

test('leads are paused and resumed in all campaigns that they have not finished', async () => {
  const [person, stranger] = [await server.signUp(), await server.signUp()];
  const email_account_id = await makeSender(server, person.organization_id);
  const prospect_ids: number[] = [];
  for (const names of [['Ada', 'Bob'], ['Cleo']]) {
    const people = names.map((first_name) => ({ first_name, email: `${first_name}@two.example` }));
    const list = await makeList(server, person.organization_id, people);
    const { id } = await makeCampaign(person, { email_account_id, delay_in_hours: 24 });
    const body = { campaign: id, prospect_ids: list.prospect_ids };
    await person.call(api.addToCampaign, { params: { id: list.search_id }, body });
    await person.call(api.activateCampaign, { params: { id }, body: {} });
    prospect_ids.push(...list.prospect_ids);
  }
  await server.owner.query(
    `update campaign_leads set status = 'REPLIED', next_node_id = null, next_at = null where prospect_id = $1`,
    [prospect_ids[1]],
  );
  const statuses = async () =>
    (
      await server.owner.query('select status from campaign_leads where prospect_id = any($1) order by prospect_id', [
        prospect_ids,
      ])
    ).rows.map(({ status }) => status);
  const pause = (by: typeof person, is_paused: boolean) =>
    by.call(api.pauseLeads, { body: { prospect_ids, is_paused } });
  expect((await pause(stranger, true)).data).toEqual({ success: true, amount: 0, changed: [] });
  expect((await pause(person, true)).data).toMatchObject({ success: true, amount: 2 });
  expect(await statuses()).toEqual(['PAUSED', 'REPLIED', 'PAUSED']);
  expect((await pause(person, true)).data.amount).toBe(0);
  expect((await pause(person, false)).data.amount).toBe(2);
  expect(await statuses()).toEqual(['SCHEDULED', 'REPLIED', 'SCHEDULED']);
});

test('what a pause changed can be undone: a lead that was paused before stays so', async () => {
  const person = await server.signUp();
  const email_account_id = await makeSender(server, person.organization_id);
  const list = await makeList(server, person.organization_id, [{ first_name: 'Ada', email: 'ada@undo.example' }]);
  const [prospect_id] = list.prospect_ids;
  const campaigns: number[] = [];
  for (const _ of [1, 2]) {
    const { id } = await makeCampaign(person, { email_account_id, delay_in_hours: 24 });
    await person.call(api.addToCampaign, {
      params: { id: list.search_id },
      body: { campaign: id, prospect_ids: list.prospect_ids, allow_duplicates: true },
    });
    await person.call(api.activateCampaign, { params: { id }, body: {} });
    campaigns.push(id);
  }
  const [early, late] = campaigns;
  const statuses = async () =>
    (
      await server.owner.query('select status from campaign_leads where prospect_id = $1 order by campaign_id', [
        prospect_id,
      ])
    ).rows.map(({ status }) => status);
  const params = { id: early!, prospectId: prospect_id! };
  await person.call(api.setLeadStatus, { params, body: { status: 'PAUSED' } });
  const { changed } = (
    await person.call(api.pauseLeads, { body: { prospect_ids: list.prospect_ids, is_paused: true } })
  ).data;
  expect(changed).toEqual([{ campaign_id: late, prospect_ids: [prospect_id] }]);
  expect(await statuses()).toEqual(['PAUSED', 'PAUSED']);
  const undo = { prospect_ids: list.prospect_ids, is_paused: false, only: changed };
  expect((await person.call(api.pauseLeads, { body: undo })).data).toEqual({ success: true, amount: 1, changed });
  expect(await statuses()).toEqual(['PAUSED', 'SCHEDULED']);
  // The lead replies before the next undo.
  await person.call(api.pauseLeads, { body: { prospect_ids: list.prospect_ids, is_paused: true } });
  await server.program.system.forOrganization(person.organization_id).transaction((tx) =>
    recordReply(tx, {
      prospect_id: prospect_id!,
      account_id: email_account_id,
      received_at: new Date(),
      refers_to: [],
    }),
  );
  expect((await person.call(api.pauseLeads, { body: undo })).data.amount).toBe(0);
  expect(await statuses()).toEqual(['REPLIED', 'REPLIED']);
});
