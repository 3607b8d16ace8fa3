import { sql } from 'kysely';
import type { ReadContext, SystemTransactionContext } from '../../kernel/context.ts';

export interface SenderKeyRow {
  push_public_key: string;
  sealed_push_key: Buffer;
}

export async function findSenderKey({ db }: Pick<ReadContext, 'db'>): Promise<SenderKeyRow | undefined> {
  const rows = await sql<SenderKeyRow>`select push_public_key, sealed_push_key from installation
    where push_public_key is not null and sealed_push_key is not null`.execute(db);
  return rows.rows[0];
}

/** The first one stays: devices that subscribed with it refuse every other. */
export async function insertSenderKey(
  { db }: Pick<SystemTransactionContext, 'db'>,
  { push_public_key, sealed_push_key }: SenderKeyRow,
): Promise<void> {
  await sql`update installation set push_public_key = ${push_public_key}, sealed_push_key = ${sealed_push_key}
    where push_public_key is null`.execute(db);
}

/** Deletes a key that cannot be opened any longer, with the devices that subscribed with it. */
export async function deleteSenderKey(
  { db }: Pick<SystemTransactionContext, 'db'>,
  { push_public_key }: SenderKeyRow,
): Promise<void> {
  const rows = await sql`update installation set push_public_key = null, sealed_push_key = null
    where push_public_key = ${push_public_key}`.execute(db);
  if (rows.numAffectedRows) await sql`delete from push_devices`.execute(db);
}
