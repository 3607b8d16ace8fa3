import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type SystemTx = Pick<SystemTransactionContext, 'db'>;

/** Sets the code while the former one is unused; false otherwise. */
export async function updateReferralCode({ db, organization }: Tx, code: string): Promise<boolean> {
  const rows = await sql`update organizations set referral_code = ${code}
    where organization_id = ${organization.id} and not referral_code_in_use`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

/** Newest first, with the names of who came; read across organizations, since they are others'. */
export async function listReferralUses(
  { db }: SystemTx,
  organizationId: number,
  limit: number,
): Promise<{ organization_name: string; created_at: Date }[]> {
  const rows = await sql<{ organization_name: string; created_at: Date }>`
    select o.name as organization_name, u.created_at from referral_uses u
      join organizations o on o.organization_id = u.referred_organization_id
    where u.organization_id = ${organizationId} order by u.created_at desc limit ${limit}`.execute(db);
  return rows.rows;
}

/**
 * Records the referrer of an organization, and locks its code. Nothing for an unknown code, or for users of the same company
 * domain: an organization cannot refer itself.
 */
export async function insertReferralUse(
  { db }: SystemTx,
  given: { code: string; organization_id: number; company_domain: string | null },
): Promise<void> {
  await sql`with referrer as (
      update organizations o set referral_code_in_use = true
      where lower(o.referral_code) = lower(${given.code}) and o.organization_id <> ${given.organization_id}
        and not exists (select from users u where u.organization_id = o.organization_id
          and lower(split_part(u.email::text, '@', 2)) = ${given.company_domain}::text)
      returning o.organization_id)
    insert into referral_uses (referred_organization_id, organization_id)
    select ${given.organization_id}, organization_id from referrer
    on conflict (referred_organization_id) do nothing`.execute(db);
}

/** By whose code an organization came that brought no reward yet; null for who came by none. */
export async function findUnrewardedReferrer({ db }: SystemTx, organizationId: number): Promise<number | null> {
  const rows = await sql<{ organization_id: number }>`select organization_id from referral_uses
    where referred_organization_id = ${organizationId} and rewarded_at is null`.execute(db);
  return rows.rows[0]?.organization_id ?? null;
}

/** By whose code an organization came that brought its reward in the last `hours`. */
export async function findRewardedReferrer(
  { db }: SystemTx,
  organizationId: number,
  hours: number,
): Promise<number | null> {
  const rows = await sql<{ organization_id: number }>`select organization_id from referral_uses
    where referred_organization_id = ${organizationId} and rewarded_at > app_now() - make_interval(hours => ${hours})`.execute(
    db,
  );
  return rows.rows[0]?.organization_id ?? null;
}

export async function markReferralRewarded({ db }: SystemTx, organizationId: number): Promise<void> {
  await sql`update referral_uses set rewarded_at = coalesce(rewarded_at, app_now())
    where referred_organization_id = ${organizationId}`.execute(db);
}
