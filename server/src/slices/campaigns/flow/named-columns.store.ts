import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

/** More are told as the first of them. */
const MOST_TOLD = 50;

/** Campaigns that are running or paused and name a custom column in a message. */
export async function findCampaignsNaming(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  key: string,
): Promise<{ id: number; name: string }[]> {
  // A key is letters, digits and underscores: nothing of it means anything in a pattern.
  const named = sql`${`\\mcustom\\.${key}(?![[:alnum:]_])`}::text`;
  const rows = await sql<{ id: number; name: string }>`select c.id, c.name from campaigns c
    where c.organization_id = ${organization.id} and c.status in ('ACTIVE', 'PAUSED') and exists (
      select from campaign_nodes n where n.campaign_id = c.id and n.organization_id = c.organization_id and n.is_live
        and concat_ws(E'\\n', n.subject_line, n.subject_line_b, n.message, n.message_b, n.placeholder_message,
          n.placeholder_message_b) ~* ${named})
    order by c.name, c.id limit ${MOST_TOLD}`.execute(db);
  return rows.rows;
}
