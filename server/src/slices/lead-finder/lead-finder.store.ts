import type { KnownPlace } from '@overture/domain/finder/lead-finder';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { orNotFound } from '../../kernel/errors.ts';
import { listInCrm } from '../crm-people/index.ts';
import { isSubscribed } from '../plans/index.ts';
import type { FinderUsage } from './lead-finder.rules.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** The identity of a lead of the database. */
export type LeadIdentity = { id: string; linkedin_key: string | null; email: string | null };

/**
 * Ids of those leads who are in the list; with `includeTakenOut`, also of those who were taken out of it. People are recognised
 * by LinkedIn address, and by email where either side has no address.
 */
export async function findListedLeads(
  tx: Tx,
  searchId: number,
  leads: readonly LeadIdentity[],
  includeTakenOut: boolean,
): Promise<Set<string>> {
  const isListed = sql`exists (select from search_prospects m where m.search_id = ${searchId} and m.prospect_id = p.id
    and (m.status = 'IN_REVIEW' or ${includeTakenOut}))`;
  return new Set(await findPeople(tx, leads, isListed));
}

/** Ids of those leads who are known from one of these places: any list, a campaign, or a CRM that is connected. */
export async function findKnownLeads(
  tx: Tx,
  leads: readonly LeadIdentity[],
  places: readonly KnownPlace[],
): Promise<Set<string>> {
  const knows = {
    lists: sql`select from search_prospects m where m.prospect_id = p.id and m.status = 'IN_REVIEW'`,
    campaigns: sql`select from campaign_leads l where l.prospect_id = p.id and l.archived_at is null`,
    crm: sql`select from crm_links k where k.prospect_id = p.id and k.record_id is not null`,
  } satisfies Record<KnownPlace, unknown>;
  const isKnown = sql.join(
    places.map((place) => sql`exists (${knows[place]})`),
    sql` or `,
  );
  const [known, inCrm] = [
    await findPeople(tx, leads, sql`(${isKnown})`),
    places.includes('crm') ? await listInCrm(tx, leads) : [],
  ];
  return new Set([...known, ...inCrm]);
}

/** Ids of the leads who are people of the organization for whom `condition` is true (of `prospects p`). */
async function findPeople(
  { db, organization }: Tx,
  leads: readonly LeadIdentity[],
  condition: RawBuilder<unknown>,
): Promise<string[]> {
  const given = sql`unnest(${leads.map((lead) => lead.id)}::text[], ${leads.map((lead) => lead.linkedin_key)}::text[],
    ${leads.map((lead) => lead.email)}::text[]) as g (id, linkedin_key, email)`;
  const rows = await sql<{ id: string }>`select g.id from ${given} cross join lateral (select id from prospects p
      where p.organization_id = ${organization.id} and p.linkedin_key = g.linkedin_key) p where ${condition}
    union
    select g.id from ${given} cross join lateral (select id from prospects p
      where p.organization_id = ${organization.id} and p.email = g.email
        and (g.linkedin_key is null or p.linkedin_key is null)) p where ${condition}`.execute(db);
  return rows.rows.map((row) => row.id);
}

/** Keeps the filters last used in a list; nothing is written when they are the same. */
export async function rememberFilters(
  { db, organization }: Tx,
  searchId: number,
  filters: Record<string, unknown>,
): Promise<void> {
  const text = toJson(filters);
  await sql`update searches set filters = ${text}::jsonb where organization_id = ${organization.id} and id = ${searchId}
    and filters <> ${text}::jsonb`.execute(db);
}

const thisMonth = sql`date_trunc('month', app_now() at time zone 'utc')::date`;

export async function getUsage({ db, organization }: Tx): Promise<FinderUsage> {
  const rows = await sql<FinderUsage>`select coalesce(sum(u.added_leads), 0)::int as added_ever,
      coalesce(sum(u.added_leads) filter (where u.month = ${thisMonth}), 0)::int as added_this_month,
      ${isSubscribed('o')} as active_subscription
    from organizations o left join finder_usage u on u.organization_id = o.organization_id
    where o.organization_id = ${organization.id} group by o.organization_id`.execute(db);
  return orNotFound(rows.rows[0]);
}

/** Counts added leads and returns the new usage. Two parallel calls wait for each other: the row is locked until the commit. */
export async function raiseUsage({ db, organization }: Tx, added: number): Promise<FinderUsage> {
  const rows = await sql<FinderUsage>`with raised as (
      insert into finder_usage as u (organization_id, month, added_leads) values (${organization.id}, ${thisMonth}, ${added})
      on conflict (organization_id, month) do update set added_leads = u.added_leads + excluded.added_leads
      returning month, added_leads)
    select r.added_leads as added_this_month, r.added_leads + coalesce((select sum(u.added_leads) from finder_usage u
      where u.organization_id = o.organization_id and u.month <> r.month), 0)::int as added_ever,
      ${isSubscribed('o')} as active_subscription
    from raised r join organizations o on o.organization_id = ${organization.id}`.execute(db);
  return orNotFound(rows.rows[0]);
}
