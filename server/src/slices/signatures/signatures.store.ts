import type { Signature } from '@overture/contract/signatures';
import { ARCHIVE_UNDO_IN_MINUTES } from '@overture/domain/campaign/transitions';
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

/** SQL: the campaign `c` may send again without a check. */
const canRun = sql`(c.status <> 'ARCHIVED' or c.archived_at > app_now() - ${ARCHIVE_UNDO_IN_MINUTES} * interval '1 minute')`;

/** A campaign that chooses it at the same time waits, or is found by `findSigned`. */
export async function lockSignature({ db }: Tx, id: number): Promise<void> {
  await sql`select id from signatures where id = ${id} for update`.execute(db);
}

/** Name of a campaign whose emails end with it: as its own, or as that of one of its senders. */
export async function findSigned({ db, organization }: Tx, id: number): Promise<string | undefined> {
  const rows = await sql<{ name: string }>`select c.name from campaigns c
    where c.organization_id = ${organization.id} and ${canRun} and (c.signature_id = ${id}
      or (c.signature_choice = 'sender' and exists (select from campaign_senders s
        join sender_signatures w on w.organization_id = s.organization_id and w.account_id = s.account_id
        where s.organization_id = c.organization_id and s.campaign_id = c.id and s.channel = 'email' and w.signature_id = ${id})))
    order by c.id desc limit 1`.execute(db);
  return rows.rows[0]?.name;
}

/** Answers whether there was one. */
export async function deleteSignature({ db }: Tx, id: number): Promise<boolean> {
  const rows = await sql`delete from signatures where id = ${id}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}
