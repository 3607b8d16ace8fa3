import type { AddressInfo } from 'node:net';
import { api } from '@overture/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCommandLine } from '../../app/commands/command-line.ts';
import { createClient, type TestClient, useTestServer } from '../../testing/harness.ts';
import { endUserSessions } from '../user-commands/index.ts';
import { findSession, pruneSessions } from './sessions.service.ts';

const server = useTestServer();
const password = 'correct horse';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
let db: pg.Client;

beforeAll(async () => {
  db = new pg.Client({ connectionString: server.connectionString });
  await db.connect();
});
afterAll(() => db.end());

async function signIn(email: string, headers: Record<string, string> = {}): Promise<TestClient & { token: string }> {
  const response = await server.program.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login/',
    headers,
    payload: { email, password },
  });
  expect(response.statusCode).toBe(200);
  const { token } = response.json().data;
  return { ...createClient(server.program, token), token };
}

const isAlive = async (client: TestClient): Promise<boolean> => (await client.call(api.getUser)).status === 200;

describe('sessions', () => {
  test('are listed with device, place and use, the asking one marked', async () => {
    const person = await server.signUp();
    const other = await signIn(person.email, { 'user-agent': chrome });
    const { sessions } = (await other.call(api.listSessions)).data;
    expect(sessions).toHaveLength(2);
    expect(sessions[0]).toMatchObject({
      device: 'Chrome on Windows',
      place: 'Private network',
      ip: '127.0.0.1',
      method: 'password',
      has_second_factor: false,
      is_current: true,
    });
    expect(sessions[1]).toMatchObject({ is_current: false, method: 'code' });
    expect(JSON.stringify(sessions)).not.toContain(other.token);
  });

  test('signing in ends the session that came with the request, and no other', async () => {
    const person = await server.signUp();
    const first = await signIn(person.email);
    const second = await signIn(person.email, { jwt: first.token });
    expect([await isAlive(first), await isAlive(second), await isAlive(person)]).toEqual([false, true, true]);
  });

  test('a failed sign-in ends nothing', async () => {
    const person = await server.signUp();
    await createClient(server.program, person.token).call(api.login, {
      body: { email: person.email, password: 'wrong password' },
    });
    expect(await isAlive(person)).toBe(true);
  });

  test('one is ended by its id; all others by one call', async () => {
    const person = await server.signUp();
    const [one, two, three] = [await signIn(person.email), await signIn(person.email), await signIn(person.email)];
    const id = (await one.call(api.listSessions)).data.sessions.find((session) => session.is_current)?.id ?? 0;
    expect((await person.call(api.endSession, { params: { id } })).status).toBe(200);
    expect([await isAlive(one), await isAlive(two)]).toEqual([false, true]);
    expect((await two.call(api.endOtherSessions)).data).toEqual({ ended: 2 });
    expect([await isAlive(two), await isAlive(three), await isAlive(person)]).toEqual([true, false, false]);
  });

  test('another user, of the same organization or not, cannot end it', async () => {
    const person = await server.signUp();
    const stranger = await server.signUp();
    const { email, user_id } = await server.signUp();
    // Rows name a user together with the organization: those of the old one go first.
    await db.query('delete from sessions where user_id = $1', [user_id]);
    await db.query('delete from one_time_codes where user_id = $1', [user_id]);
    await db.query('update users set organization_id = $1 where id = $2', [person.organization_id, user_id]);
    const colleague = await signIn(email);
    const id = (await person.call(api.listSessions)).data.sessions[0]?.id ?? 0;
    for (const other of [stranger, colleague]) {
      expect((await other.call(api.endSession, { params: { id } })).status).toBe(404);
      expect((await other.call(api.listSessions)).data.sessions.map((session) => session.id)).not.toContain(id);
      await other.call(api.endOtherSessions);
    }
    expect(await isAlive(person)).toBe(true);
  });

  test.each([
    ['USER', '13 days 23 hours', true],
    ['USER', '14 days', false],
    ['ADMIN', '11 hours 50 minutes', true],
    ['ADMIN', '12 hours', false],
  ])('a session of %s unused for %s: alive is %s', async (role, age, expected) => {
    const person = await server.signUp();
    await db.query('update users set role = $2 where id = $1', [person.user_id, role]);
    const session = await signIn(person.email);
    await db.query(`update sessions set last_seen_at = app_now() - $2::interval where user_id = $1`, [
      person.user_id,
      age,
    ]);
    expect(await isAlive(session)).toBe(expected);
  });

  test('use moves the idle end at most every five minutes, never the last day', async () => {
    const person = await server.signUp();
    const ageOf = async () =>
      (
        await db.query<{ age: number; lifetime: number }>(
          `select extract(epoch from app_now() - last_seen_at)::float as age,
            extract(epoch from expires_at - created_at)::float / 86400 as lifetime from sessions where user_id = $1`,
          [person.user_id],
        )
      ).rows[0] ?? { age: -1, lifetime: -1 };
    const setAge = (age: string) =>
      db.query(`update sessions set last_seen_at = app_now() - $2::interval where user_id = $1`, [person.user_id, age]);
    await setAge('4 minutes');
    await isAlive(person);
    expect((await ageOf()).age).toBeGreaterThan(200);
    await setAge('6 minutes');
    await isAlive(person);
    expect((await ageOf()).age).toBeLessThan(60);
    expect((await ageOf()).lifetime).toBeCloseTo(30, 3);
    await db.query(`update sessions set expires_at = app_now() where user_id = $1`, [person.user_id]);
    expect(await isAlive(person)).toBe(false);
  });

  test('deactivation and a role change end every session immediately', async () => {
    const [ended, lowered] = [await server.signUp(), await server.signUp()];
    await db.query('update users set active = false where id = $1', [ended.user_id]);
    await db.query(`update users set role = 'RESTRICTED' where id = $1`, [lowered.user_id]);
    const left = await db.query('select from sessions where user_id = any($1)', [[ended.user_id, lowered.user_id]]);
    expect(left.rowCount).toBe(0);
  });

  test('what has run out is forgotten', async () => {
    const [idle, over, alive] = [await server.signUp(), await server.signUp(), await server.signUp()];
    await db.query(`update sessions set last_seen_at = app_now() - interval '14 days' where user_id = $1`, [
      idle.user_id,
    ]);
    await db.query(`update sessions set expires_at = app_now() where user_id = $1`, [over.user_id]);
    await db.query(
      `insert into one_time_codes (organization_id, user_id, purpose, code_hash, expires_at)
       values ($1, $2, 'reset', '\\x00', app_now()), ($1, $2, 'verify', '\\x01', app_now() + interval '1 minute')`,
      [alive.organization_id, alive.user_id],
    );
    await pruneSessions(server.program.system);
    const users = await db.query('select user_id from sessions where user_id = any($1)', [
      [idle.user_id, over.user_id, alive.user_id],
    ]);
    expect(users.rows.map((row) => Number(row.user_id))).toEqual([alive.user_id]);
    const codes = await db.query('select purpose from one_time_codes where user_id = $1', [alive.user_id]);
    expect(codes.rows).toEqual([{ purpose: 'verify' }]);
  });

  test('the operator ends all of one address', async () => {
    const person = await server.signUp();
    await signIn(person.email);
    expect(await endUserSessions(server.program.system, person.email.toUpperCase())).toBe(2);
    expect(await findSession(server.program.system, person.token ?? '')).toBeNull();
    await expect(endUserSessions(server.program.system, 'nobody@nowhere.example')).rejects.toThrow('No user');
  });
});

describe('live connections', () => {
  /** Opens a connection over the wire; `closed` answers the close code, `greeted` once the server has looked at the session and said hello. */
  async function open(path: string, headers: Record<string, string> = {}) {
    const { port } = server.program.app.server.address() as AddressInfo;
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers } as never);
    const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)));
    const first = new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }));
    const greeted = Promise.race([first, closed]);
    await Promise.race([new Promise((resolve) => socket.addEventListener('open', resolve)), closed]);
    return { socket, closed, greeted };
  }
  const listen = (client: TestClient, userId: number) => open(`/ws/${userId}/`, { jwt: client.token ?? '' });
  const within = <T>(promise: Promise<T>): Promise<T | 'still open'> =>
    Promise.race([promise, new Promise<'still open'>((resolve) => setTimeout(() => resolve('still open'), 5000))]);
  /** Long enough for an end that must not come. */
  const settle = () => new Promise((resolve) => setTimeout(resolve, 300));

  test.each<[string, (person: Awaited<ReturnType<typeof server.signUp>>, other: TestClient) => Promise<unknown>]>([
    ['logout', (person) => person.call(api.logout)],
    ['sign out everywhere else', (_, other) => other.call(api.endOtherSessions)],
    [
      'a new password',
      (_, other) =>
        other.call(api.changePassword, {
          body: { current_password: password, new_password: 'battery staple 42' },
        }),
    ],
    ['deactivation', (person) => db.query('update users set active = false where id = $1', [person.user_id])],
    [
      'another process',
      (person) => db.query('delete from sessions where user_id = $1 and method = $2', [person.user_id, 'code']),
    ],
    [
      'its last day',
      // Ended by time alone: no notification comes, the connection itself must notice it.
      (person) =>
        db.query(`update sessions set expires_at = app_now() + interval '1 second' where user_id = $1`, [
          person.user_id,
        ]),
    ],
  ])('end with their session: %s', async (what, end) => {
    const person = await server.signUp();
    const other = await signIn(person.email);
    if (what === 'its last day') await end(person, other);
    const { closed, greeted } = await listen(person, person.user_id);
    await greeted;
    if (what !== 'its last day') await end(person, other);
    expect(await within(closed)).toBe(4401);
  });

  test('stay open when another session of the user ends', async () => {
    const person = await server.signUp();
    const other = await signIn(person.email);
    const { socket, closed, greeted } = await listen(person, person.user_id);
    await greeted;
    await other.call(api.logout);
    expect(await Promise.race([closed, settle().then(() => 'open')])).toBe('open');
    socket.close();
  });

  test('a ticket opens nothing after the session that asked for it', async () => {
    const person = await server.signUp();
    const { ticket } = (await person.call(api.createLiveTicket)).data as { ticket: string };
    await person.call(api.logout);
    const { closed } = await open(`/ws/${person.user_id}/?token=${ticket}`);
    expect(await within(closed)).toBe(4401);
  });

  test('a ticket binds its connection to the session', async () => {
    const person = await server.signUp();
    const { ticket } = (await person.call(api.createLiveTicket)).data as { ticket: string };
    const { closed, greeted } = await open(`/ws/${person.user_id}/?token=${ticket}`);
    await greeted;
    await person.call(api.logout);
    expect(await within(closed)).toBe(4401);
  });

  test('events during the page load are replayed when it connects, and nothing older', async () => {
    const person = await server.signUp();
    const say = (type: string, ago: string) =>
      db.query(
        `with next as (insert into live_sequences as s (organization_id, sequence) values ($1, 1)
             on conflict (organization_id) do update set sequence = s.sequence + 1 returning sequence)
           insert into live_messages (organization_id, user_id, type, data, sequence, created_at)
           select $1, null, $2, '{}', sequence, statement_timestamp() - $3::interval from next`,
        [person.organization_id, type, ago],
      );
    const greet = async (query: string) => {
      const { socket, greeted } = await open(`/ws/${person.user_id}/${query}`, { jwt: person.token ?? '' });
      const first = (await greeted) as { data: string };
      socket.close();
      return JSON.parse(first.data).type;
    };
    await say('long_ago', '1 hour');
    expect(await greet('?past_in_ms=9000')).toBe('hello');
    await say('just_now', '1 second');
    expect(await greet('?past_in_ms=30000')).toBe('just_now');
    expect(await greet('')).toBe('hello');
    expect(await greet('?past_in_ms=nonsense')).toBe('hello');

    // A busy server finds the person late: what came in the meantime belongs to the past of the page.
    await db.query('begin; lock table sessions in access exclusive mode');
    const greeted = greet('?past_in_ms=0');
    const waiting = `select from pg_locks where relation = 'sessions'::regclass and not granted`;
    await expect.poll(async () => (await db.query(waiting)).rows).not.toHaveLength(0);
    await say('meanwhile', '0 seconds');
    await db.query('commit');
    expect(await greeted).toBe('meanwhile');
  });

  test('an eleventh of one person is refused, for others there is room', async () => {
    const [person, neighbour] = [await server.signUp(), await server.signUp()];
    const opened = [];
    for (let n = 0; n < 10; n += 1) opened.push(await listen(person, person.user_id));
    await Promise.all(opened.map(({ greeted }) => greeted));
    const eleventh = await listen(person, person.user_id);
    expect(await within(eleventh.closed)).toBe(4429);
    const next = await listen(neighbour, neighbour.user_id);
    expect(await Promise.race([next.closed, settle().then(() => 'open')])).toBe('open');
    for (const { socket } of [...opened, next]) socket.close();
  });
});

test('the command line ends sessions of a running installation', async () => {
  const person = await server.signUp();
  const lines: string[] = [];
  const config = { ...server.config, DATABASE_URL: server.connectionString };
  const program = createCommandLine({ config, directory: '.', say: (line) => lines.push(line) });
  await program.parseAsync(['node', 'overture', 'sessions', 'end', person.email]);
  expect(lines).toEqual([`${person.email} was signed out of 1 session.`]);
  expect(await isAlive(person)).toBe(false);
});
