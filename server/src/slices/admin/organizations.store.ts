import type { ADMIN_ORGANIZATION_SORTS, ADMIN_ORGANIZATION_STATES } from '@overture/contract/admin';
import type { Role } from '@overture/domain/access/permissions';
import { PAGE_SIZES } from '@overture/domain/limits';
import { type RawBuilder, sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';
import { containsPattern } from '../../kernel/db/like-pattern.ts';
import { isNotParked } from '../../kernel/rounds/rounds.ts';
import { isSubscribed, isUnlimited } from '../plans/index.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

export interface ListedOrganization {
  id: number;
  name: string;
  total_prospects: number;
  total_users: number;
  total_campaigns: number;
  plan: 'unlimited' | 'subscription' | 'trial' | 'none';
  suspended_at: Date | null;
  created_at: Date;
  last_active_at: Date | null;
}

export interface OrganizationQuery {
  search: string;
  page: number;
  state: (typeof ADMIN_ORGANIZATION_STATES)[number] | null;
  sort_field: (typeof ADMIN_ORGANIZATION_SORTS)[number];
  sort_direction: 'asc' | 'desc';
}

const plan = sql`case when ${isUnlimited} then 'unlimited' when ${isSubscribed('o')} then 'subscription'
  when o.trial_ends_at > app_now() then 'trial' else 'none' end`;

const columns = {
  name: sql`lower(o.name)`,
  total_users: sql`(select count(*)::int from users u where u.organization_id = o.organization_id and u.active)`,
  total_campaigns: sql`(select count(*)::int from campaigns c where c.organization_id = o.organization_id)`,
  last_active_at: sql`greatest(
    (select l.day at time zone 'UTC' from account_days l where l.organization_id = o.organization_id and l.actions > 0 order by l.day desc limit 1),
    (select max(s.last_seen_at) from users u join sessions s on s.user_id = u.id
      where u.organization_id = o.organization_id and s.actor_user_id is null))`,
  created_at: sql`o.organization_id`,
} satisfies Record<OrganizationQuery['sort_field'], RawBuilder<unknown>>;

const listed: RawBuilder<unknown> = sql`o.organization_id as id, o.name, o.suspended_at, o.created_at, ${plan} as plan,
  (select count(*)::int from prospects p where p.organization_id = o.organization_id) as total_prospects,
  ${columns.total_users} as total_users, ${columns.total_campaigns} as total_campaigns, ${columns.last_active_at} as last_active_at`;

function matches({ search, state }: Pick<OrganizationQuery, 'search' | 'state'>): RawBuilder<unknown> {
  const pattern = containsPattern(search);
  const isFound = sql`(o.name ilike ${pattern} or exists (select from users u
    where u.organization_id = o.organization_id and u.email::text ilike ${pattern}))`;
  const isInState =
    state === 'suspended' ? sql`o.suspended_at is not null` : sql`o.suspended_at is null and ${plan} = ${state}`;
  return sql`${search === '' ? sql`true` : isFound} and ${state === null ? sql`true` : isInState}`;
}

/** One page. Organizations without a value come last. */
export async function listOrganizations({ db }: Tx, query: OrganizationQuery): Promise<ListedOrganization[]> {
  const size = PAGE_SIZES.admin_organizations;
  const direction = query.sort_direction === 'asc' ? sql`asc` : sql`desc`;
  const rows = await sql<ListedOrganization>`select ${listed} from organizations o where ${matches(query)}
    order by ${columns[query.sort_field]} ${direction} nulls last, o.organization_id desc
    limit ${size} offset ${(query.page - 1) * size}`.execute(db);
  return rows.rows;
}

export async function countOrganizations({ db }: Tx, query: OrganizationQuery): Promise<number> {
  const rows = await sql<{ total: number }>`select count(*)::int as total from organizations o
    where ${matches(query)}`.execute(db);
  return rows.rows[0]?.total ?? 0;
}

export interface OrganizationDetail extends ListedOrganization {
  suspended_reason: string | null;
  trial_ends_at: Date;
  is_paid_for: boolean;
  email_credits: number;
  monthly_credits: number;
  extra_linkedin_accounts: number;
  is_agency: boolean;
  agency_id: number | null;
  extra_email_accounts: number;
  disabled_features: string[];
}

export async function findOrganizationDetail({ db }: Tx, id: number): Promise<OrganizationDetail | undefined> {
  const rows = await sql<OrganizationDetail>`select ${listed}, o.suspended_reason, o.trial_ends_at, o.email_credits,
      o.monthly_credits, o.is_agency and o.is_whitelabel as is_agency, o.agency_id, o.extra_linkedin_accounts, o.extra_email_accounts, o.disabled_features,
      exists (select from billing_customers b where b.organization_id = o.organization_id
        and b.status in ('active', 'past_due')) as is_paid_for
    from organizations o where o.organization_id = ${id}`.execute(db);
  return rows.rows[0];
}

export async function countClients({ db }: Tx, id: number): Promise<number> {
  const rows = await sql<{
    total: number;
  }>`select count(*)::int as total from organizations where agency_id = ${id}`.execute(db);
  return rows.rows[0]?.total ?? 0;
}

export interface ListedUser {
  id: number;
  name: string;
  email: string;
  role: Role;
  active: boolean;
  created_at: Date;
  last_seen_at: Date | null;
}

/** Everybody who belongs or belonged to it, in the order they came. */
export async function listUsers({ db }: Tx, organizationId: number): Promise<ListedUser[]> {
  const rows = await sql<ListedUser>`select u.id, u.name, u.email::text as email, u.role, u.active, u.created_at,
      (select max(s.last_seen_at) from sessions s where s.user_id = u.id and s.actor_user_id is null) as last_seen_at
    from users u where u.organization_id = ${organizationId} and not u.is_workspace_user order by u.created_at, u.id limit 1000`.execute(
    db,
  );
  return rows.rows;
}

export const CREDITS_LOOP = 'monthly-credits';

/**
 * Organizations whose credits of this month were not given yet, where plans are set by hand. Extras of clients are not among them: they come
 * out of their agency's balance.
 */
export async function listWithoutMonthlyCredits(
  { db }: Tx,
  key: string,
  limit: number,
): Promise<{ id: number; monthly_credits: number }[]> {
  const rows = await sql<{ id: number; monthly_credits: number }>`
    select o.organization_id as id, o.monthly_credits - coalesce(c.extra_credits, 0) as monthly_credits
    from organizations o left join agency_clients c on c.client_id = o.organization_id
    where o.monthly_credits > coalesce(c.extra_credits, 0) and o.active_subscription and o.suspended_at is null
      and (select billing = 'manual' or (o.agency_id is not null and billing <> 'unlimited') from installation)
      and not exists (select from billing_customers b where b.organization_id = o.agency_id and b.status in ('active', 'past_due'))
      and not exists (select from credit_entries e where e.organization_id = o.organization_id and e.key = ${key})
      and ${isNotParked(CREDITS_LOOP, sql.ref('o.organization_id'), sql`'month'`)}
    order by o.organization_id limit ${limit}`.execute(db);
  return rows.rows;
}
