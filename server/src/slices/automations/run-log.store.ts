import type { AutomationAction } from '@overture/contract/automations';
import type { EffectState, RunState } from '@overture/domain/automations/automations';
import { sql } from 'kysely';
import type { ReadContext } from '../../kernel/context.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;

export interface LoggedRun {
  id: number;
  state: RunState;
  reason: string | null;
  message_id: number;
  type: string;
  occurred_at: Date;
  lead: { id: number; name: string } | null;
  chain: number[];
  actions: AutomationAction[];
  effects: { position: number; state: EffectState; note: string }[];
  duration_in_ms: number | null;
  created_at: Date;
  finished_at: Date | null;
}

/** The count ends here. */
const COUNTED = 10_000;

export async function listRuns(
  { db, organization }: Reader,
  automationId: number,
  { state, limit, offset }: { state: RunState | null; limit: number; offset: number },
): Promise<{ rows: LoggedRun[]; total: number }> {
  const mine = sql`r.organization_id = ${organization.id} and r.automation_id = ${automationId} and (${state}::text is null or r.state = ${state})`;
  const rows =
    await sql<LoggedRun>`select r.id, r.state, r.reason, r.message_id, m.type, m.occurred_at, r.duration_in_ms, r.created_at, r.finished_at,
      coalesce(to_jsonb(m.automation_chain), '[]') as chain, coalesce(r.actions, '[]') as actions,
      (select jsonb_build_object('id', p.id, 'name', coalesce(nullif(left(trim(concat_ws(' ', p.first_name, p.last_name)), 200), ''), p.email, 'Lead'))
        from prospects p where p.id = m.prospect_id) as lead,
      (select coalesce(json_agg(json_build_object('position', e.position, 'state', e.state, 'note', e.note) order by e.position), '[]')
        from automation_effects e where e.run_id = r.id) as effects
    from automation_runs r join webhook_messages m on m.id = r.message_id
    where ${mine} order by r.id desc limit ${limit} offset ${offset}`.execute(db);
  const total = await sql<{ n: number }>`select count(*)::int as n from
    (select from automation_runs r where ${mine} limit ${COUNTED}) counted`.execute(db);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** Names of leads; those that are gone are left out. */
export async function listLeadNames(
  { db, organization }: Reader,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await sql<{ id: number; name: string }>`select id,
      coalesce(nullif(left(trim(concat_ws(' ', first_name, last_name)), 200), ''), email, 'Lead') as name from prospects
    where organization_id = ${organization.id} and id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.rows.map(({ id, name }) => [id, name]));
}
