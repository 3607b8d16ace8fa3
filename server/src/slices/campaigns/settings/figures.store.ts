import type { FlowNode } from '@overture/domain/flow/flow';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Total of a campaign's actions by step, type and variant ('' for a step with one message). */
export interface DoneSum {
  node_id: number;
  type: string;
  variant: string;
  amount: number;
}

/** By campaign, from the sums by the month: as many rows as a campaign has months and steps, however many leads. */
export async function listDone({ db }: Tx, campaignIds: readonly number[]): Promise<Map<number, DoneSum[]>> {
  const { rows } = await sql<
    DoneSum & { campaign_id: number }
  >`select campaign_id, node_id, type, variant, sum(amount)::int as amount
    from campaign_step_months where campaign_id = any(${[...campaignIds]}::bigint[])
    group by campaign_id, node_id, type, variant`.execute(db);
  return Map.groupBy(rows, (row) => row.campaign_id);
}

/** A node without its texts, and whether it sends two messages. */
export type OutlineNode = FlowNode & { is_tested: boolean };

/** Flows of those of the campaigns that send two messages at a step. */
export async function listTestedFlows(
  { db, organization }: Tx,
  campaignIds: readonly number[],
): Promise<Map<number, OutlineNode[]>> {
  const { rows } = await sql<
    OutlineNode & { campaign_id: number }
  >`select n.campaign_id, n.id, n.kind, n.type, n.parent_id, n.branch, n.delay_in_hours, not is_blank(n.message_b) as is_tested
    from campaign_nodes n
    where n.campaign_id = any(${[...campaignIds]}::bigint[]) and n.organization_id = ${organization.id} and n.is_live
      and exists (select from campaign_nodes t where t.campaign_id = n.campaign_id and t.is_live and not is_blank(t.message_b))`.execute(
    db,
  );
  return Map.groupBy(rows, ({ campaign_id }) => campaign_id);
}
