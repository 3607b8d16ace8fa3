import type { Channel } from '@overture/domain/sending/sender-choice';
import { type RawBuilder, sql } from 'kysely';

/** The columns of `campaign_leads` that name a lead's sender on a channel, and since when it was touched there. */
export const senderColumns = {
  email: { sender: sql.raw('email_account_id'), touched: sql.raw('email_touched_at') },
  linkedin: { sender: sql.raw('linkedin_account_id'), touched: sql.raw('linkedin_touched_at') },
} as const satisfies Record<Channel, unknown>;

/** SQL: senders of the campaign `c` on a channel, in their order: those that take new leads, or those that only finish theirs. */
export function senderPool(channel: Channel, isLeaving = false): RawBuilder<number[]> {
  return sql<
    number[]
  >`array(select s.account_id from campaign_senders s where s.campaign_id = c.id and s.channel = ${channel}
    and s.is_leaving = ${isLeaving} order by s.position, s.account_id)`;
}
