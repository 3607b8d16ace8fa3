import { PAID_BILLING } from '@overture/domain/money/pricing';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { ApiError } from '../../kernel/errors.ts';

interface Tx {
  db: Kysely<DB>;
}

/** Whether this installation sells nothing (BILLING), in a query. */
export const isUnlimited: RawBuilder<boolean> = sql`(select billing = 'unlimited' from installation)`;

/** Whether it sells plans, in a query. */
export const hasPayments: RawBuilder<boolean> = sql`(select billing = ${PAID_BILLING} from installation)`;

/** Whether an organization needs no trial, in a query, by the name it has there. */
export function isSubscribed(organization: string): RawBuilder<boolean> {
  const field = (name: string) => sql.ref(`${organization}.${name}`);
  return sql`(${field('active_subscription')} and coalesce(${field('subscription_grace_until')} > app_now(), true)
    or ${isUnlimited})`;
}

/**
 * Why an organization of a query may not spend and send, by its alias there; null while it may. Users of a suspended one cannot
 * sign in to read it.
 */
export function endedPlan(organization: string): RawBuilder<'trial' | 'subscription' | null> {
  const field = (name: string) => sql.ref(`${organization}.${name}`);
  return sql`case when ${field('suspended_at')} is not null then 'subscription'
    when ${isSubscribed(organization)} or ${field('trial_ends_at')} > app_now() then null
    when ${field('had_subscription')} then 'subscription' else 'trial' end`;
}

/** Whether a trial or a subscription runs. */
export async function hasRunningPlan({ db, organization }: Tx & { organization: { id: number } }): Promise<boolean> {
  return (await findEndedPlan(db, organization.id)) === null;
}

async function findEndedPlan(db: Tx['db'], organizationId: number): Promise<string | null> {
  const rows = await sql<{ what: string | null }>`select ${endedPlan('o')} as what from organizations o
    where o.organization_id = ${organizationId}`.execute(db);
  return rows.rows[0]?.what ?? null;
}

/** @throws subscription_required when neither a trial nor a subscription runs */
export async function requirePlan({ db, organization }: Tx & { organization: { id: number } }): Promise<void> {
  const what = await findEndedPlan(db, organization.id);
  if (what) throw new ApiError('subscription_required', { what });
}

/** Starts a subscription (`days` null) or a trial of so many days; returns the organization's name, null for an unknown address. */
export async function updateToPlan({ db }: Tx, email: string, days: number | null): Promise<string | null> {
  const rows = await sql<{ name: string }>`update organizations o set active_subscription = ${days === null},
      had_subscription = o.had_subscription or ${days === null},
      trial_ends_at = case when ${days}::int is null then o.trial_ends_at else app_now() + make_interval(days => ${days}::int) end
    from users u where u.organization_id = o.organization_id and lower(u.email) = lower(${email}) returning o.name`.execute(
    db,
  );
  return rows.rows[0]?.name ?? null;
}

export async function updateToNoPlan({ db }: Tx, email: string): Promise<string | null> {
  const rows = await sql<{ name: string }>`update organizations o set active_subscription = false,
      trial_ends_at = least(o.trial_ends_at, app_now())
    from users u where u.organization_id = o.organization_id and lower(u.email) = lower(${email}) returning o.name`.execute(
    db,
  );
  return rows.rows[0]?.name ?? null;
}

export interface PlanChange {
  plan?: 'subscription' | 'trial' | 'none' | undefined;
  trial_ends_at?: Date | undefined;
  extra_linkedin_accounts?: number | undefined;
  extra_email_accounts?: number | undefined;
  monthly_credits?: number | undefined;
}

/** Omitted fields stay. Without a plan the trial is over too; back on a trial no plan is paid. */
export async function updatePlan({ db }: Tx, id: number, change: PlanChange): Promise<void> {
  const plan = change.plan ?? null;
  await sql`update organizations set
      active_subscription = case when ${plan}::text is null then active_subscription else ${plan === 'subscription'} end,
      had_subscription = had_subscription or ${plan === 'subscription'},
      subscription_grace_until = case when ${plan}::text is null then subscription_grace_until end,
      trial_ends_at = case when ${plan === 'none'} then least(trial_ends_at, app_now())
        else coalesce(${change.trial_ends_at ?? null}::timestamptz, trial_ends_at) end,
      extra_linkedin_accounts = coalesce(${change.extra_linkedin_accounts ?? null}::int, extra_linkedin_accounts),
      extra_email_accounts = coalesce(${change.extra_email_accounts ?? null}::int, extra_email_accounts),
      monthly_credits = coalesce(${change.monthly_credits ?? null}::int, monthly_credits)
    where organization_id = ${id}`.execute(db);
}
