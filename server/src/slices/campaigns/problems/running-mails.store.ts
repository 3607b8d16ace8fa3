import type { StepContent } from '@overture/domain/flow/flow';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** More running mails than an organization has are not checked. */
const MOST_MAILS = 5000;

type Text =
  | 'message'
  | 'placeholder_message'
  | 'message_b'
  | 'placeholder_message_b'
  | 'more_variants'
  | 'formatted_texts';
export interface RunningMail extends Pick<StepContent, Text> {
  campaign_id: number;
  name: string;
}

/** The mails of the campaigns that run, campaign by campaign. */
export async function listRunningMails({ db, organization }: Tx): Promise<RunningMail[]> {
  const rows = await sql<RunningMail>`select c.id as campaign_id, c.name, n.message, n.placeholder_message, n.message_b,
      n.placeholder_message_b, n.more_variants, n.formatted_texts
    from campaigns c join campaign_nodes n on n.campaign_id = c.id and n.is_live and n.type = 'EMAIL'
    where c.organization_id = ${organization.id} and c.status = 'ACTIVE' order by c.id, n.id limit ${MOST_MAILS}`.execute(
    db,
  );
  return rows.rows;
}
