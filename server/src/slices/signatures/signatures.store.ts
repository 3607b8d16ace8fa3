import type { Signature } from '@overture/contract/signatures';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { requireRoom } from '../../kernel/limits/room.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization' | 'user'>;

/** All of them: an organization has a handful; the bound keeps a runaway script harmless. */
export async function listSignatures({ db }: Tx): Promise<Signature[]> {
  const rows =
    await sql<Signature>`select id, name, signature from signatures order by name, id limit ${sql.lit(LIST_LIMITS.signatures)}`.execute(
      db,
    );
  return rows.rows;
}

export async function insertSignature(tx: Tx, given: Omit<Signature, 'id'>): Promise<Signature> {
  const { db, organization, user } = tx;
  await requireRoom(tx, sql`select from signatures where organization_id = ${organization.id}`, {
    ...{ limit: LIST_LIMITS.signatures, things: 'signatures' },
  });
  const rows = await sql<Signature>`insert into signatures (organization_id, name, signature, created_by)
    values (${organization.id}, ${given.name}, ${given.signature}, ${user?.id ?? null}) returning id, name, signature`.execute(
    db,
  );
  return rows.rows[0]!;
}

export async function updateSignature(
  { db }: Tx,
  id: number,
  given: Omit<Signature, 'id'>,
): Promise<Signature | undefined> {
  const rows = await sql<Signature>`update signatures set name = ${given.name}, signature = ${given.signature}
    where id = ${id} returning id, name, signature`.execute(db);
  return rows.rows[0];
}

/** Names of some campaigns whose emails end with it. */
export async function listSigned({ db, organization }: Tx, id: number): Promise<string[]> {
  const rows = await sql<{ name: string }>`select name from campaigns where organization_id = ${organization.id}
    and signature_id = ${id} and status <> 'ARCHIVED' order by id desc limit 3`.execute(db);
  return rows.rows.map(({ name }) => name);
}

/** Answers whether there was one. */
export async function deleteSignature({ db }: Tx, id: number): Promise<boolean> {
  const rows = await sql`delete from signatures where id = ${id}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}
