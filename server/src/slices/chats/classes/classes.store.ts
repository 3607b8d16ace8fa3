import type { FoundClass } from '@overture/domain/inbound/classify-reply';
import type { Referral } from '@overture/domain/inbound/find-referral';
import { interestOf, type ReplyClass } from '@overture/domain/inbound/reply-classes';
import { cutText } from '@overture/domain/text/text-bounds';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { deleteUndrafted } from '../stale-drafts/stale-drafts.store.ts';

/** The class of a message, and the person it names as the right contact. */
export interface IncomingClass extends FoundClass {
  referral: Referral | null;
  /** `YYYY-MM-DD`: the last day of an absence, or of a question the day on which the lead wants to be contacted again. */
  returns_on: string | null;
}

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export async function insertClass(
  { db, organization }: Tx,
  message: { id: number; prospect_id: number },
  found: IncomingClass,
  by: 'rule' | 'model',
): Promise<void> {
  const referral = found.referral === null ? null : toJson(found.referral);
  await sql`insert into message_classes (message_id, organization_id, prospect_id, class, confidence, set_by, words, referral,
      returns_on) values (${message.id}, ${organization.id}, ${message.prospect_id}, ${found.class}, ${found.confidence}, ${by},
      ${cutText(found.words, 200)}, ${referral}::jsonb, ${found.returns_on}::date)
    on conflict (message_id) do update set class = excluded.class, confidence = excluded.confidence, set_by = excluded.set_by,
      words = excluded.words, referral = excluded.referral, returns_on = excluded.returns_on`.execute(db);
  await deleteUndrafted({ db }, [message.prospect_id]);
}

/** The class of a conversation, and where it comes from. */
export interface ChatClass {
  class: ReplyClass;
  is_sure: boolean;
  confidence: number | null;
  is_by_model: boolean;
}

export async function findClass({ db }: Pick<Tx, 'db'>, messageId: number): Promise<ReplyClass | null> {
  const rows = await sql<{
    class: ReplyClass;
  }>`select class from message_classes where message_id = ${messageId}`.execute(db);
  return rows.rows[0]?.class ?? null;
}

export async function findChatClass(
  { db }: Tx,
  prospectId: number,
): Promise<{ current: ChatClass | null; is_by_person: boolean }> {
  const rows = await sql<Omit<ChatClass, 'class'> & { class: ReplyClass | null; is_by_person: boolean }>`
    select reply_class as class, is_class_sure as is_sure, is_class_by_person as is_by_person, class_confidence as confidence,
      is_class_by_model as is_by_model
    from chats where prospect_id = ${prospectId}`.execute(db);
  const [row] = rows.rows;
  if (row === undefined || row.class === null) return { current: null, is_by_person: row?.is_by_person ?? false };
  const { is_by_person, ...current } = row;
  return { current: { ...current, class: row.class }, is_by_person };
}

/** Classes found automatically: the interest mark follows them, and its listeners are notified. */
export async function setChatClass(
  { db }: Tx,
  prospectId: number,
  current: ChatClass,
  interest: ReturnType<typeof interestOf>,
): Promise<void> {
  await sql`update chats set reply_class = ${current.class}, is_class_sure = ${current.is_sure},
      class_confidence = ${current.confidence}, is_class_by_model = ${current.is_by_model} where prospect_id = ${prospectId}
    and (reply_class, is_class_sure, class_confidence, is_class_by_model) is distinct from
      (${current.class}, ${current.is_sure}, ${current.confidence}::real, ${current.is_by_model})`.execute(db);
  await sql`update chats set interest = ${interest} where prospect_id = ${prospectId}
    and interest is distinct from ${interest}`.execute(db);
}

/** A person's own class of a conversation, as assignments: no machine changes it afterwards. */
export function byPerson(replyClass: ReplyClass | null): RawBuilder<unknown> {
  return sql`reply_class = ${replyClass}, is_class_sure = ${replyClass !== null}, is_class_by_person = true,
    is_class_by_model = false, class_confidence = null, interest = ${interestOf(replyClass)}`;
}

/** A person's mark of interest, which is a class as well. Taking it away leaves a class that says nothing of interest. */
export function markedByPerson(interest: 'INTERESTED' | 'NOT_INTERESTED' | null): RawBuilder<unknown> {
  if (interest !== null) return byPerson(interest === 'INTERESTED' ? 'interested' : 'not_interested');
  const isOpinion = sql`reply_class in ('interested', 'not_interested')`;
  return sql`interest = null, is_class_sure = case when ${isOpinion} then false else is_class_sure end, is_class_by_person = true,
    is_class_by_model = false, class_confidence = null, reply_class = case when ${isOpinion} then null else reply_class end`;
}

/** The newest message of each lead is what the person judged. */
export async function correctNewest(
  { db, organization }: Tx,
  given: { prospect_ids: readonly number[]; class: ReplyClass | null; user_id: number },
): Promise<void> {
  const newest = sql`select m.id, m.prospect_id from unnest(${[...given.prospect_ids]}::bigint[]) as given (id)
    cross join lateral (select n.id, n.prospect_id from chat_messages n where n.prospect_id = given.id and n.sent_by_prospect
      order by n.sent_at desc, n.id desc limit 1) m`;
  if (given.class === null) {
    await sql`delete from message_classes c using (${newest}) m where c.message_id = m.id`.execute(db);
    return;
  }
  await sql`insert into message_classes as c (message_id, organization_id, prospect_id, class, confidence, set_by, user_id)
    select m.id, ${organization.id}, m.prospect_id, ${given.class}, 1, 'person', ${given.user_id} from (${newest}) m
    on conflict (message_id) do update set class = excluded.class, confidence = 1, set_by = 'person', user_id = excluded.user_id,
      words = '' where c.class <> excluded.class or c.set_by <> 'person'`.execute(db);
  await deleteUndrafted({ db }, given.prospect_ids);
}
