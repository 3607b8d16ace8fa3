import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

interface Recipients {
  to_email: string;
  /** Everyone else who got it, blind copies included. */
  cc_emails: string[];
}

/** Addresses that mails of ours went to, by intent. */
export async function listRecipients(tx: Tx, intentIds: readonly number[]): Promise<Map<number, Recipients>> {
  if (intentIds.length === 0) return new Map();
  const rows = await sql<Recipients & { id: number }>`select id, to_email::text as to_email,
      coalesce(cc_emails, '{}') || coalesce(bcc_emails, '{}') as cc_emails from outbound_intents
    where id = any(${[...intentIds]}::bigint[]) and to_email is not null`.execute(tx.db);
  return new Map(rows.rows.map(({ id, ...recipients }) => [id, recipients]));
}

/** A lead's addresses that we wrote to, the latest first. */
export async function listWrittenTo(
  tx: Tx,
  given: { organization_id: number; prospect_id: number },
): Promise<string[]> {
  const rows = await sql<{ email: string }>`select lower(to_email::text) as email from outbound_intents
    where organization_id = ${given.organization_id} and prospect_id = ${given.prospect_id} and to_email is not null
    group by 1 order by max(id) desc limit 50`.execute(tx.db);
  return rows.rows.map(({ email }) => email);
}

/** Of the newest messages only: a reply usually quotes one of these. */
const MOST_TEXTS = 12;

/** Texts sent to these people, newest first. */
export async function listTextsTo(
  tx: Tx,
  given: { organization_id: number; prospect_ids: readonly number[] },
): Promise<string[]> {
  if (given.prospect_ids.length === 0) return [];
  const rows = await sql<{ body_text: string }>`select body_text from outbound_intents
    where organization_id = ${given.organization_id} and prospect_id = any(${[...given.prospect_ids]}::bigint[])
      and dispatched_at is not null and body_text <> '' order by dispatched_at desc limit ${MOST_TEXTS}`.execute(tx.db);
  return rows.rows.map(({ body_text }) => body_text);
}

/** Which of these people a sender (null: any sender) had contacted, or begun to, by an instant, latest first. */
export async function findContacted(
  tx: Tx,
  given: { organization_id: number; account_id: number | null; prospect_ids: readonly number[]; until: Date },
): Promise<number[]> {
  if (given.prospect_ids.length === 0) return [];
  const rows = await sql<{ prospect_id: number }>`select prospect_id from outbound_intents
    where organization_id = ${given.organization_id} and prospect_id = any(${[...given.prospect_ids]}::bigint[])
      and (${given.account_id}::bigint is null or account_id = ${given.account_id}) and dispatched_at <= ${given.until}
      and state in ('dispatching', 'confirmed', 'unknown', 'parked')
    group by prospect_id order by max(dispatched_at) desc`.execute(tx.db);
  return rows.rows.map((row) => row.prospect_id);
}
