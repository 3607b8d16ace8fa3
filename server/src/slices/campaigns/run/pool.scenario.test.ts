import type { DnsLookups, DnsPort } from '@overture/adapters/dns/dns.port';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import type { SystemContext } from '../../../kernel/context.ts';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import { wakeCampaigns, wakeSender } from '../../campaign-lanes/index.ts';
import { endLeadsOfSender, handOverLeads } from './hand-over.service.ts';
import { releaseReservedLeads } from './planning/assign-senders.service.ts';
import { detectMailProviders } from './planning/detect-mail-providers.service.ts';
import * as world from './run.factory.ts';
import { explainLeads } from './run.service.ts';

/** Several mailboxes in one campaign. */
const DAY = 86_400;
/** MX records by domain; other domains don't answer. */
const exchangers = new Map<string, string[]>();
const unknown = async () => ({ status: 'unknown' as const, records: [] });
const lookUps: DnsLookups = {
  findTexts: unknown,
  findAddresses: unknown,
  findAliases: unknown,
  findNames: unknown,
  findExchangers: async (name) => {
    const records = exchangers.get(name);
    return records ? { status: 'found', records } : unknown();
  },
};
const dns: DnsPort = { openFor: () => lookUps, openForDomain: () => lookUps };
const { server, mail } = useCampaignWorld({ slow_in_ms: 10, answer_timeout_in_ms: 30_000, dns });

const system = () => server.program.system;
const rows = <Row>(statement: ReturnType<typeof sql>) =>
  system().systemTransaction(async ({ db }) => (await statement.execute(db)).rows as Row[]);

type Inside = ReturnType<SystemContext['forOrganization']>;

/** Leads that are not started yet. */
async function addPeople(organization_id: number, campaignId: number, ids: readonly number[]): Promise<number[]> {
  const added = await rows<{ id: number }>(sql`insert into campaign_leads (organization_id, campaign_id, prospect_id)
    select ${organization_id}, ${campaignId}, id from unnest(${[...ids]}::bigint[]) with ordinality as g (id, n)
    order by n returning id`);
  return added.map(({ id }) => id);
}

async function makePool(
  caps: readonly number[],
  people: readonly world.PersonSpec[],
  nodes: world.NodeSpec[],
  campaign_cap = 40,
) {
  const organization_id = await world.makeOrganization(system());
  const emails = caps.map((_, n) => `s${n}@pool${organization_id}.example`);
  const ids: number[] = [];
  for (const [n, cap] of caps.entries())
    ids.push(
      await world.makeMailSender(system(), organization_id, { email: emails[n]!, smtp_port: mail.smtp_port, cap }),
    );
  const [first, ...more] = ids;
  const campaign = await world.makeCampaign(system(), {
    organization_id,
    account_id: first!,
    more_email_accounts: more,
    cap: campaign_cap,
    nodes,
  });
  const prospect_ids = await world.makePeople(system(), organization_id, people);
  const lead_ids =
    nodes.length === 0
      ? await addPeople(organization_id, campaign.id, prospect_ids)
      : await world.startPeople(system(), campaign, organization_id, prospect_ids);
  // The first sent first.
  const sent = () => emails.map((email) => [...mail.store.mails()].reverse().filter((one) => one.from === email));
  const setStatus = async (id: number, status: string) => {
    await rows(sql`update accounts set status = ${status}, status_changed_at = app_now() where id = ${id}`);
    await system()
      .forOrganization(organization_id)
      .transaction((tx) => wakeSender(tx, id));
  };
  const explain = (id: number) =>
    system()
      .forOrganization(organization_id)
      .transaction(async (tx) => (await explainLeads(tx, [id])).get(id));
  const inside = <Result>(work: Parameters<Inside['transaction']>[0]) =>
    system().forOrganization(organization_id).transaction(work) as Promise<Result>;
  const pass = async (days: number) => {
    for (let day = 0; day < days; day += 1) {
      await world.moveClock(system(), DAY + 60);
      await releaseReservedLeads(system());
      await world.runUntilQuiet(system());
    }
  };
  return { organization_id, ids, emails, campaign, lead_ids, sent, setStatus, explain, inside, pass };
}

/** A day of three senders; twice as much in `npm run prove`. */
const [big, middle, small] = inject('is_proving') ? [40, 20, 10] : [20, 10, 5];
const shared = (big + middle + small) * 10;

test(`${shared} leads by ${big}, ${middle} and ${small} a day: shared 4 to 2 to 1 over ten days, one address a person, one sender a company`, async () => {
  const people = Array.from({ length: shared }, (_, n) => ({ email: `a${n}@house${Math.floor(n / 2)}.example` }));
  const made = await makePool([big, middle, small], people, [{ type: 'EMAIL' }]);
  for (let day = 0; day < 10; day += 1) {
    await world.runUntilQuiet(system());
    await world.moveClock(system(), DAY);
  }
  const counts = made.sent().map((mails) => mails.length);
  for (const [n, wanted] of [big * 10, middle * 10, small * 10].entries()) {
    expect(counts[n]! / wanted).toBeGreaterThan(0.95);
    expect(counts[n]! / wanted).toBeLessThan(1.05);
  }
  const all = made.sent().flat();
  const most = (of: (address: string) => string) =>
    Math.max(
      ...[...Map.groupBy(all, (one) => of(one.recipients[0]!)).values()].map(
        (mails) => new Set(mails.map(({ from }) => from)).size,
      ),
    );
  expect([most((address) => address), most((address) => address.split('@')[1]!)]).toEqual([1, 1]);
  expect(new Set(all.map(({ recipients }) => recipients[0])).size).toBe(all.length);
}, 240_000);

test('leads are shared by capacity; one person and one company hear from one sender', async () => {
  const people = Array.from({ length: 40 }, (_, n) => ({ email: `p${n}@company${Math.floor(n / 2)}.example` }));
  const made = await makePool([8, 4, 2], people, [{ type: 'EMAIL' }, { type: 'EMAIL', delay_in_hours: 24 * 10 }]);
  await world.runUntilQuiet(system());
  expect(made.sent().map((mails) => mails.length)).toEqual([8, 4, 2]);
  await world.moveClock(system(), DAY);
  await world.runUntilQuiet(system());
  expect(made.sent().map((mails) => mails.length)).toEqual([16, 8, 4]);
  for (let day = 0; day < 12; day += 1) {
    await world.moveClock(system(), DAY);
    await world.runUntilQuiet(system());
  }
  const all = made.sent().flat();
  expect(all).toHaveLength(80);
  const senders = (of: (address: string) => string) =>
    [...Map.groupBy(all, (one) => of(one.recipients[0]!)).values()].map(
      (mails) => new Set(mails.map(({ from }) => from)).size,
    );
  expect(senders((address) => address).every((count) => count === 1)).toBe(true);
  expect(senders((address) => address.split('@')[1]!).every((count) => count === 1)).toBe(true);
}, 120_000);

test('leads reserved for a sender without capacity do not block the other sender', async () => {
  const companies = ['one', ...Array.from({ length: 30 }, () => 'two'), 'three'];
  const people = companies.map((name, n) => ({ email: `k${n}@${name}.kept.example` }));
  const made = await makePool([2, 1], people, []);
  await addStep(made);
  await rows(sql`update campaign_leads set next_at = next_at - interval '1 second' * (${made.lead_ids.at(-1)!} - id)
    where campaign_id = ${made.campaign.id}`);
  await world.runUntilQuiet(system());
  expect(made.sent().map((mails) => mails.length)).toEqual([2, 1]);
}, 60_000);

test('two campaigns of one pool that are looked at together send one person to a company', async () => {
  const companies = Array.from({ length: 6 }, (_, n) => `together${n}.example`);
  const made = await makePool(
    [20, 20],
    companies.map((domain) => ({ email: `a@${domain}` })),
    [{ type: 'EMAIL' }],
  );
  const [first, second] = made.ids as [number, number];
  const other = await world.makeCampaign(system(), {
    organization_id: made.organization_id,
    account_id: second,
    more_email_accounts: [first],
    nodes: [{ type: 'EMAIL' }],
  });
  // In another order: by load alone each would go to the other sender.
  const people = [...companies, companies[0]].reverse().map((domain, n) => ({ email: `b${n}@${domain}` }));
  const ids = await world.makePeople(system(), made.organization_id, people);
  await world.startPeople(system(), other, made.organization_id, ids);
  await world.runUntilQuiet(system());
  const all = made.sent().flat();
  expect(all).toHaveLength(13);
  const senders = Map.groupBy(all, ({ recipients }) => recipients[0]!.split('@')[1]!);
  expect([...senders.values()].map((mails) => new Set(mails.map(({ from }) => from)).size)).toEqual(Array(6).fill(1));
});

test('a sender that is down keeps the leads it touched and continues when it is back', async () => {
  const people = Array.from({ length: 12 }, (_, n) => ({ email: `q${n}@firm${n}.example` }));
  const made = await makePool([3, 3], people, [{ type: 'EMAIL' }, { type: 'EMAIL', delay_in_hours: 24 }]);
  await world.runUntilQuiet(system());
  expect(made.sent().map((mails) => mails.length)).toEqual([3, 3]);
  const [, bo] = made.ids;
  const touched = await rows<{ id: number }>(sql`select id from campaign_leads where email_account_id = ${bo}
    and email_touched_at is not null order by id`);
  expect(touched).toHaveLength(3);
  const [{ id: kept }] = (await rows<{ id: number }>(sql`select id from campaign_leads
    where campaign_id = ${made.campaign.id} and email_account_id is null order by id desc limit 1`)) as [
    { id: number },
  ];
  await rows(sql`update campaign_leads set email_account_id = ${bo} where id = ${kept}`);
  await made.setStatus(bo!, 'CREDENTIALS');
  for (let day = 0; day < 5; day += 1) {
    await world.moveClock(system(), DAY + 60);
    await releaseReservedLeads(system());
    await world.runUntilQuiet(system());
  }
  expect(made.sent()[1]).toHaveLength(3);
  expect(await made.explain(touched[0]!.id)).toMatchObject({
    rule: 'sender_held',
    text: `The sender account ${made.emails[1]} is disconnected`,
  });
  expect(await rows(sql`select email_account_id as id from campaign_leads where id = ${kept}`)).toEqual([
    { id: made.ids[0] },
  ]);
  await made.setStatus(bo!, 'OK');
  await world.runUntilQuiet(system());
  const again = made.sent()[1]!.slice(0);
  expect(again).toHaveLength(6);
  const byLead = [...Map.groupBy(again, (one) => one.recipients[0]!).values()];
  expect(byLead.every((mails) => mails.length === 2)).toBe(true);
}, 120_000);

test('lost during first touches: its leads wait, its company goes to others after a day', async () => {
  const people = Array.from({ length: 12 }, (_, n) => ({ email: `m${n}@mill${n % 4}.example` }));
  const made = await makePool([2, 2], people, [{ type: 'EMAIL' }]);
  await world.runUntilQuiet(system());
  const [ada, bo] = made.ids;
  const before = made.sent()[1]!.length;
  expect(before).toBeGreaterThan(0);
  await made.setStatus(bo!, 'CREDENTIALS');
  await made.pass(6);
  expect(made.sent()[1]).toHaveLength(before);
  // Colleagues of the lost sender's contacts were its own through the company; all leads are contacted.
  expect(made.sent()[0]!.length).toBe(12 - before);
  const recipients = made.sent().flatMap((mails) => mails.map((one) => one.recipients[0]));
  expect(new Set(recipients).size).toBe(12);
  const owners = await rows<{ id: number }>(sql`select distinct email_account_id as id from campaign_leads
    where campaign_id = ${made.campaign.id} order by 1`);
  expect(owners.map(({ id }) => id)).toEqual([ada, bo]);
}, 120_000);

test('back again, a sender with a rhythm continues its threads without a burst', async () => {
  const people = Array.from({ length: 40 }, (_, n) => ({ email: `b${n}@barn${n}.example` }));
  const made = await makePool([20, 20], people, [{ type: 'EMAIL' }, { type: 'EMAIL', delay_in_hours: 24 }]);
  const [, bo] = made.ids;
  await world.runUntilQuiet(system());
  expect(made.sent()[1]).toHaveLength(20);
  await made.setStatus(bo!, 'CREDENTIALS');
  await made.pass(2);
  await rows(
    sql`update accounts set natural_rhythm = true, rhythm_gap_in_seconds = 600, send_gap_in_seconds = 60 where id = ${bo}`,
  );
  // Into its acting hours of a day.
  const [{ wait }] = (await rows<{
    wait: number;
  }>(sql`select extract(epoch from date_trunc('day', app_now() at time zone 'UTC')
    + interval '1 day 10 hours' - app_now() at time zone 'UTC')::int as wait`)) as [{ wait: number }];
  await world.moveClock(system(), wait);
  await made.setStatus(bo!, 'OK');
  for (let minute = 0; minute < 60; minute += 5) {
    await world.runUntilQuiet(system());
    await world.moveClock(system(), 300);
  }
  const again = made.sent()[1]!.slice(20);
  expect(again.length).toBeGreaterThan(0);
  expect(again.length).toBeLessThanOrEqual(6);
  const firsts = new Map(
    made
      .sent()[1]!
      .slice(0, 20)
      .map((one) => [one.recipients[0], one.message_id]),
  );
  expect(again.map(({ raw }) => /^In-Reply-To: (.+?)\r?$/im.exec(String(raw))?.[1])).toEqual(
    again.map((one) => firsts.get(one.recipients[0])),
  );
}, 120_000);

test.each(['Re: Hello', null])(
  'a handed-over lead keeps its place and starts a new thread; no step is sent twice (subject %s)',
  async (subject) => {
    const people = Array.from({ length: 6 }, (_, n) => ({ email: `h${n}@hill${n}.example` }));
    const made = await makePool([3, 3], people, [
      { type: 'EMAIL', subject: 'Hello' },
      { type: 'EMAIL', subject, delay_in_hours: 24 },
    ]);
    await world.runUntilQuiet(system());
    const [ada, bo] = made.ids;
    const theirs = made.sent()[1]!.map((one) => one.recipients[0]);
    expect(theirs).toHaveLength(3);
    await made.setStatus(bo!, 'CREDENTIALS');
    const moved = await made.inside((tx) =>
      handOverLeads(tx, {
        campaign_id: made.campaign.id,
        channel: 'email',
        account_id: bo!,
        prospect_ids: null,
        takers: [{ id: ada!, cap: 3 }],
      }),
    );
    expect(moved).toEqual({ amount: 3, left: 0, restartable: 0, restartable_ids: [] });
    await made.pass(3);
    const mails = made.sent()[0]!.filter((one) => theirs.includes(one.recipients[0]));
    expect(mails).toHaveLength(3);
    for (const { raw } of mails) {
      expect(String(raw)).toMatch(/^Subject: Hello\r?$/m);
      expect(String(raw)).not.toMatch(/^(In-Reply-To|References):/im);
    }
    const own = made.sent()[0]!.filter((one) => !theirs.includes(one.recipients[0]));
    expect(own.filter(({ raw }) => /^Subject: Re: Hello\r?$/m.test(String(raw)))).toHaveLength(3);
    expect(
      await rows(sql`select from_account_id as "from", to_account_id as "to" from campaign_hand_overs
    where campaign_lead_id = any(${made.lead_ids}::bigint[])`),
    ).toEqual(Array.from({ length: 3 }, () => ({ from: bo, to: ada })));
  },
  120_000,
);

test('ended for a sender: its leads are complete and get nothing more; the others continue', async () => {
  const people = Array.from({ length: 4 }, (_, n) => ({ email: `e${n}@elm${n}.example` }));
  const made = await makePool([2, 2], people, [{ type: 'EMAIL' }, { type: 'EMAIL', delay_in_hours: 24 }]);
  await world.runUntilQuiet(system());
  const ended = await made.inside((tx) =>
    endLeadsOfSender(tx, { campaign_id: made.campaign.id, channel: 'email', account_id: made.ids[1]! }),
  );
  expect(ended).toBe(2);
  await made.pass(2);
  expect(made.sent().map((mails) => mails.length)).toEqual([4, 2]);
}, 60_000);

test('a column assigns leads to senders by address or name; unknown names are shared as usual', async () => {
  const people = Array.from({ length: 9 }, (_, n) => ({ email: `n${n}@nest${n}.example` }));
  const made = await makePool([9, 9], people, []);
  const [, bo] = made.ids;
  await rows(sql`update accounts set name = 'Bo Berg' where id = ${bo}`);
  await rows(sql`with made as (insert into lead_columns (organization_id, name, key, type)
      values (${made.organization_id}, 'Owner', 'owner', 'text') returning id)
    update campaigns set sender_column_id = (select id from made), version = version + 1 where id = ${made.campaign.id}`);
  await rows(sql`update prospects set custom = jsonb_build_object('owner', case when email like 'n1@%' then 'Nobody Here'
      when email like 'n2@%' then upper(${made.emails[1]!}) else ' bo berg ' end)
    where organization_id = ${made.organization_id} and email !~ '^n0@'`);
  await addStep(made);
  await world.runUntilQuiet(system());
  const [others, theirs] = made.sent().map((mails) => mails.map((one) => one.recipients[0]!.split('@')[0]));
  expect([...others!, ...theirs!]).toHaveLength(9);
  expect(theirs).toEqual(expect.arrayContaining(['n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'n8']));
}, 60_000);

/** A first step, once everything else is in place. */
async function addStep(made: Awaited<ReturnType<typeof makePool>>): Promise<void> {
  await rows(sql`with made as (insert into campaign_nodes (organization_id, campaign_id, kind, type, subject_line, message)
      values (${made.organization_id}, ${made.campaign.id}, 'step', 'EMAIL', 'Hello', 'Hi {{first_name}}.') returning id)
    update campaign_leads set next_node_id = (select id from made), next_lane = 'email', next_at = app_now(), status = 'SCHEDULED'
    where campaign_id = ${made.campaign.id}`);
  await made.inside((tx) => wakeCampaigns(tx, [made.campaign.id]));
}

test('strict matching: Google leads wait for a Google mailbox, others pass; a new one takes them', async () => {
  const people = [
    ...Array.from({ length: 3 }, (_, n) => ({ email: `g${n}@gmail.com` })),
    ...Array.from({ length: 3 }, (_, n) => ({ email: `o${n}@oak${n}.example` })),
  ];
  const made = await makePool([5, 5], people, []);
  await rows(
    sql`update campaigns set provider_matching = 'strict', version = version + 1 where id = ${made.campaign.id}`,
  );
  await addStep(made);
  await world.runUntilQuiet(system());
  const sent = () => made.sent().map((mails) => mails.map((one) => one.recipients[0]));
  expect(sent().flat().sort()).toEqual(['o0@oak0.example', 'o1@oak1.example', 'o2@oak2.example']);
  expect(await made.explain(made.lead_ids[0]!)).toMatchObject({
    rule: 'provider_match',
    text: 'Waiting for a sender at Google that has room',
  });
  await rows(sql`update accounts set email = 'bo.berg@gmail.com' where id = ${made.ids[1]!}`);
  await made.setStatus(made.ids[1]!, 'OK');
  await world.runUntilQuiet(system());
  const owners = await rows<{ id: number }>(sql`select distinct l.email_account_id as id from campaign_leads l
    join prospects p on p.id = l.prospect_id where l.campaign_id = ${made.campaign.id} and p.email like '%@gmail.com'
      and l.email_touched_at is not null`);
  expect(owners).toEqual([{ id: made.ids[1] }]);
}, 60_000);

test('a company domain is matched by its MX records, and not while DNS fails', async () => {
  const people = ['corp', 'firm', 'lone'].map((name) => ({ email: `kim@${name}.example` }));
  const made = await makePool([9, 9], people, []);
  await rows(
    sql`update campaigns set provider_matching = 'strict', version = version + 1 where id = ${made.campaign.id}`,
  );
  await addStep(made);
  exchangers.set('corp.example', ['aspmx.l.google.com']).set('firm.example', ['mx1.firm.example']);
  await detectMailProviders(system(), AbortSignal.timeout(30_000));
  await world.runUntilQuiet(system());
  const sent = () =>
    made
      .sent()
      .flatMap((mails) => mails.map((one) => one.recipients[0]))
      .sort();
  expect(sent()).toEqual(['kim@firm.example', 'kim@lone.example']);
  expect((await made.explain(made.lead_ids[0]!))?.text).toBe('Waiting for a sender at Google that has room');
  const known = () =>
    rows(sql`select provider_group from mail_providers where domain like any(array['corp.%', 'firm.%', 'lone.%'])
    order by domain`);
  const groups = [{ provider_group: 'google' }, { provider_group: 'other' }, { provider_group: null }];
  expect(await known()).toEqual(groups);
  // A month later DNS fails: the known provider is kept. The senders' domain turns out to be Google too.
  await rows(sql`update mail_providers set ask_at = app_now() - interval '1 second'`);
  exchangers.clear();
  exchangers.set(`pool${made.organization_id}.example`, ['smtp.google.com']);
  await detectMailProviders(system(), AbortSignal.timeout(30_000));
  expect(await known()).toEqual(groups);
  await made.setStatus(made.ids[1]!, 'OK');
  await world.runUntilQuiet(system());
  expect(sent()).toEqual(['kim@corp.example', 'kim@firm.example', 'kim@lone.example']);
}, 60_000);

test('limits over all senders hold: mails a day, and new leads a day besides follow-ups', async () => {
  const people = Array.from({ length: 10 }, (_, n) => ({ email: `t${n}@town${n}.example` }));
  const made = await makePool([9, 9], people, []);
  await rows(sql`update campaigns set max_emails_per_day_total = 5, max_new_leads_per_day = 4, version = version + 1
    where id = ${made.campaign.id}`);
  await addStep(made);
  await world.runUntilQuiet(system());
  const counts = () => made.sent().map((mails) => mails.length);
  expect(counts().reduce((sum, one) => sum + one)).toBe(4);
  // Five are distributed evenly, three and two; the dispatcher decides which of them wait for tomorrow.
  expect(Math.max(...counts())).toBeLessThanOrEqual(3);
  const listWaiting = () =>
    rows<{ id: number }>(sql`select id from campaign_leads where campaign_id = ${made.campaign.id}
      and email_touched_at is null order by id`);
  const waiting = await listWaiting();
  expect(waiting).toHaveLength(6);
  expect(await made.explain(waiting[0]!.id)).toMatchObject({
    rule: 'new_leads_limit',
    text: 'The campaign begins with at most 4 new leads a day',
  });
  await rows(
    sql`update campaigns set max_new_leads_per_day = null, version = version + 1 where id = ${made.campaign.id}`,
  );
  await made.inside((tx) => wakeCampaigns(tx, [made.campaign.id]));
  await world.runUntilQuiet(system());
  expect(counts().reduce((sum, one) => sum + one)).toBe(5);
  // They are due at the same time: which one is the fifth is not defined.
  const [left] = await listWaiting();
  expect(await made.explain(left!.id)).toMatchObject({
    rule: 'total_limit',
    text: 'The daily limit of 5 emails for all senders of this campaign is used up',
  });
  await made.pass(1);
  expect(counts().reduce((sum, one) => sum + one)).toBe(10);
}, 60_000);
