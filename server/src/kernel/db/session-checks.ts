import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describeReason } from './outage.ts';
import { withClient } from './with-client.ts';

const APPLICATION = 'overture:logins';
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
    application_name: APPLICATION,
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

const MOST_LOOKS = 50;
const PAUSE_IN_MS = 100;

/**
 * What is sent through the pooler is heard past it only in the same database, and only in a session. With another database, one would be
 * migrated and another one served, a copy of former data for example, whose emails have long been sent.
 * @param direct a connection past the pooler
 * @throws Error in words
 */
export async function requireSameDatabase(direct: pg.Client, pooledAddress: string): Promise<void> {
  const channel = `overture_start_${randomBytes(8).toString('hex')}`;
  let isHeard = false;
  const hear = (message: pg.Notification): void => {
    isHeard ||= message.channel === channel;
  };
  direct.on('notification', hear);
  try {
    await direct.query(`listen ${channel}`);
    await withClient(pooledAddress, APPLICATION, (client) => client.query(`select pg_notify('${channel}', '')`));
    // It arrives with an answer at the latest, but the server may need a moment to wake the one that listens.
    for (let looks = 0; !isHeard && looks < MOST_LOOKS; looks += 1) {
      await direct.query('select 1');
      if (!isHeard) await sleep(PAUSE_IN_MS);
    }
    await direct.query(`unlisten ${channel}`);
  } finally {
    direct.off('notification', hear);
  }
  if (!isHeard)
    throw new Error(
      `DATABASE_DIRECT_URL does not hear what is sent through DATABASE_URL: they lead to different databases, or both lead through a pooler.
  Let DATABASE_DIRECT_URL name the PostgreSQL behind the pooler (docs/operate/database.md).`,
    );
}
