import { api } from '@overture/contract';
import type { CallOutcome } from '@overture/domain/calls/call-outcomes';
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let ada: Person;
beforeAll(async () => {
  ada = await server.signUp('Ada');
});

const RANGE = { start_date: '2026-03-02', end_date: '2026-03-08', time_zone: 'America/Los_Angeles' };
const ask = async (query: object = {}, person = ada) =>
  (await person.call(api.getCallFigures, { query: { ...RANGE, ...query } })).data.calls;

/** A campaign with a call step and one lead, and a function that records a call to them. */
async function makeCalls(person: Person) {
  const run = async (text: string, ...values: unknown[]) =>
    Number((await server.owner.query(text, [person.organization_id, ...values])).rows[0].id);
  const campaign = await run(`insert into campaigns (organization_id, name, timezone, sending_window, status)
    values ($1, 'Spring', 'UTC', '{"days":[1],"start":"09:00","end":"17:00"}', 'ACTIVE') returning id`);
  const node = await run(
    `insert into campaign_nodes (organization_id, campaign_id, kind, type, delay_in_hours) values ($1, $2, 'step', 'CALL_PROSPECT', 0) returning id`,
    campaign,
  );
  const lead = await run(`insert into prospects (organization_id, first_name) values ($1, 'Kim') returning id`);
  const campaign_lead = await run(
    'insert into campaign_leads (organization_id, campaign_id, prospect_id) values ($1, $2, $3) returning id',
    ...[campaign, lead],
  );
  const record = (outcome: CallOutcome, at: string, user_id: number | null = person.user_id) =>
    run(
      `insert into call_attempts (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, user_id, outcome, recorded_at, settled_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning id`,
      ...[campaign, campaign_lead, lead, node, user_id, outcome, at],
    );
  return { campaign, record };
}

test('calls count on the day and at the hour of the zone, by person, with how many reached the lead', async () => {
  expect(await ask()).toEqual({ time_zone: RANGE.time_zone, calls: 0, connected: 0, hours: [], people: [] });
  const { campaign, record } = await makeCalls(ada);
  await record('interested', '2026-03-03T18:10:00Z');
  await record('no_answer', '2026-03-04T18:50:00Z');
  await record('voicemail', '2026-03-04T23:00:00Z', null);
  await record('no_answer', '2026-03-05T18:00:00Z');
  // Sunday evening in Los Angeles, after the clock change; Monday in UTC. And the evening before the range.
  await record('answered', '2026-03-09T01:00:00Z');
  await record('answered', '2026-03-02T02:00:00Z');
  expect(await ask()).toEqual({
    time_zone: RANGE.time_zone,
    calls: 5,
    connected: 2,
    hours: [
      { hour: 10, calls: 3, connected: 1 },
      { hour: 15, calls: 1, connected: 0 },
      { hour: 18, calls: 1, connected: 1 },
    ],
    people: [
      {
        id: ada.user_id,
        name: 'Ada',
        calls: 4,
        connected: 2,
        outcomes: [
          { outcome: 'interested', calls: 1 },
          { outcome: 'answered', calls: 1 },
          { outcome: 'no_answer', calls: 2 },
        ],
      },
      { id: null, name: null, calls: 1, connected: 0, outcomes: [{ outcome: 'voicemail', calls: 1 }] },
    ],
  });
  expect((await ask({ campaigns: [campaign] })).calls).toBe(5);
  expect((await ask({ campaign_statuses: ['DRAFT'] })).calls).toBe(0);
  expect((await ask({ time_zone: 'UTC' })).calls).toBe(5);
  expect((await ask({}, await server.signUp('Eve'))).calls).toBe(0);
  expect((await ada.call(api.getCallFigures, { query: { ...RANGE, end_date: '2026-03-01' } })).status).toBe(400);
});
