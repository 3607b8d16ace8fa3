import { api } from '@overture/contract';
import type { CallCard } from '@overture/contract/calls';
import { CALL_OUTCOMES, type CallOutcome, describeCall } from '@overture/domain/calls/call-outcomes';
import { expect, test } from 'vitest';
import { useCampaignWorld } from '../../testing/worlds.ts';
import * as world from '../campaigns/run/run.factory.ts';
import { settleCalls } from './settle-calls.service.ts';

/** Calls beside mails of one campaign, on a movable clock. */
const { server, mail } = useCampaignWorld();
const system = () => server.program.system;
type Person = Awaited<ReturnType<typeof server.signUp>>;

const CALL: world.NodeSpec = { type: 'CALL_PROSPECT', message: 'Hi {{first_name}}' };
/** Zones without clock changes, by their hours ahead of UTC. */
const ZONES = { 'Pacific/Honolulu': -10, 'America/Bogota': -5, 'Africa/Lagos': 1, 'Asia/Karachi': 5, 'Asia/Tokyo': 9 };
function zoneInTheMorning(): string {
  const hour = system().clock.now().getUTCHours();
  return Object.entries(ZONES).find(([, ahead]) => {
    const local = (hour + ahead + 24) % 24;
    return local >= 9 && local < 16;
  })![0];
}

async function start(person: Person, people: number, nodes: world.NodeSpec[]) {
  const { organization_id } = person;
  const sender = { email: `calls${organization_id}@acme.example`, smtp_port: mail.smtp_port };
  const account_id = await world.makeMailSender(system(), organization_id, sender);
  const timezone = zoneInTheMorning();
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes, timezone });
  const addresses = Array.from({ length: people }, (_, n) => `p${n}.${organization_id}@northwind.example`);
  const prospect_ids = await world.makePeople(
    system(),
    organization_id,
    addresses.map((email, n) => ({ email, phone_number: `+1800555${1000 + n}` })),
  );
  await server.owner.query('update prospects set time_zone = $2 where id = any($1)', [prospect_ids, timezone]);
  const lead_ids = await world.startPeople(system(), campaign, organization_id, prospect_ids);
  await world.runUntilQuiet(system());
  const sent = () =>
    addresses.map((address) => [...mail.store.mails()].filter(({ recipients }) => recipients.includes(address)).length);
  return { campaign, lead_ids, prospect_ids, sent };
}

const claim = async (person: Person) => (await person.call(api.claimCall, { body: {} })).data.call;
const finish = (person: Person, { id, token }: CallCard, outcome: CallOutcome, note: string, more: object = {}) =>
  person.call(api.finishCall, { params: { id }, body: { token, outcome, note, ...more } });

async function settle(): Promise<void> {
  await world.moveClock(system(), 11);
  // A round takes twenty of an organization.
  for (let round = 0; round < 2; round += 1) await settleCalls(system(), new AbortController().signal);
  await world.runUntilQuiet(system());
}

test('after three calls without an answer the next email is sent, once, and not before', async () => {
  const person = await server.signUp();
  const { lead_ids, sent } = await start(person, 1, [CALL, { type: 'EMAIL', subject: 'I tried to call you' }]);
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const card = await claim(person);
    expect(card?.attempts).toHaveLength(attempt - 1);
    expect(sent()).toEqual([0]);
    expect((await finish(person, card!, 'no_answer', `Try ${attempt}`)).status).toBe(200);
    await settle();
    if (attempt === 3) break;
    const { rows } = await server.owner.query('select next_at from campaign_leads where id = $1', [lead_ids[0]]);
    await world.moveClock(system(), (rows[0].next_at.getTime() - system().clock.now().getTime()) / 1000 + 1);
    await world.runUntilQuiet(system());
  }
  expect(sent()).toEqual([1]);
  await world.moveClock(system(), 86_400);
  await world.runUntilQuiet(system());
  expect([sent(), await claim(person)]).toEqual([[1], null]);
});

test('30 calls: 30 outcomes and notes in the timelines and in the file of the campaign', async () => {
  const person = await server.signUp();
  const { prospect_ids, campaign } = await start(person, 30, [CALL]);
  const call_again_at = new Date(system().clock.now().getTime() + 86_400_000).toISOString();
  const recorded = new Map<number, { outcome: CallOutcome; note: string }>();
  for (let call = 0; call < 30; call += 1) {
    const card = await claim(person);
    expect(recorded.has(card!.prospect.id)).toBe(false);
    const outcome = CALL_OUTCOMES[call % CALL_OUTCOMES.length]!;
    const note = `Call number ${call}, as it was.`;
    expect((await finish(person, card!, outcome, note, outcome === 'later' ? { call_again_at } : {})).status).toBe(200);
    recorded.set(card!.prospect.id, { outcome, note });
  }
  expect([recorded.size, await claim(person)]).toEqual([30, null]);
  await settle();
  for (const [id, call] of recorded) {
    const { prospect } = (await person.call(api.getCampaignLead, { params: { id } })).data;
    const notes = prospect.scheduled_campaign.steps.map(({ note }) => note);
    expect(notes).toEqual([describeCall({ ...call, outcome_name: null })]);
  }
  expect(recorded.size).toBe(prospect_ids.length);
  const file = String((await person.call(api.downloadCampaignLeads, { params: { id: campaign.id } })).data);
  expect(file).toContain('"Reply type","Calls","Added"');
  for (const call of recorded.values())
    expect(file.split(describeCall({ ...call, outcome_name: null }))).toHaveLength(2);
});
