import { describeCall, type RecordedCall } from '@overture/domain/calls/call-outcomes';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db'>;

const MOST_CALLS = 50;

/** What was recorded about the calls of a lead, by node, a line each, in the order of the calls. */
export async function listCallNotes({ db }: Tx, campaignLeadId: number): Promise<Map<number, string>> {
  const rows = await sql<RecordedCall & { node_id: number }>`select node_id, outcome, outcome_name, note from (
      select id, node_id, outcome, outcome_name, note from call_attempts
      where campaign_lead_id = ${campaignLeadId} and settled_at is not null order by id desc limit ${MOST_CALLS}) n
    order by id`.execute(db);
  const byNode = Map.groupBy(rows.rows, ({ node_id }) => node_id);
  return new Map([...byNode].map(([id, calls]) => [id, calls.map(describeCall).join('\n')]));
}
