import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { call, control, type Month, rest } from '../../bench/proofs/month/month-calls.ts';
import { type BenchPerson, startBenchServer } from '../../bench/support/bench-server.ts';
import { hashToken, newToken } from '../../server/src/kernel/crypto.ts';
import { startEmbeddedPostgres } from '../../server/src/kernel/db/embedded/embedded-postgres.ts';
import { migrate } from '../../server/src/kernel/db/migrate.ts';

/** The installation in which the history happens, and the organization that lives it. */
export type World = Month & { now: Date };

const ORGANIZATION = {
  name: 'Northwind Growth',
  website_url: 'https://northwind-growth.example',
  product_description: 'We find the accounts that are worth writing to this month, and write to them like a colleague.',
  icp_description: 'Heads of marketing and sales in B2B companies with 20 to 900 employees.',
};

/** The real program with the sandbox, on an empty installation whose only person is the sample's. */
export async function startWorld(log_file: string): Promise<World> {
  const server = await startBenchServer(
    { NODE_ENV: 'development', SANDBOX: 'on', TIME_TRAVEL: 'on', SANDBOX_ACCEPT_DELAY: '5000-260000' },
    insertSample,
    log_file,
  );
  const token = newToken();
  await server.owner.query(
    `insert into sessions (token_hash, organization_id, user_id, expires_at)
      select $1, organization_id, id, now() + interval '400 days' from users`,
    [hashToken(token)],
  );
  const headers = { jwt: token };
  const person: BenchPerson = {
    organization_id: 1,
    headers,
    call: (method, path, body) =>
      fetch(`${server.url}/api/v1${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
  const { sandbox_url } = await call<{ sandbox_url: string }>({ person }, 'GET', '/app/');
  const { now } = await call<{ now: string }>({ person }, 'GET', '/dev/clock/');
  const world = { server, person, sandbox_url, snippet: null, senders: [], now: new Date(now) };
  await control(world, '/unipile/__control/limits', { reads_per_minute: 1_000_000, visits_per_day: 1_000_000 });
  // Replies and their words are decided here; automatic replies come from the sandbox.
  await control(world, '/__control/prospects', {
    mix: { positive: 0, negative: 0, unsubscribe: 1, out_of_office: 5, hard_bounce: 2, soft_bounce: 1, silent: 91 },
    reply_delay_in_seconds: { min: 1200, max: 40_000 },
  });
  return world;
}

/** Before the program's first start: it creates no samples when a user exists. */
async function insertSample(directory: string): Promise<void> {
  const log = pino({ level: 'error' });
  const postgres = await startEmbeddedPostgres({ dataDir: directory, log });
  await migrate(postgres.connectionString, log);
  const owner = new pg.Client({ connectionString: postgres.connectionString });
  await owner.connect();
  await owner.query(
    `with made as (
        insert into organizations (name, website_url, product_description, icp_description, active_subscription,
          had_subscription, email_credits, extra_linkedin_accounts, extra_email_accounts, onboarded_at)
        values ($1, $2, $3, $4, true, true, 750, 4, 4, app_now()) returning organization_id)
      insert into users (organization_id, email, name, role, verified_at)
        select organization_id, 'ada@sample.example', 'Ada Jansen', 'USER', app_now() from made`,
    Object.values(ORGANIZATION),
  );
  await owner.end();
  await postgres.stop();
  // With a new password the program would end the sessions of its sample people.
  await writeFile(join(directory, 'sample-password'), newToken());
}

/** Goes to an instant and waits until all that was due by then has happened. */
export async function travelTo(world: World, instant: Date): Promise<void> {
  const advance_in_seconds = Math.ceil((instant.getTime() - world.now.getTime()) / 1000);
  const { now } = await call<{ now: string }>(world, 'POST', '/dev/clock/', { advance_in_seconds });
  world.now = new Date(now);
  await rest(world);
}
