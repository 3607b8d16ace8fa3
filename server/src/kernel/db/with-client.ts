import pg from 'pg';
import { describeReason } from './outage.ts';

/** One connection of its own for `work`, closed afterwards. */
export async function withClient<Result>(
  connectionString: string,
  application_name: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString, application_name });
  client.on('error', () => undefined); // a lost connection fails the statement
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const CONNECT_LIMIT_IN_MS = 10_000;

const SETTING = 'overture.session_start';
/** A protocol violation, which is how poolers report it (`unsupported startup parameter`). */
const REFUSED = { code: '08P01', words: /startup parameter/i };

/**
 * Pools choose their role by what a session says when it begins. Where that is lost, requests would act as the login itself: the row security of
 * organizations holds for their role, and the owner sees all rows.
 * @throws Error in words
 */
export async function requireSessionStart(connectionString: string): Promise<void> {
  const client = new pg.Client({
    connectionString,
    application_name: 'overture:start',
    connectionTimeoutMillis: CONNECT_LIMIT_IN_MS,
    options: `-c ${SETTING}=kept`,
  });
  client.on('error', () => undefined); // said by connect or query as well
  try {
    await client.connect();
    const { rows } = await client.query<{ value: string | null }>(
      `select current_setting('${SETTING}', true) as value`,
    );
    if (rows[0]?.value !== 'kept') throw new Error(describeLoss('they are ignored'));
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === REFUSED.code && REFUSED.words.test(error.message))
      throw new Error(describeLoss(describeReason(error)));
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const describeLoss = (reason: string): string =>
  `A database address does not take the settings with which a session begins: ${reason}. Requests could then see rows of other organizations.
  Remove "options" from the address. If it leads through a pooler, keep it in DATABASE_URL, and name PostgreSQL itself in DATABASE_DIRECT_URL (docs/operate/database.md).`;
