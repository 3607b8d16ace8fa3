import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import type { Letter } from '../../action-kinds/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type SystemTx = Pick<SystemTransactionContext, 'db'>;

/** Which of these addresses are confirmed addresses of the organization's members. */
export async function listMemberEmails({ db, organization }: Tx, emails: readonly string[]): Promise<string[]> {
  const rows = await sql<{ email: string }>`select email::text as email from users
    where organization_id = ${organization.id} and email = any(${[...emails]}::citext[]) and active
      and verified_at is not null`.execute(db);
  return rows.rows.map((row) => row.email);
}

export interface NewTestMail {
  campaign_id: number;
  prospect_id: number;
  created_by: number;
  recipients: readonly string[];
  letter: Letter;
  zone: string;
  /** Delay before it is sent. */
  delay_in_seconds?: number;
}

/** The age of a delayed mail starts at the end of its delay, for timeouts and cleanup. */
export async function insertTestMail({ db, organization }: Tx, given: NewTestMail): Promise<number> {
  const { campaign_id, prospect_id, created_by, recipients, letter, zone, delay_in_seconds = 0 } = given;
  const rows = await sql<{ id: number }>`insert into test_mails (organization_id, campaign_id, prospect_id, created_by,
      recipients, letter, zone, created_at)
    values (${organization.id}, ${campaign_id}, ${prospect_id}, ${created_by}, ${[...recipients]}::citext[],
      ${toJson(letter)}::jsonb, ${zone}, app_now() + make_interval(secs => ${delay_in_seconds})) returning id`.execute(
    db,
  );
  return rows.rows[0]!.id;
}

export async function findRecipients({ db, organization }: Tx, campaignId: number, id: number) {
  const rows = await sql<{ recipients: string[] }>`select recipients::text[] as recipients from test_mails
    where organization_id = ${organization.id} and campaign_id = ${campaignId} and id = ${id}`.execute(db);
  return rows.rows[0]?.recipients;
}

export interface DueTestMail extends Pick<NewTestMail, 'recipients' | 'letter' | 'zone'> {
  id: number;
  /** It has waited so long that the user no longer expects it. */
  is_late: boolean;
}

export async function listDueTestMails(tx: SystemTx, ids: readonly number[], minutes: number): Promise<DueTestMail[]> {
  const rows = await sql<DueTestMail>`select id, recipients::text[] as recipients, letter, zone,
      created_at < app_now() - make_interval(mins => ${minutes}) as is_late
    from test_mails where id = any(${[...ids]}::bigint[])`.execute(tx.db);
  return rows.rows;
}

export async function deleteOldTestMails(tx: SystemTx, days: number, limit: number): Promise<number> {
  const rows = await sql`delete from test_mails where id in (select id from test_mails
    where created_at < app_now() - make_interval(days => ${days}) limit ${limit})`.execute(tx.db);
  return Number(rows.numAffectedRows ?? 0);
}
