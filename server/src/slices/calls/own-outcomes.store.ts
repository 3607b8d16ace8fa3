import type { OwnCallOutcome } from '@overture/contract/calls';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../kernel/context.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;
type Tx = Pick<TransactionContext, 'db' | 'organization' | 'user'>;

const columns = sql`id, name, means, again_in_hours, again_in_days, max_tries`;

export async function listOwnOutcomes({ db, organization }: Reader): Promise<OwnCallOutcome[]> {
  const rows = await sql<OwnCallOutcome>`select ${columns} from call_outcomes where organization_id = ${organization.id}
    order by id limit ${LIST_LIMITS.call_outcomes}`.execute(db);
  return rows.rows;
}

export async function findOwnOutcome({ db, organization }: Reader, id: number): Promise<OwnCallOutcome | undefined> {
  const rows = await sql<OwnCallOutcome>`select ${columns} from call_outcomes where id = ${id}
    and organization_id = ${organization.id}`.execute(db);
  return rows.rows[0];
}

/** Undefined where the name is in use. */
export async function insertOwnOutcome(
  { db, organization, user }: Tx,
  given: Omit<OwnCallOutcome, 'id'>,
): Promise<OwnCallOutcome | undefined> {
  const rows = await sql<OwnCallOutcome>`insert into call_outcomes
      (organization_id, name, means, again_in_hours, again_in_days, max_tries, created_by)
    values (${organization.id}, ${given.name}, ${given.means}, ${given.again_in_hours}, ${given.again_in_days},
      ${given.max_tries}, ${user?.id ?? null})
    on conflict (organization_id, lower(name)) do nothing returning ${columns}`.execute(db);
  return rows.rows[0];
}

export async function deleteOwnOutcome({ db, organization }: Tx, id: number): Promise<boolean> {
  const done = await sql`delete from call_outcomes where id = ${id} and organization_id = ${organization.id}`.execute(
    db,
  );
  return (done.numAffectedRows ?? 0n) > 0n;
}
