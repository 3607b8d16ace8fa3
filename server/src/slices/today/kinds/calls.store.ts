import { type RawBuilder, sql } from 'kysely';
import { clickedPeople, interestedPeople } from '../../calls/index.ts';
import type { Asker, TodayKind } from '../today-kind.rules.ts';
import { isOfWork } from './filters.store.ts';

const columns = sql`l.id, l.prospect_id, l.campaign_id, null::text as detail, l.next_at as due_at`;
const isFree = (asker: Asker): RawBuilder<unknown> => sql`l.organization_id = ${asker.organization_id}
  and l.next_lane = 'person' and l.archived_at is null and l.status in ('SCHEDULED', 'ACTIVE')
  and exists (select from campaigns c where c.id = l.campaign_id and c.status = 'ACTIVE')
  and not exists (select from call_attempts a where a.campaign_lead_id = l.id and a.settled_at is null
    and (a.outcome is not null or (a.claimed_until > app_now() and a.user_id is distinct from ${asker.user_id})))
  ${isOfWork('l', asker)}`;
const freeAmong = (people: RawBuilder<unknown>, asker: Asker): RawBuilder<unknown> =>
  sql`select ${columns} from ${people} h join campaign_leads l on l.prospect_id = h.prospect_id where ${isFree(asker)}`;

/** Calls of campaigns that no other person has in hand. */
export const callsKind: TodayKind = {
  kind: 'call',
  rows: (asker) => sql`select ${columns} from campaign_leads l where ${isFree(asker)}`,
  interested: (asker) => freeAmong(interestedPeople(asker), asker),
  clicked: (asker) => freeAmong(clickedPeople(asker), asker),
};
