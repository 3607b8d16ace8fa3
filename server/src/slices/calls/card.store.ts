import type { CallCard } from '@overture/contract/calls';
import { sql } from 'kysely';
import type { ReadContext } from '../../kernel/context.ts';

type Reader = Pick<ReadContext, 'db'>;

const MOST_ATTEMPTS = 10;
const MOST_MESSAGES = 3;
const MOST_NOTES = 5;
/** Characters of a message or note on a card. */
const LONGEST = 2000;

const at = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** What is known about a lead beside the call: earlier calls, the last messages and notes, each the newest first. */
export async function loadBackground(
  { db }: Reader,
  prospectId: number,
): Promise<Pick<CallCard, 'attempts' | 'messages' | 'notes'>> {
  const rows = await sql<Pick<CallCard, 'attempts' | 'messages' | 'notes'>>`select
    coalesce((select json_agg(json_build_object('id', n.id, 'outcome', n.outcome, 'name', n.outcome_name, 'note', n.note, 'by', u.name,
        'at', ${at('n.recorded_at')}) order by n.recorded_at desc, n.id desc)
      from (select * from call_attempts where prospect_id = ${prospectId} and settled_at is not null
        order by id desc limit ${MOST_ATTEMPTS}) n left join users u on u.id = n.user_id), '[]') as attempts,
    coalesce((select json_agg(json_build_object('is_from_lead', m.sent_by_prospect, 'subject', m.subject_line,
        'text', left(m.message, ${LONGEST}), 'at', ${at('m.sent_at')}) order by m.sent_at desc, m.id desc)
      from (select * from chat_messages where prospect_id = ${prospectId} and kind <> 'FORWARD' order by sent_at desc, id desc
        limit ${MOST_MESSAGES}) m), '[]') as messages,
    coalesce((select json_agg(json_build_object('content', left(k.content, ${LONGEST}), 'author', u.name,
        'created_at', ${at('k.created_at')}) order by k.created_at desc, k.id desc)
      from (select * from chat_notes where prospect_id = ${prospectId} order by created_at desc, id desc limit ${MOST_NOTES}) k
      left join users u on u.id = k.user_id), '[]') as notes`.execute(db);
  return rows.rows[0]!;
}
