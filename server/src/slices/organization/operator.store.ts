import type { FeatureFlag } from '@overture/domain/access/feature-flags';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';

interface Tx {
  db: Kysely<DB>;
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

export async function updateDisabledFeatures({ db }: Tx, id: number, disabled: readonly FeatureFlag[]): Promise<void> {
  await sql`update organizations set disabled_features = ${[...disabled]}::text[] where organization_id = ${id}`.execute(
    db,
  );
}

export async function updateAgency({ db }: Tx, id: number, isAgency: boolean): Promise<void> {
  await sql`update organizations set is_agency = ${isAgency}, is_whitelabel = ${isAgency} where organization_id = ${id}`.execute(
    db,
  );
}

/** @returns whether it was open until now */
export async function markSuspended({ db }: Tx, id: number, reason: string | null): Promise<boolean> {
  const rows = await sql`update organizations set suspended_at = app_now(), suspended_reason = ${reason}
    where organization_id = ${id} and suspended_at is null`.execute(db);
  return rows.numAffectedRows === 1n;
}

/** @returns whether it was suspended until now */
export async function markResumed({ db }: Tx, id: number): Promise<boolean> {
  const rows = await sql`update organizations set suspended_at = null, suspended_reason = null
    where organization_id = ${id} and suspended_at is not null and cancelled_at is null`.execute(db);
  return rows.numAffectedRows === 1n;
}
