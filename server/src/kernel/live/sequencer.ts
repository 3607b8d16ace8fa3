import { type Kysely, sql } from 'kysely';
import type { SystemContext } from '../context.ts';
import type { DB } from '../db/__generated__/database.ts';
import { tryLock } from '../db/advisory-locks.ts';
import { PLAIN_LISTENER } from '../listen.ts';
import { liveChannel } from '../relay.ts';
import type { LiveChannels, LiveHead } from './live-channels.ts';

const BATCH_SIZE = 200;
/** How often the sessions of the database are looked at for processes that know no channels. */
const LOOK_EVERY_IN_MS = 5000;

interface Sequenced extends LiveHead {
  id: number;
}

/**
 * Gives waiting live messages their sequence per organization, in commit order, and announces them: by channels if all processes use
 * them, otherwise by the database.
 */
export function createSequencer(ctx: SystemContext, channels: LiveChannels | null): () => Promise<number> {
  let looked_at = Number.NEGATIVE_INFINITY;
  let hasOthers = true;
  /** During a rolling restart, or with other settings, some processes hear the database alone. */
  const mayUseChannels = async (): Promise<boolean> => {
    if (!channels?.canPublish()) return false;
    if (performance.now() - looked_at > LOOK_EVERY_IN_MS) {
      hasOthers = await ctx.systemRead(hasPlainListeners);
      looked_at = performance.now();
    }
    return !hasOthers;
  };
  return async () => {
    const usesChannels = await mayUseChannels();
    const rows = await ctx.systemTransaction(async ({ db }) => {
      const done = await sequence(db);
      if (!usesChannels) await notify(db, done);
      return done;
    });
    if (usesChannels && rows.length > 0 && !(await channels?.publish(listHeads(rows))))
      await ctx.systemRead(({ db }) => notify(db, rows));
    return rows.length;
  };
}

async function sequence(db: Kysely<DB>): Promise<Sequenced[]> {
  const lock = await sql<{ locked: boolean }>`select ${tryLock('relay')} as locked`.execute(db);
  if (!lock.rows[0]?.locked) return [];
  const done = await sql<Sequenced>`
    with waiting as (
      select id, organization_id, row_number() over (partition by organization_id order by id) as position
      from live_messages where sequence is null order by id limit ${BATCH_SIZE}
    ), counters as (
      insert into live_sequences as s (organization_id, sequence)
      select organization_id, count(*) from waiting group by organization_id
      on conflict (organization_id) do update set sequence = s.sequence + excluded.sequence
      returning organization_id, sequence
    ), sizes as (select organization_id, count(*) as size from waiting group by organization_id)
    update live_messages m set sequence = c.sequence - z.size + w.position
    from waiting w join counters c using (organization_id) join sizes z using (organization_id)
    where m.id = w.id returning m.id, m.organization_id, m.sequence`.execute(db);
  return done.rows.sort((a, b) => a.id - b.id);
}

async function notify(db: Kysely<DB>, rows: Sequenced[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`select pg_notify(${liveChannel}, ${rows.map(({ id }) => id).join(',')})`.execute(db);
}

function listHeads(rows: Sequenced[]): LiveHead[] {
  const newest = new Map<number, number>();
  for (const { organization_id, sequence } of rows)
    newest.set(organization_id, Math.max(sequence, newest.get(organization_id) ?? 0));
  return [...newest].map(([organization_id, sequence]) => ({ organization_id, sequence }));
}

async function hasPlainListeners({ db }: { db: Kysely<DB> }): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from pg_stat_activity
    where datname = current_database() and application_name = ${PLAIN_LISTENER}) as found`.execute(db);
  return rows[0]?.found ?? true;
}
