import { type LeadSourceKind, MOST_SOURCES_SHOWN, SOURCE_DETAIL_MAX } from '@overture/domain/privacy/lead-sources';
import { cutText } from '@overture/domain/text/text-bounds';
import { type RawBuilder, sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization' | 'user'>;

/** Where leads come from. */
export interface LeadOrigin {
  kind: LeadSourceKind;
  /** The file, the address of the search or the name of the provider. */
  detail?: string;
  /** For work that a job does: who started it, and by which key. Otherwise those of the transaction. */
  started_by?: { user_id: number | null; key_name: string | null };
}

const KEY_NAME_MAX = 200;

/** The stored source of an origin; a new one the first time. */
export async function openSource(tx: Tx, { kind, detail = '', started_by }: LeadOrigin): Promise<number> {
  const user_id = started_by ? started_by.user_id : (tx.user?.id ?? null);
  const key = started_by ? started_by.key_name : (tx.user?.api_key?.name ?? null);
  const key_name = key === null ? null : cutText(key, KEY_NAME_MAX);
  const values = sql`${tx.organization.id}::bigint, ${kind}::text, ${cutText(detail, SOURCE_DETAIL_MAX)}::text, ${user_id}::bigint, ${key_name}::text`;
  const rows = await sql<{
    id: number;
  }>`with given (organization_id, kind, detail, user_id, key_name) as (values (${values})),
    known as (select s.id from given g join lead_sources s using (organization_id, kind, detail)
      where s.user_id is not distinct from g.user_id and s.key_name is not distinct from g.key_name limit 1),
    made as (insert into lead_sources (organization_id, kind, detail, user_id, key_name)
      select * from given where not exists (select from known) returning id)
    select id from known union all select id from made`.execute(tx.db);
  return rows.rows[0]!.id;
}

/** A further source of leads that are known. @param leads rows of `prospect_id` and `source_row` */
export async function insertFurtherSources(
  { db, organization }: Pick<Tx, 'db' | 'organization'>,
  sourceId: number,
  leads: RawBuilder<unknown>,
): Promise<void> {
  await sql`insert into prospect_sources (organization_id, prospect_id, source_id, source_row)
    select ${organization.id}, k.prospect_id, ${sourceId}, min(k.source_row) from (${leads}) k join prospects p on p.id = k.prospect_id
    where p.source_id is distinct from ${sourceId} group by k.prospect_id order by k.prospect_id
    on conflict do nothing`.execute(db);
}

/** Data of leads came from here as well. */
export async function addSource(tx: Tx, origin: LeadOrigin, prospectIds: readonly number[]): Promise<void> {
  if (prospectIds.length === 0) return;
  await insertFurtherSources(
    tx,
    await openSource(tx, origin),
    sql`select id as prospect_id, null::int as source_row from unnest(${[...prospectIds]}::bigint[]) as g (id)`,
  );
}

export interface SourceRow {
  kind: LeadSourceKind;
  detail: string;
  row: number | null;
  added_by: string | null;
  key_name: string | null;
  obtained_at: Date;
}

/**
 * Where a lead came from, first source first. For leads from before sources were recorded, or whose source left with the archive
 * import that brought it: the imports and lists that they are in, else 'unknown'.
 */
export async function listSources({ db }: Pick<ReadContext, 'db'>, prospectId: number): Promise<SourceRow[]> {
  const rows = await sql<SourceRow>`with lead as (select p.*, not exists (select from lead_sources s
        where s.organization_id = p.organization_id and s.id = p.source_id) as is_unknown from prospects p where p.id = ${prospectId}),
    origins as (
      select s.kind, s.detail, l.source_row as row, s.user_id, s.key_name, l.created_at as obtained_at
        from lead l join lead_sources s on s.organization_id = l.organization_id and s.id = l.source_id
      union all
      select s.kind, s.detail, f.source_row, s.user_id, s.key_name, f.obtained_at
        from lead l join prospect_sources f on f.prospect_id = l.id join lead_sources s on s.id = f.source_id
      union all
      select coalesce(replace(i.kind, '-', '_'), 'list'), case when i.kind = 'csv' then i.file_name else coalesce(i.source_url, r.name) end,
          null, coalesce(i.created_by, r.created_by), null, m.created_at
        from lead l join search_prospects m on m.prospect_id = l.id join searches r on r.id = m.search_id
        left join imports i on i.search_id = m.search_id and date_trunc('milliseconds', i.created_at) = m.created_at
        where l.is_unknown
      union all
      select 'unknown', '', null, null, null, l.created_at from lead l
        where l.is_unknown and not exists (select from search_prospects m where m.prospect_id = l.id))
    select o.kind, left(o.detail, ${SOURCE_DETAIL_MAX}) as detail, o.row, u.name as added_by, o.key_name, o.obtained_at
    from origins o left join users u on u.id = o.user_id
    order by o.obtained_at limit ${MOST_SOURCES_SHOWN}`.execute(db);
  return rows.rows;
}
