import { api } from '@overture/contract';
import pg from 'pg';
import { expect, test } from 'vitest';
import { useTestServer } from '../testing/harness.ts';
import { openEventMonths } from './event-months.ts';

const server = useTestServer({ environment: { TIME_TRAVEL: 'on' } });

/**
 * Two transactions like those of a planner tick and a settled mail: both touch one row, and both write the first event of a
 * month.
 */
async function meet(month: string): Promise<string> {
  const [tick, settle] = [await open(), await open()];
  const written = `select open_event_months('${month}', '${month}')`;
  const touch = 'update installation set last_dispatch_id = last_dispatch_id';
  try {
    await tick.query(written);
    await settle.query(touch);
    const outcomes = await Promise.allSettled([
      settle.query(written).then(() => settle.query('commit')),
      tick.query(touch).then(() => tick.query('commit')),
    ]);
    return outcomes.map((one) => (one.status === 'rejected' ? (one.reason as pg.DatabaseError).code : 'ok')).join(' ');
  } finally {
    await Promise.all([tick.end(), settle.end()]);
  }
}

async function open(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  await client.query(`begin; set local deadlock_timeout = '100ms'`);
  return client;
}

test('the first events of a missing month wait for each other; those of an existing one do not', async () => {
  expect(await meet('2031-05-10')).toContain('40P01');
  await server.owner.query(`select open_event_months('2031-06-10', '2031-06-10')`);
  expect(await meet('2031-06-10')).toBe('ok ok');
});

test('months are created before the clock reaches them, by the loop and when it is moved', async () => {
  const monthsAhead = async () => {
    const { rows } = await server.owner.query(`select count(*)::int as count from generate_series(0, 2) n
      where to_regclass('campaign_events_' || to_char((app_now() at time zone 'UTC') + n * interval '1 month', 'YYYY_MM')) is not null`);
    return rows[0].count;
  };
  await openEventMonths(server.program.system);
  expect(await monthsAhead()).toBe(3);
  const person = await server.signUp();
  const { status } = await person.call(api.advanceClock, { body: { advance_in_seconds: 200 * 86_400 } });
  expect(status).toBe(200);
  expect(await monthsAhead()).toBe(3);
});
