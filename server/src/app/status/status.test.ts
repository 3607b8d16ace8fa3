import type { ErrorCode } from '@overture/contract/errors';
import Fastify from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '../../kernel/errors.ts';
import { makeSender } from '../../slices/campaigns/settings/campaigns.factory.ts';
import { useTestServer } from '../../testing/harness.ts';
import { confirmWork, type DayRow, describeParts, judgeRequests, judgeWork, PARTS } from './status.rules.ts';
import { addMinute, listDays, measureWork } from './status.store.ts';
import { countRequests, measureWorkers } from './status-loops.ts';

describe('/status', () => {
  const server = useTestServer({ environment: { STATUS_PAGE: 'on' }, roles: ['web'] });
  let organization_id = 0;
  beforeAll(async () => {
    organization_id = (await server.signUp('Northlight')).organization_id;
  });
  const get = (headers = {}) => server.program.app.inject({ url: '/status', headers });
  const clear = () => server.owner.query('delete from status_days');

  test('needs no script, names no tenant and no product, and is kept by caches for a quarter of a minute', async () => {
    const { run } = measureWorkers();
    const measured = async () => {
      await run(server.program.system, new AbortController().signal);
      const { rows } = await server.program.system.systemRead(listDays);
      return rows.filter(({ part }) => part !== 'api').length;
    };
    // A worker that starts with this process has not spoken yet: the first round says nothing.
    expect(await measured()).toBe(0);
    expect(await measured()).toBe(3);
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

  test('a clock that was set back counts nothing until it has caught up, shows the state, and a day to come is not shown', async () => {
    await clear();
    await server.owner.query(
      `insert into status_days (day, part, first_minute, last_minute, last_state, good)
       values ((now() at time zone 'UTC')::date, 'api', now(), now() + interval '1 hour', 0, 5),
         ((now() at time zone 'UTC')::date + 400, 'api', now() + interval '400 days', now() + interval '400 days', 0, 5)`,
    );
    await server.program.system.systemTransaction((tx) => addMinute(tx, { api: 'down' }));
    const { rows } = await server.program.system.systemRead(listDays);
    expect(rows).toEqual([expect.objectContaining({ good: 5, down: 0, last_state: 2 })]);
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

  test('late messages are those of each organization, however many one has; suspended ones have none', async () => {
    const { system } = server.program;
    const [flood, quiet] = [await server.signUp('Flood'), await server.signUp('Quiet')];
    const plant = async ({ organization_id }: { organization_id: number }, count: number, minutes: number) => {
      const account_id = await makeSender(server, organization_id);
      await server.owner.query(
        `insert into outbound_intents (organization_id, kind, ref_id, account_id, state, due_at)
         select $1::bigint, 'chat_message', $1::bigint * 100000 + n, $2::bigint, 'intent', now() - make_interval(mins => $4::int) from generate_series(1, $3::int) n`,
        [organization_id, account_id, count, minutes],
      );
    };
    const before = await system.systemRead(measureWork);
    await plant(flood, 12_000, 60);
    await plant(quiet, 1, 20);
    const both = await system.systemRead(measureWork);
    expect([both.organizations - before.organizations, both.late_senders - before.late_senders]).toEqual([2, 2]);
    await server.owner.query('update organizations set suspended_at = now() where organization_id = $1', [
      quiet.organization_id,
    ]);
    const one = await system.systemRead(measureWork);
    expect([one.organizations - before.organizations, one.late_senders - before.late_senders]).toEqual([1, 1]);
  });

  test('failures of services of others do not count, those of our own do', async () => {
    const app = Fastify();
    app.setErrorHandler((error: ApiError, _, reply) => reply.status(error.status).send(error.body));
    const loop = countRequests(app);
    app.get('/api/:code', ({ params }) => {
      const { code } = params as { code: ErrorCode };
      throw new ApiError(code);
    });
    const measure = async (code: ErrorCode) => {
      await clear();
      const answers = await Promise.all(Array.from({ length: 12 }, () => app.inject({ url: `/api/${code}` })));
      for (const { statusCode } of answers) expect(statusCode).toBeGreaterThanOrEqual(500);
      await loop.run(server.program.system, new AbortController().signal);
      return (await server.program.system.systemRead(listDays)).rows[0]!.last_state;
    };
    for (const code of ['not_configured', 'crm_failed', 'sequence_failed', 'payments_unavailable'] as const)
      expect([code, await measure(code)]).toEqual([code, 0]);
    for (const code of ['internal', 'unavailable', 'busy'] as const)
      expect([code, await measure(code)]).toEqual([code, 2]);
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
  [[], 'good'],
  [[[5, 5]], 'good'],
  [[[1, 100]], 'good'],
  [[[2, 100]], 'degraded'],
  [[[50, 100]], 'down'],
  // One that fails always, beside others.
  [[[9000, 9000], ...Array.from({ length: 3 }, () => [0, 2])], 'good'],
  [[[2, 2], [2, 2], ...Array.from({ length: 18 }, () => [0, 2])], 'degraded'],
  [
    [
      [2, 2],
      [2, 2],
      [2, 2],
      [0, 900],
    ],
    'down',
  ],
] as [number[][], string][])('of callers with %j requests that failed of all: %s', (callers, expected) =>
  expect(judgeRequests(callers.map(([failed = 0, all = 0]) => ({ failed, all })))).toBe(expected),
);

test('what one round alone saw does not count', () => {
  const good = judgeWork(quiet);
  const down = judgeWork({ ...quiet, workers: 0 });
  const late = judgeWork({ ...quiet, unread_mailboxes: 10 });
  expect(confirmWork(down, good)).toEqual(good);
  expect(confirmWork(good, down)).toEqual(good);
  expect(confirmWork(down, late)).toEqual({ sending: 'good', inbox: 'degraded', imports: 'good' });
  expect(confirmWork(down, down)).toEqual(down);
});

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
