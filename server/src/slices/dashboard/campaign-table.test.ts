import { api } from '@overture/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestClient, useTestServer } from '../../testing/harness.ts';
import * as world from '../campaigns/run/run.factory.ts';

const server = useTestServer();
type Person = TestClient & { organization_id: number };
type Campaign = Awaited<ReturnType<typeof world.makeCampaign>>;
const run = (text: ReturnType<typeof sql>) =>
  server.program.system.systemTransaction(async ({ db }) => (await text.execute(db)).rows);

describe('the campaign table of a period says what the overview says', () => {
  const october = { start_date: '2026-10-01', end_date: '2026-10-31' };
  const year = { start_date: '2026-01-15', end_date: '2026-12-31' };
  let person: Person;
  let ada: number;
  let bob: number;
  let campaigns: Campaign[];

  const contact = (lead: number, day: number) =>
    run(
      sql`update campaign_leads set contacted_at = make_timestamptz(2026, 10, ${day}, 9, 0, 0, 'UTC') where id = ${lead}`,
    );
  const reply = (lead: number, day: number) =>
    run(sql`update campaign_leads set status = 'REPLIED', next_node_id = null, next_at = null,
      replied_at = make_timestamptz(2026, 10, ${day}, 12, 0, 0, 'UTC') where id = ${lead}`);

  /** Two campaigns of a sender each; the first changes to the other sender, and a lead that replied is archived. */
  beforeAll(async () => {
    person = (await server.signUp()) as Person;
    const { organization_id } = person;
    const { system } = server.program;
    const makeSender = (name: string) =>
      world.makeMailSender(system, organization_id, { email: `${name}@acme.example`, smtp_port: 1 });
    [ada, bob] = [await makeSender('ada'), await makeSender('bob')];
    campaigns = [];
    const leads: number[][] = [];
    for (const account_id of [ada, bob]) {
      const campaign = await world.makeCampaign(system, { organization_id, account_id, nodes: [{ type: 'EMAIL' }] });
      const emails = [1, 2, 3, 4].map((n) => ({ email: `p${n}.${campaign.id}@northwind.example` }));
      const people = await world.makePeople(system, organization_id, emails);
      leads.push(await world.startPeople(system, campaign, organization_id, people));
      campaigns.push(campaign);
    }
    const [[one, two, three, four], [other]] = leads as [[number, number, number, number], [number]];
    await contact(one, 1);
    await contact(two, 2);
    await contact(three, 2);
    await reply(two, 3);
    await run(sql`update campaign_leads set archived_at = app_now() where id = ${two}`);
    await run(sql`update campaigns set email_account_id = ${bob} where id = ${campaigns[0]!.id}`);
    await contact(four, 5);
    await contact(other, 5);
    await reply(other, 6);
  });

  const read = async (filters: object) => {
    const table = await person.call(api.listCampaignAnalytics, { query: { ...filters, sort_field: 'created_at' } });
    const overview = await person.call(api.getOrganizationAnalytics, { query: filters });
    const rows = table.data.campaigns.map((row) => [row.id, row.total_contacted, row.total_replies, row.reply_rate]);
    const { amount_of_prospects_contacted, amount_of_replies } = overview.data.analytics;
    return { rows, overview: [amount_of_prospects_contacted, amount_of_replies] };
  };

  test.each([
    ['a year, by the month', () => ({ ...year, sender_accounts: [ada] }), [[3, 1, 33.3], null], [3, 1]],
    [
      'a year of everybody',
      () => year,
      [
        [4, 1, 25],
        [1, 1, 100],
      ],
      [5, 2],
    ],
    [
      'everybody',
      () => october,
      [
        [4, 1, 25],
        [1, 1, 100],
      ],
      [5, 2],
    ],
    ['a sender given up since', () => ({ ...october, sender_accounts: [ada] }), [[3, 1, 33.3], null], [3, 1]],
    [
      'the sender there is now',
      () => ({ ...october, sender_accounts: [bob] }),
      [
        [1, 0, 0],
        [1, 1, 100],
      ],
      [2, 1],
    ],
    [
      'both',
      () => ({ ...october, sender_accounts: [ada, bob] }),
      [
        [4, 1, 25],
        [1, 1, 100],
      ],
      [5, 2],
    ],
    ['one campaign', () => ({ ...october, campaigns: [campaigns[0]!.id] }), [[4, 1, 25], null], [4, 1]],
    [
      'days on which it was another',
      () => ({ start_date: '2026-10-05', sender_accounts: [ada] }),
      [null, null],
      [0, 0],
    ],
  ] as const)('%s', async (_, filtersOf, figures, overview) => {
    const rows = figures.flatMap((row, place) => (row ? [[campaigns[place]!.id, ...row]] : []));
    const written = await read(filtersOf());
    written.rows.sort(([one = 0], [other = 0]) => one - other);
    expect(written).toEqual({ rows, overview });
  });

  test('without a period it counts the leads there are', async () => {
    const { rows } = await read({ sender_accounts: [bob] });
    expect(rows.sort(([one = 0], [other = 0]) => one - other)).toEqual([
      [campaigns[0]!.id, 3, 0, 0],
      [campaigns[1]!.id, 1, 1, 100],
    ]);
    expect((await read({ sender_accounts: [ada] })).rows).toEqual([]);
  });
});

test('lists and the analytics of a campaign have the same rates of a test, and lists name its step', async () => {
  const person = (await server.signUp()) as Person;
  const { organization_id } = person;
  const { system } = server.program;
  const account_id = await world.makeMailSender(system, organization_id, { email: 'cy@acme.example', smtp_port: 1 });
  const nodes = [
    { type: 'EMAIL' as const },
    { type: 'LINKEDIN_INVITE' as const },
    { type: 'ACCEPTED_INVITE' as const },
    { type: 'LINKEDIN_MESSAGE' as const, branch: 'yes' as const },
    { type: 'EMAIL' as const, parent: 2, branch: 'no' as const },
  ];
  const campaign = await world.makeCampaign(system, { organization_id, account_id, nodes });
  const [first, , , , last] = campaign.node_ids as [number, number, number, number, number];
  const emails = [1, 2, 3, 4].map((n) => ({ email: `p${n}.${campaign.id}@northwind.example` }));
  const people = await world.makePeople(system, organization_id, emails);
  const leads = await world.startPeople(system, campaign, organization_id, people);
  const send = (place: number, node: number, variant: 'a' | 'b', day: number) =>
    run(sql`insert into campaign_step_runs (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, outcome, variant, finished_at)
      values (${organization_id}, ${campaign.id}, ${leads[place]}, ${people[place]}, ${node}, 'done', ${variant},
        make_timestamptz(2026, 10, ${day}, 9, 0, 0, 'UTC'))`);
  await run(sql`update campaign_nodes set message_b = 'B' where id = ${first}`);
  for (const [place, variant] of (['a', 'a', 'b'] as const).entries()) {
    await send(place, first, variant, 1);
    await send(place, last, variant, 5);
  }
  await send(3, last, 'a', 5);
  await run(sql`update campaign_leads set contacted_at = '2026-10-01T09:00:00Z', status = 'REPLIED', next_node_id = null,
    next_at = null, replied_at = '2026-10-06T11:00:00Z' where id = ${leads[0]}`);
  const testing = async () => {
    const params = { id: campaign.id };
    const { campaigns } = (await person.call(api.listCampaignAnalytics)).data;
    const { analytics } = (await person.call(api.getCampaignAnalytics, { params })).data;
    const { campaign: alone } = (await person.call(api.getCampaign, { params })).data;
    expect(alone.ab_testing).toEqual(campaigns[0]!.ab_testing);
    const step = analytics.ab_testing.steps.find(({ step_id }) => step_id === alone.ab_testing.step?.id)!;
    expect(alone.ab_testing.reply_rate_display).toBe(`A ${step.a.reply_rate.rate}% / B ${step.b.reply_rate.rate}%`);
    return alone.ab_testing;
  };
  // The last step was tested once and is no longer: its messages are no part of the rates.
  expect(await testing()).toEqual({
    enabled: true,
    reply_rate_display: 'A 0% / B 0%',
    step: { id: first, type: 'EMAIL', number: 1 },
    other_steps: 0,
  });
  // Tested again, it has more messages than the first.
  await run(sql`update campaign_nodes set message_b = 'B' where id = ${last}`);
  const step = { id: last, type: 'EMAIL', number: 4 };
  expect(await testing()).toMatchObject({ reply_rate_display: 'A 33.3% / B 0%', step, other_steps: 1 });
});
