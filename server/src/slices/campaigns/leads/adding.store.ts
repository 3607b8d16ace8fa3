import { stepsOn } from '@overture/domain/flow/step-types';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { acquireLock } from '../../../kernel/db/advisory-locks.ts';
import { requestStatistics } from '../../../kernel/db/statistics.ts';
import { isExcludedPerson } from '../../excluded-domains/index.ts';
import { hasPastContact } from '../../past-contacts/index.ts';
import { isChannelSuppressed, isKeptOut, reachOfLead } from '../../suppression-rules/index.ts';
import { isCompanyHeld, isTouchLocked } from '../../touch-locks/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface Adding {
  campaign_id: number;
  /** In the order in which they are to be added; each once. */
  prospect_ids: readonly number[];
  /** Include leads that are in another campaign. */
  allow_duplicates: boolean;
  /** Include leads whom another campaign holds by the touch lock: they wait until it ends. */
  allow_locked: boolean;
  /** Include leads that were written to in another tool. */
  allow_contacted: boolean;
  /** Most leads of one company in the campaign; null without a limit. */
  prospects_per_company: number | null;
}

export interface AddingCounts {
  total_prospects: number;
  will_be_added: number;
  duplicate_count: number;
  company_limit_count: number;
  excluded_domains_count: number;
  suppressed_count: number;
  locked_count: number;
  /** Written to in another tool. */
  contacted_count: number;
  /** Of those that will be added: their company is held by the touch lock. */
  company_wait_count: number;
}

/** Serializes additions per organization: the counts stay valid until the rows are written. */
export async function lockAdding({ db, organization }: Tx): Promise<void> {
  await sql`select ${acquireLock('adding_leads', organization.id)}`.execute(db);
}

/**
 * Each selected lead with the reasons that exclude it: already in a campaign (archived leads of this one count too, since they were acted
 * on), excluded domain, suppressed, locked, written to in another tool, or over the limit per company. The limit counts leads in the campaign first, then the given order.
 */
function candidates({ organization }: Pick<Tx, 'organization'>, adding: Adding): RawBuilder<unknown> {
  const target = adding.campaign_id;
  const elsewhere = adding.allow_duplicates
    ? sql``
    : sql`or exists (select from campaign_leads l where l.prospect_id = p.id and l.archived_at is null)`;
  const cap = adding.prospects_per_company;
  const present = sql`select fold_case(btrim(p.company_name)) as company, count(*) as amount
    from campaign_leads l join prospects p on p.id = l.prospect_id
    where l.campaign_id = ${target} and l.archived_at is null and not is_blank(p.company_name) group by 1`;
  return sql`
    given as materialized (
      select p.id, g.position, case when is_blank(p.company_name) then null else fold_case(btrim(p.company_name)) end as company,
        exists (select from campaign_leads l where l.campaign_id = ${target} and l.prospect_id = p.id) ${elsewhere} as is_duplicate,
        ${isExcludedPerson({ organization_id: sql`p.organization_id`, website: sql`p.company_website_url`, email: sql`p.email` })}
          as is_excluded,
        (${isKeptOut(reachOfLead)} ${orChannelSuppressed(target)}) as is_suppressed,
        ${adding.allow_locked ? sql`false` : isTouchLocked({ organization }, target)} as is_locked,
        ${adding.allow_contacted ? sql`false` : hasPastContact} as is_contacted,
        ${isCompanyHeld({ organization }, target)} as is_company_held
      from unnest(${[...adding.prospect_ids]}::bigint[]) with ordinality as g (id, position)
      join prospects p on p.id = g.id and p.organization_id = ${organization.id}
    ), present as (${cap === null ? sql`select null::text as company, 0 as amount where false` : present}),
    candidates as materialized (
      select g.id, g.position, g.is_duplicate, g.is_excluded, g.is_suppressed, g.is_locked, g.is_contacted, g.is_company_held, ${
        cap === null
          ? sql`false`
          : sql`not g.is_duplicate and not g.is_excluded and not g.is_suppressed and not g.is_locked and not g.is_contacted and g.company is not null
        and coalesce(present.amount, 0) + row_number() over (partition by g.company, g.is_duplicate, g.is_excluded, g.is_suppressed, g.is_locked, g.is_contacted order by g.position) > ${cap}`
      }
        as is_over_limit
      from given g left join present using (company)
    )`;
}

/** A number or profile on the list keeps out of a campaign that would do nothing else but call, or nothing else but act on LinkedIn. */
function orChannelSuppressed(campaignId: number): RawBuilder<unknown> {
  const suppressed = (['linkedin', 'phone'] as const).map(
    (channel) => sql`((select bool_and(n.type = any(${stepsOn(channel)}::text[])) from campaign_nodes n
        where n.campaign_id = ${campaignId} and n.is_live and n.kind = 'step') and ${isChannelSuppressed(channel, reachOfLead)})`,
  );
  return sql`or coalesce(${sql.join(suppressed, sql` or `)}, false)`;
}

const isAddable = sql`not is_duplicate and not is_excluded and not is_suppressed and not is_locked and not is_contacted and not is_over_limit`;

const counts = sql`count(*)::int as total_prospects,
  (count(*) filter (where ${isAddable}))::int as will_be_added,
  (count(*) filter (where is_duplicate))::int as duplicate_count,
  (count(*) filter (where is_over_limit))::int as company_limit_count,
  (count(*) filter (where is_excluded and not is_duplicate))::int as excluded_domains_count,
  (count(*) filter (where is_suppressed and not is_excluded and not is_duplicate))::int as suppressed_count,
  (count(*) filter (where is_locked and not is_suppressed and not is_excluded and not is_duplicate))::int as locked_count,
  (count(*) filter (where is_contacted and not is_locked and not is_suppressed and not is_excluded and not is_duplicate))::int as contacted_count,
  (count(*) filter (where is_company_held and ${isAddable}))::int as company_wait_count`;

export async function countAdding(tx: Tx, adding: Adding): Promise<AddingCounts> {
  const rows = await sql<AddingCounts>`with ${candidates(tx, adding)} select ${counts} from candidates`.execute(tx.db);
  return rows.rows[0]!;
}

/** Counts per outcome, and the leads that would be added, in order. */
export async function classifyCandidates(tx: Tx, adding: Adding): Promise<{ counts: AddingCounts; addable: number[] }> {
  const rows = await sql<AddingCounts & { ids: string | null }>`with ${candidates(tx, adding)}
    select ${counts}, string_agg(id::text, ',' order by position)
      filter (where ${isAddable}) as ids
    from candidates`.execute(tx.db);
  const { ids, ...counted } = rows.rows[0]!;
  return { counts: counted, addable: ids?.split(',').map(Number) ?? [] };
}

/** Inserts candidates of this transaction as not started and in order. Leads deleted since they were chosen are passed over. Returns which were added. */
export async function insertLeads(
  tx: Tx & Pick<TransactionContext, 'jobs'>,
  adding: { campaign_id: number; source_search_id: number | null; prospect_ids: readonly number[] },
): Promise<number[]> {
  await requestStatistics(tx, adding.prospect_ids.length);
  const rows = await sql<{ ids: string }>`with held as materialized (
      select p.id, g.position from unnest(${[...adding.prospect_ids]}::bigint[]) with ordinality as g (id, position)
      cross join lateral (select id from prospects where organization_id = ${tx.organization.id} and id = g.id limit 1 for key share) p),
    added as (
      insert into campaign_leads (organization_id, campaign_id, prospect_id, source_search_id)
      select ${tx.organization.id}, ${adding.campaign_id}, h.id, ${adding.source_search_id}::bigint from held h order by h.position
      on conflict (campaign_id, prospect_id) do nothing returning prospect_id
    )
    select coalesce(string_agg(prospect_id::text, ','), '') as ids from added`.execute(tx.db);
  const { ids } = rows.rows[0]!;
  return ids === '' ? [] : ids.split(',').map(Number);
}
