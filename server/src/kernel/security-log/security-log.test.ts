import { api } from '@overture/contract';
import { SECURITY_EVENTS } from '@overture/domain/security/events';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { hashToken } from '../crypto.ts';
import { describeDevice, findCountry } from './request-origin.ts';
import { pruneSecurityEvents, recordSecurityEvent } from './security-log.ts';

const server = useTestServer({ is_alone: true });
let client: pg.Client;

beforeAll(async () => {
  client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
});
afterAll(() => client.end());

interface Row {
  event: string;
  outcome: string;
  user_id: string | number | null;
  actor_id: string | number | null;
  ip: string | null;
  device: string | null;
  subject_label: string | null;
  reason: string | null;
  repeats: number;
}

async function listRows(organizationId: number): Promise<Row[]> {
  const { rows } = await client.query<Row>('select * from security_events where organization_id = $1 order by id', [
    organizationId,
  ]);
  return rows;
}

/** A context that writes its lines where a test reads them. */
function listening() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const origin = { ip: '203.0.113.9', user_agent: null };
  return { lines, system: server.program.system.forRequest({ log, origin }) };
}

describe('a security event', () => {
  test('is a line and a row, with the person, the place and the device', async () => {
    const person = await server.signUp();
    const { lines, system } = listening();
    const origin = {
      ip: '8.8.8.8',
      user_agent:
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    };
    await recordSecurityEvent(system, {
      event: 'sender_connected',
      organization_id: person.organization_id,
      user_id: person.user_id,
      origin,
      subject: { kind: 'sender', id: 7, label: 'ada@acme.example' },
    });
    const facts = { event: 'sender_connected', outcome: 'success', ip: '8.8.8.8', country: 'US' };
    expect(lines).toEqual([
      expect.objectContaining({ security: true, ...facts, device: 'Chrome on Windows', msg: 'sender connected' }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('ada@acme.example');
    const row = (await listRows(person.organization_id)).findLast(({ event }) => event === 'sender_connected');
    expect(row).toMatchObject({ ...facts, subject_label: 'ada@acme.example', device: 'Chrome on Windows' });
    expect([Number(row?.user_id), Number(row?.actor_id)]).toEqual([person.user_id, person.user_id]);
  });

  test('in a transaction comes with its commit and not with its rollback', async () => {
    const person = await server.signUp();
    const { lines, system } = listening();
    const user = { id: person.user_id, role: 'USER', actor_id: 99 } as const;
    const ctx = system.forOrganization(person.organization_id, user);
    const rolledBack = ctx.transaction(async (tx) => {
      await recordSecurityEvent(tx, { event: 'password_changed' });
      throw new Error('not today');
    });
    await expect(rolledBack).rejects.toThrow('not today');
    await ctx.transaction((tx) => recordSecurityEvent(tx, { event: 'role_changed' }));
    const rows = await listRows(person.organization_id);
    expect(rows.map(({ event }) => event)).not.toContain('password_changed');
    expect(rows.at(-1)).toMatchObject({ event: 'role_changed', ip: '203.0.113.9' });
    expect(Number(rows.at(-1)?.actor_id)).toBe(99);
    expect(lines.map(({ event }) => event)).toEqual(['role_changed']);
  });

  test('without a known user is on the log line only, with a hash of the address', async () => {
    const { lines, system } = listening();
    await recordSecurityEvent(system, { event: 'sign_in_failed', email: 'Nobody@Nowhere.example' });
    await recordSecurityEvent(system, { event: 'registered', email: 'nobody@nowhere.example' });
    expect(JSON.stringify(lines).toLowerCase()).not.toContain('nowhere');
    expect(lines[0]?.address_hash).toMatch(/^[\w-]{22}$/);
    expect(lines[1]?.address_hash).toBe(lines[0]?.address_hash);
  });

  test('never stops what it is part of', async () => {
    const { system } = listening();
    // An organization that does not exist, outside and inside of a transaction that continues.
    await recordSecurityEvent(system, { event: 'sign_in', organization_id: 999_999_999 });
    const person = await server.signUp();
    const name = await system.systemTransaction(async (tx) => {
      await recordSecurityEvent(tx, { event: 'sign_in', organization_id: 999_999_999, reason: 'a\0b\ud800' });
      return tx.db.selectFrom('users').select('name').where('id', '=', person.user_id).executeTakeFirst();
    });
    expect(name).toEqual({ name: 'Ada Jansen' });
  });

  test('repeated a thousand times fills one row, and few lines', async () => {
    const person = await server.signUp();
    const { lines, system } = listening();
    const event = {
      event: 'sign_in_failed',
      organization_id: person.organization_id,
      user_id: person.user_id,
    } as const;
    for (let n = 0; n < 1024; n += 1) await recordSecurityEvent(system, event);
    const rows = (await listRows(person.organization_id)).filter(({ event: name }) => name === 'sign_in_failed');
    // The minute may have changed in between.
    expect(rows.length).toBeLessThanOrEqual(2);
    expect(rows.reduce((sum, row) => sum + row.repeats, 0)).toBeGreaterThan(500);
    expect(lines.length).toBeLessThan(60);
  });

  test('from a thousand addresses fills at most 60 rows a minute and one for the rest', async () => {
    const person = await server.signUp();
    const { system } = listening();
    for (let n = 0; n < 200; n += 1) {
      const origin = { ip: `2001:db8::${n.toString(16)}`, user_agent: null };
      await recordSecurityEvent(system, { event: 'sign_in_failed', organization_id: person.organization_id, origin });
    }
    const rows = (await listRows(person.organization_id)).filter(({ event }) => event === 'sign_in_failed');
    expect(rows.length).toBeLessThanOrEqual(2 * 61);
    expect(rows.reduce((sum, row) => sum + row.repeats, 0)).toBe(200);
    expect(rows.some((row) => row.ip === null && row.repeats > 10)).toBe(true);
  });

  test('is kept for 24 months', async () => {
    const person = await server.signUp();
    const { system } = listening();
    for (const event of ['sign_out', 'export_made'] as const) {
      await recordSecurityEvent(system, { event, organization_id: person.organization_id });
    }
    const age = async (event: string, days: number) =>
      client.query(`update security_events set occurred_at = app_now() - make_interval(days => $1) where event = $2`, [
        days,
        event,
      ]);
    await age('sign_out', 732);
    await age('export_made', 730);
    await pruneSecurityEvents(system);
    const kept = (await listRows(person.organization_id)).map(({ event }) => event);
    expect([kept.includes('sign_out'), kept.includes('export_made')]).toEqual([false, true]);
  });

  test('cannot be changed or removed by the application', async () => {
    const person = await server.signUp();
    const tenant = server.program.system.forOrganization(person.organization_id);
    await tenant.transaction((tx) => recordSecurityEvent(tx, { event: 'export_made', user_id: person.user_id }));
    const attempts = ['update security_events set event = $1', 'delete from security_events where event <> $1'];
    for (const statement of [
      ...attempts,
      'insert into security_events (organization_id, event, outcome) values (1, $1, $1)',
    ]) {
      await client.query('begin; set local role overture_app');
      await client.query(`select set_config('app.organization_id', $1, true)`, [String(person.organization_id)]);
      await expect(client.query(statement, ['x'])).rejects.toThrow(/permission denied/);
      await client.query('rollback');
    }
    // Nor written into another organization's log: the transaction's own goes before the one named.
    const other = await server.signUp();
    const before = (await listRows(other.organization_id)).length;
    await tenant.transaction((tx) =>
      recordSecurityEvent(tx, { event: 'sign_in', organization_id: other.organization_id }),
    );
    expect(await listRows(other.organization_id)).toHaveLength(before);
  });
});

/** Puts the session back that a change by hand has ended. */
async function restoreSession(person: {
  token: string | null;
  user_id: number;
  organization_id: number;
}): Promise<void> {
  await client.query(
    `insert into sessions (token_hash, organization_id, user_id, expires_at)
     values ($1, $2, $3, now() + interval '1 day') on conflict do nothing`,
    [hashToken(person.token ?? ''), person.organization_id, person.user_id],
  );
}

describe('refusals of the binder', () => {
  test('a role that may not, and a request from another site', async () => {
    const person = await server.signUp();
    expect((await person.call(api.releaseSendingHold)).status).toBeLessThan(500);
    await client.query(`update users set role = 'RESTRICTED' where id = $1`, [person.user_id]);
    // A changed role ends the sessions.
    await restoreSession(person);
    expect((await person.call(api.releaseSendingHold)).status).toBe(403);
    const foreign = await server.program.app.inject({
      method: 'PUT',
      url: '/api/v1/user/name/',
      headers: { origin: 'https://evil.example', cookie: `overture_session=${person.token}`, 'user-agent': 'curl/8' },
      payload: { current_password: 'correct horse', new_name: 'Grace Hopper' },
    });
    expect(foreign.statusCode).toBe(403);
    const rows = (await listRows(person.organization_id)).filter(({ outcome }) => outcome === 'refused');
    expect(rows.map(({ event, reason }) => [event, reason])).toEqual([
      ['refused', 'POST /app/release-sending-hold/'],
      ['foreign_origin', 'PUT /user/name/'],
    ]);
    expect(rows.map(({ user_id }) => Number(user_id))).toEqual([person.user_id, person.user_id]);
    expect(rows[1]?.ip).toBe('127.0.0.1');
  });
});

describe('where a request comes from', () => {
  test.each([
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
      'Safari on macOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0', 'Firefox on Linux'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['my own client <script>', 'my own client script'],
    ['', null],
    [null, null],
  ])('device %s', (userAgent, device) => {
    expect(describeDevice(userAgent)).toBe(device);
  });

  test('hostile user agents are cut before they are read', () => {
    for (const part of ['(', 'Mozilla/5.0 (', ' ', 'x/1 ', '\0']) {
      expect((describeDevice(part.repeat(100_000)) ?? '').length).toBeLessThan(60);
    }
  });

  test.each([
    ['8.8.8.8', 'US'],
    ['::ffff:8.8.8.8', 'US'],
    ['127.0.0.1', null],
    ['2001:db8::1', null],
    ['no address', null],
  ])('country of %s', (ip, country) => {
    expect(findCountry(ip)).toBe(country);
  });
});

test('every event has a label of its own', () => {
  const labels = Object.values(SECURITY_EVENTS).map(({ label }) => label);
  expect(new Set(labels).size).toBe(labels.length);
});
