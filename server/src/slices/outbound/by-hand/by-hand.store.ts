import type { HandOutcome } from '@overture/domain/linkedin/by-hand';
import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { sql } from 'kysely';
import type { ReadContext, SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { isNotParked } from '../../../kernel/rounds/rounds.ts';
import { type ChangedIntent, changedColumns } from '../intents/intents.store.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;
type Tx = Pick<SystemTransactionContext, 'db'>;

/** The loop that settles recorded outcomes and returns cards whose reservation ended. */
export const HAND_LOOP = 'linkedin-by-hand';

export interface TaskCount {
  id: number;
  name: string;
  waiting: number;
  reserved: number;
  done_today: number;
}

/** More cards than this are not counted. */
const MOST_COUNTED = 1000;

/** Assisted senders with their cards; days are those of UTC. */
export async function countTasks({ db, organization }: Reader): Promise<TaskCount[]> {
  const counted = (from: ReturnType<typeof sql>) =>
    sql`(select count(*)::int from (select from outbound_intents i where i.account_id = a.id and ${from} limit ${MOST_COUNTED}) n)`;
  const rows = await sql<TaskCount>`select a.id, a.name,
      ${counted(sql`i.state = 'intent' and i.offered_at is not null`)} as waiting,
      ${counted(sql`i.state = 'dispatching' and i.claimed_at is not null`)} as reserved,
      ${counted(sql`i.state in ('confirmed', 'rejected', 'cancelled', 'dispatching') and i.person_outcome is not null
        and i.claimed_at >= date_trunc('day', app_now() at time zone 'UTC') at time zone 'UTC'`)} as done_today
    from accounts a where a.organization_id = ${organization.id} and a.is_assisted and a.deleted_at is null
    order by a.name, a.id limit ${LIST_LIMITS.linkedin_accounts}`.execute(db);
  return rows.rows;
}

/** Cards that a person could take, messages of the inbox first, then those offered longest ago. */
export async function listOffered({ db, organization }: Reader, accountId: number | null, limit: number) {
  const rows = await sql<{ id: number }>`select i.id from outbound_intents i
    where i.organization_id = ${organization.id} and i.state = 'intent' and i.offered_at is not null
      ${accountId === null ? sql`` : sql`and i.account_id = ${accountId}`}
    order by i.priority, i.offered_at, i.id limit ${limit}`.execute(db);
  return rows.rows.map(({ id }) => id);
}

/** Waits until nothing else has the senders of these cards locked. */
export async function awaitSenders({ db, organization }: Reader, intentIds: readonly number[]): Promise<void> {
  await sql`select from accounts where organization_id = ${organization.id}
    and id in (select account_id from outbound_intents where id = any(${[...intentIds]}::bigint[]))
    order by id for no key update`.execute(db);
}

/** The card a person has reserved and not finished, within their senders. */
export async function findReserved(
  { db, organization }: Reader,
  userId: number,
  accountId: number | null,
): Promise<number | null> {
  const rows = await sql<{ id: number }>`select id from outbound_intents
    where organization_id = ${organization.id} and claimed_by = ${userId} and state = 'dispatching' and claimed_at is not null
      and person_outcome is null and leased_until > app_now() ${accountId === null ? sql`` : sql`and account_id = ${accountId}`}
    order by claimed_at limit 1`.execute(db);
  return rows.rows[0]?.id ?? null;
}

export interface TaskRow extends ChangedIntent {
  action: LinkedinAction;
  state: string;
  lease_token: number;
  leased_until: Date | null;
  claimed_by: number | null;
  claimer: string | null;
  claimed_at: Date | null;
  opened_at: Date | null;
  opener: string | null;
  /** The lead is from before a restore that was not long ago. */
  is_restored: boolean;
  /** Time of its backup, where it is known. */
  restored_from: Date | null;
  person_outcome: HandOutcome | null;
  reason: string | null;
  body_text: string | null;
  subject: string | null;
  attachment_names: string[] | null;
  account_name: string;
  person_name: string | null;
  job_title: string | null;
  company_name: string | null;
  linkedin_key: string | null;
  campaign_name: string | null;
  now: Date;
}

/**
 * What was carried out between backup and restore comes due again as much later as was lost, and a person may take some days. From then
 * on, cards are new.
 */
const AFTER_RESTORE = sql`interval '7 days'`;

/** An action with what its card shows, locked unless it is only read. Undefined for those of mailboxes and other organizations. */
export async function findTask(
  { db, organization }: Reader,
  id: number,
  isLocked = false,
): Promise<TaskRow | undefined> {
  const rows =
    await sql<TaskRow>`select ${changedColumns}, i.state, i.lease_token, i.leased_until, i.claimed_by, u.name as claimer,
      i.claimed_at, i.opened_at, o.name as opener, i.person_outcome, i.reason, i.body_text, i.subject,
      (select json_agg(f->>'name') from jsonb_array_elements(i.attachments) f) as attachment_names,
      a.name as account_name, nullif(trim(concat(p.first_name, ' ', p.last_name)), '') as person_name, p.job_title, p.company_name,
      p.linkedin_key, c.name as campaign_name, app_now() as now, n.restored_from, coalesce(p.created_at <= coalesce(n.restored_from, n.restored_at)
        and app_now() < n.restored_at + (n.restored_at - coalesce(n.restored_from, n.restored_at)) + ${AFTER_RESTORE}, false) as is_restored
    from outbound_intents i join accounts a on a.id = i.account_id
    left join prospects p on p.id = i.prospect_id left join campaigns c on c.id = i.campaign_id
    left join users u on u.id = i.claimed_by left join users o on o.id = i.opened_by
    cross join installation n
    where i.id = ${id} and i.organization_id = ${organization.id} and i.channel = 'linkedin'
      ${isLocked ? sql`for no key update of i` : sql``}`.execute(db);
  return rows.rows[0];
}

/** The person has it in hand: they may act from here on. */
export async function markOpened(
  { db }: Pick<TransactionContext, 'db'>,
  id: number,
  given: { user_id: number; until: Date },
): Promise<void> {
  await sql`update outbound_intents set opened_by = ${given.user_id}, opened_at = app_now(), leased_until = ${given.until}
    where id = ${id} and state = 'dispatching'`.execute(db);
}

/** Records an outcome, or undoes it. It takes effect at `until`. */
export async function setPersonOutcome(
  { db }: Pick<TransactionContext, 'db'>,
  id: number,
  given: { outcome: HandOutcome | null; until: Date },
): Promise<void> {
  await sql`update outbound_intents set person_outcome = ${given.outcome}, leased_until = ${given.until}
    where id = ${id} and state = 'dispatching'`.execute(db);
}

/** A person says that they carried out an action which they no longer had reserved. */
export async function setLateOutcome(
  { db }: Pick<TransactionContext, 'db'>,
  id: number,
  userId: number,
): Promise<void> {
  await sql`update outbound_intents set person_outcome = 'done', claimed_by = ${userId}, claimed_at = app_now(),
    dispatched_at = app_now() where id = ${id}`.execute(db);
}

/** Cards whose reservation, or time to undo, is over. */
export async function listEnded(tx: Tx, limit: number): Promise<{ id: number; organization_id: number }[]> {
  const rows = await sql<{ id: number; organization_id: number }>`select i.id, i.organization_id from outbound_intents i
    where i.state = 'dispatching' and i.leased_until < app_now() and i.claimed_at is not null
      and ${isNotParked(HAND_LOOP, sql`i.organization_id`, sql`i.id::text`)}
    order by i.leased_until limit ${limit}`.execute(tx.db);
  return rows.rows;
}

export interface EndedTask extends ChangedIntent {
  person_outcome: HandOutcome | null;
}

export async function lockEnded(tx: Tx, ids: readonly number[]): Promise<EndedTask[]> {
  const rows = await sql<EndedTask>`select ${changedColumns}, i.person_outcome from outbound_intents i
    where i.id = any(${[...ids]}::bigint[]) and i.state = 'dispatching' and i.leased_until < app_now() and i.claimed_at is not null
    order by i.id for no key update of i skip locked`.execute(tx.db);
  return rows.rows;
}
