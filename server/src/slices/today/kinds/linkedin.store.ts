import { sql } from 'kysely';
import type { TodayKind } from '../today-kind.rules.ts';

/** Senders with LinkedIn actions to carry out by hand, each once: their cards are worked off together. Who connected a sender has it. */
export const linkedinKind: TodayKind = {
  kind: 'linkedin',
  rows: ({ organization_id, campaign_id, owner_id }) => sql`select n.id, null::bigint as prospect_id,
      null::bigint as campaign_id, n.name as detail, n.due_at
    from (select a.id, a.name, (select i.offered_at from outbound_intents i where i.account_id = a.id and i.state = 'intent'
        and i.offered_at is not null ${campaign_id === null ? sql`` : sql`and i.campaign_id = ${campaign_id}`}
        order by i.offered_at limit 1) as due_at
      from accounts a where a.organization_id = ${organization_id} and a.is_assisted and a.deleted_at is null
        ${owner_id === null ? sql`` : sql`and a.connected_by = ${owner_id}`}) n
    where n.due_at is not null`,
};
