import { once } from 'node:events';
import net from 'node:net';
import { api } from '@overture/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { TestServer } from '../../testing/harness.ts';
import { until, useCampaignWorld } from '../../testing/worlds.ts';
import * as world from '../campaigns/run/run.factory.ts';
import { makePrivacyUrl } from '../privacy/index.ts';
import { searchSeeds } from './copies/look.service.ts';
import { planCopies } from './copies/sample.service.ts';
import { judgePlacement } from './falls.service.ts';
import { placementSlice, seedCopyKind } from './index.ts';

type Person = Awaited<ReturnType<TestServer['signUp']>>;

const { server, mail } = useCampaignWorld({ more_kinds: [seedCopyKind] });
const system = () => server.program.system;
let runs = 0;
let person: Person;

beforeEach(async () => {
  person = await server.signUp();
});

const query = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await server.owner.query(text, values)).rows;

const login = (email: string, password = 'sandbox') => ({
  ...{ host: '127.0.0.1', port: mail.imap_port, secure: false, username: email, password },
});
const add = (local: string, by = person) => {
  const email = `${local}@seeds${runs}.example`;
  return by.call(api.addSeedMailbox, { body: { email, imap: login(email) } });
};
const setRule = (every_nth: number, most_a_day = 20, is_on = true) =>
  person.call(api.updatePlacementRule, { body: { is_on, every_nth, most_a_day } });
const placement = async (by = person) => (await by.call(api.getPlacement)).data;
const seedsOf = async (by = person) => (await by.call(api.listSeedMailboxes)).data.seed_mailboxes;
const copies = (by = person) =>
  query<{ id: number; state: string; placement: string | null; reason: string | null; email: string | null }>(
    `select c.id, c.state, c.placement, c.reason, s.email from placement_copies c left join seed_mailboxes s on s.id = c.seed_id
      where c.organization_id = $1 order by c.id`,
    by.organization_id,
  );
/** Texts of copies that the outbox holds. */
const copiedTexts = async () =>
  (
    await query<{ body_text: string }>(
      `select distinct body_text from outbound_intents where organization_id = $1 and kind = 'seed_copy' and body_text is not null`,
      person.organization_id,
    )
  ).map(({ body_text }) => body_text);
const mailsTo = (address: string) => [...mail.store.mails()].filter((one) => one.recipients.includes(address));

/** A running campaign, which sends its first emails. */
async function campaignOf(by: Person, people: number, message = 'Hi {{first_name}}, shall we talk?') {
  runs += 1;
  const { organization_id } = by;
  const account_id = await world.makeMailSender(system(), organization_id, {
    email: `ada${runs}@placed.example`,
    ...{ smtp_port: mail.smtp_port, imap_port: mail.imap_port, cap: 40 },
  });
  const nodes: world.NodeSpec[] = [{ type: 'EMAIL', message }];
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes, cap: 40 });
  const addresses = Array.from({ length: people }, (_, index) => ({ email: `p${index}.run${runs}@lead.example` }));
  const prospects = await world.makePeople(system(), organization_id, addresses);
  const leads = await world.startPeople(system(), campaign, organization_id, prospects);
  return { account_id, campaign, leads, addresses };
}

/** As the worker does, one look after the other. */
async function copyAll(): Promise<void> {
  await planCopies(system(), AbortSignal.timeout(30_000));
  await world.runUntilQuiet(system());
}

async function lookAfter(minutes: number): Promise<void> {
  await world.moveClock(system(), minutes * 60);
  await searchSeeds(system(), AbortSignal.timeout(60_000));
}

/** The next look of an organization and of its mailboxes is now. */
const makeDue = () =>
  query(
    'update placement_rules set sample_at = app_now(), judge_at = app_now() where organization_id = $1',
    person.organization_id,
  );

const wakeCopies = () =>
  query(
    `update outbound_intents set due_at = app_now() where kind = 'seed_copy' and organization_id = $1`,
    person.organization_id,
  );
const proveSeeds = () =>
  query(
    `update seed_mailboxes set status = 'ok', proven_at = app_now() where organization_id = $1`,
    person.organization_id,
  );

describe('seed mailboxes', () => {
  test('are signed in to before they are stored, and show no password', async () => {
    const refuse = async (email: string, password: string) =>
      (await person.call(api.addSeedMailbox, { body: { email, imap: login('seed@own.example', password) } })).error
        .code;
    expect(await refuse('seed@own.example', 'wrong')).toBe('mailbox_refused');
    expect(await refuse('slip@stranger.example', 'sandbox')).toBe('validation_failed');
    const added = await add('inbox1');
    expect(added.status).toBe(201);
    expect(added.data.seed_mailbox).toMatchObject({ status: 'new', provider_group: 'other', reason: null });
    expect(JSON.stringify(await seedsOf())).not.toContain('sandbox');
    expect((await person.call(api.listSeedMailboxes)).data.rule).toEqual({ is_on: true, every_nth: 10, most_a_day: 3 });
    const [row] = await query<{ sealed_login: Buffer }>(
      'select sealed_login from seed_mailboxes where organization_id = $1',
      person.organization_id,
    );
    expect(row!.sealed_login.toString('latin1')).not.toContain('sandbox');

    // The same address again is the same mailbox with a new sign-in.
    expect((await add('inbox1')).data.seed_mailbox.id).toBe(added.data.seed_mailbox.id);
    const other = await server.signUp();
    expect(await seedsOf(other)).toEqual([]);
    const strange = await other.call(api.deleteSeedMailbox, { params: { id: added.data.seed_mailbox.id } });
    expect(strange.status).toBe(404);
    expect((await person.call(api.deleteSeedMailbox, { params: { id: added.data.seed_mailbox.id } })).status).toBe(200);
    expect(await seedsOf()).toEqual([]);
  });

  test('are neither senders nor suppressed addresses', async () => {
    runs += 1;
    await world.makeMailSender(system(), person.organization_id, {
      email: `inbox9@seeds${runs}.example`,
      smtp_port: 1,
    });
    expect((await add('inbox9')).error).toMatchObject({ code: 'conflict', error: expect.stringContaining('sends') });
    await query(
      `insert into suppressions (organization_id, kind, email, reason) values ($1, 'address', $2, 'manual')`,
      person.organization_id,
      `inbox8@seeds${runs}.example`,
    );
    expect((await add('inbox8')).error).toMatchObject({ error: expect.stringContaining('suppression list') });
  });

  test('are not changed by people without the right', async () => {
    await query(`update users set role = 'RESTRICTED' where id = $1`, person.user_id);
    const refused = [
      await add('inbox1'),
      await setRule(1),
      await person.call(api.deleteSeedMailbox, { params: { id: 1 } }),
    ];
    expect(refused.some(({ status }) => status < 400)).toBe(false);
    expect(await query('select from seed_mailboxes where organization_id = $1', person.organization_id)).toEqual([]);
  });
});

describe('copies', () => {
  test('every second email of a sender is copied once, counts for its day, and is no email of the campaign', async () => {
    const { account_id, campaign, addresses } = await campaignOf(
      person,
      4,
      'Hi {{first_name}}, see <{"type":"unsubscribe","text":"unsubscribe here"}>',
    );
    const seed = `inbox1@seeds${runs}.example`;
    await add('inbox1');
    await setRule(2);
    await world.runUntilQuiet(system());
    expect(addresses.flatMap(({ email }) => mailsTo(email))).toHaveLength(4);
    await Promise.all([copyAll(), copyAll(), copyAll()]);
    expect(await copies()).toMatchObject([{ state: 'sent', email: seed }]);
    // A mailbox that is not proven gets a single one.
    await makeDue();
    await copyAll();
    expect(mailsTo(seed)).toHaveLength(1);
    await lookAfter(5);
    expect(await copies()).toMatchObject([{ state: 'placed', placement: 'inbox' }]);
    expect(await seedsOf()).toMatchObject([{ status: 'ok', reason: null }]);
    await makeDue();
    await copyAll();
    await makeDue();
    await copyAll();
    expect(mailsTo(seed)).toHaveLength(2);

    const [copied] = mailsTo(seed).toReversed();
    const originals = addresses.flatMap(({ email }) => mailsTo(email)).map(({ raw }) => raw.toString());
    const linkOf = (raw: string) => /https?:\S+\/u\/[\w.-]+/.exec(raw.replaceAll('=\r\n', ''))?.[0] ?? '';
    const own = originals.find((raw) => linkOf(raw).split('.')[0] === linkOf(copied!.raw.toString()).split('.')[0]);
    expect(own).toBeDefined();
    expect(linkOf(copied!.raw.toString())).not.toBe(linkOf(own!));
    expect(copied!.subject).toBe('A question about Northwind');
    expect(await copiedTexts(), 'a person can be erased: nothing of them stays in the outbox').toEqual(['']);
    const used = await query<{ used: number }>(
      `select used from sending_days where scope = 'account' and scope_id = $1`,
      account_id,
    );
    expect(used.map(({ used: count }) => count)).toEqual([6]);
    const ofCampaign = await query<{ used: number }>(
      `select used from sending_days where scope = 'campaign' and scope_id = $1`,
      campaign.id,
    );
    expect(ofCampaign.map(({ used: count }) => count)).toEqual([4]);
    const [events] = await query<{ n: number }>(
      'select count(*)::int as n from campaign_events where campaign_id = $1 and type = $2',
      campaign.id,
      'email_sent',
    );
    expect(events!.n).toBe(4);
    // The link in a copy unsubscribes no lead.
    const url = new URL(linkOf(copied!.raw.toString()));
    await server.program.app.inject({
      method: 'POST',
      url: url.pathname,
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(await query('select from suppressions where organization_id = $1', person.organization_id)).toEqual([]);
  });

  test('where it arrived: inbox, spam, and in no folder after half a day', async () => {
    await campaignOf(person, 12);
    for (const local of ['inbox1', 'junk1', 'inbox2']) await add(local);
    await setRule(1);
    await proveSeeds();
    await world.runUntilQuiet(system());
    for (let round = 0; round < 3; round += 1) {
      await makeDue();
      await copyAll();
    }
    expect((await copies()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
    // The third mailbox lost its copy.
    const lost = `inbox2@seeds${runs}.example`;
    await query(
      `update outbound_intents set message_id = 'lost@elsewhere.example' where kind = 'seed_copy' and to_email = $1`,
      lost,
    );
    await lookAfter(5);
    const found = async () => (await copies()).map(({ email, placement: place }) => [email?.split('@')[0], place]);
    expect(await found()).toEqual([
      ['inbox1', 'inbox'],
      ['junk1', 'spam'],
      ['inbox2', null],
    ]);
    for (const minutes of [15, 40, 80, 200, 500]) await lookAfter(minutes);
    expect(await found()).toEqual([
      ['inbox1', 'inbox'],
      ['junk1', 'spam'],
      ['inbox2', 'missing'],
    ]);
    expect(await placement()).toMatchObject({
      ...{ seeds_heard: 3, seeds_needed: 5, open: 0, fall: null },
      total: { inbox: 1, spam: 1, missing: 1, counted: 3, low: null },
      providers: [{ provider_group: 'other', counted: 3 }],
      texts: [{ campaign_name: 'Campaign', subject: 'A question about {{company_name}}', variant: 'a', counted: 3 }],
    });
    expect((await placement(await server.signUp())).total.counted).toBe(0);
  });

  test('a paused campaign and a sender that is held send no copies', async () => {
    const { account_id, campaign } = await campaignOf(person, 3);
    await add('inbox1');
    await setRule(1);
    await world.runUntilQuiet(system());
    await query(`update accounts set guard_reason = '10 bounces' where id = $1`, account_id);
    await copyAll();
    expect(await copies()).toMatchObject([{ state: 'planned' }]);
    expect(mailsTo(`inbox1@seeds${runs}.example`)).toEqual([]);
    await query(`update accounts set guard_reason = null where id = $1`, account_id);
    await query(`update campaigns set status = 'PAUSED' where id = $1`, campaign.id);
    await wakeCopies();
    await until('the copy is given up', async () => (await copies())[0]!.state === 'not_sent');
    expect(await copies()).toMatchObject([{ reason: 'The campaign is not running.' }]);
    await makeDue();
    await copyAll();
    expect(await copies()).toHaveLength(1);
    expect(mailsTo(`inbox1@seeds${runs}.example`)).toEqual([]);
  });

  test('at most so many in 24 hours, and none while copies are off', async () => {
    await campaignOf(person, 6);
    await add('inbox1');
    await proveSeeds();
    await setRule(1, 2);
    await world.runUntilQuiet(system());
    for (let round = 0; round < 4; round += 1) {
      await makeDue();
      await copyAll();
    }
    expect(await copies()).toHaveLength(2);
    await setRule(1, 20, false);
    await makeDue();
    await copyAll();
    expect(await copies()).toHaveLength(2);
    // Switched on again, emails from before are not copied.
    await setRule(1, 20);
    await makeDue();
    await copyAll();
    expect(await copies()).toHaveLength(2);
  });

  test('no link in a copy acts for a lead, also when the address of links changed since', async () => {
    const { leads } = await campaignOf(person, 1);
    await add('inbox1');
    await setRule(1);
    await world.runUntilQuiet(system());
    const [lead] = await query<{ prospect_id: number }>(
      'select prospect_id from campaign_leads where id = $1',
      leads[0],
    );
    const host = 'go.former.example';
    const token = Number(leads[0]).toString(36);
    const links = [
      makePrivacyUrl(system(), Number(lead!.prospect_id), host),
      `https://${host}/u/${token}.${system().vault.sign('unsubscribe', token)}`,
    ];
    await query(
      `update outbound_intents set body_text = body_text || $2, body_html = coalesce(body_html, '') || $2
        where organization_id = $1 and kind = 'campaign_step'`,
      person.organization_id,
      ` ${links.join(' ')} https://shop.example/p/12.abcdefghijklmnopqrstuv`,
    );
    await copyAll();
    const [copy] = mailsTo(`inbox1@seeds${runs}.example`);
    const text = copy!.raw.toString().replaceAll('=\r\n', '');
    for (const link of links) {
      const { host: at, pathname } = new URL(link);
      expect(text).toContain(`${at}${pathname.slice(0, 5)}`);
      expect(text).not.toContain(pathname);
    }
    expect(text, 'links of others stay').toContain('/p/12.abcdefghijklmnopqrstuv');
  });

  test('a mailbox that became a lead’s, or was suppressed, gets nothing that waited for it', async () => {
    const { account_id } = await campaignOf(person, 3);
    for (const local of ['inbox1', 'inbox2']) await add(local);
    await setRule(1);
    await world.runUntilQuiet(system());
    await query(`update accounts set guard_reason = '10 bounces' where id = $1`, account_id);
    await copyAll();
    await makeDue();
    await copyAll();
    expect(await copies()).toMatchObject([{ state: 'planned' }, { state: 'planned' }]);
    const [first, second] = [`inbox1@seeds${runs}.example`, `inbox2@seeds${runs}.example`];
    await query(
      `insert into suppressions (organization_id, kind, email, reason) values ($1, 'address', $2, 'manual')`,
      person.organization_id,
      first,
    );
    await world.makePeople(system(), person.organization_id, [{ email: second }]);
    await query(`update accounts set guard_reason = null where id = $1`, account_id);
    await wakeCopies();
    await until('both are given up', async () => (await copies()).every(({ state }) => state === 'not_sent'));
    expect([...mailsTo(first), ...mailsTo(second)]).toEqual([]);
    expect((await add('inbox2')).error).toMatchObject({ error: expect.stringContaining('belongs to a lead') });
    await makeDue();
    await copyAll();
    expect(await copies()).toHaveLength(2);
  });

  test('after a restore, nothing from before it is copied: the copy may have left', async () => {
    const { account_id } = await campaignOf(person, 2);
    await add('inbox1');
    await proveSeeds();
    await setRule(1);
    await world.runUntilQuiet(system());
    await query(`update accounts set guard_reason = '10 bounces' where id = $1`, account_id);
    await copyAll();
    await query('update installation set restored_at = app_now()');
    onTestFinished(async () => void (await query('update installation set restored_at = null')));
    await query(`update accounts set guard_reason = null where id = $1`, account_id);
    await wakeCopies();
    await until('the copy is given up', async () => (await copies())[0]!.state === 'not_sent');
    await makeDue();
    await copyAll();
    expect(await copies()).toMatchObject([{ reason: expect.stringContaining('restored') }]);
    expect(mailsTo(`inbox1@seeds${runs}.example`)).toEqual([]);
  });

  test('a copy whose outcome is unknown is not sent again', async () => {
    await campaignOf(person, 3);
    await add('dropafterdot-stored');
    await setRule(1);
    await world.runUntilQuiet(system());
    await copyAll();
    for (let round = 0; round < 3; round += 1) {
      await makeDue();
      await copyAll();
    }
    expect(mailsTo(`dropafterdot-stored@seeds${runs}.example`)).toHaveLength(1);
    expect(await copies()).toHaveLength(1);
    expect(await copiedTexts(), 'it may have left: nothing of the lead stays in the outbox').toEqual(['']);
  });
});

describe('faults of mailboxes', () => {
  /** Three emails were sent; a mailbox that is proven has one copy to search. */
  async function withCopy(local: string): Promise<string> {
    await campaignOf(person, 3);
    await add(local);
    await proveSeeds();
    await setRule(1);
    await world.runUntilQuiet(system());
    await copyAll();
    return `${local}@seeds${runs}.example`;
  }

  test('one whose login ended says so, and its copies count nowhere', async () => {
    const email = await withCopy('inbox1');
    mail.store.openAccount(email, { password: 'changed' });
    await lookAfter(5);
    expect(await seedsOf()).toMatchObject([{ status: 'refused', reason: expect.stringContaining('password') }]);
    await makeDue();
    await copyAll();
    expect(mailsTo(email)).toHaveLength(1);
    await lookAfter(25 * 60);
    expect(await copies()).toMatchObject([{ state: 'unread', placement: null }]);
    expect((await placement()).total.counted).toBe(0);
    // A new sign-in brings it back.
    mail.store.openAccount(email, { password: 'sandbox' });
    expect((await add('inbox1')).data.seed_mailbox.status).toBe('ok');
  });

  test('a sign-in that does not read the address gets one copy and no more', async () => {
    await campaignOf(person, 6);
    await add('lost1');
    await setRule(1);
    await world.runUntilQuiet(system());
    await copyAll();
    for (const minutes of [5, 15, 40, 80, 200, 500]) await lookAfter(minutes);
    expect(await seedsOf()).toMatchObject([{ status: 'unproven' }]);
    expect(await copies()).toMatchObject([{ state: 'unread' }]);
    await makeDue();
    await copyAll();
    expect(mailsTo(`lost1@seeds${runs}.example`)).toHaveLength(1);
  });

  test.each([
    ['an address that does not exist', 'reject', '5.1.1', 'unproven'],
    ['a mailbox that is full', 'overquota', '5.2.2', 'full'],
  ])('%s gets no second copy, says so, and counts nowhere', async (_what, local, reason, status) => {
    await campaignOf(person, 4);
    await add(local);
    await setRule(1);
    await world.runUntilQuiet(system());
    for (let round = 0; round < 3; round += 1) await makeDue().then(copyAll);
    expect(await copies()).toMatchObject([{ state: 'not_sent', reason: expect.stringContaining(reason) }]);
    expect(await seedsOf()).toMatchObject([{ status }]);
    expect(await copiedTexts()).toEqual(['']);
    expect((await placement()).total.counted).toBe(0);
    for (const table of ['suppressions', 'guard_events'])
      expect(await query(`select from ${table} where organization_id = $1`, person.organization_id)).toEqual([]);
  });

  test('removed while a copy is searched, its copies count nowhere', async () => {
    await withCopy('inbox1');
    const [seed] = await seedsOf();
    expect((await person.call(api.deleteSeedMailbox, { params: { id: seed!.id } })).status).toBe(200);
    await lookAfter(5);
    expect(await copies()).toMatchObject([{ state: 'unread', email: null }]);
  });

  test('servers that never answer do not hold up the mailboxes of others', async () => {
    const email = await withCopy('inbox1');
    const silent = net.createServer().listen(0, '127.0.0.1');
    const sockets: net.Socket[] = [];
    silent.on('connection', (socket) => sockets.push(socket.on('error', () => undefined)));
    await once(silent, 'listening');
    const other = await server.signUp();
    const { port } = silent.address() as net.AddressInfo;
    const sealed = system().vault.seal('seed mailbox', JSON.stringify({ ...login(email), port }));
    await query(
      `insert into seed_mailboxes (organization_id, email, provider_group, sealed_login)
        select $1, 'quiet' || n || '@seeds.example', 'other', $2 from generate_series(1, 8) n`,
      other.organization_id,
      sealed,
    );
    await query(
      `update seed_mailboxes set look_at = app_now() + interval '1 day' where organization_id = $1`,
      person.organization_id,
    );
    const searching = searchSeeds(system(), AbortSignal.timeout(60_000));
    await until('the silent server was called', async () => sockets.length >= 2);
    // This one is due while the others are searched.
    await world.moveClock(system(), 300);
    await query(`update seed_mailboxes set look_at = app_now() where organization_id = $1`, person.organization_id);
    await until('the other organization is searched', async () => (await copies())[0]!.state === 'placed');
    expect(sockets.length, 'of one organization, two at once').toBe(2);
    await query('delete from seed_mailboxes where organization_id = $1', other.organization_id);
    silent.close();
    for (const socket of sockets) socket.destroy();
    await searching;
  });

  test('the same mailbox in two organizations has figures of each alone', async () => {
    const email = await withCopy('inbox1');
    const other = await server.signUp();
    const added = await other.call(api.addSeedMailbox, { body: { email, imap: login(email) } });
    expect(added.status).toBe(201);
    await lookAfter(5);
    expect((await placement()).total).toMatchObject({ inbox: 1, counted: 1 });
    expect((await placement(other)).total.counted).toBe(0);
  });
});

describe('figures and falls', () => {
  /** Copies that were placed: so many a day of each sender and provider, with a share in the inbox. */
  async function plant(
    account_id: number,
    campaign: { id: number; node_ids: number[] },
    days: readonly number[],
    shares: Record<string, number>,
  ) {
    for (const [group, share] of Object.entries(shares))
      await query(
        `insert into placement_copies (organization_id, seed_id, provider_group, account_id, campaign_id, node_id, variant, source_intent_id,
            source_sent_at, state, placement, sent_at, created_at, settled_at)
          select $1, (array(select id from seed_mailboxes where organization_id = $1 order by id))[1 + n % 5], $2, $3, $4, $5, 'a',
            nextval('placement_copies_id_seq') + 1000000000, at, 'placed', case when n < 10 * $7::float8 then 'inbox' else 'spam' end, at, at, at
          from unnest($6::int[]) d, generate_series(0, 9) n,
            lateral (select app_now() - make_interval(hours => d * 24 + 2 + n) as at) t`,
        ...[person.organization_id, group, account_id, campaign.id, campaign.node_ids[0], days, share],
      );
  }
  const DAYS = [1, 2, 3, 4, 5, 6, 7];

  async function withSeeds() {
    const { account_id, campaign } = await campaignOf(person, 1);
    for (const local of ['inbox1', 'inbox2', 'inbox3', 'inbox4', 'inbox5']) await add(local);
    return { account_id, campaign };
  }

  test('a fall is reported once, with what differs, and ends', async () => {
    const { account_id, campaign } = await withSeeds();
    await plant(account_id, campaign, DAYS, { google: 0.9, microsoft: 0.9 });
    await plant(account_id, campaign, [0], { google: 0.9, microsoft: 0.1 });
    const look = async () => {
      await makeDue();
      await judgePlacement(system(), AbortSignal.timeout(30_000));
    };
    await look();
    await look();
    const { fall, total } = await placement();
    expect(fall).toMatchObject({
      cause: 'provider',
      words: expect.stringContaining('the filter of Outlook (1 of 10 in the inbox'),
    });
    expect(fall?.words).toContain('10 of 20 in the inbox; between 30 and 70 %. Before, it was 90 %');
    expect(total).toMatchObject({ inbox: 136, spam: 24, counted: 160, low: 78.65, high: 89.71 });
    const notices = await query<{ subject: string; path: string }>(
      'select subject, path from notice_mails where organization_id = $1',
      person.organization_id,
    );
    expect(notices).toMatchObject([
      { subject: 'Fewer of your campaign emails arrive in the inbox', path: '/deliverability' },
    ]);
    const events = await query<{ n: number }>(
      `select count(*)::int as n from outbox_events where organization_id = $1 and payload::text like '%placement_fell%'`,
      person.organization_id,
    );
    expect(events[0]!.n).toBeLessThanOrEqual(1);
    await query(
      `update placement_copies set placement = 'inbox' where organization_id = $1 and sent_at > app_now() - interval '1 day'`,
      person.organization_id,
    );
    await look();
    expect((await placement()).fall).toBeNull();
  });

  test('a sender that fell is named, with what its DNS says', async () => {
    const { account_id, campaign } = await withSeeds();
    const second = await world.makeMailSender(system(), person.organization_id, {
      email: `bo${runs}@placed.example`,
      smtp_port: 1,
    });
    for (const id of [account_id, second]) await plant(id, campaign, DAYS, { google: 0.9 });
    await plant(account_id, campaign, [0], { google: 0.9 });
    await plant(second, campaign, [0], { google: 0.1 });
    await system().systemTransaction(({ db }) =>
      sql`insert into account_deliverability (account_id, organization_id, checks, checked_at)
        values (${second}, ${person.organization_id}, '[{"id":"spf","status":"fail"}]', now())`.execute(db),
    );
    await judgePlacement(system(), AbortSignal.timeout(30_000));
    const { fall, senders } = await placement();
    expect(fall).toMatchObject({ cause: 'sender', account_id: second });
    expect(fall?.words).toContain(`the sender bo${runs}@placed.example (1 of 10 in the inbox`);
    expect(fall?.words).toContain('Its DNS is wrong.');
    expect(senders.map((row) => [row.account_id, row.inbox, row.counted])).toEqual([
      [account_id, 72, 80],
      [second, 64, 80],
    ]);
  });

  test('copies are kept for half a year, and their texts for two days', async () => {
    const { account_id, campaign } = await withSeeds();
    await plant(account_id, campaign, [0, 200], { google: 0.9 });
    const close = placementSlice.loops!.find(({ name }) => name === 'old-placement-copies')!;
    await close.run(system(), AbortSignal.timeout(30_000));
    expect((await placement()).total.counted).toBe(10);
    expect(await copies()).toHaveLength(10);
  });
});
