import { INHERITED_COLUMNS } from '@overture/domain/organization/settings';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';

interface Tx {
  db: Kysely<DB>;
}

export interface ClientExtras {
  extra_linkedin_accounts: number;
  extra_email_accounts: number;
  monthly_credits: number;
}

/**
 * A client of an agency, on the agency's plan and with its inherited settings, without credits yet.
 * @returns its id
 */
export async function insertClientOrganization(
  { db }: Tx,
  given: ClientExtras & { agency_id: number; name: string; website_url: string },
): Promise<number> {
  const rows = await sql<{
    id: number;
  }>`insert into organizations (name, website_url, is_whitelabel, agency_id, email_credits,
      extra_linkedin_accounts, extra_email_accounts, monthly_credits,
      active_subscription, had_subscription, trial_ends_at, subscription_grace_until,
      ${sql.join(INHERITED_COLUMNS.map((column) => sql.ref(column)))})
    select ${given.name}, ${given.website_url}, true, a.organization_id, 0, ${given.extra_linkedin_accounts},
      ${given.extra_email_accounts}, ${given.monthly_credits}, a.active_subscription, a.had_subscription, a.trial_ends_at,
      a.subscription_grace_until, ${sql.join(INHERITED_COLUMNS.map((column) => sql.ref(`a.${column}`)))}
    from organizations a where a.organization_id = ${given.agency_id}
    returning organization_id as id`.execute(db);
  return rows.rows[0]!.id;
}

export async function updateClientExtras({ db }: Tx, id: number, extras: ClientExtras): Promise<void> {
  await sql`update organizations set extra_linkedin_accounts = ${extras.extra_linkedin_accounts},
    extra_email_accounts = ${extras.extra_email_accounts}, monthly_credits = ${extras.monthly_credits}
    where organization_id = ${id}`.execute(db);
}

/** What the agency switched off; what the operator did stays beside it. */
export async function updateAgencyFeatures({ db }: Tx, id: number, disabled: readonly string[]): Promise<void> {
  await sql`update organizations set agency_disabled_features = ${[...disabled]}::text[] where organization_id = ${id}`.execute(
    db,
  );
}

/** Blocks sign-in, sending and spending; a suspension by the operator stays one. */
export async function markClientCancelled({ db }: Tx, id: number): Promise<void> {
  await sql`update organizations set cancelled_at = app_now(), suspended_at = coalesce(suspended_at, app_now())
    where organization_id = ${id} and cancelled_at is null`.execute(db);
}

/** A suspension that was there before, or came by the operator with a reason, stays. */
export async function markClientRestored({ db }: Tx, id: number): Promise<void> {
  await sql`update organizations set cancelled_at = null,
      suspended_at = case when suspended_at = cancelled_at and suspended_reason is null then null else suspended_at end
    where organization_id = ${id} and cancelled_at is not null`.execute(db);
}
