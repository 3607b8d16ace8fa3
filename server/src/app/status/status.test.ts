import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { type DayRow, describeParts, judgeRequests, judgeWork, PARTS } from './status.rules.ts';
import { addMinute, listDays, measureWork } from './status.store.ts';
import { measureWorkers } from './status-loops.ts';

describe('/status', () => {
  const server = useTestServer({ environment: { STATUS_PAGE: 'on' }, roles: ['web'] });
  let organization_id = 0;
  beforeAll(async () => {
    organization_id = (await server.signUp('Northlight')).organization_id;
  });
  const get = (headers = {}) => server.program.app.inject({ url: '/status', headers });
  const clear = () => server.owner.query('delete from status_days');

  test('needs no script, names no tenant and no product, and is kept by caches for a quarter of a minute', async () => {
    await measureWorkers.run(server.program.system, new AbortController().signal);
    const { statusCode, body, headers } = await get();
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=15');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['set-cookie']).toBeUndefined();
    expect(body).not.toMatch(/<script|https?:\/\/|northlight|overture/i);
    for (const name of ['Sending', 'Inbox', 'App and API', 'Imports']) expect(body).toContain(`<h2>${name}</h2>`);
    expect(body.match(/<rect /g)).toHaveLength(4 * 90);
    expect(body.length).toBeLessThan(60_000);
  });

  test('a flood of visitors reads the database once', async () => {
    const before = await server.owner.query(
      "select calls from pg_stat_user_tables, lateral (select seq_scan + coalesce(idx_scan, 0) as calls) c where relname = 'status_days'",
    );
    const answers = await Promise.all(Array.from({ length: 200 }, () => get()));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    const after = await server.owner.query(
      "select calls from pg_stat_user_tables, lateral (select seq_scan + coalesce(idx_scan, 0) as calls) c where relname = 'status_days'",
    );
    expect(Number(after.rows[0].calls) - Number(before.rows[0].calls)).toBeLessThanOrEqual(2);
  });

  test('a minute counts once, by the worst of several processes, and only days that are shown are kept', async () => {
    await clear();
    await server.owner.query(
      `insert into status_days (day, part, first_minute, last_minute, last_state) values
       ((now() at time zone 'UTC')::date - 90, 'api', now(), now(), 0), ((now() at time zone 'UTC')::date - 89, 'api', now(), now(), 0)`,
    );
    const { system } = server.program;
    const add = (api: 'good' | 'degraded' | 'down') => system.systemTransaction((tx) => addMinute(tx, { api }));
    // The minute may change between two of them: then it is counted too.
    await Promise.all([add('good'), add('good'), add('degraded')]);
    await add('good');
    const { rows } = await system.systemRead(listDays);
    const [today, ...older] = rows;
    expect(older).toHaveLength(1);
    expect(today!.good + today!.degraded + today!.down).toBeLessThanOrEqual(2);
    expect([today!.degraded, today!.down]).toEqual([1, 0]);
  });

  test('a clock that was set back counts nothing until it has caught up', async () => {
    await clear();
    await server.owner.query(
      `insert into status_days (day, part, first_minute, last_minute, last_state, good)
       values ((now() at time zone 'UTC')::date, 'api', now(), now() + interval '1 hour', 0, 5)`,
    );
    await server.program.system.systemTransaction((tx) => addMinute(tx, { api: 'down' }));
    const { rows } = await server.program.system.systemRead(listDays);
    expect(rows).toEqual([expect.objectContaining({ good: 5, down: 0, last_state: 0 })]);
  });

  test('late messages and imports are found by their organizations; without a worker all is down', async () => {
    const { system } = server.program;
    const before = await system.systemRead(measureWork);
    expect(before).toMatchObject({ workers: 0, late_senders: 0, late_imports: 0 });
    await server.owner.query("insert into worker_heartbeats (worker_id) values ('a worker of this test')");
    const { rows } = await server.owner.query(
      "insert into searches (organization_id, name) values ($1, 'List') returning id",
      [organization_id],
    );
    await server.owner.query(
      `insert into imports (organization_id, search_id, file_name, encoding, delimiter, header, column_mapping, status, bytes_total, created_at)
       select $1, $2, 'a.csv', 'utf-8', ',', '{Mail}', '{}', status, 1, now() - interval '1 hour'
       from unnest(array['queued', 'queued']) as status`,
      [organization_id, rows[0].id],
    );
    expect(await system.systemRead(measureWork)).toMatchObject({ workers: 1, late_imports: 1 });
    await server.owner.query("update imports set status = 'running' where id = (select min(id) from imports)");
    expect(await system.systemRead(measureWork)).toMatchObject({ workers: 1, late_imports: 0 });
    await server.owner.query("delete from worker_heartbeats where worker_id = 'a worker of this test'");
  });
});

describe('without STATUS_PAGE', () => {
  const server = useTestServer();
  test('there is no page', async () => {
    const { body } = await server.program.app.inject({ url: '/status' });
    expect(body).not.toContain('Operational');
  });
});

const quiet = { workers: 2, organizations: 100, late_senders: 0, mailboxes: 200, unread_mailboxes: 0, late_imports: 0 };

test.each([
  [{}, ['good', 'good', 'good']],
  [{ late_senders: 1, late_imports: 4, unread_mailboxes: 9 }, ['good', 'good', 'good']],
  [{ late_senders: 5, unread_mailboxes: 10, late_imports: 50 }, ['degraded', 'degraded', 'down']],
  [{ organizations: 0, mailboxes: 0, late_senders: 1 }, ['down', 'good', 'good']],
  [{ workers: 0 }, ['down', 'down', 'down']],
])('%j: %j', (more, expected) => {
  const { sending, inbox, imports } = judgeWork({ ...quiet, ...more });
  expect([sending, inbox, imports]).toEqual(expected);
});

test.each([
  [0, 0, 'good'],
  [5, 5, 'good'],
  [1, 100, 'good'],
  [2, 100, 'degraded'],
  [50, 100, 'down'],
])('%i of %i requests failed: %s', (failed, all, expected) => expect(judgeRequests(failed, all)).toBe(expected));

describe('days', () => {
  const now = new Date('2026-11-30T12:00:00Z');
  const row = (given: Partial<DayRow>): DayRow => ({
    day: '2026-11-30',
    part: 'api',
    first_minute: new Date('2026-11-30T00:00:00Z'),
    last_minute: new Date('2026-11-30T11:59:00Z'),
    last_state: 0,
    good: 720,
    degraded: 0,
    down: 0,
    ...given,
  });
  const describeApi = (rows: DayRow[]) => describeParts(rows, now).find(({ part }) => part === 'api')!;

  test('before the first measurement there is none', () => {
    const parts = describeParts([], now);
    expect(parts.map(({ part, state, uptime }) => [part, state, uptime])).toEqual(
      PARTS.map((part) => [part, 'none', null]),
    );
    expect(parts[0]!.days).toHaveLength(90);
  });

  test('the first day counts from its first minute', () => {
    const { uptime, days, state } = describeApi([row({ first_minute: new Date('2026-11-30T11:00:00Z'), good: 60 })]);
    expect([uptime, state, days.at(-1)!.state, days.at(-2)!.state]).toEqual([100, 'good', 'good', 'none']);
  });

  test('minutes and days without a measurement are down', () => {
    const first = row({ day: '2026-11-28', first_minute: new Date('2026-11-28T00:00:00Z'), good: 1400 });
    const { uptime, days } = describeApi([first, row({})]);
    expect(days.slice(-3)).toEqual([
      { day: '2026-11-28', state: 'down', degraded_minutes: 0, down_minutes: 40 },
      { day: '2026-11-29', state: 'down', degraded_minutes: 0, down_minutes: 1440 },
      { day: '2026-11-30', state: 'good', degraded_minutes: 0, down_minutes: 0 },
    ]);
    expect(uptime).toBe(Math.floor((1 - 1480 / 3600) * 10_000) / 100);
  });

  test('a restart of some minutes is in the percentage and no color; degraded minutes are no outage', () => {
    const { uptime, days } = describeApi([row({ good: 716 })]);
    expect([uptime, days.at(-1)!.state]).toEqual([99.44, 'good']);
    const degraded = describeApi([row({ good: 700, degraded: 20, last_state: 1 })]);
    expect([degraded.uptime, degraded.state, degraded.days.at(-1)!.state]).toEqual([100, 'degraded', 'degraded']);
  });

  test('a part that is not measured any longer is down', () => {
    expect(describeApi([row({ last_minute: new Date('2026-11-30T11:50:00Z'), good: 711 })]).state).toBe('down');
  });
});
