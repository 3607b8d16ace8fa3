import type { Referral } from '@overture/domain/inbound/find-referral';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { reachOfLead, suppressedBecause } from '../../suppression-rules/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface ReferralRow {
  referral: Referral | null;
  /** The lead who was added for it before. */
  referral_prospect_id: number | null;
}

/** Whom a message of a conversation names, locked: pressed twice, the person is added once. */
export async function lockReferral(
  { db, organization }: Tx,
  { prospect_id, message_id }: { prospect_id: number; message_id: number },
): Promise<ReferralRow | undefined> {
  const rows = await sql<ReferralRow>`select referral, referral_prospect_id from message_classes
    where message_id = ${message_id} and prospect_id = ${prospect_id} and organization_id = ${organization.id} for update`.execute(
    db,
  );
  return rows.rows[0];
}

export async function setReferred({ db, organization }: Tx, messageId: number, prospectId: number): Promise<void> {
  await sql`update message_classes set referral_prospect_id = ${prospectId}, referred_at = app_now()
    where message_id = ${messageId} and organization_id = ${organization.id}`.execute(db);
}

/** True for a lead who is on the suppression list by any of their addresses or as a person. */
export async function isSuppressedLead({ db, organization }: Tx, prospectId: number): Promise<boolean> {
  const rows = await sql<{ is: boolean }>`select ${suppressedBecause(reachOfLead)} is not null as is
    from prospects p where p.id = ${prospectId} and p.organization_id = ${organization.id}`.execute(db);
  return rows.rows[0]?.is ?? false;
}

/** Subject of the email that began a conversation. Those of replies are the words of others. */
export async function findFirstSubject({ db, organization }: Tx, prospectId: number): Promise<string | null> {
  const rows = await sql<{ subject_line: string }>`select subject_line from chat_messages
    where prospect_id = ${prospectId} and organization_id = ${organization.id} and kind in ('CAMPAIGN', 'CHAT', 'OWN_CLIENT')
      and delivery in ('SENT', 'UNCONFIRMED') and subject_line <> ''
    order by sent_at, id limit 1`.execute(db);
  return rows.rows[0]?.subject_line ?? null;
}
