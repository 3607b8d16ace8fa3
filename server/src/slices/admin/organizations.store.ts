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
}

const plan = sql`case when ${isUnlimited} then 'unlimited' when ${isSubscribed('o')} then 'subscription'
  when o.trial_ends_at > app_now() then 'trial' else 'none' end`;

const listed: RawBuilder<unknown> = sql`o.organization_id as id, o.name, o.suspended_at, o.created_at, ${plan} as plan,
  (select count(*)::int from prospects p where p.organization_id = o.organization_id) as total_prospects,
  (select count(*)::int from users u where u.organization_id = o.organization_id and u.active) as total_users,
  (select count(*)::int from campaigns c where c.organization_id = o.organization_id) as total_campaigns`;

const matches = (search: string): RawBuilder<unknown> => {
  const pattern = containsPattern(search);
  return search === ''
    ? sql`true`
    : sql`(o.name ilike ${pattern} or exists (select from users u
      where u.organization_id = o.organization_id and u.email::text ilike ${pattern}))`;
};

/** One page, newest first. */
export async function listOrganizations({ db }: Tx, search: string, page: number): Promise<ListedOrganization[]> {
  const size = PAGE_SIZES.admin_organizations;
  const rows = await sql<ListedOrganization>`select ${listed} from organizations o where ${matches(search)}
    order by o.organization_id desc limit ${size} offset ${(page - 1) * size}`.execute(db);
  return rows.rows;
}

export async function countOrganizations({ db }: Tx, search: string): Promise<number> {
  const rows = await sql<{ total: number }>`select count(*)::int as total from organizations o
    where ${matches(search)}`.execute(db);
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
    from users u where u.organization_id = ${organizationId} order by u.created_at, u.id limit 1000`.execute(db);
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
