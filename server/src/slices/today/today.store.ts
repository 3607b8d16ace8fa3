import { LIST_LIMITS } from '@overture/domain/list-limits';
import type { ZoneFacts } from '@overture/domain/zones/lead-zone';
import { type RawBuilder, sql } from 'kysely';
import type { ReadContext } from '../../kernel/context.ts';
import { isLateClick } from '../calls/index.ts';
import { zoneFacts } from '../prospects/index.ts';
import type { Asker, TodayKind } from './today-kind.rules.ts';

type Reader = Pick<ReadContext, 'db'>;

/** More of a kind are not counted. */
const MOST_COUNTED = 1000;

export interface TodayRow {
  kind: string;
  id: number;
  is_interested: boolean;
  is_clicked: boolean;
  due_at: Date;
  detail: string | null;
  prospect_id: number | null;
  person_name: string | null;
  company_name: string | null;
  zone_facts: ZoneFacts;
  campaign_id: number | null;
  campaign_name: string | null;
  timezone: string | null;
}

/**
 * Each kind reads the heads of its indexes; names are looked up for those that are shown.
 * @param began what was due before is overdue
 */
export async function listItems(
  { db }: Reader,
  kinds: readonly TodayKind[],
  asker: Asker,
  began: Date,
): Promise<TodayRow[]> {
  const parts = kinds.flatMap(({ kind, rows, interested, clicked }) => [
    ...(interested ? [head(kind, interested(asker), true)] : []),
    ...(clicked ? [head(kind, clicked(asker), false)] : []),
    head(kind, rows(asker), false),
  ]);
  const order = sql`n.is_interested desc, (n.due_at < ${began}) desc, n.is_clicked desc, n.due_at, n.kind, n.id`;
  const found = await sql<TodayRow>`with heads as materialized (${sql.join(parts, sql` union all `)}),
    shown as materialized (select * from (
      select distinct on (h.kind, h.id) h.*, h.prospect_id is not null and exists (select from link_clicks k
        where k.prospect_id = h.prospect_id and k.class = 'person' and ${isLateClick('k.clicked_at')}) as is_clicked
      from heads h order by h.kind, h.id, h.is_interested desc) n order by ${order} limit ${LIST_LIMITS.today})
    select n.kind, n.id, n.is_interested, n.is_clicked, n.due_at, left(n.detail, 200) as detail, p.id as prospect_id,
      nullif(trim(concat_ws(' ', p.first_name, p.last_name)), '') as person_name, p.company_name, ${zoneFacts} as zone_facts,
      c.id as campaign_id, c.name as campaign_name, c.timezone
    from shown n left join prospects p on p.id = n.prospect_id left join campaigns c on c.id = n.campaign_id
    order by ${order}`.execute(db);
  return found.rows;
}

function head(kind: string, rows: RawBuilder<unknown>, isInterested: boolean): RawBuilder<unknown> {
  return sql`(select ${kind}::text as kind, ${isInterested}::boolean as is_interested, r.* from (${rows}) r
    order by r.due_at, r.id limit ${LIST_LIMITS.today})`;
}

export async function countItems({ db }: Reader, kinds: readonly TodayKind[], asker: Asker) {
  const parts = kinds.map(
    ({ kind, rows }) => sql`select ${kind}::text as kind,
      (select count(*)::int from (select from (${rows(asker)}) r limit ${MOST_COUNTED}) n) as count`,
  );
  const found = await sql<{ kind: string; count: number }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return found.rows;
}

/** Calls that were due before an instant. */
export async function countOverdue({ db }: Reader, calls: TodayKind, asker: Asker, before: Date): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count from (select from (${calls.rows(asker)}) r
    where r.due_at < ${before} limit ${MOST_COUNTED}) n`.execute(db);
  return found.rows[0]?.count ?? 0;
}
