import { IMPORT_UNDO_DAYS } from '@overture/domain/csv/import-choices';
import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import type { FieldChanges } from '../../lead-merging/index.ts';

export const UNDO_TASK = 'undo_import';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** SQL: the lead `n.id` is new by the merge of this transaction. */
export const isNew = sql`exists (select from merged_prospects m where m.prospect_id = n.id and m.is_new)`;

/**
 * Stores what the merge of this transaction changed of known leads, to be undone. Returns of how many leads something was changed.
 * @param others further addresses that leads got
 */
export async function insertChanges(
  { db, organization }: Tx,
  importId: number,
  others: readonly { id: number; emails: readonly string[] }[],
): Promise<number> {
  const { rows } = await sql<{ updated: number }>`with changed as (
      select prospect_id, changes from merged_changes
      union all select n.id, jsonb_build_object('other_emails', jsonb_build_array(null, n.emails))
        from json_to_recordset(${toJson(others)}::json) as n (id bigint, emails jsonb) where not ${isNew}),
    kept as (insert into import_changes (organization_id, import_id, prospect_id, changes)
      select ${organization.id}, ${importId}, prospect_id, changes from changed)
    select count(distinct prospect_id)::int as updated from changed`.execute(db);
  return rows[0]!.updated;
}

export interface ChangedLead {
  id: number;
  prospect_id: number;
  changes: FieldChanges & { other_emails?: [null, string[]] };
}

/** What an import changed, the last first. */
export async function listChanges({ db, organization }: Tx, importId: number, most: number): Promise<ChangedLead[]> {
  const { rows } = await sql<ChangedLead>`select id, prospect_id, changes from import_changes
    where organization_id = ${organization.id} and import_id = ${importId} order by id desc limit ${most}`.execute(db);
  return rows;
}

export async function deleteChanges({ db, organization }: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from import_changes where organization_id = ${organization.id} and id = any(${[...ids]}::bigint[])`.execute(
    db,
  );
}

/**
 * What a later import found of these changes becomes what was before them: undone after this one, it restores no value that is gone.
 * @param changed a change of each lead
 */
export async function passOnBefore({ db, organization }: Tx, changed: readonly ChangedLead[]): Promise<void> {
  const given = changed.flatMap(({ id, prospect_id, changes: { other_emails: _, ...fields } }) =>
    Object.entries(fields).map(([field, [before, after]]) => ({ id, prospect_id, field, before, after })),
  );
  if (given.length === 0) return;
  await sql`with next as (
      select c.id, jsonb_object_agg(g.field, jsonb_build_array(g.before, c.changes -> g.field -> 1)) as changes
      from json_to_recordset(${toJson(given)}::json) as g (id bigint, prospect_id bigint, field text, before jsonb, after jsonb)
      join import_changes c on c.organization_id = ${organization.id} and c.prospect_id = g.prospect_id and c.id > g.id
        and c.changes -> g.field -> 0 = g.after
      group by c.id)
    update import_changes c set changes = c.changes || next.changes from next
    where c.id = next.id and c.organization_id = ${organization.id}`.execute(db);
}

const KEPT_DAYS = sql.lit(IMPORT_UNDO_DAYS);
const PRUNED_AT_ONCE = sql.lit(20_000);

/** Deletes what was kept of imports that can no longer be undone. It looks at the first change of each import, however many there are. */
export async function pruneChanges({ db }: Pick<SystemTransactionContext, 'db'>): Promise<void> {
  await sql`delete from import_changes where id = any(array(
    with recursive kept as (
      (select organization_id, import_id from import_changes order by organization_id, import_id limit 1)
      union all
      select n.organization_id, n.import_id from kept k cross join lateral (select c.organization_id, c.import_id from import_changes c
        where (c.organization_id, c.import_id) > (k.organization_id, k.import_id)
        order by c.organization_id, c.import_id limit 1) n)
    select c.id from kept k join imports i on i.organization_id = k.organization_id and i.id = k.import_id
    cross join lateral (select c.id from import_changes c where c.organization_id = k.organization_id and c.import_id = k.import_id
      order by c.id limit ${PRUNED_AT_ONCE}) c
    where i.finished_at < app_now() - ${KEPT_DAYS} * interval '1 day' and i.undo_state is distinct from 'running'
    limit ${PRUNED_AT_ONCE}))`.execute(db);
}
