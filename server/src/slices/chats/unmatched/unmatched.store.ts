import { LIST_LIMITS } from '@overture/domain/list-limits';
import { type Kysely, sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import type { DB } from '../../../kernel/db/__generated__/database.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { isNotParked } from '../../../kernel/rounds/rounds.ts';
import type { StoredFile } from '../mail/mail-parts.service.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Mails get forwarded: at most this many questions about one lead in this number of days. */
const MAX_ASKED = 5;
const ASKED_WITHIN_DAYS = 30;
const KEPT_DAYS = 30;

export interface NewUnmatchedReply {
  prospect_id: number;
  account_id: number;
  from_name: string | null;
  from_email: string;
  subject_line: string | null;
  message: string;
  quoted_text: string | null;
  html: string | null;
  has_remote_content: boolean;
  is_unreadable: boolean;
  wants_out: boolean;
  files: StoredFile[];
  sent_at: Date;
  rfc_message_id: string | null;
  reference_chain: string[];
  digest: Buffer;
}

export interface UnmatchedReplyRow extends NewUnmatchedReply {
  id: number;
}

export async function isBelowLimit({ db, organization }: Tx, prospectId: number): Promise<boolean> {
  const rows = await sql<{ count: number }>`select count(*)::int as count from possible_answers
    where organization_id = ${organization.id} and prospect_id = ${prospectId}
      and created_at > app_now() - make_interval(days => ${ASKED_WITHIN_DAYS})`.execute(db);
  return (rows.rows[0]?.count ?? 0) < MAX_ASKED;
}

/** False when it was stored before. */
export async function insertUnmatchedReply({ db, organization }: Tx, given: NewUnmatchedReply): Promise<boolean> {
  const rows = await sql`insert into possible_answers (organization_id, prospect_id, account_id, from_name, from_email,
      subject_line, message, quoted_text, html, has_remote_content, is_unreadable, wants_out, files, sent_at, rfc_message_id,
      reference_chain, digest)
    values (${organization.id}, ${given.prospect_id}, ${given.account_id}, ${given.from_name}, ${given.from_email},
      ${given.subject_line}, ${given.message}, ${given.quoted_text}, ${given.html}, ${given.has_remote_content},
      ${given.is_unreadable}, ${given.wants_out}, ${toJson(given.files)}::jsonb, ${given.sent_at},
      ${given.rfc_message_id}, ${given.reference_chain}::text[], ${given.digest})
    on conflict do nothing`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

const columns =
  sql.raw(`id, prospect_id, account_id, from_name, from_email::text as from_email, subject_line, message, quoted_text,
  html, has_remote_content, is_unreadable, wants_out, files, sent_at, rfc_message_id, reference_chain, digest`);

export async function listUndecided({ db, organization }: Tx): Promise<UnmatchedReplyRow[]> {
  const rows = await sql<UnmatchedReplyRow>`select ${columns} from possible_answers
    where organization_id = ${organization.id} and decided_at is null order by sent_at desc, id desc
    limit ${LIST_LIMITS.unmatched_replies}`.execute(db);
  return rows.rows;
}

export async function findUndecided({ db, organization }: Tx, id: number): Promise<UnmatchedReplyRow | undefined> {
  const rows = await sql<UnmatchedReplyRow>`select ${columns} from possible_answers
    where id = ${id} and organization_id = ${organization.id} and decided_at is null`.execute(db);
  return rows.rows[0];
}

/** False when another user decided it in between. */
export async function markDecided({ db, organization }: Tx, id: number, isReply: boolean): Promise<boolean> {
  const rows = await sql`update possible_answers set decided_at = app_now(), is_answer = ${isReply}
    where id = ${id} and organization_id = ${organization.id} and decided_at is null`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

export async function hasUndecided({ db, organization }: Tx, prospectId: number): Promise<boolean> {
  const rows = await sql`select from possible_answers where organization_id = ${organization.id}
    and prospect_id = ${prospectId} and decided_at is null limit 1`.execute(db);
  return rows.rows.length > 0;
}

/** The list that a lead was added to last; null for a lead of none. */
export async function findNewestList({ db, organization }: Tx, prospectId: number): Promise<number | null> {
  const rows = await sql<{ search_id: number }>`select search_id from search_prospects
    where organization_id = ${organization.id} and prospect_id = ${prospectId} order by created_at desc, search_id desc limit 1`.execute(
    db,
  );
  return rows.rows[0]?.search_id ?? null;
}

export const REMINDERS_LOOP = 'unmatched-reminders';

const isUnreminded = (before: Date) => sql`a.decided_at is null and a.reminded_at is null and a.created_at < ${before}`;

/** Organizations that are to be reminded, the longest waiting first. */
export async function listUnreminded({ db }: { db: Kysely<DB> }, before: Date, limit: number): Promise<number[]> {
  const rows = await sql<{ organization_id: number }>`select a.organization_id from possible_answers a
    where ${isUnreminded(before)} and ${isNotParked(REMINDERS_LOOP, sql.ref('a.organization_id'), sql`'unmatched'`)}
    group by a.organization_id order by min(a.created_at) limit ${limit}`.execute(db);
  return rows.rows.map(({ organization_id }) => organization_id);
}

/** @returns how many replies the reminder is about */
export async function markReminded({ db, organization }: Tx, before: Date): Promise<number> {
  const rows = await sql`update possible_answers a set reminded_at = app_now()
    where a.organization_id = ${organization.id} and ${isUnreminded(before)}`.execute(db);
  return Number(rows.numAffectedRows ?? 0n);
}

export interface OldDecision {
  id: number;
  is_answer: boolean;
  files: StoredFile[];
}

/** Takes away what was decided long ago; answers a batch of it. */
export async function deleteDecided({ db }: { db: Kysely<DB> }, limit: number): Promise<OldDecision[]> {
  const rows = await sql<OldDecision>`delete from possible_answers where id in (select id from possible_answers
      where decided_at < app_now() - make_interval(days => ${KEPT_DAYS}) order by decided_at limit ${limit})
    returning id, is_answer, files`.execute(db);
  return rows.rows;
}
