import { LIST_LIMITS } from '@overture/domain/list-limits';
import { GUARD, type GuardScope } from '@overture/domain/sending/guard';
import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

interface StateRow {
  id: number;
  scope: GuardScope;
  scope_id: number;
  domain: string;
  name: string;
  state: 'warned' | 'paused';
  reason: string;
  since: Date;
  /** The mailbox it means; null of a domain. */
  account_id: number | null;
}

/** More than a user reads on one page. */

/** Paused first. Removed and archived ones are left out; a warning ends with the days it counts. */
export async function listStates({ db, organization }: Tx): Promise<StateRow[]> {
  const rows = await sql<StateRow>`select g.id, g.scope, g.scope_id, g.domain, g.reason,
      case g.scope when 'sender' then coalesce(a.email::text, a.name) when 'campaign' then c.name else g.domain end as name,
      case when g.paused_at is null then 'warned' else 'paused' end as state, coalesce(g.paused_at, g.warned_at) as since,
      coalesce(a.id, c.email_account_id) as account_id
    from guard_states g
    left join accounts a on g.scope = 'sender' and a.id = g.scope_id and a.organization_id = g.organization_id and a.deleted_at is null
    left join campaigns c on g.scope = 'campaign' and c.id = g.scope_id and c.organization_id = g.organization_id
      and c.status <> 'ARCHIVED'
    where g.organization_id = ${organization.id} and (g.scope = 'domain' or a.id is not null or c.id is not null)
      and (g.paused_at is not null
        or g.warned_at > greatest(g.counts_from, app_now() - make_interval(days => ${GUARD.days})))
    order by g.paused_at is null, coalesce(g.paused_at, g.warned_at) desc, g.id desc limit ${LIST_LIMITS.guard_states}`.execute(
    db,
  );
  return rows.rows;
}
