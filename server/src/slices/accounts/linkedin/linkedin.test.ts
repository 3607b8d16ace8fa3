import { type LinkedinWorld, startLinkedinWorld } from '@overture/adapters/linkedin/testing/sandbox-world';
import { api } from '@overture/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../../../testing/harness.ts';
import { until as awaitValue, startWebhookServer } from '../../../testing/linkedin-programs.ts';
import { accountsSlice } from '../index.ts';
import { notifyKey, writeReference } from './linkedin-link.rules.ts';
import { processLinkedinEvents, reconcileSeats } from './linkedin-seats.service.ts';

let world: LinkedinWorld;
let server: TestServer & { stop(): Promise<void> };

beforeAll(async () => {
  world = await startLinkedinWorld();
  server = await startWebhookServer(world);
});
afterAll(async () => {
  await server.stop();
  await world.close();
});

type Person = Awaited<ReturnType<TestServer['signUp']>>;

async function signUpPaying(): Promise<Person> {
  const person = await server.signUp();
  await server.program.system.systemTransaction(({ db }) =>
    sql`update organizations set active_subscription = true where organization_id = ${person.organization_id}`.execute(
      db,
    ),
  );
  return person;
}

const accountsOf = async (person: Person) => (await person.call(api.listAccounts)).data.accounts;

const until = <Value>(read: () => Promise<Value | undefined | false>) => awaitValue(read, 10);

async function openPage(person: Person, body: { expiresOn?: string; account_id?: number } = {}): Promise<string> {
  const answer = await person.call(api.linkLinkedin, { body });
  expect(answer.error.error).toBeUndefined();
  return answer.data.url;
}

async function connect(person: Person, as = 'SALES_NAVIGATOR') {
  const before = (await accountsOf(person)).map(({ id }) => id);
  const seat = await world.control('/connect', { url: await openPage(person), as });
  const account = await until(async () => (await accountsOf(person)).find(({ id }) => !before.includes(id)));
  return { account, seat: String(seat.account_id) };
}

/** A report of a hosted page, with the key that its address carries. */
const postReport = (body: { status: string; account_id: string; name: string }) =>
  post(`/webhooks/linkedin/connected?key=${notifyKey(server.program.system.vault, body.name)}`, body);

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${server.config.APP_URL}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('connecting a LinkedIn account', () => {
  test('the page of the provider leads to a sender with its tier and limits', async () => {
    const person = await signUpPaying();
    const { account } = await connect(person);
    expect(account).toMatchObject({
      account_type: 'LINKEDIN',
      tier: 'SALES_NAVIGATOR',
      is_base_account: true,
      linkedin_max_connections: 50,
      linkedin_max_messages: 100,
      held_until: null,
    });
    expect(['CREATION_SUCCESS', 'SYNC_SUCCESS', 'OK']).toContain(account.status);
    expect(account.name).toMatch(/\S+ \S+/);
    const classic = await connect(person, 'CLASSIC');
    expect(classic.account).toMatchObject({ tier: 'CLASSIC', linkedin_max_connections: 25, linkedin_max_messages: 50 });
  });

  test('a page that fails leaves nothing; a report delivered again changes nothing', async () => {
    const person = await signUpPaying();
    await world.control('/connect', { url: await openPage(person), as: 'FAIL' });
    await world.control('/webhooks', { repeat: 3 });
    const { account } = await connect(person);
    await world.control('/webhooks', { repeat: 1 });
    expect((await accountsOf(person)).map(({ id }) => id)).toEqual([account.id]);
  });

  test('a trial connects one sender, and says so', async () => {
    const person = await server.signUp();
    await connect(person, 'CLASSIC');
    const refused = await person.call(api.linkLinkedin, { body: {} });
    expect([refused.status, refused.error.code]).toEqual([403, 'trial_sender_limit']);
  });

  test('two pages opened in a trial give one sender; the other seat is signed out again', async () => {
    const person = await server.signUp();
    const pages = [await openPage(person), await openPage(person)];
    const seats = await Promise.all(pages.map((url) => world.control('/connect', { url, as: 'CLASSIC' })));
    await until(async () => (await accountsOf(person)).length === 1);
    const left = await until(async () => {
      const listed = (await world.port.seats.listAccounts()).map(({ account_id }) => account_id);
      const own = seats.map((seat) => String(seat.account_id)).filter((id) => listed.includes(id));
      return own.length === 1 && own;
    });
    expect(left).toHaveLength(1);
    expect(await accountsOf(person)).toHaveLength(1);
  });

  test.each([
    ['yesterday', new Date(Date.now() - 86_400_000).toISOString()],
    ['no time', 'soon'],
  ])('expiresOn %s is refused', async (_, expiresOn) => {
    const person = await server.signUp();
    const answer = await person.call(api.linkLinkedin, { body: { expiresOn } });
    expect([answer.status, answer.error.code]).toEqual([400, 'bad_request']);
  });
});

describe('health', () => {
  test('a seat that LinkedIn signed out waits to be reconnected, and is the same sender afterwards', async () => {
    const person = await signUpPaying();
    const { account, seat } = await connect(person);
    await world.control('/account', { account_id: seat, status: 'CREDENTIALS' });
    const lost = await until(async () =>
      (await accountsOf(person)).find(({ id, status }) => id === account.id && status === 'CREDENTIALS'),
    );
    expect(lost.status_reason).toMatch(/Reconnect/);
    await person.call(api.updateAccount, {
      params: { id: account.id },
      body: { linkedin_max_connections: 7 },
    });
    await world.control('/connect', { url: await openPage(person, { account_id: account.id }), as: 'SAME' });
    const again = await until(async () =>
      (await accountsOf(person)).find(({ id, status }) => id === account.id && status !== 'CREDENTIALS'),
    );
    expect(again).toMatchObject({ status_reason: null, linkedin_max_connections: 7, tier: 'SALES_NAVIGATOR' });
    expect(await accountsOf(person)).toHaveLength(1);
  });

  test('comparing with the provider finds missed changes: tiers and removed accounts', async () => {
    const person = await signUpPaying();
    const { account, seat } = await connect(person, 'CLASSIC');
    await world.control('/account', { account_id: seat, tier: 'RECRUITER' });
    await reconcileSeats(server.program.system, AbortSignal.timeout(10_000));
    expect((await accountsOf(person))[0]).toMatchObject({ id: account.id, tier: 'RECRUITER' });
    await server.owner.query('update linkedin_events set processed_at = now()');
    await world.port.seats.deleteAccount(seat);
    await reconcileSeats(server.program.system, AbortSignal.timeout(10_000));
    const [signedOut] = await accountsOf(person);
    expect(signedOut).toMatchObject({ id: account.id, status: 'CREDENTIALS' });
    // The provider forgot the seat: connecting again takes a new one into the old sender.
    await world.control('/connect', { url: await openPage(person, { account_id: account.id }), as: 'FORMER' });
    await until(async () => (await accountsOf(person))[0]?.status !== 'CREDENTIALS');
    expect((await accountsOf(person)).map(({ id }) => id)).toEqual([account.id]);
  });

  test('another person who signs in takes over no sender, with or without the old account', async () => {
    const person = await signUpPaying();
    const { account, seat } = await connect(person);
    const untilSignedIn = () =>
      until(async () => (await accountsOf(person))[0]?.status_reason?.includes('You signed in'));
    await world.control('/account', { account_id: seat, status: 'CREDENTIALS' });
    await until(async () => (await accountsOf(person))[0]?.status === 'CREDENTIALS');
    await world.port.seats.deleteAccount(seat);
    const forgotten = { url: await openPage(person, { account_id: account.id }), as: 'CLASSIC' };
    const stranger = String((await world.control('/connect', forgotten)).account_id);
    await untilSignedIn();
    const [refused] = await accountsOf(person);
    expect(refused).toMatchObject({
      id: account.id,
      name: account.name,
      tier: 'SALES_NAVIGATOR',
      status: 'CREDENTIALS',
    });
    expect(refused!.status_reason).toMatch(
      new RegExp(
        `^You signed in to LinkedIn as .+, but this sender is ${account.name}\\. Reconnect and sign in as ${account.name}\\.$`,
      ),
    );
    const listed = async () => (await world.port.seats.listAccounts()).map(({ account_id }) => account_id);
    await until(async () => !(await listed()).includes(stranger));

    // The one it is comes back under a new seat, and with it the sender; then another person signs in to the same seat.
    const { rows } = await owner('select linkedin_public_identifier as who from accounts where id = $1', [account.id]);
    const again = {
      url: await openPage(person, { account_id: account.id }),
      as: 'FORMER',
      public_identifier: rows[0].who,
    };
    const own = String((await world.control('/connect', again)).account_id);
    await until(async () => (await accountsOf(person))[0]?.status_reason === null);
    await world.control('/connect', { url: await openPage(person, { account_id: account.id }), as: 'OTHER' });
    await untilSignedIn();
    expect(await accountsOf(person)).toMatchObject([{ id: account.id, name: account.name, status: 'CREDENTIALS' }]);
    await until(async () => !(await listed()).includes(own));
  });

  test('who was removed and signs in again, under a new seat, is the same sender with its budgets', async () => {
    const person = await signUpPaying();
    const { account } = await connect(person);
    const who = await owner('select linkedin_public_identifier as who from accounts where id = $1', [account.id]);
    await person.call(api.removeAccount, { params: { id: account.id } });
    const page = { url: await openPage(person), as: 'FORMER', public_identifier: who.rows[0].who };
    await until(async () => world.control('/connect', page).catch(() => false));
    await until(async () => (await accountsOf(person)).length === 1);
    expect((await accountsOf(person)).map(({ id }) => id)).toEqual([account.id]);
  });

  test('a removed sender is signed out at the provider', async () => {
    const person = await signUpPaying();
    const { account, seat } = await connect(person);
    await person.call(api.removeAccount, { params: { id: account.id } });
    await until(async () => (await world.port.seats.listAccounts()).every(({ account_id }) => account_id !== seat));
    expect(await accountsOf(person)).toEqual([]);
  });
});

const owner = (query: string, values: unknown[]) => server.owner.query(query, values);

describe('limits and holds on LinkedIn', () => {
  test('active LinkedIn pauses are shown by kind with reason and end; past ones are not', async () => {
    const person = await signUpPaying();
    const { account } = await connect(person);
    await owner(
      `update accounts set held_until = now() - interval '1 minute', held_reason = 'over', action_holds = jsonb_build_object(
        'invite', jsonb_build_object('until', now() + interval '7 days', 'reason', 'The weekly limit is reached.'),
        'message', jsonb_build_object('until', now() + interval '1 day', 'reason', 'Slow down.'),
        'visit', jsonb_build_object('until', now() - interval '1 minute', 'reason', 'over')) where id = $1`,
      [account.id],
    );
    const [shown] = await accountsOf(person);
    expect(shown).toMatchObject({ held_until: null, held_reason: null });
    expect(shown!.action_holds.map(({ action, reason }) => [action, reason])).toEqual([
      ['message', 'Slow down.'],
      ['invite', 'The weekly limit is reached.'],
    ]);
    expect(Date.parse(shown!.action_holds[1]!.until) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
  });

  test('what was used today and this week is counted by sort', async () => {
    const person = await signUpPaying();
    const { account } = await connect(person);
    const day = (scope: string, used: number, ends: string) =>
      owner(
        `insert into sending_days (organization_id, scope, scope_id, day, zone, starts_at, ends_at, cap, used)
          values ($1, $2, $3, (now() + $5::interval)::date, 'UTC', now() + $5::interval - interval '1 day', now() + $5::interval, 50, $4)`,
        [person.organization_id, scope, account.id, used, ends],
      );
    await day('account:invite', 9, '-8 days');
    await day('account:invite', 5, '-2 days');
    await day('account:invite', 3, '1 hour');
    await day('account:message', 7, '1 hour');
    await day('account:inmail', 2, '1 hour');
    expect((await accountsOf(person))[0]).toMatchObject({
      linkedin_weekly_connections: 100,
      used_today: {
        email_messages: 0,
        linkedin_connections: 3,
        linkedin_messages: 7,
        linkedin_inmails: 2,
        linkedin_weekly_connections: 8,
      },
    });
  });

  test('the invitations of seven days are limited by their owner, from 1 to 200', async () => {
    const person = await signUpPaying();
    const { account } = await connect(person);
    const limit = (value: number) =>
      person.call(api.updateAccount, { params: { id: account.id }, body: { linkedin_weekly_connections: value } });
    expect((await limit(200)).data.account.linkedin_weekly_connections).toBe(200);
    expect((await limit(0)).status).toBe(400);
    expect((await limit(201)).status).toBe(400);
    expect((await limit(30)).data.account.linkedin_weekly_connections).toBe(30);
    const other = { linkedin_max_messages: 10 };
    await person.call(api.updateAccount, { params: { id: account.id }, body: other });
    expect((await accountsOf(person))[0]).toMatchObject({ linkedin_weekly_connections: 30 });
    const user = (await person.call(api.getUser)).data.user;
    expect(user.linked_accounts[0]).toMatchObject({ ...other, linkedin_max_connections: 50, is_base_account: true });
  });

  test('what LinkedIn said is used of its own limit is shown for a week', async () => {
    const person = await signUpPaying();
    const { account } = await connect(person);
    const say = (interval: string) =>
      owner(
        `update accounts set linkedin_invite_usage_percent = 75, linkedin_invite_usage_at = now() - $2::interval where id = $1`,
        [account.id, interval],
      );
    expect((await accountsOf(person))[0]!.linkedin_invite_usage).toBeNull();
    await say('6 days');
    expect((await accountsOf(person))[0]!.linkedin_invite_usage).toMatchObject({ percent: 75 });
    await say('8 days');
    expect((await accountsOf(person))[0]!.linkedin_invite_usage).toBeNull();
  });

  test('a smaller subscription cuts the limits to what it allows', async () => {
    const person = await signUpPaying();
    const { account, seat } = await connect(person);
    await world.control('/account', { account_id: seat, tier: 'PREMIUM' });
    await reconcileSeats(server.program.system, AbortSignal.timeout(10_000));
    expect((await accountsOf(person))[0]).toMatchObject({
      id: account.id,
      tier: 'PREMIUM',
      linkedin_max_connections: 25,
      linkedin_max_messages: 50,
    });
  });

  test('a restriction survives reconnecting and removal; the pause of a refused sign-in does not', async () => {
    const person = await signUpPaying();
    const { account, seat } = await connect(person);
    const hold = (interval: string) =>
      owner(`update accounts set held_until = now() + $2::interval, held_reason = 'restricted' where id = $1`, [
        account.id,
        interval,
      ]);
    const report = async () => {
      const tries = { organization_id: person.organization_id, user_id: person.user_id, role: 'USER' as const };
      const until_ = new Date(Date.now() + 60_000);
      const issued_at = new Date(0);
      const name = writeReference(server.program.system.vault, {
        ...tries,
        account_id: null,
        expires_at: until_,
        issued_at,
      });
      await postReport({ status: 'CREATION_SUCCESS', account_id: seat, name });
    };
    await hold('6 days');
    await owner(`update accounts set status = 'DELETED', deleted_at = now() where id = $1`, [account.id]);
    await report();
    const again = await until(async () => (await accountsOf(person))[0]);
    expect(again).toMatchObject({ id: account.id, held_reason: 'restricted', status_reason: null });
    await world.control('/connect', { url: await openPage(person, { account_id: account.id }), as: 'SAME' });
    await until(async () => (await accountsOf(person)).find(({ status }) => status !== 'CREATION_SUCCESS'));
    expect((await accountsOf(person))[0]).toMatchObject({ id: account.id, held_reason: 'restricted' });
    await hold('5 minutes');
    await world.control('/connect', { url: await openPage(person, { account_id: account.id }), as: 'SAME' });
    await until(async () => (await accountsOf(person))[0]?.held_until === null);
  });
});

describe('attacks', () => {
  test('a report needs the key of its page, counts once, and claims no seat that was there before', async () => {
    const person = await signUpPaying();
    const { vault } = server.program.system;
    const tries = {
      organization_id: person.organization_id,
      user_id: person.user_id,
      role: 'USER' as const,
      account_id: null,
    };
    const referenceOf = (issued_at: Date) =>
      writeReference(vault, { ...tries, expires_at: new Date(Date.now() + 3_600_000), issued_at });
    const newSeat = async () => String((await world.control('/connect', { as: 'CLASSIC' })).account_id);
    const [seat, second] = [await newSeat(), await newSeat()];
    const name = referenceOf(new Date());
    // What passes through the provider is not enough.
    for (const key of [
      '',
      '?key=',
      `?key=${'A'.repeat(22)}`,
      `?key=${notifyKey(vault, referenceOf(new Date(1)))}`,
      '?key=a&key=b',
    ]) {
      const answer = await post(`/webhooks/linkedin/connected${key}`, {
        status: 'CREATION_SUCCESS',
        account_id: seat,
        name,
      });
      expect(answer.status, key).toBe(401);
    }
    // A page of an hour to come: every seat is older.
    await postReport({
      status: 'CREATION_SUCCESS',
      account_id: seat,
      name: referenceOf(new Date(Date.now() + 3_000_000)),
    });
    const refused = () =>
      owner(`select 1 from security_events where organization_id = $1 and event = 'webhook_refused'`, [
        person.organization_id,
      ]);
    await until(async () => (await refused()).rows.length > 0);
    expect(await accountsOf(person)).toEqual([]);
    await postReport({ status: 'CREATION_SUCCESS', account_id: seat, name });
    await until(async () => (await accountsOf(person)).length === 1);
    await postReport({ status: 'CREATION_SUCCESS', account_id: second, name });
    const waiting = () =>
      owner(`select 1 from linkedin_events where organization_id = $1 and processed_at is null`, [
        person.organization_id,
      ]);
    await until(async () => (await waiting()).rows.length === 0);
    expect(await accountsOf(person)).toHaveLength(1);
  });

  test('reports with a forged, foreign or expired reference are refused and change nothing', async () => {
    const person = await signUpPaying();
    const seat = String((await world.control('/connect', { as: 'CLASSIC' })).account_id);
    const of = (expires_at: Date) => ({
      organization_id: person.organization_id,
      user_id: person.user_id,
      role: 'USER' as const,
      account_id: null,
      expires_at,
      issued_at: new Date(0),
    });
    const vault = server.program.system.vault;
    const genuine = writeReference(vault, of(new Date(Date.now() + 60_000)));
    const [text = '', signature = ''] = genuine.split('.');
    const other = Buffer.from(
      Buffer.from(text, 'base64url')
        .toString()
        .replace(/^\[\d+/, '[1'),
    ).toString('base64url');
    const forged = [
      'x',
      '',
      `${text}.`,
      `${text}.${'A'.repeat(signature.length)}`,
      `${other}.${signature}`,
      writeReference(vault, of(new Date(Date.now() - 1000))),
    ];
    for (const name of forged) {
      const answer = await postReport({ status: 'CREATION_SUCCESS', account_id: seat, name });
      expect([400, 401], name).toContain(answer.status);
    }
    expect(await accountsOf(person)).toEqual([]);
  });

  test('a seat of another organization is not taken over', async () => {
    const [owner, thief] = [await signUpPaying(), await signUpPaying()];
    const { account, seat } = await connect(owner);
    const name = writeReference(server.program.system.vault, {
      organization_id: thief.organization_id,
      user_id: thief.user_id,
      role: 'USER',
      account_id: account.id,
      expires_at: new Date(Date.now() + 60_000),
      issued_at: new Date(0),
    });
    await postReport({ status: 'RECONNECTED', account_id: seat, name });
    await until(async () => {
      const tried = await server.owner.query(
        `select 1 from linkedin_events where organization_id = $1 and attempts > 0`,
        [thief.organization_id],
      );
      return (tried.rowCount ?? 0) > 0;
    });
    expect(await accountsOf(thief)).toEqual([]);
    expect((await accountsOf(owner)).map(({ id }) => id)).toEqual([account.id]);
    const foreign = await thief.call(api.linkLinkedin, { body: { account_id: account.id } });
    expect(foreign.status).toBe(404);
  });

  test('a burst of reports is worked off to the last one by one job', async () => {
    const person = await signUpPaying();
    const { organization_id } = person;
    await owner(
      `insert into linkedin_events (organization_id, event_id, type, provider_account_id, payload)
        select $1, 'burst' || n, 'message_received', 'nobody', '{}' from generate_series(1, 250) n`,
      [organization_id],
    );
    await processLinkedinEvents(server.program.system.forOrganization(organization_id));
    const { rows } = await owner(
      'select count(*)::int as left from linkedin_events where organization_id = $1 and processed_at is null',
      [organization_id],
    );
    expect(rows).toEqual([{ left: 0 }]);
  });

  test('reports whose job was lost are found by the loop that starts with the program', async () => {
    const { organization_id } = await signUpPaying();
    const { organization_id: untouched } = await signUpPaying();
    for (const [id, age, attempts] of [
      [organization_id, '3 minutes', 0],
      [untouched, '1 second', 0],
      [untouched, '1 hour', 5],
    ] as const) {
      await owner(
        `insert into linkedin_events (organization_id, type, provider_account_id, payload, received_at, attempts)
          values ($1, 'message_received', 'nobody', '{}', app_now() - $2::interval, $3)`,
        [id, age, attempts],
      );
    }
    const waiting = async (id: number) =>
      (await owner('select 1 from linkedin_events where organization_id = $1 and processed_at is null', [id])).rowCount;
    expect(await waiting(organization_id)).toBe(1);
    const loop = accountsSlice.loops!.find(({ name }) => name === 'linkedin-events')!;
    await loop.run(server.program.system, new AbortController().signal);
    await until(async () => (await waiting(organization_id)) === 0);
    // The one is on its way, the other stays for a person to look at.
    expect(await waiting(untouched)).toBe(2);
  });

  test('a message with an unknown sender triggers a poll and is not taken for the lead', async () => {
    const person = await signUpPaying();
    const { account, seat } = await connect(person);
    await owner(
      `insert into linkedin_looks (account_id, organization_id, relations_at, messages_at)
        values ($1, $2, 'infinity', app_now() + interval '20 minutes')
        on conflict (account_id) do update set messages_at = excluded.messages_at`,
      [account.id, person.organization_id],
    );
    const body = {
      event: 'message_received',
      account_id: seat,
      account_type: 'LINKEDIN',
      chat_id: 'c1',
      message_id: 'm1',
      message: 'As I said',
      timestamp: '2026-11-21T12:00:00.000Z',
      sender: { attendee_provider_id: 'ACoAAunknown' },
    };
    const { status } = await post('/webhooks/linkedin', body, { 'unipile-auth': world.webhook_secret });
    const { rows } = await owner(
      `select messages_at < app_now() + interval '11 minutes' as is_earlier, (select count(*)::int from linkedin_events e
        where e.organization_id = k.organization_id and e.type = 'message_received') as stored
        from linkedin_looks k where account_id = $1`,
      [account.id],
    );
    expect([status, rows]).toEqual([200, [{ is_earlier: true, stored: 0 }]]);
  });

  test('webhooks without our secret are refused; nonsense with it is no failure of ours', async () => {
    const person = await signUpPaying();
    const { account, seat } = await connect(person);
    const body = { AccountStatus: { account_id: seat, account_type: 'LINKEDIN', message: 'CREDENTIALS' } };
    for (const headers of [{}, { 'x-overture-secret': 'guess' }, { authorization: 'guess' }]) {
      expect((await post('/webhooks/linkedin', body, headers as Record<string, string>)).status).toBe(401);
    }
    expect((await accountsOf(person))[0]).toMatchObject({ id: account.id, status_reason: null });
  });
});
