import { type CampaignChoice, MESSAGE_HOLD_DAYS } from '@overture/domain/campaign/campaign-choice';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db'>;

export interface ChosenMessage {
  id: number;
  prospect_id: number;
  organization_id: number;
  campaign_choice: Exclude<CampaignChoice, 'continues'>;
}

/** Of these messages, those that hold campaigns. */
export async function listChosen({ db }: Tx, ids: readonly number[]): Promise<ChosenMessage[]> {
  const rows = await sql<ChosenMessage>`select id, prospect_id, organization_id, campaign_choice from chat_messages
    where id = any(${[...ids]}::bigint[]) and campaign_choice in ('pauses', 'ends') order by id`.execute(db);
  return rows.rows;
}

/**
 * Until when messages of the team hold the lead's campaigns; null if none does. One that has not left counts from now on. One of another program
 * is found after it was written, also where it belongs to no conversation.
 * @param given `after`: those that were written or moved before count no more. `added_at`: who added the lead to the campaign knew the mails of before
 */
export async function findHoldEnd(
  { db }: Tx,
  prospectId: number,
  { after, added_at }: { after: Date; added_at: Date },
): Promise<Date | null> {
  const rows = await sql<{
    until: Date | null;
  }>`select max(at) + make_interval(days => ${MESSAGE_HOLD_DAYS}) as until from (
    select case when delivery in ('SCHEDULED', 'SENDING') then greatest(sent_at, app_now()) else sent_at end as at
    from chat_messages where prospect_id = ${prospectId} and campaign_choice in ('pauses', 'ends')
      and case kind when 'OWN_CLIENT' then sent_at else coalesce(decided_at, created_at) end > ${after} and delivery in ('SCHEDULED', 'SENDING', 'SENT', 'UNCONFIRMED')
    union all
    select sent_at from past_mails where prospect_id = ${prospectId} and not is_received
      and sent_at > greatest(${after}::timestamptz, ${added_at}::timestamptz)) m`.execute(db);
  return rows.rows[0]?.until ?? null;
}
