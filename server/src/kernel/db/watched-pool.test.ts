import { createServer, type Server, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createDatabaseHealth } from './health.ts';
import { DatabaseUnavailable } from './outage.ts';
import { createWatchedPool } from './watched-pool.ts';

const log = pino({ level: 'silent' });
const sockets = new Set<Socket>();
let server: Server | undefined;

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server?.close();
});

/** A server that takes connections and says nothing, as a machine does that hangs. */
async function startMute(): Promise<string> {
  const mute = createServer((socket) => sockets.add(socket));
  server = mute;
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  return `postgres://overture:x@127.0.0.1:${(mute.address() as { port: number }).port}/overture`;
}

test('a hanging server delays a caller by seconds only, and its connections are closed', async () => {
  const connectionString = await startMute();
  const health = createDatabaseHealth(connectionString, log);
  const pool = createWatchedPool({ connectionString, max: 4, connectionTimeoutMillis: 60_000 }, health);
  const startedAt = performance.now();
  const asked = await Promise.allSettled(Array.from({ length: 10 }, () => pool.query('select 1')));
  expect(performance.now() - startedAt).toBeLessThan(5000);
  for (const one of asked) expect(one).toMatchObject({ reason: expect.any(DatabaseUnavailable) });
  // Once the outage is certain, callers do not wait.
  while (health.state() === 'up') await new Promise((resolve) => setTimeout(resolve, 50));
  const again = performance.now();
  await expect(pool.query('select 1')).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(performance.now() - again).toBeLessThan(500);
  await expect.poll(() => pool.totalCount).toBe(0);
  health.stop();
  await pool.end();
}, 40_000);

test('connection refused: callbacks and promises fail alike, immediately', async () => {
  const connectionString = 'postgres://overture:x@127.0.0.1:9/overture';
  const health = createDatabaseHealth(connectionString, log);
  const pool = createWatchedPool({ connectionString, max: 2 }, health);
  await expect(pool.query('select 1')).rejects.toBeInstanceOf(DatabaseUnavailable);
  const said = await new Promise((resolve) => pool.query('select 1', (error: Error) => resolve(error)));
  expect(said).toBeInstanceOf(DatabaseUnavailable);
  const refused = await new Promise((resolve) => pool.connect((error) => resolve(error)));
  expect(refused).toBeInstanceOf(DatabaseUnavailable);
  health.stop();
  await pool.end();
});
