import { UNDRAFTED_CLASSES } from '@overture/domain/inbound/reply-classes';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db'>;

/** Removes the draft of a conversation: a newer reply or a message of ours made it stale. The conversation is locked. */
export async function deleteDraft({ db }: Tx, prospectId: number): Promise<void> {
  const rows = await sql<{ prospect_id: number }>`delete from waiting_drafts where prospect_id = ${prospectId}
    returning prospect_id`.execute(db);
  await clearMarks({ db }, rows.rows);
}

/** Removes drafts for replies whose type wants none. The conversations are locked. */
export async function deleteUndrafted({ db }: Tx, prospectIds: readonly number[]): Promise<void> {
  const rows = await sql<{ prospect_id: number }>`delete from waiting_drafts d using message_classes k
    where d.prospect_id = any(${[...prospectIds]}::bigint[]) and k.message_id = d.message_id
      and k.class = any(${[...UNDRAFTED_CLASSES]}::text[]) returning d.prospect_id`.execute(db);
  await clearMarks({ db }, rows.rows);
}

/** The folder of drafts no longer lists these conversations. */
export async function clearMarks({ db }: Tx, chats: readonly { prospect_id: number }[]): Promise<void> {
  if (chats.length === 0) return;
  await sql`update chats set has_draft = false
    where prospect_id = any(${chats.map(({ prospect_id }) => prospect_id)}::bigint[]) and has_draft`.execute(db);
}
