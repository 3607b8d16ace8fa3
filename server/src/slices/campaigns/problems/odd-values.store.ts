import type { MessageFields } from '@overture/domain/message/variables';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { messageColumns } from '../../prospects/index.ts';

export interface NamedFields extends MessageFields {
  lead_id: number;
  prospect_id: number;
}

/** Message fields of a campaign's unfinished leads, oldest first, after a given one. */
export async function listNamedFields(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  campaignId: number,
  after: number,
  limit: number,
): Promise<NamedFields[]> {
  const rows = await sql<NamedFields>`select l.id as lead_id, l.prospect_id, ${messageColumns}
    from campaign_leads l join prospects p on p.id = l.prospect_id and p.organization_id = ${organization.id}
    where l.campaign_id = ${campaignId} and l.organization_id = ${organization.id} and l.archived_at is null
      and l.status not in ('COMPLETED', 'FAILED', 'REPLIED') and l.id > ${after}
    order by l.id limit ${limit}`.execute(db);
  return rows.rows;
}
