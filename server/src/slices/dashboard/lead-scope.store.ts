import { type RawBuilder, sql } from 'kysely';
import type { Scope } from './analytics.store.ts';

/** Whether a lead of a campaign, `l` in the query, is one of these campaigns, senders and statuses. */
export function isLeadIn({ campaign_ids, account_ids, statuses }: Scope): RawBuilder<boolean> {
  const [campaigns, accounts, states] = [campaign_ids, account_ids, statuses].map((some) => some && [...some]);
  return sql`(${campaigns}::bigint[] is null or l.campaign_id = any(${campaigns}::bigint[]))
    and (${accounts}::bigint[] is null or l.email_account_id = any(${accounts}::bigint[])
      or l.linkedin_account_id = any(${accounts}::bigint[]))
    and (${states}::text[] is null or l.campaign_id = any(array(select c.id from campaigns c where c.status = any(${states}::text[]))))`;
}
