import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import type { RewrittenMessage } from '../messages/messages.rules.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Messages that were rewritten for one lead, by node. */
export async function listRewritten({ db, organization }: Tx, leadId: number): Promise<Map<number, RewrittenMessage>> {
  const rows = await sql<RewrittenMessage & { node_id: number }>`select node_id, message, subject_line
    from campaign_lead_messages where campaign_lead_id = ${leadId} and organization_id = ${organization.id}`.execute(
    db,
  );
  return new Map(rows.rows.map(({ node_id, message, subject_line }) => [node_id, { message, subject_line }]));
}

export async function saveRewritten(
  { db, organization, user }: Tx & Pick<TransactionContext, 'user'>,
  given: RewrittenMessage & { campaign_lead_id: number; node_id: number },
): Promise<void> {
  await sql`insert into campaign_lead_messages (organization_id, campaign_lead_id, node_id, message, subject_line, edited_by)
    values (${organization.id}, ${given.campaign_lead_id}, ${given.node_id}, ${given.message}, ${given.subject_line},
      ${user?.id ?? null})
    on conflict (campaign_lead_id, node_id) do update set message = excluded.message,
      subject_line = excluded.subject_line, edited_by = excluded.edited_by, edited_at = app_now()`.execute(db);
}
