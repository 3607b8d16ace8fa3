import { sql } from 'kysely';
import type { TodayKind } from '../today-kind.rules.ts';

/** Replies from unknown addresses in threads of ours, as the inbox lists them. */
export const unmatchedKind: TodayKind = {
  kind: 'unmatched',
  rows: ({
    organization_id,
  }) => sql`select r.id, r.prospect_id, null::bigint as campaign_id, r.from_email::text as detail,
      r.sent_at as due_at
    from possible_answers r where r.organization_id = ${organization_id} and r.decided_at is null`,
};
