import type { CreditKind } from '@overture/contract/credit-history';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import type { CreditUse } from '@overture/domain/money/credits';
import { type RawBuilder, sql } from 'kysely';
import type { PageRange } from '../../kernel/api-keys/cursor.ts';
import type { ReplicaReadContext, TransactionContext } from '../../kernel/context.ts';
import { isUnlimited } from '../plans/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type Reader = Pick<ReplicaReadContext, 'db' | 'organization'>;

export interface CreditRow {
  /** A part is what one lead cost. */
  source: 'grant' | 'use' | 'part';
  id: number;
  kind: CreditKind;
  what: string;
  user_id: number | null;
  user_name: string | null;
  api_key_id: number | null;
  api_key_name: string | null;
  is_app: boolean | null;
  search_id: number | null;
  search_name: string | null;
  campaign_id: number | null;
  campaign_name: string | null;
  prospect_id: number | null;
  lead_name: string | null;
  provider: string | null;
  credits: number;
  reserved: number;
  created_at: Date;
  /** The instant to the microsecond, which no Date holds. */
  cursor: string;
}

/** Instant, source and id. */
export type CreditPlace = readonly [string, CreditRow['source'], number];

/** Without billing credits are refilled automatically: the history does not show it. */
const isShownGrant: RawBuilder<boolean> = sql`kind in ('grant', 'take') and not (${isUnlimited})`;

/** Look-ups that found nothing gave everything back: they say nothing about credits. */
const isShownUse: RawBuilder<boolean> = sql`(spent > 0 or released < amount)`;

export interface StoredFilter {
  kind: CreditKind | null;
  prospect_id: number | null;
  provider: string | null;
}

const isByLead = ({ prospect_id, provider }: StoredFilter): boolean => prospect_id !== null || provider !== null;

/** What single leads cost, as conditions of `credit_entries e`. */
function isPart({ organization }: Reader, { kind, prospect_id, provider }: StoredFilter): RawBuilder<unknown> {
  return sql`e.organization_id = ${organization.id} and e.kind = 'spend'
    ${prospect_id === null ? sql`` : sql`and e.prospect_id = ${prospect_id}`}
    ${provider === null ? sql`` : sql`and e.provider = ${provider}`}
    ${
      kind === null
        ? sql``
        : sql`and exists (select from credit_reservations r where r.organization_id = e.organization_id and r.id = e.reservation_id and r.kind = ${kind})`
    }`;
}

/**
 * Uses and grants newest first; each side gives as many as the page may need, by its index. Filtered by lead or provider, what each lead
 * cost.
 */
export async function pageCredits(tx: Reader, filter: StoredFilter, range: PageRange): Promise<CreditRow[]> {
  const { db } = tx;
  const rows =
    await sql<CreditRow>`with page as (${isByLead(filter) ? pageParts(tx, filter, range) : pageWork(tx, filter, range)})
    select p.source, p.id, coalesce(r.kind, 'grant') as kind, coalesce(r.purpose, e.purpose) as what,
      r.user_id, u.name as user_name, r.api_key_id, k.name as api_key_name, k.kind = 'app' as is_app, r.search_id, s.name as search_name, r.campaign_id, c.name as campaign_name,
      e.prospect_id, btrim(l.first_name || ' ' || l.last_name) as lead_name, e.provider,
      case p.source when 'part' then -e.credits when 'use' then -r.spent else e.change end as credits,
      case p.source when 'use' then r.amount - r.spent - r.released else 0 end as reserved,
      p.created_at, p.created_at::text as cursor
    from page p
      left join credit_entries e on p.source in ('grant', 'part') and e.id = p.id
      left join credit_reservations r on r.id = case p.source when 'use' then p.id when 'part' then e.reservation_id end
      left join users u on u.id = r.user_id
      left join api_keys k on k.id = r.api_key_id
      left join searches s on s.id = r.search_id
      left join campaigns c on c.id = r.campaign_id
      left join prospects l on l.id = e.prospect_id and l.organization_id = e.organization_id
    order by p.created_at desc, p.source desc, p.id desc`.execute(db);
  return rows.rows;
}

function pageParts(tx: Reader, filter: StoredFilter, { limit, offset, after }: PageRange): RawBuilder<unknown> {
  const isBefore = after
    ? sql`and e.created_at <= ${after[0]}::timestamptz and (e.created_at, e.id) < (${after[0]}::timestamptz, ${after[2]}::bigint)`
    : sql``;
  return sql`select 'part' as source, e.id, e.created_at from credit_entries e where ${isPart(tx, filter)} ${isBefore}
    order by e.created_at desc, e.id desc limit ${limit} offset ${offset}`;
}

function pageWork(
  { organization }: Reader,
  { kind }: StoredFilter,
  { limit, offset, after }: PageRange,
): RawBuilder<unknown> {
  const most = limit + offset;
  const before = (source: 'grant' | 'use') =>
    after
      ? sql`and created_at <= ${after[0]}::timestamptz
        and (created_at, ${source}::text, id) < (${after[0]}::timestamptz, ${after[1]}::text, ${after[2]}::bigint)`
      : sql``;
  return sql`(select 'use' as source, id, created_at from credit_reservations
        where organization_id = ${organization.id} and ${kind !== 'grant'} and (${kind}::text is null or kind = ${kind})
          and ${isShownUse} ${before('use')} order by created_at desc, id desc limit ${most})
      union all
      (select 'grant', id, created_at from credit_entries
        where organization_id = ${organization.id} and ${kind === null || kind === 'grant'} and ${isShownGrant}
          ${before('grant')} order by created_at desc, id desc limit ${most})
      order by created_at desc, source desc, id desc limit ${limit} offset ${offset}`;
}

/** What was left with an entry and all before it: the present balance without what came later. */
export async function sumUpTo({ db, organization }: Reader, [instant, source, id]: CreditPlace): Promise<number> {
  const own = sql`organization_id = ${organization.id}`;
  const isNewer = (kind: 'grant' | 'use') => sql`${own} and created_at >= ${instant}::timestamptz
    and (created_at, ${kind}::text, id) > (${instant}::timestamptz, ${source}::text, ${id}::bigint)`;
  const rows = await sql<{ left: number }>`select (email_credits
      - (select coalesce(sum(change), 0) from credit_entries where kind in ('grant', 'take') and ${isNewer('grant')})
      + (select coalesce(sum(amount - released), 0) from credit_reservations where ${isNewer('use')}))::int as left
    from organizations where ${own}`.execute(db);
  return rows.rows[0]?.left ?? 0;
}

/** Sources that found something which was paid for, by name. Each step looks up the next name in the index. */
export async function listProviders({ db, organization }: Reader): Promise<string[]> {
  const next = (
    after: RawBuilder<unknown>,
  ) => sql`(select e.provider from credit_entries e where e.organization_id = ${organization.id}
    and e.provider is not null and e.provider > ${after} order by e.provider limit 1)`;
  const rows = await sql<{ provider: string }>`with recursive names (provider) as (
      select ${next(sql`''`)} union all select ${next(sql`n.provider`)} from names n where n.provider is not null)
    select provider from names where provider is not null limit ${LIST_LIMITS.credit_providers}`.execute(db);
  return rows.rows.map(({ provider }) => provider);
}

export async function countCredits(tx: Tx, filter: StoredFilter): Promise<number> {
  const { db, organization } = tx;
  const { kind } = filter;
  if (isByLead(filter)) {
    const parts = await sql<{
      total: number;
    }>`select count(*)::int as total from credit_entries e where ${isPart(tx, filter)}`.execute(db);
    return parts.rows[0]?.total ?? 0;
  }
  const rows = await sql<{ total: number }>`select (
      (select count(*) from credit_reservations where organization_id = ${organization.id}
        and ${kind !== 'grant'} and (${kind}::text is null or kind = ${kind}) and ${isShownUse})
      + (select count(*) from credit_entries where organization_id = ${organization.id}
        and ${kind === null || kind === 'grant'} and ${isShownGrant}))::int as total`.execute(db);
  return rows.rows[0]?.total ?? 0;
}

/** What was used up within some days, and the change of the balance since credits were last added; null if they never were. */
export async function sumRecentUse(
  { db, organization }: Tx,
  days: number,
): Promise<{ used_in_week: number; change_since_grant: number | null }> {
  const own = sql`e.organization_id = ${organization.id}`;
  const rows = await sql<{ used_in_week: number; change_since_grant: number | null }>`
    with granted as materialized (select e.id, e.created_at from credit_entries e
      where ${own} and e.kind = 'grant' order by e.created_at desc, e.id desc limit 1)
    select (select coalesce(sum(e.credits), 0)::int from credit_entries e
        where ${own} and e.kind = 'spend' and e.created_at > app_now() - make_interval(days => ${days})) as used_in_week,
      (select coalesce((select sum(e.change) from credit_entries e
        where ${own} and (e.created_at, e.id) > (g.created_at, g.id)), 0)::int from granted g) as change_since_grant`.execute(
    db,
  );
  return rows.rows[0]!;
}

/** What was used up by month (UTC) and kind since an instant; months without any are left out. */
export async function sumMonths(
  { db, organization }: Reader,
  since: Date,
): Promise<{ month: string; kind: CreditUse; credits: number }[]> {
  const rows = await sql<{ month: string; kind: CreditUse; credits: number }>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, kind, sum(spent)::int as credits
    from credit_reservations where organization_id = ${organization.id} and created_at >= ${since}
    group by 1, 2`.execute(db);
  return rows.rows;
}

/** The same by day of a zone, `YYYY-MM-DD`. */
export async function sumDays(
  { db, organization }: Reader,
  since: Date,
  zone: string,
): Promise<{ day: string; kind: CreditUse; credits: number }[]> {
  const rows = await sql<{ day: string; kind: CreditUse; credits: number }>`
    select to_char(created_at at time zone ${zone}, 'YYYY-MM-DD') as day, kind, sum(spent)::int as credits
    from credit_reservations where organization_id = ${organization.id} and created_at >= ${since}
    group by 1, 2`.execute(db);
  return rows.rows;
}
