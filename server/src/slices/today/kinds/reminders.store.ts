import { sql } from 'kysely';
import type { TodayKind } from '../today-kind.rules.ts';
import { isOfLead, isOfPerson } from './filters.store.ts';

/** Conversations whose reminder came and that were not dealt with since: the person's own, and those of no person. */
export const remindersKind: TodayKind = {
  kind: 'reminder',
  rows: (asker) => sql`select h.prospect_id as id, h.prospect_id, null::bigint as campaign_id,
      h.last_subject as detail, h.returned_at as due_at
    from chats h where h.organization_id = ${asker.organization_id} and h.returned_at is not null and h.archived_at is null
      ${isOfPerson(asker)} ${isOfLead('h', asker)}`,
};
