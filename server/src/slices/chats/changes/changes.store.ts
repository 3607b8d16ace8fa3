import type { ChatsChange } from '@overture/contract/chat-changes';
import { type RawBuilder, sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { isNotParked } from '../../../kernel/rounds/rounds.ts';
import { withoutReminder } from '../chats.store.ts';
import { byPerson, correctNewest, markedByPerson } from '../classes/classes.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** The columns of the conversation that a change sets; labels have their own table. */
export type StateChange = Exclude<ChatsChange, { add_label: number } | { remove_label: number }>;

/** Locks those of the conversations that are there, in the order everybody takes them. */
export async function lockChats({ db, organization }: Tx, prospectIds: readonly number[]): Promise<number[]> {
  const rows = await sql<{ prospect_id: number }>`select prospect_id from chats
    where organization_id = ${organization.id} and prospect_id = any(${[...prospectIds]}::bigint[])
    order by prospect_id for no key update`.execute(db);
  return rows.rows.map((row) => row.prospect_id);
}

export async function updateChats(
  tx: Tx,
  prospectIds: readonly number[],
  change: StateChange,
  userId: number,
): Promise<void> {
  const { db } = tx;
  const ids = sql`${[...prospectIds]}::bigint[]`;
  if ('reply_class' in change) {
    await correctNewest(tx, { prospect_ids: prospectIds, class: change.reply_class, user_id: userId });
  }
  if ('read' in change && change.read) {
    await sql`update chat_messages set read = true where prospect_id = any(${ids}) and not read`.execute(db);
  } else if ('read' in change) {
    await sql`update chat_messages m set read = false from unnest(${ids}) as given (id)
      where m.id = (select id from chat_messages n where n.prospect_id = given.id and n.sent_by_prospect
        order by n.sent_at desc, n.id desc limit 1)`.execute(db);
  }
  await sql`update chats set ${buildAssignments(change, userId)} where prospect_id = any(${ids})`.execute(db);
}

function buildAssignments(change: StateChange, userId: number): RawBuilder<unknown> {
  if ('archived' in change) {
    return change.archived
      ? sql`archived_at = coalesce(archived_at, app_now()), ${withoutReminder}`
      : sql`archived_at = null`;
  }
  if ('read' in change) return sql`has_unread = ${!change.read}`;
  if ('flagged' in change) return sql`is_flagged = ${change.flagged}`;
  if ('interest' in change) return markedByPerson(change.interest);
  if ('reply_class' in change) return byPerson(change.reply_class);
  if ('assigned_user_id' in change) return sql`assigned_user_id = ${change.assigned_user_id}`;
  // What was put away comes back as well when its time is there.
  return change.remind_at === null
    ? sql`remind_at = null, remind_user_id = null`
    : sql`remind_at = ${change.remind_at}, remind_user_id = ${userId}, returned_at = null, archived_at = null`;
}

/** Puts a label on leads, or takes it off them. False for a label that is not the organization's. */
export async function changeLabels(
  { db, organization }: Tx,
  prospectIds: readonly number[],
  labelId: number,
  isAdded: boolean,
): Promise<boolean> {
  const known = await sql`select from chat_labels where id = ${labelId} for key share`.execute(db);
  if (known.rows.length === 0) return false;
  const ids = sql`${[...prospectIds]}::bigint[]`;
  if (isAdded) {
    await sql`insert into prospect_labels (label_id, prospect_id, organization_id)
      select ${labelId}, id, ${organization.id} from unnest(${ids}) as given (id) order by id on conflict do nothing`.execute(
      db,
    );
  } else {
    await sql`delete from prospect_labels where label_id = ${labelId} and prospect_id = any(${ids})`.execute(db);
  }
  return true;
}

/** The member's name; undefined for who is none of the organization, or no longer. */
export async function findMember({ db }: Tx, userId: number): Promise<string | undefined> {
  const rows = await sql<{ name: string }>`select name from users where id = ${userId} and active`.execute(db);
  return rows.rows[0]?.name;
}

interface Assignee {
  id: number;
  name: string;
}

/** The member whose turn is longest ago; their next one is behind those of all others. */
export async function claimTurn({ db }: Tx, userIds: readonly number[]): Promise<Assignee | undefined> {
  const among = sql`id = any(${[...userIds]}::bigint[]) and active`;
  // Locked before the choice: two conversations at the same moment are two turns.
  await sql`select from users where ${among} order by id for no key update`.execute(db);
  const rows = await sql<Assignee>`update users set last_turn = (select max(last_turn) + 1 from users)
    where id = (select id from users where ${among} order by last_turn, id limit 1) returning id, name`.execute(db);
  return rows.rows[0];
}

/** Who the conversation is assigned to, if they may still sign in. */
export async function findAssignee({ db }: Tx, prospectId: number): Promise<Assignee | undefined> {
  const rows =
    await sql<Assignee>`select u.id, u.name from chats c join users u on u.id = c.assigned_user_id and u.active
    where c.prospect_id = ${prospectId}`.execute(db);
  return rows.rows[0];
}

export async function findLeadName({ db }: Tx, prospectId: number): Promise<string | null> {
  const rows = await sql<{ name: string }>`select trim(concat_ws(' ', first_name, last_name)) as name
    from prospects where id = ${prospectId}`.execute(db);
  return rows.rows[0]?.name ?? null;
}

export interface DueReminder {
  prospect_id: number;
  organization_id: number;
  remind_user_id: number | null;
  name: string;
}

export const REMINDERS_LOOP = 'chat-reminders';

/** Conversations whose time has come. */
export async function listDueReminders(
  { db }: Pick<SystemTransactionContext, 'db'>,
  limit: number,
): Promise<Pick<DueReminder, 'organization_id' | 'prospect_id'>[]> {
  const rows = await sql<
    Pick<DueReminder, 'organization_id' | 'prospect_id'>
  >`select organization_id, prospect_id from chats
    where remind_at <= app_now() and ${isNotParked(REMINDERS_LOOP, sql.ref('organization_id'), sql`prospect_id::text`)}
    order by remind_at limit ${limit}`.execute(db);
  return rows.rows;
}

/** Brings those of the conversations whose time has come back on top, unread; each by one process. */
export async function claimDueReminders(
  { db }: SystemTransactionContext,
  prospectIds: readonly number[],
): Promise<DueReminder[]> {
  const rows = await sql<DueReminder>`
    with due as (
      select prospect_id, remind_user_id from chats
      where prospect_id = any(${prospectIds}::bigint[]) and remind_at <= app_now()
      order by prospect_id for no key update skip locked
    )
    update chats c set remind_at = null, remind_user_id = null, returned_at = app_now(), has_unread = true
    from due join prospects p on p.id = due.prospect_id where c.prospect_id = due.prospect_id
    returning c.prospect_id, c.organization_id, due.remind_user_id, trim(concat_ws(' ', p.first_name, p.last_name)) as name`.execute(
    db,
  );
  return rows.rows;
}
