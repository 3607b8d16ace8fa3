import { api } from '@overture/contract';
import { CAMPAIGN_SENDERS_MAX } from '@overture/domain/limits';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { dispatchEvents } from '../../../kernel/relay.ts';
import { type TestClient, useTestServer } from '../../../testing/harness.ts';
import { campaignRunsSlice } from '../index.ts';
import { makeCampaign, makeList, makeSender } from './campaigns.factory.ts';

const server = useTestServer();

/** A campaign of three mailboxes with leads: the second has three started and one reserved, the first has one, and one is unassigned. */
async function makePool() {
  const person = await server.signUp();
  const organizationId = person.organization_id;
  const ids: number[] = [];
  for (let n = 0; n < 3; n += 1) ids.push(await makeSender(server, organizationId));
  const { id } = await makeCampaign(person, { email_account_id: ids[0]! });
  const put = (body: object) => person.call(api.updateCampaign, { params: { id }, body });
  await put({ email_account_ids: ids });
  const people = Array.from({ length: 6 }, (_, n) => ({ first_name: `P${n}`, email: `p${n}@corp${n}.example` }));
  const { search_id, prospect_ids } = await makeList(server, organizationId, people);
  await person.call(api.addToCampaign, { params: { id: search_id }, body: { campaign: id, prospect_ids } });
  await person.call(api.activateCampaign, { params: { id }, body: {} });
  await server.program.system.systemTransaction(async ({ db }) => {
    const touch = (from: number, to: number, account: number, touched: boolean) =>
      sql`update campaign_leads
      set email_account_id = ${account}, email_touched_at = case when ${touched} then app_now() end, status = 'ACTIVE',
        next_at = app_now() + interval '1 day', is_in_flight = false
      where campaign_id = ${id} and prospect_id = any(${prospect_ids.slice(from, to)}::bigint[])`.execute(db);
    await touch(0, 3, ids[1]!, true);
    await touch(3, 4, ids[1]!, false);
    await touch(4, 5, ids[0]!, true);
  });
  const senders = async () => (await person.call(api.listCampaignSenders, { params: { id } })).data;
  const owners = async () => {
    const rows = await server.program.system.systemTransaction(async ({ db }) =>
      sql<{ id: number | null; status: string }>`select email_account_id as id, status from campaign_leads
        where campaign_id = ${id} order by prospect_id`.execute(db),
    );
    return rows.rows.map((row) => [row.id, row.status]);
  };
  return { person, id, ids, put, prospect_ids, senders, owners, organizationId };
}

const get = async (person: TestClient, id: number) =>
  (await person.call(api.getCampaign, { params: { id } })).data.campaign;

describe('senders of a campaign', () => {
  test('a list keeps its order with the main sender first; setting that one changes the first', async () => {
    const { person, id, ids, put } = await makePool();
    expect(await get(person, id)).toMatchObject({ email_account_id: ids[0], email_account_ids: ids });
    const before = (await get(person, id)).version;
    const { campaign } = (await put({ email_account_ids: [ids[2], ids[0], ids[2]] })).data;
    expect(campaign).toMatchObject({ email_account_id: ids[2], email_account_ids: [ids[2], ids[0]] });
    expect((await put({ name: 'Older', version: before })).error).toMatchObject({ code: 'changed_meanwhile' });
    await put({ email_account_id: ids[1] });
    expect((await get(person, id)).email_account_ids).toEqual([ids[1], ids[0]]);
    const copy = (await person.call(api.duplicateCampaign, { params: { id } })).data.campaign;
    expect(copy.email_account_ids).toEqual([ids[1], ids[0]]);
  });

  test('refused: none, too many, of the wrong type, of another organization', async () => {
    const { put, ids, organizationId } = await makePool();
    const seat = await makeSender(server, organizationId, { account_type: 'LINKEDIN', tier: 'CLASSIC' });
    const foreign = await makeSender(server, (await server.signUp()).organization_id);
    expect((await put({ email_account_ids: [] })).status).toBe(400);
    const many = Array.from({ length: CAMPAIGN_SENDERS_MAX + 1 }, (_, n) => n + 1);
    expect((await put({ email_account_ids: many })).status).toBe(400);
    expect((await put({ email_account_ids: [ids[0], seat] })).error).toMatchObject({
      error: 'This sender does not send email.',
    });
    expect((await put({ email_account_ids: [ids[0], foreign] })).status).toBe(404);
  });

  test('the leads of each sender are counted before it is taken out', async () => {
    const { senders, ids } = await makePool();
    const { senders: rows, nobodys } = await senders();
    expect(rows.map(({ account, untouched, in_sequence, held }) => [account.id, untouched, in_sequence, held])).toEqual(
      [
        [ids[0], 0, 1, 0],
        [ids[1], 1, 3, 0],
        [ids[2], 0, 0, 0],
      ],
    );
    expect(nobodys).toEqual({ email: 1, linkedin: 6 });
  });

  test('leads that are due wait for the only sender while it is disconnected', async () => {
    const person = await server.signUp();
    const mailbox = await makeSender(server, person.organization_id);
    const { id } = await makeCampaign(person, { email_account_id: mailbox });
    const people = Array.from({ length: 3 }, (_, n) => ({ first_name: `P${n}`, email: `p${n}@corp.example` }));
    const { search_id, prospect_ids } = await makeList(server, person.organization_id, people);
    await person.call(api.addToCampaign, { params: { id: search_id }, body: { campaign: id, prospect_ids } });
    await person.call(api.activateCampaign, { params: { id }, body: {} });
    await server.owner.query(
      "update campaign_leads set next_at = app_now() - interval '1 hour' where campaign_id = $1",
      [id],
    );
    const held = async () =>
      (await person.call(api.listCampaignSenders, { params: { id } })).data.senders.map((row) => [
        row.account.id,
        row.held,
        row.untouched,
      ]);
    expect(await held()).toEqual([[mailbox, 0, 0]]);
    await server.owner.query("update accounts set status = 'CREDENTIALS' where id = $1", [mailbox]);
    expect(await held()).toEqual([[mailbox, 3, 0]]);
  });

  test('a removed sender finishes its started leads, and its reserved ones are unassigned', async () => {
    const { put, ids, owners, senders } = await makePool();
    await put({ email_account_ids: [ids[0], ids[2]] });
    expect((await owners()).map(([id]) => id)).toEqual([ids[1], ids[1], ids[1], null, ids[0], null]);
    const left = (await senders()).senders.find(({ account }) => account.id === ids[1]);
    expect(left).toMatchObject({ is_leaving: true, untouched: 0, in_sequence: 3 });
  });

  test('or its leads are handed over, or they end', async () => {
    const one = await makePool();
    await one.put({ email_account_ids: [one.ids[0], one.ids[2]], leads_of_removed: 'hand_over' });
    const owners = (await one.owners()).map(([id]) => id);
    expect(owners.slice(0, 3).every((id) => id === one.ids[0] || id === one.ids[2])).toBe(true);
    expect(owners.slice(3)).toEqual([null, one.ids[0], null]);
    const two = await makePool();
    await two.put({ email_account_ids: [two.ids[0]], leads_of_removed: 'end' });
    expect((await two.owners()).map(([, status]) => status)).toEqual([
      ...['COMPLETED', 'COMPLETED', 'COMPLETED'],
      ...['ACTIVE', 'ACTIVE', 'SCHEDULED'],
    ]);
  });

  test('selected leads are handed to one sender; without a connected one it is refused', async () => {
    const { person, id, ids, prospect_ids, owners, put, organizationId } = await makePool();
    const handOver = (body: object) => person.call(api.handOverLeads, { params: { id }, body: body as never });
    const answer = await handOver({ account_id: ids[2], prospect_ids: prospect_ids.slice(2, 6) });
    expect(answer.data).toEqual({ success: true, amount: 4, left: 0, restartable: 0, restartable_ids: [] });
    expect((await owners()).map(([owner]) => owner)).toEqual([ids[1], ids[1], ids[2], ids[2], ids[2], ids[2]]);
    expect((await handOver({ account_id: ids[2] })).error).toMatchObject({ code: 'no_leads_selected' });
    const outside = await makeSender(server, organizationId);
    expect((await handOver({ account_id: outside, prospect_ids })).status).toBe(400);
    await put({ email_account_ids: [ids[1]] });
    const settle = (leads: 'hand_over' | 'end') =>
      person.call(api.settleSenderLeads, { params: { id, accountId: ids[1]! }, body: { leads } });
    expect((await settle('hand_over')).error).toMatchObject({
      error: 'No other connected sender of this campaign can take these leads. Add one first.',
    });
    expect((await settle('end')).data).toEqual({ success: true, amount: 2, left: 0, restartable: 0 });
  });

  test('on deletion the user chooses: leads wait, are handed over, or end', async () => {
    const remove = async (
      { person, ids, owners, id }: Awaited<ReturnType<typeof makePool>>,
      leads?: 'hand_over' | 'end',
    ) => {
      const affected = await person.call(api.listAffectedCampaigns, { params: { id: ids[1]! } });
      expect(affected.data.campaigns).toMatchObject([{ id, untouched: 1, in_sequence: 3, awaiting: 0, others: 2 }]);
      await person.call(api.removeAccount, { params: { id: ids[1]! }, ...(leads ? { query: { leads } } : {}) });
      const { system } = server.program;
      await dispatchEvents(system, [campaignRunsSlice.on ?? {}]);
      await dispatchEvents(system, [campaignRunsSlice.on ?? {}]);
      const senders = (await get(person, id)).email_account_ids;
      return { senders, begun: (await owners()).slice(0, 3) };
    };
    const waiting = await makePool();
    expect((await remove(waiting)).begun).toEqual(Array(3).fill([waiting.ids[1], 'ACTIVE']));
    const given = await makePool();
    const after = await remove(given, 'hand_over');
    expect(after.senders).toEqual([given.ids[0], given.ids[2]]);
    expect(after.begun.every(([owner, status]) => after.senders.includes(owner as number) && status === 'ACTIVE')).toBe(
      true,
    );
    const ended = await makePool();
    expect((await remove(ended, 'end')).begun.map(([, status]) => status)).toEqual(Array(3).fill('COMPLETED'));
  });

  test('a mail that is on its way stays with who sends it', async () => {
    const { person, id, ids, prospect_ids, owners } = await makePool();
    await server.program.system.systemTransaction(async ({ db }) => {
      await sql`insert into outbound_intents (organization_id, kind, ref_id, ref_part, account_id, prospect_id, campaign_id, state)
        select organization_id, 'campaign_step', id, next_node_id, ${ids[1]}, prospect_id, campaign_id, 'unknown'
        from campaign_leads where campaign_id = ${id} and prospect_id = ${prospect_ids[0]}`.execute(db);
      await sql`update campaign_leads set is_in_flight = true where campaign_id = ${id}
        and prospect_id = ${prospect_ids[0]}`.execute(db);
    });
    const params = { id, accountId: ids[1]! };
    const { data } = await person.call(api.settleSenderLeads, { params, body: { leads: 'hand_over' } });
    expect(data).toEqual({ success: true, amount: 3, left: 1, restartable: 0 });
    expect((await owners())[0]).toEqual([ids[1], 'ACTIVE']);
  });

  test('a start with several senders; a lead says whose it is', async () => {
    const { person, id, ids, prospect_ids } = await makePool();
    await person.call(api.activateCampaign, { params: { id }, body: { status: 'ACTIVE' } });
    const body = { email_account_ids: [ids[2]!, ids[1]!], status: 'PAUSED' as const };
    const { campaign } = (await person.call(api.activateCampaign, { params: { id }, body })).data;
    expect(campaign).toMatchObject({ status: 'ACTIVE', email_account_ids: [ids[2], ids[1]] });
    const page = (await person.call(api.listCampaignLeads, { params: { id }, query: { page: 1 } })).data;
    const senders = new Map(page.prospects.map((lead) => [lead.id, lead.senders]));
    expect(senders.get(prospect_ids[0]!)).toMatchObject([{ channel: 'email', account: { id: ids[1] } }]);
    expect(senders.get(prospect_ids[5]!)).toEqual([]);
    await person.call(api.handOverLeads, {
      params: { id },
      body: { account_id: ids[2]!, prospect_ids: [prospect_ids[0]!] },
    });
    const lead = (await person.call(api.getCampaignLead, { params: { id: prospect_ids[0]! }, query: {} })).data
      .prospect;
    expect(lead.scheduled_campaign.hand_overs).toMatchObject([
      { channel: 'email', from: { id: ids[1] }, to: { id: ids[2] } },
    ]);
  });

  test('a lead invited by a LinkedIn account stays with it when the sender changes', async () => {
    const { person, id, put, prospect_ids, organizationId } = await makePool();
    const seat = () => makeSender(server, organizationId, { account_type: 'LINKEDIN', tier: 'CLASSIC' });
    const [first, second, third] = [await seat(), await seat(), await seat()];
    await put({ linkedin_account_id: first });
    const [invited, friend, visited] = prospect_ids as [number, number, number];
    await server.program.system.systemTransaction(async ({ db }) => {
      await sql`update campaign_leads set linkedin_account_id = ${first}, linkedin_touched_at = app_now() where campaign_id = ${id}`.execute(
        db,
      );
      await sql`insert into outbound_intents (organization_id, kind, action, ref_id, ref_part, account_id, prospect_id, campaign_id,
          state, dispatched_at, settled_at)
        select organization_id, 'campaign_step', case when prospect_id = ${visited} then 'visit' else 'invite' end, id,
          next_node_id, ${first}, prospect_id, campaign_id, 'confirmed', app_now(), app_now()
        from campaign_leads where campaign_id = ${id} and prospect_id = any(${[invited, friend, visited]}::bigint[])`.execute(
        db,
      );
      await sql`insert into linkedin_relations (organization_id, account_id, prospect_id, connected_at)
        values (${organizationId}, ${second}, ${friend}, app_now())`.execute(db);
    });
    const seats = async () => {
      const rows = await server.program.system.systemTransaction(async ({ db }) =>
        sql<{ id: number | null }>`select linkedin_account_id as id from campaign_leads
          where campaign_id = ${id} order by prospect_id limit 3`.execute(db),
      );
      return rows.rows.map((row) => row.id);
    };
    await put({ linkedin_account_id: second });
    expect(await seats()).toEqual([first, second, second]);
    expect((await get(person, id)).linkedin_account_ids).toEqual([second]);
    const { senders } = (await person.call(api.listCampaignSenders, { params: { id } })).data;
    expect(senders.find(({ account }) => account.id === first)).toMatchObject({
      is_leaving: true,
      in_sequence: 1,
      staying: 1,
    });
    await put({ linkedin_account_ids: [second, third] });
    const body = { account_id: third, prospect_ids: [invited] };
    const handed = await person.call(api.handOverLeads, { params: { id }, body });
    expect(handed.data).toEqual({
      success: true,
      amount: 0,
      left: 1,
      restartable: 1,
      restartable_ids: [invited],
    });
    const affected = await person.call(api.listAffectedCampaigns, { params: { id: first } });
    expect(affected.data.campaigns).toMatchObject([{ id, in_sequence: 1, staying: 1, others: 2 }]);
    await person.call(api.removeAccount, { params: { id: first }, query: { leads: 'hand_over' } });
    for (let round = 0; round < 2; round += 1)
      await dispatchEvents(server.program.system, [campaignRunsSlice.on ?? {}]);
    expect((await seats())[0]).toBe(first);
  });
});
