import { api } from '@overture/contract';
import { beforeEach, expect, test } from 'vitest';
import { apiBase } from '../../../kernel/http/bind.ts';
import { createClient as clientOf, useTestServer } from '../../../testing/harness.ts';
import { addClient, signUpAgency } from '../agency.factory.ts';

const server = useTestServer({ session_memory_in_ms: 0 });
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
async function addDay(campaign: number, day: string, sent: number, replies: number): Promise<void> {
  const values = [client.id, day, sent, replies];
  await write(
    `insert into account_days (organization_id, day, account_id, slot, actions, emails_sent, contacted, replies, interested)
    values ($1, $2, $5, 1, $3::int, $3, $3, $4::int, 1)`,
    [...values, campaign],
  );
  await write(
    `insert into organization_days (organization_id, day, campaign_id, account_id, slot, actions, emails_sent, contacted, replies, interested)
    values ($1, $2, $5, 1, 1, $3::int, $3, $3, $4::int, 1)`,
    [...values, campaign],
  );
}
const addMessage = (campaign: number, node: number, variant: string, month: string, sent: number, replies: number) =>
  write(
    `insert into campaign_step_months (organization_id, campaign_id, month, node_id, type, variant, slot, amount)
    values ($1, $2, $3, $4, 'email_sent', $5, 1, $6), ($1, $2, $3, $4, 'replied', $5, 1, $7)`,
    [client.id, campaign, `${month}-01`, node, variant, sent, replies],
  );

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
  await addDay(autumn.id, `${BEFORE}-28`, 40, 4);
  await addDay(autumn.id, `${LAST}-01`, 100, 8);
  await addDay(autumn.id, `${LAST}-28`, 20, 2);
  await addDay(spring.id, `${LAST}-28`, 300, 3);
  await addDay(spring.id, `${MONTH}-01`, 7, 0);
  await addMessage(autumn.id, autumn.first, 'a', LAST, 300, 60);
  await addMessage(autumn.id, autumn.second, 'a', LAST, 49, 49);
  await addMessage(autumn.id, autumn.second, 'b', LAST, 50, 11);
  await addMessage(spring.id, spring.first, '', BEFORE, 900, 900);
  return { autumn, spring };
}

test('a month in figures, beside the month before, by campaign and by message', async () => {
  const { autumn, spring } = await fill();
  const { report } = (await ask(LAST)).data;
  expect(report).toMatchObject({
    month: LAST,
    client: { id: client.id, name: 'Acme BV' },
    is_over: true,
    figures: { emails_sent: 420, linkedin_messages_sent: 0, contacted: 420, replies: 13, interested: 3 },
    figures_before: { emails_sent: 40, replies: 4, interested: 1 },
    campaigns: [
      { campaign_id: spring.id, name: 'Spring', emails_sent: 300, replies: 3 },
      { campaign_id: autumn.id, name: 'Autumn', emails_sent: 120, replies: 10 },
    ],
    more_campaigns: 0,
    minimum_sent: 50,
  });
  expect(report.days[0]).toMatchObject({ date: `${LAST}-01`, emails_sent: 100 });
  expect(report.best_messages).toMatchObject([
    { campaign_id: autumn.id, step_type: 'EMAIL', step: 1, variant: null, sent: 300, replies: 60, reply_rate: 20 },
    { campaign_id: autumn.id, step: 2, variant: 'b', sent: 50, replies: 11, reply_rate: 22, reply_rate_low: 12.8 },
  ]);
  expect(JSON.stringify(report)).not.toContain('Nobody else reads this');
  expect((await ask()).data.report).toMatchObject({ month: MONTH, is_over: false, figures: { emails_sent: 7 } });
});

test('a client that keeps its agency out is counted without the names of its campaigns', async () => {
  const { spring } = await fill();
  await server.owner.query('update organizations set closed_to_agency_at = now() where organization_id = $1', [
    client.id,
  ]);
  const { report } = (await ask(LAST)).data;
  expect(report.campaigns[0]).toMatchObject({ campaign_id: spring.id, name: null, replies: 3 });
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

test('clients of others are not found, and nobody else asks', async () => {
  const other = await signUpAgency(server);
  await addClient(server, other);
  expect([(await ask(LAST, other)).status, (await download(other)).statusCode]).toEqual([404, 404]);
  expect((await ask(LAST, agency, 999_999_999)).status).toBe(404);
  const outsider = await server.signUp();
  for (const person of [outsider, client]) expect((await ask(LAST, person)).error.code).toBe('forbidden');
});

test('the PDF carries the brand, names nothing else, and stands in the log', async () => {
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
