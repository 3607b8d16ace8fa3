import { type RawBuilder, sql } from 'kysely';
import type { Asker, TodayKind } from '../today-kind.rules.ts';
import { isOfLead, isOfPerson } from './filters.store.ts';

const waiting = (asker: Asker): RawBuilder<unknown> => sql`select h.prospect_id as id, h.prospect_id,
    null::bigint as campaign_id, h.last_subject as detail, h.listed_at as due_at
  from chats h where h.organization_id = ${asker.organization_id} and h.has_draft and h.archived_at is null
    ${isOfPerson(asker)} ${isOfLead('h', asker)}`;

/** Replies whose draft by the model waits: in the person's own conversations, and in those of no person. */
export const draftsKind: TodayKind = {
  kind: 'draft',
  rows: waiting,
  interested: (asker) => sql`${waiting(asker)} and h.interest = 'INTERESTED'`,
};
