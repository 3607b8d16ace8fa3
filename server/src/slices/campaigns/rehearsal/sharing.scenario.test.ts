import { draw } from '@overture/domain/sending/draw';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import * as world from '../run/run.factory.ts';
import { rehearseCampaign } from './rehearsal.service.ts';

/** The planner and the rehearsal distribute the same state by the same rules. */
const { server, mail } = useCampaignWorld({ slow_in_ms: 1 });
const system = () => server.program.system;
const rows = <Row>(statement: ReturnType<typeof sql>) =>
  system().systemTransaction(async ({ db }) => (await statement.execute(db)).rows as Row[]);

const CASES = 12;

/** Up to four mailboxes of one domain, and one or two campaigns that share some of them; all limits are small and drawn. */
async function makeCase(number: number) {
  let drawn = 0;
  const random = () => {
    drawn += 1;
    return draw(number, drawn, 1);
  };
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const maybe = (chance: number, least: number, most: number) => (random() < chance ? between(least, most) : null);
  const organization_id = await world.makeOrganization(system());
  const senders: number[] = [];
  for (let n = between(1, 4); n > 0; n -= 1)
    senders.push(
      await world.makeMailSender(system(), organization_id, {
        email: `s${n}@drawn${number}.example`,
        smtp_port: mail.smtp_port,
        cap: between(1, 8),
      }),
    );
  await rows(
    sql`update accounts set own_domain_max_messages = ${maybe(0.5, 3, 12)} where organization_id = ${organization_id}`,
  );
  const campaigns: number[] = [];
  for (let n = between(1, 2); n > 0; n -= 1) {
    const [account_id, ...more_email_accounts] = senders.slice(between(0, senders.length - 1));
    const nodes: world.NodeSpec[] = [{ type: 'EMAIL' }];
    const cap = between(1, 6);
    const made = await world.makeCampaign(system(), {
      organization_id,
      account_id: account_id!,
      more_email_accounts,
      nodes,
      cap,
    });
    await rows(sql`update campaigns set max_emails_per_day_total = ${maybe(0.3, 1, 10)} where id = ${made.id}`);
    const people = Array.from({ length: between(1, 20) }, (_, k) => ({
      email: `p${n}.${k}@house${number}.${between(1, 15)}.example`,
    }));
    await world.startPeople(system(), made, organization_id, await world.makePeople(system(), organization_id, people));
    campaigns.push(made.id);
  }
  return { organization_id, campaigns };
}

type Line = string;
const lineOf = (campaign: string, account: number, mails: number): Line[] =>
  mails === 0 ? [] : [`campaign ${campaign}, sender ${account}: ${mails}`];

test(`of ${CASES} drawn states the rehearsal and the planner give the same mails of the first day to the same senders`, async () => {
  const midnight = new Date(system().clock.now());
  midnight.setUTCHours(24 + 10, 0, 0, 0);
  await world.moveClock(system(), (midnight.getTime() - system().clock.now().getTime()) / 1000);
  const cases = [];
  for (let number = 1; number <= CASES; number += 1) cases.push(await makeCase(number));
  const expected: Line[] = [];
  for (const { organization_id, campaigns } of cases) {
    const ctx = system().forOrganization(organization_id);
    for (const id of campaigns) {
      const { senders, starts_at } = await rehearseCampaign(ctx as never, id, { reply_rate: 0 });
      for (const { account, days } of senders) {
        const today = days.find(({ date }) => date === starts_at.slice(0, 10));
        expected.push(...lineOf(String(id), account.id, today?.emails ?? 0));
      }
    }
  }
  await world.runUntilQuiet(system());
  const sent = await rows<{ campaign_id: number; account_id: number; mails: number }>(
    sql`select campaign_id, account_id, count(*)::int as mails from outbound_intents where state = 'confirmed' group by 1, 2`,
  );
  const actual = sent.flatMap(({ campaign_id, account_id, mails }) => lineOf(String(campaign_id), account_id, mails));
  expect(actual.sort()).toEqual(expected.sort());
  expect(actual.length).toBeGreaterThan(CASES);
});

test('a mailbox sends what the others of its domain have no leads for', async () => {
  const organization_id = await world.makeOrganization(system());
  const sender = (email: string) =>
    world.makeMailSender(system(), organization_id, { email, smtp_port: mail.smtp_port, cap: 10 });
  const [idle, busy] = [await sender('idle@crowded.example'), await sender('busy@crowded.example')];
  await rows(sql`update accounts set own_domain_max_messages = 8 where organization_id = ${organization_id}`);
  const campaign = await world.makeCampaign(system(), {
    organization_id,
    account_id: idle,
    more_email_accounts: [busy],
    nodes: [{ type: 'EMAIL' }],
  });
  const people = Array.from({ length: 5 }, (_, n) => ({ email: `p${n}@house.example` }));
  const prospect_ids = await world.makePeople(system(), organization_id, people);
  const lead_ids = await world.startPeople(system(), campaign, organization_id, prospect_ids);
  await rows(sql`update campaign_leads set email_account_id = ${busy} where id = any(${lead_ids}::bigint[])`);
  await world.runUntilQuiet(system());
  const sent = await rows(sql`select account_id, count(*)::int as mails from outbound_intents
    where campaign_id = ${campaign.id} and state = 'confirmed' group by 1`);
  expect(sent).toEqual([{ account_id: busy, mails: 5 }]);
});
