import { api } from '@overture/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type TestClient, useTestServer } from '../../../testing/harness.ts';
import * as world from '../run/run.factory.ts';

const server = useTestServer();
type Person = TestClient & { organization_id: number };
const run = <Row = object>(text: ReturnType<typeof sql<Row>>) =>
  server.program.system.systemTransaction(async ({ db }) => (await text.execute(db)).rows);

let person: Person;
let stranger: TestClient;
let campaign: Awaited<ReturnType<typeof world.makeCampaign>>;
let params: { id: number };

/** A campaign of 2,300 leads: more than a file reads at a time. The first lead was written to in two campaigns, replied and is held. */
beforeAll(async () => {
  person = (await server.signUp()) as Person;
  stranger = await server.signUp();
  const { organization_id } = person;
  const { system } = server.program;
  await person.call(api.changeOrganizationSettings, { body: { time_zone: 'Asia/Kolkata' } });
  const email = `ada${organization_id}@acme.example`;
  const account_id = await world.makeMailSender(system, organization_id, { email, smtp_port: 1 });
  const spec = { organization_id, account_id, nodes: [{ type: 'EMAIL' as const }] };
  campaign = await world.makeCampaign(system, spec);
  const other = await world.makeCampaign(system, spec);
  params = { id: campaign.id };
  const people = await world.makePeople(
    system,
    organization_id,
    Array.from({ length: 2300 }, (_, n) => ({ email: `f${n}.${campaign.id}@northwind.example` })),
  );
  const [lead] = await world.startPeople(system, campaign, organization_id, people);
  const [first] = people;
  await run(sql`update prospects set first_name = '=1+1', custom = '{"budget": "=2+2"}' where id = ${first}`);
  await run(sql`insert into lead_columns (organization_id, key, name, type, position)
    values (${organization_id}, 'budget', 'Budget', 'text', 1)`);
  await run(sql`update campaign_leads set status = 'REPLIED', waiting_rule = 'missing_data', email_account_id = ${account_id},
    contacted_at = '2026-11-20T20:30:00Z', replied_at = '2026-11-21T10:05:00Z' where id = ${lead}`);
  await run(sql`insert into chats (organization_id, prospect_id, last_message_at, last_sent_by_prospect, reply_class)
    values (${organization_id}, ${first}, app_now(), true, 'interested')`);
  for (const [of, subject] of [
    [campaign, '=Hello'],
    [other, 'Elsewhere'],
  ] as const)
    await run(sql`with intent as (insert into outbound_intents (organization_id, account_id, campaign_id, prospect_id, kind, ref_id, ref_part,
        state, action, subject, settled_at, due_at)
      values (${organization_id}, ${account_id}, ${of.id}, ${first}, 'campaign_step', ${of === campaign ? lead : 999_999},
        ${of.node_ids[0]}, 'confirmed', 'email', ${subject}, '2026-11-20T20:30:00Z', app_now()) returning id)
      insert into chat_messages (organization_id, prospect_id, account_id, kind, sent_by_prospect, subject_line, message, sent_at, intent_id)
      select ${organization_id}, ${first}, ${account_id}, 'CAMPAIGN', false, ${subject}, 'Hi there', '2026-11-20T20:30:00Z', id from intent`);
  await run(sql`insert into chat_messages (organization_id, prospect_id, account_id, kind, sent_by_prospect, from_email, message, sent_at)
    values (${organization_id}, ${first}, ${account_id}, 'REPLY', true, 'f0@northwind.example', '=cmd|calc', '2026-11-21T10:05:00Z')`);
});

const linesOf = (data: unknown) => String(data).split('\r\n').slice(0, -1);

test('all leads of a campaign, each once, with every column, in the time zone of the organization', async () => {
  const file = await person.call(api.downloadCampaignLeads, { params });
  expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  const [heading, ...lines] = linesOf(file.data);
  expect(heading).toContain('"Email sender","LinkedIn sender","Variants","Last subject","First touch","Replied at"');
  expect(heading?.endsWith('"Budget"')).toBe(true);
  expect(new Set(lines).size).toBe(2300);
  const line = lines.find((one) => one.includes('=1+1'));
  expect(line).toContain(`"'=1+1"`);
  expect(line).toMatch(/"Replied","Email","[^"]*\+05:30","Data that [^"]*","","ada\d+@acme.example","",/);
  expect(line).toContain(`"'=Hello","2026-11-21T02:00:00+05:30","2026-11-21T15:35:00+05:30","Interested"`);
  expect(line?.endsWith(`"'=2+2"`)).toBe(true);
});

test("the messages of the campaign's leads, not those of other campaigns", async () => {
  const query = { time_zone: 'UTC', byte_order_mark: false };
  const file = await person.call(api.downloadCampaignMessages, { params, query });
  const [heading, ...lines] = linesOf(file.data);
  expect(heading?.startsWith('"Time","Lead"')).toBe(true);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(
    /^"2026-11-20T20:30:00.000Z",.*"Sent","Campaign step","sent",.*"Email","","'=Hello","Hi there",""$/,
  );
  expect(lines[1]).toMatch(/"Received","Reply","","f0@northwind.example",.*"'=cmd\|calc",""$/);
});

test('the mark of UTF-8 begins the file unless it is not wanted; another organization finds nothing', async () => {
  const marked = await person.call(api.downloadCampaignMessages, { params });
  expect(String(marked.data).startsWith('\uFEFF"Time"')).toBe(true);
  for (const endpoint of [api.downloadCampaignLeads, api.downloadCampaignMessages])
    expect((await stranger.call(endpoint, { params })).status).toBe(404);
});
