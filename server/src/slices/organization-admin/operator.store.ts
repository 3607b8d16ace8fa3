import type { FeatureFlag } from '@overture/domain/access/feature-flags';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';

interface Tx {
  db: Kysely<DB>;
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
