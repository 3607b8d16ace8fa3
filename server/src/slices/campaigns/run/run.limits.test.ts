import { api } from '@overture/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { dispatchEvents } from '../../../kernel/relay.ts';
import type { TestServer } from '../../../testing/harness.ts';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import { campaignRunsSlice } from './index.ts';
import * as world from './run.factory.ts';

/** Limits that change while a campaign waits for them: the engine polls now, not hours later. */
type Person = Awaited<ReturnType<TestServer['signUp']>>;
const { server, mail } = useCampaignWorld({ slow_in_ms: 10, answer_timeout_in_ms: 30_000 });
let person: Person;
let senders = 0;

beforeAll(async () => {
  person = await server.signUp();
});

const system = () => server.program.system;

/** A sender with one campaign and four waiting people; returns a function that counts sent mails. */
async function makeWaiting(limits: { cap: number; campaign_cap: number; gap_in_seconds: number }) {
  senders += 1;
  const email = `sender${senders}@acme.example`;
  const account_id = await world.makeMailSender(system(), person.organization_id, {
    email,
    smtp_port: mail.smtp_port,
    cap: limits.cap,
    gap_in_seconds: limits.gap_in_seconds,
  });
  const campaign = await world.makeCampaign(system(), {
    organization_id: person.organization_id,
    account_id,
    cap: limits.campaign_cap,
    nodes: [{ type: 'EMAIL' }],
  });
  const given = [1, 2, 3, 4].map((n) => ({ email: `p${n}.${senders}@northwind.example` }));
  const people = await world.makePeople(system(), person.organization_id, given);
  await world.startPeople(system(), campaign, person.organization_id, people);
  await world.runUntilQuiet(system());
  const sent = () => [...mail.store.mails()].filter((one) => one.from === email).length;
  return { account_id, campaign_id: campaign.id, sent };
}

async function changeAccount(id: number, body: { email_max_messages?: number; send_gap_in_seconds?: number }) {
  const answer = await person.call(api.updateAccount, { params: { id }, body });
  expect(answer.status).toBe(200);
  while ((await dispatchEvents(system(), [campaignRunsSlice.on!])) > 0);
}

async function readPause(id: number): Promise<number | null> {
  const rows = await system().systemTransaction(({ db }) =>
    sql<{ seconds: number | null }>`select extract(epoch from next_send_at - app_now())::float8 as seconds
      from accounts where id = ${id}`.execute(db),
  );
  return rows.rows[0]!.seconds;
}

describe('a limit that changes', () => {
  test('of a sender: a raised one sends more now, a lowered one holds', async () => {
    const made = await makeWaiting({ cap: 1, campaign_cap: 40, gap_in_seconds: 0 });
    expect(made.sent()).toBe(1);
    await changeAccount(made.account_id, { email_max_messages: 3 });
    await world.runUntilQuiet(system());
    expect(made.sent()).toBe(3);
    await changeAccount(made.account_id, { email_max_messages: 2 });
    await world.runUntilQuiet(system());
    expect(made.sent()).toBe(3);
  });

  test('of the gap: a shorter one ends the pause the sender is in, a longer one never shortens it', async () => {
    const made = await makeWaiting({ cap: 40, campaign_cap: 40, gap_in_seconds: 3000 });
    expect(made.sent()).toBe(1);
    await changeAccount(made.account_id, { send_gap_in_seconds: 3600 });
    expect(await readPause(made.account_id)).toBeGreaterThan(2900);
    await world.runUntilQuiet(system());
    expect(made.sent()).toBe(1);
    await changeAccount(made.account_id, { send_gap_in_seconds: 0 });
    await world.runUntilQuiet(system());
    expect(made.sent()).toBe(4);
  });

  test('of a campaign: a raised one sends more now', async () => {
    const made = await makeWaiting({ cap: 40, campaign_cap: 1, gap_in_seconds: 0 });
    expect(made.sent()).toBe(1);
    const params = { id: made.campaign_id };
    const answer = await person.call(api.updateCampaign, { params, body: { email_max_messages: 2 } });
    expect(answer.status).toBe(200);
    await world.runUntilQuiet(system());
    expect(made.sent()).toBe(2);
  });

  test('a window that opens now: what waited for tomorrow leaves', async () => {
    const made = await makeWaiting({ cap: 40, campaign_cap: 2, gap_in_seconds: 0 });
    const params = { id: made.campaign_id };
    const tomorrow = (((system().clock.now().getUTCDay() + 6) % 7) + 1) % 7;
    const closed = { days: [tomorrow + 1], start: '00:00', end: '24:00' };
    const change = (body: { sending_window: world.CampaignSpec['sending_window']; email_max_messages?: number }) =>
      person.call(api.updateCampaign, { params, body });
    expect((await change({ sending_window: closed, email_max_messages: 40 })).status).toBe(200);
    await world.runUntilQuiet(system());
    expect(made.sent()).toBe(2);
    expect((await change({ sending_window: world.ALWAYS_OPEN })).status).toBe(200);
    await world.runUntilQuiet(system());
    expect(made.sent()).toBe(4);
  });
});
