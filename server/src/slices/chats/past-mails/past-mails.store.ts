import { PAST_MAIL_LIMITS } from '@overture/domain/inbound/past-mails';
import { sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../../kernel/context.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface NewPastMail {
  account_id: number;
  is_received: boolean;
  /** Its domain was proven by the receiving server. */
  is_proven: boolean;
  subject_line: string;
  message: string;
  sent_at: Date;
  digest: Buffer;
}

/** Stores a mail with these leads, each once, and keeps the newest of each. Returns the leads that got it. */
export async function insertPastMail(
  { db, organization }: Tx,
  prospectIds: readonly number[],
  mail: NewPastMail,
): Promise<number[]> {
  const rows = await sql<{
    prospect_id: number;
  }>`insert into past_mails (organization_id, prospect_id, account_id, is_received,
      is_proven, subject_line, message, sent_at, digest)
    select p.organization_id, p.id, ${mail.account_id}, ${mail.is_received}, ${mail.is_proven}, ${mail.subject_line},
      ${mail.message}, ${mail.sent_at}, ${mail.digest}
    from prospects p where p.id = any(${[...prospectIds]}::bigint[]) and p.organization_id = ${organization.id} order by p.id
    on conflict (prospect_id, digest) do nothing returning prospect_id`.execute(db);
  const stored = rows.rows.map(({ prospect_id }) => prospect_id);
  if (stored.length > 0)
    await sql`delete from past_mails m using (select id from (select id, row_number() over (partition by prospect_id
        order by sent_at desc, id desc) as place from past_mails where prospect_id = any(${stored}::bigint[])) r
      where place > ${PAST_MAIL_LIMITS.per_lead}) old where m.id = old.id`.execute(db);
  return stored;
}

export interface PastMailRow {
  id: number;
  is_received: boolean;
  account_id: number | null;
  subject_line: string;
  message: string;
  sent_at: Date;
}

export async function listStoredMails({ db, organization }: Reader, prospectId: number): Promise<PastMailRow[]> {
  const rows = await sql<PastMailRow>`select id, is_received, account_id, subject_line, message, sent_at from past_mails
    where prospect_id = ${prospectId} and organization_id = ${organization.id}
    order by sent_at desc, id desc limit ${PAST_MAIL_LIMITS.per_lead}`.execute(db);
  return rows.rows;
}

export async function countPastMails({ db, organization }: Reader, prospectId: number): Promise<number> {
  const rows = await sql<{ mails: number }>`select count(*)::int as mails from past_mails
    where prospect_id = ${prospectId} and organization_id = ${organization.id}`.execute(db);
  return rows.rows[0]!.mails;
}
