import { LIST_LIMITS } from '@overture/domain/list-limits';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

/** At most this many campaigns are listed. */

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type NamingCampaign = { id: number; name: string };

// A key is letters, digits and underscores: nothing of it means anything in a pattern.
const nameOf = (place: 'custom' | 'research', key: string): string => `\\m${place}\\.${key}(?![[:alnum:]_])`;

/** Campaigns that are running or paused and name a custom column in a message. */
async function findCampaignsNaming(tx: Tx, key: string): Promise<NamingCampaign[]> {
  return findNaming(tx, nameOf('custom', key));
}

/** The same for a research task. Older messages reference its results by id. */
async function findCampaignsNamingTask(
  tx: Tx,
  { id, key }: { id: number; key: string | null },
): Promise<NamingCampaign[]> {
  const token = `"type":"research","id":${id}[,}]`;
  return findNaming(tx, key === null ? token : `${nameOf('research', key)}|${token}`);
}

async function findNaming({ db, organization }: Tx, pattern: string): Promise<NamingCampaign[]> {
  const rows = await sql<NamingCampaign>`select c.id, c.name from campaigns c
    where c.organization_id = ${organization.id} and c.status in ('ACTIVE', 'PAUSED') and exists (
      select from campaign_nodes n where n.campaign_id = c.id and n.organization_id = c.organization_id and n.is_live
        and concat_ws(E'\\n', n.subject_line, n.subject_line_b, n.message, n.message_b, n.placeholder_message,
          n.placeholder_message_b, replace(n.more_variants::text, '\\"', '"')) ~* ${pattern}::text)
    order by c.name, c.id limit ${LIST_LIMITS.naming_campaigns}`.execute(db);
  return rows.rows;
}

/** The campaigns whose texts name a column of one's own, or a research task. */
export const namingCampaigns = { ofColumn: findCampaignsNaming, ofTask: findCampaignsNamingTask };
