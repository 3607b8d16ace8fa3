import type { Role } from '@overture/domain/access/permissions';
import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { isNotParked } from '../../../kernel/rounds/rounds.ts';

export const SIGN_INS_LOOP = 'linkedin-sign-ins';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface OpenSeat {
  organization_id: number;
  provider_account_id: string;
  user_id: number;
  role: Role;
  expires_at: Date;
}

/** Remembers a sign-in that the provider has taken up; again changes nothing. */
export async function rememberSignIn(tx: Tx, open: Omit<OpenSeat, 'organization_id'>): Promise<void> {
  await sql`insert into linkedin_sign_ins (organization_id, provider_account_id, user_id, role, expires_at)
    values (${tx.organization.id}, ${open.provider_account_id}, ${open.user_id}, ${open.role}, ${open.expires_at})
    on conflict do nothing`.execute(tx.db);
}

/** The account is a sender now, or was given up. */
export async function forgetSignIn(tx: Tx, providerAccountId: string): Promise<void> {
  await sql`delete from linkedin_sign_ins
    where organization_id = ${tx.organization.id} and provider_account_id = ${providerAccountId}`.execute(tx.db);
}

/**
 * Open sign-ins due for a check, claimed for one process: every ten seconds, and less often the longer they are over. `is_over`: LinkedIn
 * stopped waiting long enough ago that a last-second confirmation is visible everywhere.
 */
export async function claimSignIns(
  { db }: Pick<SystemTransactionContext, 'db'>,
  limit: number,
): Promise<(OpenSeat & { is_over: boolean })[]> {
  const rows = await sql<OpenSeat & { is_over: boolean }>`
    with due as materialized (select organization_id, provider_account_id from linkedin_sign_ins
      where next_look_at <= app_now()
        and ${isNotParked(SIGN_INS_LOOP, sql.ref('organization_id'), sql.ref('provider_account_id'))} order by next_look_at limit ${limit} for no key update skip locked)
    update linkedin_sign_ins s set next_look_at = app_now() + greatest(interval '10 seconds', app_now() - s.expires_at)
    from due where s.organization_id = due.organization_id and s.provider_account_id = due.provider_account_id
    returning s.organization_id, s.provider_account_id, s.user_id, s.role, s.expires_at,
      s.expires_at < app_now() - interval '2 minutes' as is_over`.execute(db);
  return rows.rows;
}
