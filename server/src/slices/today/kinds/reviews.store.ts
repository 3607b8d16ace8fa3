import { sql } from 'kysely';
import type { TodayKind } from '../today-kind.rules.ts';
import { isOfLead, isOfPerson } from './filters.store.ts';

/** Older replies stay in the inbox: a day's work is no archive. */
const REVIEWED_WITHIN_DAYS = 30;

/**
 * Replies whose type is only supposed, until a user sets it, replies, archives or asks to be reminded. Those with a draft, and those that
 * may be opt-outs, are kinds of their own. A supposed question is left out: nothing else would follow if it were sure.
 */
export const reviewsKind: TodayKind = {
  kind: 'review',
  rows: (asker) => sql`select h.prospect_id as id, h.prospect_id, null::bigint as campaign_id, h.last_subject as detail,
      h.last_message_at as due_at
    from chats h where h.organization_id = ${asker.organization_id} and h.archived_at is null and h.last_sent_by_prospect
      and h.reply_class not in ('unsubscribe', 'neutral') and not h.is_class_sure
      and h.last_message_at > app_now() - make_interval(days => ${REVIEWED_WITHIN_DAYS})
      and not h.has_draft and h.remind_at is null and h.returned_at is null ${isOfPerson(asker)} ${isOfLead('h', asker)}`,
};
