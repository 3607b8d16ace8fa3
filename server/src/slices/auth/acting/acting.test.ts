import { api } from '@overture/contract';
import { type Endpoint, isOwnBusiness, mayCall } from '@overture/contract/endpoint';
import { beforeEach, describe, expect, test } from 'vitest';
import { hashToken } from '../../../kernel/crypto.ts';
import { apiBase } from '../../../kernel/http/bind.ts';
import { useTestServer } from '../../../testing/harness.ts';
import { pruneSessions } from '../../sessions/index.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let admin: Person;

beforeEach(async () => {
  admin = await server.signUp('Olga Operator');
  await makeAdmin(admin);
});

async function makeAdmin(person: Person): Promise<void> {
  await server.owner.query(
    `begin; set local session_replication_role = replica; update users set role = 'ADMIN' where id = ${person.user_id}; commit`,
  );
}

const ask = async (token: string, endpoint: Endpoint, payload: object = {}) =>
  server.program.app.inject({
    method: endpoint.method,
    url: apiBase + endpoint.path.replace(/\{\w+\}/g, '999999999'),
    headers: { jwt: token },
    ...(endpoint.method === 'GET' ? {} : { payload }),
  });

/** `admin` acts for a new person; answers both and the token. */
async function act(): Promise<{ person: Person; token: string }> {
  const person = await server.signUp('Paula Person');
  const answer = await admin.call(api.impersonate, {
    params: { userId: person.user_id },
    body: { reason: 'Asked for help' },
  });
  return { person, token: answer.data.data!.token };
}

const eventsOf = async (organizationId: number) =>
  (
    await server.owner.query(
      'select event, user_id, actor_id, reason from security_events where organization_id = $1 order by id',
      [organizationId],
    )
  ).rows;

test('an impersonation shows in both security logs, and ends in the own session', async () => {
  const { person, token } = await act();
  const user = (await ask(token, api.getUser)).json().user;
  expect(user).toMatchObject({ id: person.user_id, acting: { actor_name: 'Olga Operator' } });
  expect(new Date(user.acting.ends_at).getTime() - Date.now()).toBeGreaterThan(59 * 60_000);
  expect((await ask(token, api.createCampaign, { name: 'For you' })).statusCode).toBe(200);
  const both = { user_id: person.user_id, actor_id: admin.user_id };
  expect(await eventsOf(person.organization_id)).toEqual(
    expect.arrayContaining([
      { event: 'acting_started', reason: 'Asked for help', ...both },
      { event: 'acted', reason: 'POST /campaigns/', ...both },
    ]),
  );
  expect((await eventsOf(admin.organization_id)).map(({ event }) => event)).toContain('acting_started');
  const back = (await ask(token, api.endActing)).json().data;
  expect(back).toMatchObject({ id: admin.user_id, acting: null });
  expect((await ask(token, api.getUser)).statusCode).toBe(401);
  expect((await ask(back.token, api.getUser)).json().user.id).toBe(admin.user_id);
});

describe('during an impersonation', () => {
  const own = (Object.entries(api) as [string, Endpoint][]).filter(([, endpoint]) => isOwnBusiness(endpoint));

  test('the closed calls are credentials, sessions, billing, the team, CRMs, and acting itself', () => {
    const names = own.map(([name]) => name);
    for (const name of [
      'changePassword',
      'changeEmail',
      'startTotp',
      'addPasskey',
      'removeTotp',
      'impersonate',
      'cancelSubscription',
      'getCustomerPortal',
      'changeSecondFactorRequirement',
      'unlinkIdentity',
      'endOtherSessions',
      // What would stay after it: people let in, and a CRM that reads along.
      'inviteMembers',
      'changeMemberRole',
      'deleteMember',
      'connectIntegration',
    ])
      expect(names).toContain(name);
  });

  test('every one of them is refused, however it is asked', async () => {
    const { token } = await act();
    for (const [name, endpoint] of own) {
      const answer = (await ask(token, endpoint)).json();
      expect([name, answer.code]).toEqual([name, mayCall(endpoint, 'USER') ? 'not_while_acting' : 'forbidden']);
    }
  });

  test('it ends after an hour, with the own session, and with the right to it', async () => {
    const [late, signedOut, lowered] = [await act(), await act(), await act()];
    const isOpen = async ({ token }: { token: string }) => (await ask(token, api.getUser)).statusCode === 200;
    await server.owner.query(
      `update sessions set expires_at = app_now() where user_id = $1 and actor_user_id is not null`,
      [late.person.user_id],
    );
    expect(await isOpen(late)).toBe(false);
    expect(await isOpen(signedOut)).toBe(true);
    await server.owner.query(
      `begin; set local session_replication_role = replica; update users set role = 'USER' where id = ${admin.user_id}; commit`,
    );
    expect(await isOpen(lowered)).toBe(false);
    await makeAdmin(admin);
    expect(await isOpen(lowered)).toBe(true);
    await ask(signedOut.token, api.logout);
    expect((await ask(admin.token as string, api.getUser)).statusCode).toBe(401);
    expect(await isOpen(lowered)).toBe(false);
  });
});

test('the person sees who acts for them among their sessions, and ends it', async () => {
  const { person, token } = await act();
  const { sessions } = (await person.call(api.listSessions)).data;
  expect(sessions.map((session) => session.acted_by).sort()).toEqual(['Support', null]);
  const acting = sessions.find((session) => session.acted_by !== null);
  await server.owner.query('update sessions set confirmed_at = null where user_id = $1', [person.user_id]);
  const end = () => person.call(api.endSession, { params: { id: acting?.id ?? 0 } });
  expect((await end()).error.code).toBe('step_up_needed');
  await person.call(api.confirmPerson, { body: { method: 'password', password: 'correct horse' } });
  expect((await end()).status).toBe(200);
  expect((await ask(token, api.getUser)).statusCode).toBe(401);
});

test('a browser that acts hands no token to the scripts of its page, neither there nor back', async () => {
  const person = await server.signUp();
  const inBrowser = (token: string, path: string) =>
    server.program.app.inject({
      method: 'POST',
      url: apiBase + path,
      headers: { origin: 'http://localhost', host: 'localhost' },
      cookies: { overture_session: token },
      payload: { reason: 'Asked for help' },
    });
  const there = await inBrowser(admin.token ?? '', `/admin/impersonate/${person.user_id}/`);
  const cookie = there.cookies.find(({ name }) => name === 'overture_session')?.value ?? '';
  const back = await inBrowser(cookie, '/auth/acting/end/');
  expect([there.json().data.token, back.json().data.token]).toEqual(['', '']);
  expect([there.statusCode, back.statusCode, cookie === '']).toEqual([200, 200, false]);
});

describe('an impersonation that ran out', () => {
  const resume = (token: string) =>
    server.program.app.inject({
      method: 'POST',
      url: `${apiBase}/auth/acting/resume/`,
      headers: { origin: 'http://localhost', host: 'localhost' },
      cookies: { overture_session: token },
      payload: {},
    });
  const cookieOf = (answer: Awaited<ReturnType<typeof resume>>) =>
    answer.cookies.find(({ name }) => name === 'overture_session')?.value ?? '';
  const end = (token: string, ago = '0 hours') =>
    server.owner.query(`update sessions set expires_at = app_now() - $2::interval where token_hash = $1`, [
      hashToken(token),
      ago,
    ]);

  test('leads the browser back to the own session, once', async () => {
    const { token, person } = await act();
    expect((await resume(token)).json().data).toBeNull();
    await end(token);
    await pruneSessions(server.program.system);
    const back = await resume(token);
    expect(back.json().data).toMatchObject({ id: admin.user_id, acting: null, token: '' });
    expect((await ask(cookieOf(back), api.getUser)).json().user.id).toBe(admin.user_id);
    expect((await resume(token)).json().data).toBeNull();
    expect((await eventsOf(person.organization_id)).map(({ event }) => event)).toContain('acting_ended');
  });

  test('leads nowhere once the own session has ended, after 12 hours, or for another token', async () => {
    const [late, signedOut] = [await act(), await act()];
    const own = admin.token as string;
    await end(late.token, '12 hours');
    expect((await resume(late.token)).json().data).toBeNull();
    expect((await resume(own)).json().data).toBeNull();
    expect((await resume('unknown')).json().data).toBeNull();
    await end(signedOut.token);
    await server.owner.query('update users set active = false where id = $1', [admin.user_id]);
    const answer = await resume(signedOut.token);
    expect([answer.json().data, cookieOf(answer)]).toEqual([null, '']);
  });
});

test('not of an operator or a deactivated user, without a recent proof, or without the role', async () => {
  const [operator, other, ended] = [await server.signUp(), await server.signUp(), await server.signUp()];
  await makeAdmin(operator);
  await makeAdmin(other);
  await server.owner.query('update users set active = false where id = $1', [ended.user_id]);
  const actFor = (userId: number, by = operator) => by.call(api.impersonate, { params: { userId }, body: {} });
  expect((await actFor(other.user_id)).status).toBe(409);
  expect((await actFor(ended.user_id)).status).toBe(409);
  expect((await actFor(999_999_999)).status).toBe(404);
  const person = await server.signUp();
  expect((await actFor(operator.user_id, person)).error.code).toBe('forbidden');
  await server.owner.query(`update sessions set confirmed_at = app_now() - interval '11 minutes' where user_id = $1`, [
    operator.user_id,
  ]);
  expect((await actFor(person.user_id)).error.code).toBe('step_up_needed');
});
