import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import { isCompanyHeld } from '../../touch-locks/index.ts';
import * as world from './run.factory.ts';

const { server, mail } = useCampaignWorld({ slow_in_ms: 100, answer_timeout_in_ms: 30_000 });
const system = () => server.program.system;
const mailsTo = (address: string) => [...mail.store.mails()].filter((one) => one.recipients.includes(address)).length;
const rows = async (text: string, values: unknown[]) => (await server.owner.query(text, values)).rows;

let organization_id: number;
let campaign: Awaited<ReturnType<typeof world.makeCampaign>>;

beforeEach(async () => {
  organization_id = await world.makeOrganization(system());
  await server.owner.query(
    `insert into touch_lock_rules (organization_id, is_on, recorded_to, holds_companies, company_people, company_gap_days)
      values ($1, true, null, true, 2, 3)`,
    [organization_id],
  );
  const account_id = await world.makeMailSender(system(), organization_id, {
    email: `ada${organization_id}@acme.example`,
    smtp_port: mail.smtp_port,
    imap_port: mail.imap_port,
    cap: 40,
  });
  campaign = await world.makeCampaign(system(), {
    organization_id,
    account_id,
    nodes: [{ type: 'EMAIL' }, { type: 'EMAIL', delay_in_hours: 24 }],
  });
});

const addressOf = (name: string) => `${name}@refer${organization_id}.example`;
const makePeople = (...names: string[]) =>
  world.makePeople(
    system(),
    organization_id,
    names.map((name) => ({ email: addressOf(name) })),
  );
const start = (...people: number[]) => world.startPeople(system(), campaign, organization_id, people);
async function run(seconds = 0): Promise<void> {
  if (seconds > 0) await world.moveClock(system(), seconds);
  await world.runUntilQuiet(system());
}
const reply = (lead: number) =>
  rows(
    "update campaign_leads set status = 'REPLIED', next_node_id = null, next_at = null, next_lane = null where id = $1",
    [lead],
  );
const reasonOf = async (lead: number) =>
  (await rows('select missing_data from campaign_leads where id = $1', [lead]))[0]!.missing_data as string | null;

/** A reply of the first person names the second, whom a user accepts now. */
async function accept(referrer: number, referred: number): Promise<void> {
  await rows('insert into chats (organization_id, prospect_id, last_message_at) values ($1, $2, app_now())', [
    organization_id,
    referrer,
  ]);
  const [message] = await rows(
    `insert into chat_messages (organization_id, prospect_id, kind, sent_by_prospect, message, sent_at)
      values ($1, $2, 'REPLY', true, 'Please write to a colleague', app_now()) returning id`,
    [organization_id, referrer],
  );
  await rows(
    `insert into message_classes (message_id, organization_id, prospect_id, class, confidence, set_by, referral_prospect_id, referred_at)
      values ($1, $2, $3, 'referral', 0.9, 'rule', $4, app_now())`,
    [message!.id, organization_id, referrer, referred],
  );
}

const listHeld = (people: number[]) =>
  system()
    .forOrganization(organization_id)
    .transaction(async (tx) => {
      const found = await sql<{ id: number }>`select p.id from prospects p
        where p.id = any(${people}::bigint[]) and ${isCompanyHeld(tx, campaign.id)} order by p.id`.execute(tx.db);
      return found.rows.map(({ id }) => Number(id));
    });

test('a referred colleague is contacted although the company replied; others wait', async () => {
  const [jan, anna, tom] = (await makePeople('jan', 'anna', 'tom')) as [number, number, number];
  const [first] = await start(jan);
  await run();
  await reply(first!);
  await accept(jan, anna);
  expect(await listHeld([anna, tom])).toEqual([tom]);
  const [referred, other] = await start(anna, tom);
  await run(120);
  expect([mailsTo(addressOf('anna')), mailsTo(addressOf('tom'))]).toEqual([1, 0]);
  expect(await reasonOf(other!)).toBe('A colleague of this lead has replied');
  // The earlier reply does not hold the follow-up either.
  await run(2 * 86_400);
  expect(mailsTo(addressOf('anna'))).toBe(2);
  expect(await reasonOf(referred!)).toBeNull();
});

test('a reply of the company after the referral was accepted holds the referred person too', async () => {
  const [jan, anna, tom] = (await makePeople('jan', 'anna', 'tom')) as [number, number, number];
  const [first, second] = await start(jan, tom);
  await run();
  await run(4 * 86_400);
  expect(mailsTo(addressOf('tom'))).toBeGreaterThan(0);
  await reply(first!);
  await accept(jan, anna);
  await world.moveClock(system(), 60);
  await reply(second!);
  expect(await listHeld([anna])).toEqual([anna]);
  const [referred] = await start(anna);
  await run(120);
  expect(mailsTo(addressOf('anna'))).toBe(0);
  expect(await reasonOf(referred!)).toBe('A colleague of this lead has replied');
});
