import type { ChatLead } from '@overture/contract/outgoing-messages';
import { foldCase } from '@overture/domain/text/text';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { channelSuppressedBecause, reachOfLead } from '../../suppression-rules/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Why a lead must not be answered on LinkedIn, where its number is written to, and elsewhere; null where nothing says so. */
export interface Blocks {
  linkedin: string | null;
  phone: string | null;
  elsewhere: string | null;
}

export async function findBlocks({ db }: Tx, prospectId: number): Promise<Blocks> {
  const rows = await sql<Blocks>`select ${channelSuppressedBecause('linkedin', reachOfLead)} as linkedin,
      ${channelSuppressedBecause('phone', reachOfLead)} as phone, ${channelSuppressedBecause(null, reachOfLead)} as elsewhere
    from prospects p where p.id = ${prospectId}`.execute(db);
  return rows.rows[0] ?? { linkedin: null, phone: null, elsewhere: null };
}

/** Senders that have a conversation of the provider with a lead: by some channels one can only answer. */
export async function listProviderSenders({ db }: Tx, prospectId: number): Promise<number[]> {
  const rows = await sql<{ account_id: number }>`select distinct account_id from chat_messages
    where prospect_id = ${prospectId} and provider_chat is not null and account_id is not null limit 2000`.execute(db);
  return rows.rows.map((row) => row.account_id);
}

export async function listSenderSignatures({ db }: Tx): Promise<Map<number, number>> {
  const rows = await sql<{ account_id: number; signature_id: number }>`select account_id, signature_id
    from sender_signatures limit 2000`.execute(db);
  return new Map(rows.rows.map((row) => [row.account_id, row.signature_id]));
}

/** False for a sender or signature that is not the organization's. */
export async function setSenderSignature(
  { db, organization }: Tx,
  accountId: number,
  signatureId: number | null,
): Promise<boolean> {
  if (signatureId === null) {
    await sql`delete from sender_signatures where account_id = ${accountId}`.execute(db);
    return true;
  }
  const rows = await sql`insert into sender_signatures (account_id, organization_id, signature_id)
    select a.id, ${organization.id}, s.id from accounts a, signatures s
    where a.id = ${accountId} and a.deleted_at is null and s.id = ${signatureId}
    on conflict (account_id) do update set signature_id = excluded.signature_id`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

export async function findLinkedinKey({ db }: Tx, prospectId: number): Promise<string | null> {
  const rows = await sql<{ linkedin_key: string | null }>`select linkedin_key from prospects
    where id = ${prospectId}`.execute(db);
  return rows.rows[0]?.linkedin_key ?? null;
}

/** Leads whose name begins so, or whose address it is. */
export async function findLeads({ db, organization }: Tx, query: string, limit: number): Promise<ChatLead[]> {
  const beginning = foldCase(query);
  const rows = await sql<ChatLead>`select id, first_name, last_name, job_title, company_name, email, profile_picture_url
    from prospects where organization_id = ${organization.id}
      and (name_key >= ${beginning} and name_key < ${`${beginning}\u{10ffff}`} or email = ${beginning})
    order by name_key, id limit ${limit}`.execute(db);
  return rows.rows;
}
