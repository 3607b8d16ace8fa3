import type { BlocklistResult } from '@overture/domain/deliverability/blocklists';
import type { DeliverabilityCheck } from '@overture/domain/deliverability/deliverability';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { GUARD } from '@overture/domain/sending/guard';
import { sql } from 'kysely';
import type { ReadContext } from '../../kernel/context.ts';
import { mailboxTypes } from '../accounts/index.ts';

export interface MailboxRow {
  account_id: number;
  email: string;
  ramp: string;
  age_in_days: number;
  guard_reason: string | null;
  is_warned: boolean;
  checks: DeliverabilityCheck[] | null;
  checked_at: Date | null;
  blocklists: BlocklistResult[] | null;
  blocklists_at: Date | null;
  sent: number;
  bounces: number;
  complaints: number;
}

/** Connected mailboxes with what is known of their domain, and the figures that the guard counts. */
export async function listMailboxes({
  db,
  organization,
}: Pick<ReadContext, 'db' | 'organization'>): Promise<MailboxRow[]> {
  const rows = await sql<MailboxRow>`select a.id as account_id, a.email::text as email, a.ramp,
      extract(epoch from app_now() - a.created_at)::float8 / 86400 as age_in_days, a.guard_reason,
      exists (select from guard_states g where g.organization_id = a.organization_id and g.scope = 'sender' and g.scope_id = a.id
        and g.paused_at is null and g.warned_at > app_now() - make_interval(days => ${GUARD.days})
        and (g.released_at is null or g.released_at < g.warned_at)) as is_warned,
      d.checks, d.checked_at, d.blocklists, d.blocklists_at, coalesce(s.sent, 0)::int as sent,
      coalesce(e.bounces, 0)::int as bounces, coalesce(e.complaints, 0)::int as complaints
    from accounts a left join account_deliverability d on d.account_id = a.id
    left join lateral (select sum(used) as sent from sending_days where scope = 'account' and scope_id = a.id
      and ends_at > app_now() - make_interval(days => ${GUARD.days})) s on true
    left join (select account_id, count(*) filter (where kind = 'bounce') as bounces, count(*) filter (where kind = 'complaint') as complaints
      from guard_events where organization_id = ${organization.id} and occurred_at > app_now() - make_interval(days => ${GUARD.days})
      group by account_id) e on e.account_id = a.id
    where a.organization_id = ${organization.id} and a.deleted_at is null and a.account_type in ${mailboxTypes} and a.email like '%@%'
    order by a.email, a.id limit ${sql.lit(LIST_LIMITS.accounts)}`.execute(db);
  return rows.rows;
}
