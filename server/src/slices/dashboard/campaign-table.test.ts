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
