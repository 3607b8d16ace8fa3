import { sql } from 'kysely';
import type { TodayKind } from '../today-kind.rules.ts';
import { isOfWork } from './filters.store.ts';

/** What assistants asked for. */
export const approvalsKind: TodayKind = {
  kind: 'approval',
  rows: (asker) => sql`select a.id, a.prospect_id, a.campaign_id, k.name as detail, a.requested_at as due_at
    from approvals a left join api_keys k on k.id = a.api_key_id
    where a.organization_id = ${asker.organization_id} and a.state = 'waiting' and a.expires_at > app_now()
      and a.requested_at is not null ${isOfWork('a', asker)}`,
};
