import { NOTICE_TRIES } from '@overture/domain/mail/notice-tries';
import { cutText } from '@overture/domain/text/text-bounds';
import { sql } from 'kysely';
import type { SystemContext, SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { isNotParked } from '../../kernel/rounds/rounds.ts';
import { languageOfOrganization } from '../brands/index.ts';

export interface NewNotice {
  user_id: number;
  subject: string;
  paragraphs: readonly string[];
  /** Of the page it is about. */
  path: string;
  /** Of the page that stops such notices. */
  stop_path?: string;
  /** It is not mailed later. */
  not_after?: Date;
}

export async function insertNotice(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  { user_id, subject, paragraphs, path, stop_path, not_after }: NewNotice,
): Promise<void> {
  await sql`insert into notice_mails (organization_id, user_id, subject, paragraphs, path, stop_path, not_after)
    values (${organization.id}, ${user_id}, ${subject}, ${[...paragraphs]}::text[], ${path}, ${stop_path ?? null},
      ${not_after ?? null})`.execute(db);
}

const MOST_MANAGERS = 20;

/** The same notice for each user who manages the organization, 20 at most. */
export async function insertManagerNotices(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  { subject, paragraphs, path }: Pick<NewNotice, 'subject' | 'paragraphs' | 'path'>,
): Promise<void> {
  await sql`insert into notice_mails (organization_id, user_id, subject, paragraphs, path)
    select ${organization.id}, id, ${subject}, ${[...paragraphs]}::text[], ${path} from users
    where organization_id = ${organization.id} and active and role <> 'RESTRICTED' order by id limit ${MOST_MANAGERS}`.execute(
    db,
  );
}

type Tx = Pick<SystemTransactionContext, 'db'>;
type Reading = Parameters<Parameters<SystemContext['systemRead']>[0]>[0];

export interface ClaimedNotice {
  id: number;
  organization_id: number;
  subject: string;
  paragraphs: string[];
  path: string;
  stop_path: string | null;
  /** That the person or their organization chose; null: none of them did. */
  language: string | null;
  /** It was written before the database was restored or failed over. */
  may_have_left: boolean;
  is_too_late: boolean;
  /** Identifies this claim among later ones. */
  tries: number;
  /** Null for a user who may not sign in any longer. */
  address: string | null;
}

/** A worker that claimed a notice so long ago and did not begin to hand it over is dead. */
const LEASE_IN_MINUTES = 15;
const MAILED_AT_ONCE = 100;

export const NOTICES_LOOP = 'notice-mails';

/** Sending is held for the installation, or its database failed over just now: it may be a copy, and its records may be missing. */
const isSendingHeld = sql`(select coalesce(sending_held_since is not null or sending_timeline <> database_timeline(), false) from installation)`;

/** Notices that are due, organizations in turns, the longest waiting first. */
export async function listDueNotices({ db }: Reading): Promise<{ id: number; organization_id: number }[]> {
  const rows = await sql<{ id: number; organization_id: number }>`select id, organization_id from (
      select id, organization_id, next_at, row_number() over (partition by organization_id order by next_at) as turn from (
        select id, organization_id, next_at from notice_mails
        where not ${isSendingHeld} and begun_at is null and refused is null and next_at <= app_now() and tries < ${NOTICE_TRIES}
          and ${isNotParked(NOTICES_LOOP, sql.ref('organization_id'), sql`id::text`)}
        order by next_at limit ${10 * MAILED_AT_ONCE}) due) placed
    order by turn, next_at limit ${MAILED_AT_ONCE}`.execute(db);
  return rows.rows;
}

/** Claims a due one; undefined if another worker has it. */
export async function claimNotice({ db }: Tx, id: number): Promise<ClaimedNotice | undefined> {
  const rows =
    await sql<ClaimedNotice>`update notice_mails m set tries = m.tries + 1, next_at = app_now() + make_interval(mins => ${LEASE_IN_MINUTES})
    from users u
    where m.id = ${id} and u.id = m.user_id and m.begun_at is null and m.refused is null and m.next_at <= app_now()
    returning m.id, m.organization_id, m.subject, m.paragraphs, m.path, m.stop_path,
      coalesce(u.language, ${languageOfOrganization(sql`u.organization_id`)}) as language,
      coalesce(m.made_at <= (select restored_at from installation), false) as may_have_left,
      coalesce(m.not_after <= app_now(), false) as is_too_late, m.tries, case when u.active then u.email::text end as address`.execute(
      db,
    );
  return rows.rows[0];
}

type Claim = Pick<ClaimedNotice, 'id' | 'tries'>;

/** From here on the mail may have left. False if another worker holds the claim by now. */
export async function beginNotice({ db }: Tx, { id, tries }: Claim): Promise<boolean> {
  const begun = await sql`update notice_mails set begun_at = app_now() where id = ${id} and tries = ${tries}`.execute(
    db,
  );
  return (begun.numAffectedRows ?? 0n) > 0n;
}

export async function markNoticeMailed({ db }: Tx, { id }: Claim): Promise<void> {
  await sql`update notice_mails set mailed_at = app_now() where id = ${id}`.execute(db);
}

/** Of a mail that did not leave for sure. */
export async function releaseNotice({ db }: Tx, { id, tries }: Claim, minutes: number): Promise<void> {
  await sql`update notice_mails set begun_at = null, next_at = app_now() + make_interval(mins => ${minutes})
    where id = ${id} and tries = ${tries} and mailed_at is null`.execute(db);
}

const REASON_KEPT = 500;

/** Of a mail that did not leave for sure and will not. */
export async function refuseNotice({ db }: Tx, { id, tries }: Claim, reason: string): Promise<void> {
  await sql`update notice_mails set refused = ${cutText(reason, REASON_KEPT)}
    where id = ${id} and tries = ${tries} and mailed_at is null`.execute(db);
}

/** What became of older ones is no news. */
export async function pruneNotices({ db }: Tx): Promise<void> {
  await sql`delete from notice_mails where made_at < app_now() - interval '30 days'`.execute(db);
}
