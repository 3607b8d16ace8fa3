import { api } from '@overture/contract';
import { SECURITY_EVENTS } from '@overture/domain/security/events';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { hashToken } from '../../kernel/crypto.ts';
import { recordSecurityEvent, type SecurityEvent } from '../../kernel/security-log/security-log.ts';
import { useTestServer } from '../../testing/harness.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;

async function record(person: Person, event: SecurityEvent): Promise<void> {
  const { organization_id, user_id } = person;
  await recordSecurityEvent(server.program.system, { organization_id, user_id, ...event });
}

/** An organization whose log begins empty: signing up is an event of its own. */
async function newPerson(): Promise<Person> {
  const person = await server.signUp();
  await server.program.system.systemTransaction(({ db }) =>
    sql`delete from security_events where organization_id = ${person.organization_id}`.execute(db),
  );
  return person;
}

const listed = async (person: Person, query: Record<string, string | number> = {}) =>
  (await person.call(api.listSecurityEvents, { query: query as never })).data;

describe('the list', () => {
  test('says what happened, to whom, from where, by whom, about what', async () => {
    const person = await newPerson();
    const origin = {
      ip: '8.8.8.8',
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0',
    };
    await record(person, { event: 'export_made', actor_id: 999_999, origin, subject: { kind: 'setting', label: 'x' } });
    const { events, total_events, people } = await listed(person);
    expect(total_events).toBe(1);
    expect(people).toEqual([{ id: person.user_id, name: 'Ada Jansen', email: person.email }]);
    expect(events).toEqual([
      {
        id: expect.any(Number),
        event: 'export_made',
        outcome: 'success',
        user: people[0],
        actor: null,
        is_outside_actor: true,
        outside_actor_name: null,
        api_key: null,
        ip: '8.8.8.8',
        country: 'US',
        device: 'Firefox on Linux',
        subject: { kind: 'setting', id: null, label: 'x' },
        reason: null,
        repeats: 1,
        occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    ]);
  });

  test('newest first, 25 a page', async () => {
    const person = await newPerson();
    for (let n = 0; n < 30; n += 1) await record(person, { event: 'sign_in', reason: String(n) });
    const pages = await Promise.all([1, 2, 3].map((page) => listed(person, { page })));
    expect(pages.map(({ events }) => events.length)).toEqual([25, 5, 0]);
    expect(pages.flatMap(({ events }) => events.map(({ reason }) => reason))).toEqual(
      Array.from({ length: 30 }, (_, n) => String(29 - n)),
    );
  });

  test('filters by kind, outcome, person and days', async () => {
    const person = await newPerson();
    await record(person, { event: 'sign_in' });
    await record(person, { event: 'sign_in_failed' });
    await record(person, { event: 'export_made', user_id: null });
    const names = async (query: Record<string, string | number>) =>
      (await listed(person, query)).events.map(({ event }) => event);
    expect(await names({ kind: 'sign_ins' })).toEqual(['sign_in_failed', 'sign_in']);
    expect(await names({ outcome: 'failure' })).toEqual(['sign_in_failed']);
    expect(await names({ kind: 'data', user_id: person.user_id })).toEqual([]);
    expect(await names({ user_id: person.user_id })).toHaveLength(2);
    const today = new Date().toISOString().slice(0, 10);
    expect(await names({ from_day: today, to_day: today })).toHaveLength(3);
    expect(await names({ to_day: '2020-01-01' })).toEqual([]);
    const turned = await person.call(api.listSecurityEvents, {
      query: { from_day: '2026-02-01', to_day: '2026-01-01' },
    });
    expect([turned.status, turned.error.code]).toEqual([400, 'bad_request']);
    for (const query of [
      { kind: 'x' },
      { outcome: 'x' },
      { user_id: "1' or 1=1" },
      { from_day: '2026-02-31' },
      { page: 0 },
    ]) {
      expect((await person.call(api.listSecurityEvents, { query: query as never })).status).toBe(400);
    }
  });

  test('is its organization’s own, and not for RESTRICTED', async () => {
    const [owner, stranger] = [await newPerson(), await newPerson()];
    await record(owner, { event: 'sign_in' });
    expect((await listed(stranger)).total_events).toBe(0);
    await server.program.system.systemTransaction(({ db }) =>
      sql`update users set role = 'RESTRICTED' where id = ${owner.user_id}`.execute(db),
    );
    // A changed role ends the sessions: put back what the change by hand has ended.
    await server.program.system.systemTransaction(({ db }) =>
      sql`insert into sessions (token_hash, organization_id, user_id, expires_at)
        values (${hashToken(owner.token ?? '')}, ${owner.organization_id}, ${owner.user_id}, now() + interval '1 day')
        on conflict do nothing`.execute(db),
    );
    expect((await owner.call(api.listSecurityEvents)).status).toBe(403);
    expect((await owner.call(api.downloadSecurityEvents)).status).toBe(403);
    expect((await server.anonymous.call(api.listSecurityEvents)).status).toBe(401);
  });
});

describe('the file', () => {
  test('has every row in words, formulas made harmless, and says of itself that it was made', async () => {
    const person = await newPerson();
    await record(person, { event: 'setting_changed', subject: { kind: 'setting', label: '=cmd()' } });
    await record(person, { event: 'sign_in' });
    const answer = await person.call(api.downloadSecurityEvents);
    expect([answer.status, String(answer.headers['content-disposition'])]).toEqual([
      200,
      'attachment; filename="security-log.csv"',
    ]);
    const lines = String(answer.data).trim().split('\r\n');
    expect(lines).toHaveLength(3 + 1);
    // It is read while it is sent, and its own making was recorded before.
    expect(lines[1]).toContain(SECURITY_EVENTS.export_made.label);
    expect(lines[2]).toContain(`,"Signed in","success","Ada Jansen","${person.email}",`);
    expect(lines[3]).toContain(`,"'=cmd()",`);
  });
});
