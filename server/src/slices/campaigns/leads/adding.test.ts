import { api } from '@overture/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countLockWaits } from '../../../testing/database.ts';
import { startTestServer, type TestServer } from '../../../testing/harness.ts';
import { makeCampaign, makeList } from '../settings/campaigns.factory.ts';

let server: TestServer & { stop(): Promise<void> };

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function listOf(people: number) {
  const person = await server.signUp();
  const { search_id } = await makeList(server, person.organization_id, []);
  const campaign = await makeCampaign(person, {});
  const inside = server.program.system.forOrganization(person.organization_id);
  const run = <Row>(query: ReturnType<typeof sql<Row>>) =>
    inside.transaction(async ({ db }) => (await query.execute(db)).rows);
  const org = person.organization_id;
  await run(sql`with people as (insert into prospects (organization_id, first_name)
      select ${org}, 'P' || n from generate_series(1, ${people}::int) n returning id)
    insert into search_prospects (organization_id, search_id, prospect_id) select ${org}, ${search_id}, id from people`);
  const add = (amount: number) =>
    person.call(api.addToCampaign, { params: { id: search_id }, body: { campaign: campaign.id, amount } });
  const progress = () =>
    run(
      sql<{ data: object }>`select data from live_messages where type = 'adding_progress' order by xmin::text::bigint`,
    );
  return { campaign, add, progress, run };
}

test('a large addition publishes its progress and keeps the order of its table', async () => {
  const { campaign, add, progress, run } = await listOf(11_000);
  // The first word and the last take their time.
  await server.owner.query(`
    create function dawdle() returns trigger language plpgsql as
      $$ begin perform pg_sleep(1); return new; end $$;
    create trigger dawdle before insert on live_messages for each row
      when (new.type = 'adding_progress' and new.data->>'added_prospects' in ('0', '10000')) execute function dawdle()`);
  expect((await add(11_000)).data).toMatchObject({ added: 11_000, total_prospects: 11_000, duplicate_count: 0 });
  const sizes = { campaign_id: campaign.id, total_prospects: 11_000 };
  expect((await progress()).map(({ data }) => data)).toEqual(
    [0, 5000, 10_000].map((added_prospects) => ({ ...sizes, added_prospects })),
  );
  const [order] = await run(
    sql<{ is_kept: boolean }>`select bool_and(prospect_id > before) as is_kept from (
      select prospect_id, lag(prospect_id, 1, 0::bigint) over (order by id) as before from campaign_leads) l`,
  );
  expect(order?.is_kept).toBe(true);
});

test('a lead that is deleted while it is added is passed over', async () => {
  const { add, run } = await listOf(3);
  const [first] = await run(sql<{ id: number }>`select min(id) as id from prospects`);
  const other = await server.owner.connect();
  try {
    await other.query('begin');
    await other.query('delete from prospects where id = $1', [first?.id]);
    const adding = add(3);
    await expect.poll(() => countLockWaits(server.owner, 'campaign_leads')).toBe(1);
    await other.query('commit');
    expect((await adding).data).toMatchObject({ added: 2 });
  } finally {
    await other.query('rollback');
    other.release();
  }
});

test('a suppressed number or profile excludes only leads with no other channel', async () => {
  const person = await server.signUp();
  const org = person.organization_id;
  const { search_id } = await makeList(
    server,
    org,
    ['Ada', 'Bob', 'Cleo'].map((first_name) => ({ first_name })),
  );
  await server.owner.query(
    `update prospects set linkedin_key = 'in/' || lower(first_name), phone_number = case first_name when 'Cleo' then '+31612345678' end
      where organization_id = $1`,
    [org],
  );
  await person.call(api.addSuppression, { body: { entry: 'linkedin.com/in/Ada' } });
  await person.call(api.suppressPerson, { body: { phone: '0031612345678' } });
  const campaignOf = async (...steps: ('LINKEDIN_INVITE' | 'EMAIL')[]) => {
    const { id } = (await person.call(api.createCampaign, { body: {} })).data.campaign;
    let parent: number | undefined;
    for (const step of steps) {
      const body = parent === undefined ? { step } : { step, parent };
      parent = (await person.call(api.addStep, { params: { id }, body })).data.new_step.id;
    }
    return id;
  };
  const add = async (campaign: number) =>
    (
      await person.call(api.addToCampaign, {
        params: { id: search_id },
        body: { campaign, amount: 3, allow_duplicates: true },
      })
    ).data;
  expect(await add(await campaignOf('LINKEDIN_INVITE'))).toMatchObject({ added: 1, suppressed_count: 2 });
  expect(await add(await campaignOf('LINKEDIN_INVITE', 'EMAIL'))).toMatchObject({ added: 2, suppressed_count: 1 });
  // Without a step it does nothing yet, and may come to do anything.
  expect(await add(await campaignOf())).toMatchObject({ added: 2, suppressed_count: 1 });
});

test('a draft gets leads by the rules of a campaign, and nothing of them is planned before it starts', async () => {
  const person = await server.signUp();
  const list = await makeList(
    server,
    person.organization_id,
    ['Ada', 'Bob', 'Cleo'].map((first_name) => ({ first_name, email: `${first_name.toLowerCase()}@draft.example` })),
  );
  await person.call(api.addSuppression, { body: { entry: 'bob@draft.example' } });
  const campaign = await makeCampaign(person, {});
  const add = (body: object, who = person) =>
    who.call(api.addToDraft, { params: { id: campaign.id }, body: { search_id: list.search_id, ...body } });
  expect((await add({ amount: 3 })).data).toMatchObject({ success: true, added: 2, suppressed_count: 1 });
  expect((await add({ amount: 3 })).data).toMatchObject({ added: 0, duplicate_count: 2 });
  const { rows } = await server.owner.query(
    'select prospect_id, status, next_at from campaign_leads where campaign_id = $1 order by prospect_id',
    [campaign.id],
  );
  const [ada, , cleo] = list.prospect_ids;
  expect(rows).toEqual([ada, cleo].map((prospect_id) => ({ prospect_id, status: 'NOT_STARTED', next_at: null })));
  expect((await add({})).error.code).toBe('no_leads_selected');
  expect((await add({ amount: 3 }, await server.signUp())).status).toBe(404);
  await server.owner.query(`update campaigns set status = 'PAUSED' where id = $1`, [campaign.id]);
  expect((await add({ amount: 3 })).error.code).toBe('campaign_locked');
});

test('a small addition publishes no progress', async () => {
  const { add, progress } = await listOf(30);
  // Progress is published before the response arrives: see above.
  expect((await add(30)).data).toMatchObject({ added: 30 });
  expect(await progress()).toEqual([]);
});
