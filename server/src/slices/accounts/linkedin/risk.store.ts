import { ACCEPTANCE } from '@overture/domain/sending/risk-budget';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/db/__generated__/database.ts';

/** Senders counted by one statement; the others follow at the next turn. */
const SENDERS_AT_ONCE = 100;
/** More pending invites than this mean the same. */
const MOST_PENDING_COUNTED = 1000;

/**
 * Counts what the risk budgets depend on, for the LinkedIn senders that were counted longest ago: of the last hundred invites that are a
 * week old how many were accepted, and how many invites of the last half year have no answer and were not withdrawn.
 */
export async function countRisks({ db }: { db: Kysely<DB> }): Promise<void> {
  await sql`with due as materialized (
      select id from accounts where account_type = 'LINKEDIN' and deleted_at is null
        and risk_counted_at < app_now() - interval '1 hour'
      order by risk_counted_at limit ${SENDERS_AT_ONCE} for no key update skip locked
    ), counted as materialized (
      select due.id, old.invited, old.accepted, open.pending from due
      cross join lateral (
        select count(*)::int as invited, count(r.prospect_id)::int as accepted from (
          select i.account_id, i.prospect_id from outbound_intents i
          where i.account_id = due.id and i.action = 'invite' and i.state = 'confirmed' and i.code is null
            and i.settled_at < app_now() - make_interval(days => ${ACCEPTANCE.after_days})
          order by i.settled_at desc limit ${ACCEPTANCE.invites}) s
        left join linkedin_relations r on r.account_id = s.account_id and r.prospect_id = s.prospect_id) old
      cross join lateral (
        select count(*)::int as pending from (
          select from outbound_intents i
          where i.account_id = due.id and i.action = 'invite' and i.state = 'confirmed' and i.code is null
            and i.settled_at > app_now() - interval '180 days'
            and not exists (select from linkedin_relations r where r.account_id = i.account_id and r.prospect_id = i.prospect_id)
            and not exists (select from outbound_intents w where w.organization_id = i.organization_id and w.prospect_id = i.prospect_id
              and w.account_id = i.account_id and w.action = 'withdraw' and w.state = 'confirmed' and w.id > i.id)
          limit ${MOST_PENDING_COUNTED}) n) open
    )
    update accounts a set risk_invited = c.invited, risk_accepted = c.accepted, risk_pending = c.pending, risk_counted_at = app_now()
    from counted c where a.id = c.id`.execute(db);
}
