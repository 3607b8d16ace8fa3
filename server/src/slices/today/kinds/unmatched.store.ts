import { sql } from 'kysely';
import type { TodayKind } from '../today-kind.rules.ts';
import { isOfLead } from './filters.store.ts';

/** Replies from unknown addresses in threads of ours, as the inbox lists them. */
export const unmatchedKind: TodayKind = {
  kind: 'unmatched',
  rows: (asker) => sql`select r.id, r.prospect_id, null::bigint as campaign_id, r.from_email::text as detail,
      r.sent_at as due_at
    from possible_answers r where r.organization_id = ${asker.organization_id} and r.decided_at is null
      ${isOfLead('r', asker)} ${
        asker.owner_id === null
          ? sql``
          : sql`and exists (select from chats h
        where h.prospect_id = r.prospect_id and h.assigned_user_id = ${asker.owner_id})`
      }`,
};
