import type { SharedItem, SharedKind } from '@overture/contract/agency-sharing';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { sql } from 'kysely';
import type { ReadContext } from '../../../kernel/context.ts';

type Tx = Pick<ReadContext, 'db'>;

const idOf = (kind: SharedKind) => (kind === 'task' ? sql`s.task_id` : sql`s.segment_id`);

/** What the agency wrote itself, with whom each is shared. */
export async function listItems({ db }: Tx): Promise<SharedItem[]> {
  const rows = await sql<SharedItem>`select i.kind, i.id, i.name, i.text, shared.for_all, shared.client_ids
    from (select 'task' as kind, id, name, prompt as text from enrichment_prompts where organization_id = current_organization_id()
        union all
        select 'snippet', id, name, instructions from ai_segments where organization_id = current_organization_id()) i
      cross join lateral (select coalesce(bool_or(s.client_id is null), false) as for_all,
          coalesce(array_agg(s.client_id order by s.client_id) filter (where s.client_id is not null), '{}') as client_ids
        from agency_shares s where s.organization_id = current_organization_id()
          and case i.kind when 'task' then s.task_id else s.segment_id end = i.id) shared
    order by i.kind desc, lower(i.name), i.id limit ${LIST_LIMITS.shares}`.execute(db);
  return rows.rows;
}

/** A client that is not the agency's, or gone, is left out. */
export async function replaceShares(
  { db }: Tx,
  { kind, id, for_all, client_ids }: Pick<SharedItem, 'kind' | 'id' | 'for_all' | 'client_ids'>,
): Promise<void> {
  await sql`delete from agency_shares s where s.organization_id = current_organization_id() and ${idOf(kind)} = ${id}`.execute(
    db,
  );
  const column = sql.raw(kind === 'task' ? 'task_id' : 'segment_id');
  if (for_all) {
    await sql`insert into agency_shares (organization_id, ${column}) values (current_organization_id(), ${id})`.execute(
      db,
    );
    return;
  }
  await sql`insert into agency_shares (organization_id, ${column}, client_id)
    select current_organization_id(), ${id}, c.client_id from agency_clients c
    where c.organization_id = current_organization_id() and c.client_id = any(${[...client_ids]}::bigint[])`.execute(
    db,
  );
}
