import { type RawBuilder, sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';

type Reader = Pick<SystemTransactionContext, 'db'>;

/** A larger backlog needs the same action, and counting it would cost more. */
export const COUNTED_AT_MOST = 10_000;

/** Amounts, and ages in seconds, over all organizations. */
export interface Backlogs {
  due_intents: number;
  due_intents_age: number;
  lost_leases: number;
  unconfirmed: number;
  waiting_events: number;
  waiting_events_age: number;
  unwatched_mailboxes: number;
  due_webhooks: number;
  due_webhooks_age: number;
  live_workers: number;
}

const count = (rows: RawBuilder<unknown>) =>
  sql`(select count(*)::int from (${rows} limit ${COUNTED_AT_MOST}) counted)`;

/** Seconds since the oldest of `rows` (column `at`); 0 without any, and for what lies in the future. */
const age = (rows: RawBuilder<unknown>) =>
  sql`coalesce(greatest(0, extract(epoch from app_now() - (select min(at) from (${rows}) oldest))), 0)::float8`;

/** Every part reads an index and at most that many rows: a large backlog makes a scrape no slower. */
export async function loadBacklogs({ db }: Reader): Promise<Backlogs> {
  const due = sql`from outbound_intents where state = 'intent' and due_at <= app_now()`;
  // One that failed is a parked unit, however old it is.
  const events = sql`from outbox_events where attempts = 0`;
  const webhooks = sql`from webhook_deliveries where state = 'pending' and next_attempt_at <= statement_timestamp()`;
  const rows = await sql<Backlogs>`select ${count(sql`select ${due}`)} as due_intents,
      ${age(sql`select due_at as at ${due} order by due_at limit 1`)} as due_intents_age,
      ${count(sql`select from outbound_intents where state = 'dispatching' and leased_until < app_now()`)} as lost_leases,
      ${count(sql`select from outbound_intents where state = 'parked'`)} as unconfirmed,
      ${count(sql`select ${events}`)} as waiting_events,
      ${age(sql`select created_at as at ${events} order by id limit 1`)} as waiting_events_age,
      ${count(sql`select from mailbox_syncs where leased_until < statement_timestamp()`)} as unwatched_mailboxes,
      ${count(sql`select ${webhooks}`)} as due_webhooks,
      ${age(sql`select next_attempt_at as at ${webhooks} limit ${COUNTED_AT_MOST}`)} as due_webhooks_age,
      ${count(sql`select from worker_heartbeats where beat_at > statement_timestamp() - interval '1 minute'`)} as live_workers`.execute(
    db,
  );
  return rows.rows[0]!;
}

/** Accounts that are not deleted, by channel and status. */
export async function listSenderStates({ db }: Reader): Promise<{ channel: string; status: string; amount: number }[]> {
  const rows = await sql<{ channel: string; status: string; amount: number }>`
    select lower(account_type) as channel, lower(status) as status, count(*)::int as amount from accounts
    where deleted_at is null group by 1, 2`.execute(db);
  return rows.rows;
}
