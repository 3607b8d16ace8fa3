import type { SavedReply, SavedReplyFigures } from '@overture/contract/saved-replies';
import { INBOX_LIMITS } from '@overture/domain/limits';
import type { Language } from '@overture/domain/message/languages';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
export interface GivenReply {
  name: string;
  message: string;
  is_own: boolean;
  /** Undefined leaves it as it is. */
  language?: Language | null | undefined;
}

/** Messages whose answers are counted, the newest first. */
const COUNTED_MESSAGES = 2000;

const columns = sql.raw(`s.id, s.name, s.message, s.user_id is not null as is_own, s.use_count, s.language,
  coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size) order by f.id)
    from (select * from saved_reply_files f where f.organization_id = s.organization_id and f.saved_reply_id = s.id
      order by f.id limit ${INBOX_LIMITS.files}) f), '[]') as files`);
/** The team's and the user's own; private ones of others are invisible. */
const isSeenBy = (userId: number) => sql`(s.user_id is null or s.user_id = ${userId})`;

export async function listSavedReplies({ db }: Pick<Tx, 'db'>, userId: number, limit: number): Promise<SavedReply[]> {
  const rows = await sql<SavedReply>`select ${columns} from saved_replies s where ${isSeenBy(userId)}
    order by s.use_count desc, lower(s.name), s.id limit ${limit}`.execute(db);
  return rows.rows;
}

/** What leads wrote after messages that left with each saved reply. Absences and other automatic mails are no replies. */
export async function listFigures({ db }: Pick<Tx, 'db'>, userId: number): Promise<SavedReplyFigures[]> {
  const rows = await sql<SavedReplyFigures>`with used as materialized (
      select id, prospect_id, sent_at, saved_reply_ids from chat_messages
      where saved_reply_ids is not null and delivery = 'SENT' order by sent_at desc limit ${COUNTED_MESSAGES}
    ), answered as materialized (
      select u.saved_reply_ids, r.id as reply_id, r.class from used u left join lateral (
        select m.id, k.class from chat_messages m left join message_classes k on k.message_id = m.id
        where m.prospect_id = u.prospect_id and m.kind = 'REPLY' and m.sent_at > u.sent_at
        order by m.sent_at, m.id limit 1) r on true
    )
    select s.id, count(*)::int as sent, count(a.reply_id)::int as answered,
      (count(*) filter (where a.class = 'interested'))::int as positive
    from answered a cross join lateral unnest(a.saved_reply_ids) as g (id) join saved_replies s on s.id = g.id
    where ${isSeenBy(userId)} group by s.id order by s.id limit ${INBOX_LIMITS.saved_replies}`.execute(db);
  return rows.rows;
}

export async function countSavedReplies({ db }: Tx): Promise<number> {
  const rows = await sql<{ count: number }>`select count(*)::int as count from saved_replies`.execute(db);
  return rows.rows[0]?.count ?? 0;
}

export async function insertSavedReply({ db, organization }: Tx, userId: number, given: GivenReply): Promise<number> {
  const rows = await sql<{ id: number }>`insert into saved_replies (organization_id, user_id, name, message, language)
    values (${organization.id}, ${given.is_own ? userId : null}, ${given.name}, ${given.message}, ${given.language ?? null})
    returning id`.execute(db);
  return rows.rows[0]!.id;
}

export async function findSavedReply(
  { db }: Pick<Tx, 'db'>,
  userId: number,
  id: number,
): Promise<SavedReply | undefined> {
  const rows = await sql<SavedReply>`select ${columns} from saved_replies s where s.id = ${id}
    and ${isSeenBy(userId)}`.execute(db);
  return rows.rows[0];
}

/** Files are added and deleted one after the other. False for one that the user does not see. */
export async function lockSavedReply({ db }: Pick<Tx, 'db'>, userId: number, id: number): Promise<boolean> {
  const rows = await sql`select from saved_replies s where s.id = ${id} and ${isSeenBy(userId)} for update`.execute(db);
  return rows.rows.length > 0;
}

export async function updateSavedReply({ db }: Tx, userId: number, id: number, given: GivenReply): Promise<boolean> {
  const language = given.language === undefined ? sql`s.language` : sql`${given.language}`;
  const rows = await sql`update saved_replies s set name = ${given.name}, message = ${given.message},
      user_id = ${given.is_own ? userId : null}, language = ${language}, updated_at = app_now()
    where s.id = ${id} and ${isSeenBy(userId)}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

export async function deleteSavedReply({ db }: Tx, userId: number, id: number): Promise<boolean> {
  const rows = await sql`delete from saved_replies s where s.id = ${id} and ${isSeenBy(userId)}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

export async function countUse({ db }: Tx, userId: number, id: number): Promise<boolean> {
  const rows = await sql`update saved_replies s set use_count = use_count + 1
    where s.id = ${id} and ${isSeenBy(userId)}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

/** Of these ids, those that the user sees; null for none. */
export async function pickSavedReplies(
  { db }: Pick<Tx, 'db'>,
  userId: number,
  ids: readonly number[],
): Promise<number[] | null> {
  if (ids.length === 0) return null;
  const rows = await sql<{ id: number }>`select s.id from saved_replies s where s.id = any(${[...ids]}::bigint[])
    and ${isSeenBy(userId)} order by s.id`.execute(db);
  return rows.rows.length === 0 ? null : rows.rows.map(({ id }) => id);
}
