import { api } from '@overture/contract';
import { beforeEach, expect, test } from 'vitest';
import { apiBase } from '../../../kernel/http/bind.ts';
import { createClient as clientOf, useTestServer } from '../../../testing/harness.ts';
import { addClient, signUpAgency } from '../agency.factory.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let agency: Person;
let client: Awaited<ReturnType<typeof addClient>>;

const MONTH = new Date().toISOString().slice(0, 7);
const monthOf = (by: number) => {
  const moved = new Date(`${MONTH}-01T00:00:00Z`);
  moved.setUTCMonth(moved.getUTCMonth() + by);
  return moved.toISOString().slice(0, 7);
};
const LAST = monthOf(-1);
const BEFORE = monthOf(-2);

const ask = (month?: string, by: { token: string | null } = agency, id = client.id) =>
  clientOf(server.program, by.token).call(api.getClientReport, { params: { id }, query: month ? { month } : {} });
const download = (by: { token: string | null } = agency) =>
  server.program.app.inject({
    url: `${apiBase}/agency/clients/${client.id}/report/pdf/?month=${LAST}`,
    headers: { jwt: by.token as string },
  });
const write = async (text: string, values: unknown[]): Promise<number> =>
  (await server.owner.query(text, values)).rows[0]?.id;

/** A campaign with two mails, the second in two versions; figures as its triggers would keep them. */
async function addCampaign(name: string) {
  const campaign = await write('insert into campaigns (organization_id, name) values ($1, $2) returning id', [
    client.id,
    name,
  ]);
  const node = (parent: number | null) =>
    write(
      `insert into campaign_nodes (organization_id, campaign_id, kind, type, parent_id, message)
      values ($1, $2, 'step', 'EMAIL', $3, 'Nobody else reads this.') returning id`,
      [client.id, campaign, parent],
    );
  const first = await node(null);
  return { id: campaign, first, second: await node(first) };
}
let leads = 0;
/** So many facts of a campaign at a moment, each of another lead. */
async function insertFacts(
  campaign: number,
  type: string,
  amount: number,
  at: string,
  node = 0,
  variant: string | null = null,
) {
  await server.owner.query('select open_event_months($1, $1)', [at]);
  await server.owner.query(
    `insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, account_id, type, variant, occurred_at)
    select $1, $2, $3::int + n, 1, $4, 1, $5, $6, $7 from generate_series(1, $8::int) n`,
    [client.id, campaign, 1_000_000 + leads, node, type, variant, at, amount],
  );
  leads += amount;
}
/** Mails of a step to new people, and how many of those answered. */
async function addMessage(
  campaign: number,
  node: number,
  variant: string | null,
  at: string,
  sent: number,
  replies = 0,
) {
  await insertFacts(campaign, 'email_sent', sent, at, node, variant);
  await insertFacts(campaign, 'contacted', sent, at, node, variant);
  await insertFacts(campaign, 'replied', replies, at, node, variant);
}

beforeEach(async () => {
  agency = await signUpAgency(server);
  client = await addClient(server, agency, { company_name: 'Acme BV' });
  await server.owner.query("update agency_clients set created_at = $2::date at time zone 'UTC' where client_id = $1", [
    client.id,
    `${BEFORE}-10`,
  ]);
});

async function fill() {
  const autumn = await addCampaign('Autumn');
  const spring = await addCampaign('Spring');
  await addMessage(autumn.id, autumn.first, 'a', `${BEFORE}-28T23:59:59Z`, 40, 4);
  await addMessage(spring.id, spring.first, null, `${BEFORE}-11T12:00:00Z`, 60, 60);
  await addMessage(autumn.id, autumn.first, 'a', `${LAST}-01T00:00:00Z`, 300, 60);
  await addMessage(autumn.id, autumn.second, 'a', `${LAST}-28T12:00:00Z`, 49, 49);
  await addMessage(autumn.id, autumn.second, 'b', `${LAST}-28T12:00:00Z`, 50, 11);
  await addMessage(spring.id, spring.first, null, `${LAST}-28T12:00:00Z`, 500);
  await insertFacts(spring.id, 'interested', 3, `${LAST}-28T12:00:00Z`);
  await insertFacts(spring.id, 'email_sent', 7, `${MONTH}-01T00:00:00Z`);
  return { autumn, spring };
}

test('a month in figures, beside the month before, by campaign and by message', async () => {
  const { autumn, spring } = await fill();
  const { report } = (await ask(LAST)).data;
  expect(report).toMatchObject({
    month: LAST,
    client: { id: client.id, name: 'Acme BV' },
    time_zone: 'UTC',
    is_over: true,
    figures: { emails_sent: 899, linkedin_messages_sent: 0, contacted: 899, replies: 120, interested: 3 },
    figures_before: { emails_sent: 100, replies: 64, interested: 0 },
    campaigns: [
      { campaign_id: spring.id, name: 'Spring', emails_sent: 500, replies: 0 },
      { campaign_id: autumn.id, name: 'Autumn', emails_sent: 399, replies: 120 },
    ],
    more_campaigns: 0,
    minimum_sent: 50,
  });
  expect(report.days[0]).toMatchObject({ date: `${LAST}-01`, emails_sent: 300 });
  expect(report.best_messages).toMatchObject([
    { campaign_id: autumn.id, step_type: 'EMAIL', step: 1, variant: null, sent: 300, replies: 60, reply_rate: 20 },
    { campaign_id: autumn.id, step: 2, variant: 'b', sent: 50, replies: 11, reply_rate: 22, reply_rate_low: 12.8 },
  ]);
  expect(JSON.stringify(report)).not.toContain('Private words');
  expect((await ask()).data.report).toMatchObject({ month: MONTH, is_over: false, figures: { emails_sent: 7 } });
});

test.each([
  // The last second of the month there, the first of it, and the one before.
  ['Pacific/Auckland', '2026-04-30T11:59:59Z', '2026-03-31T11:00:00Z', '2026-03-31T10:59:59Z'],
  ['America/Los_Angeles', '2026-05-01T06:59:59Z', '2026-04-01T07:00:00Z', '2026-04-01T06:59:59Z'],
])('April goes by the clock of a client in %s, whose first campaign says so', async (zone, last, first, before) => {
  const campaign = await addCampaign('There');
  await server.owner.query('update campaigns set timezone = $2 where id = $1', [campaign.id, zone]);
  await server.owner.query("update agency_clients set created_at = '2026-01-01' where client_id = $1", [client.id]);
  await addMessage(campaign.id, campaign.first, null, last, 30, 2);
  await addMessage(campaign.id, campaign.first, null, first, 20, 1);
  await addMessage(campaign.id, campaign.first, null, before, 7);
  const { report } = (await ask('2026-04')).data;
  expect(report).toMatchObject({
    time_zone: zone,
    range: { start_date: '2026-04-01', end_date: '2026-04-30' },
    figures: { emails_sent: 50, replies: 3 },
    figures_before: { emails_sent: 7 },
    campaigns: [{ emails_sent: 50, contacted: 50 }],
    best_messages: [{ sent: 50, replies: 3 }],
  });
  expect(report.days.filter(({ emails_sent }) => emails_sent > 0).map(({ date }) => date)).toEqual([
    '2026-04-01',
    '2026-04-30',
  ]);
  expect(report.days).toHaveLength(30);
});

test('a client that keeps its agency out is counted without the names of its campaigns', async () => {
  const { spring } = await fill();
  await server.owner.query('update organizations set closed_to_agency_at = now() where organization_id = $1', [
    client.id,
  ]);
  const { report } = (await ask(LAST)).data;
  expect(report.campaigns[0]).toMatchObject({ campaign_id: spring.id, name: null, interested: 3 });
  expect(report.best_messages.map(({ name }) => name)).toEqual([null, null]);
});

test('months to come, unknown ones and those before it was a client are refused, each in words', async () => {
  expect((await ask(monthOf(1))).error).toMatchObject({ code: 'validation_failed' });
  for (const month of ['2026-13', '2026-1', 'last', "2026-11'"])
    expect([month, (await ask(month)).error.code]).toEqual([month, 'validation_failed']);
  expect((await ask(monthOf(-3))).error).toMatchObject({ code: 'no_report' });
  expect((await ask(BEFORE)).data.report.figures.replies).toBe(0);
  await agency.call(api.cancelClient, { params: { id: client.id } });
  expect((await ask(MONTH)).status).toBe(200);
  await server.owner.query(
    "update agency_clients set cancelled_at = $2::date at time zone 'UTC' - interval '1 second' where client_id = $1",
    [client.id, `${LAST}-01`],
  );
  expect((await ask(LAST)).error.code).toBe('no_report');
  expect((await ask(BEFORE)).status).toBe(200);
});

test('clients of others are not found, and the call needs the role', async () => {
  const other = await signUpAgency(server);
  await addClient(server, other);
  expect([(await ask(LAST, other)).status, (await download(other)).statusCode]).toEqual([404, 404]);
  expect((await ask(LAST, agency, 999_999_999)).status).toBe(404);
  const outsider = await server.signUp();
  for (const person of [outsider, client]) expect((await ask(LAST, person)).error.code).toBe('forbidden');
});

test('the PDF carries the brand, names no other, and is in the log', async () => {
  await fill();
  const answer = await download();
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
    200,
    'application/pdf',
    `attachment; filename="report-${LAST}-${client.id}.pdf"`,
  ]);
  expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(answer.rawPayload.toString('latin1')).not.toMatch(/overture|pdfkit/i);
  const events = await server.owner.query(
    "select from security_events where organization_id = $1 and event = 'export_made'",
    [agency.organization_id],
  );
  expect(events.rows).toHaveLength(1);
});
