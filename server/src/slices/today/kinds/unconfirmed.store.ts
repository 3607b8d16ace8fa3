import { sql } from 'kysely';
import type { TodayKind } from '../today-kind.rules.ts';
import { isOfWork } from './filters.store.ts';

/** Messages of campaigns of which only a person can say whether they were sent. */
export const unconfirmedKind: TodayKind = {
  kind: 'unconfirmed',
  rows: (asker) => sql`select i.id, i.prospect_id, i.campaign_id, i.subject as detail, i.unknown_since as due_at
    from outbound_intents i where i.organization_id = ${asker.organization_id} and i.state = 'parked'
      and i.kind = 'campaign_step' and i.unknown_since is not null and i.prospect_id is not null ${isOfWork('i', asker)}`,
};
