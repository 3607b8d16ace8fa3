import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { isOptOutGuess } from '../chats.store.ts';
import { byPerson } from '../classes/classes.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Answers the question with yes; false if it was answered before. */
export async function confirmOptOut({ db }: Tx, prospectId: number, userId: number): Promise<boolean> {
  const answered =
    await sql`update message_classes k set set_by = 'person', confidence = 1, words = '', user_id = ${userId}
    where k.prospect_id = ${prospectId} and ${isOptOutGuess} returning k.message_id`.execute(db);
  if (answered.rows.length === 0) return false;
  await sql`update chats set ${byPerson('unsubscribe')} where prospect_id = ${prospectId}`.execute(db);
  return true;
}

/**
 * Closes the question with no: the guesses are deleted, from the conversation too, and messages up to the newest one are not
 * guessed at again.
 */
export async function denyOptOut({ db }: Tx, prospectId: number): Promise<boolean> {
  const denied = await sql`delete from message_classes k where k.prospect_id = ${prospectId} and ${isOptOutGuess}
    returning k.message_id`.execute(db);
  if (denied.rows.length === 0) return false;
  await sql`update chats set no_opt_out_through = (select max(id) from chat_messages where prospect_id = ${prospectId} and sent_by_prospect)
    where prospect_id = ${prospectId}`.execute(db);
  await sql`update chats set reply_class = null, is_class_by_model = false, class_confidence = null
    where prospect_id = ${prospectId} and reply_class = 'unsubscribe' and not is_class_sure and not is_class_by_person`.execute(
    db,
  );
  return true;
}
