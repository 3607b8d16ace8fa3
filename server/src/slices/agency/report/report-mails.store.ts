import { AGENCY_LIMITS } from '@overture/domain/limits';
import { monthBounds } from '@overture/domain/money/agency-bills';
import { cutText } from '@overture/domain/text/text-bounds';
import { type RawBuilder, sql } from 'kysely';
import type { SystemTransactionContext } from '../../../kernel/context.ts';
import { zoneOf } from '../../organization/index.ts';
import { endedPlan } from '../../plans/index.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** Of a person `u`, in a query: may read the report of the client `c`. Who left, or answers for the agency no more, may not. */
const mayRead: RawBuilder<boolean> = sql`(u.active and (u.organization_id = c.client_id
  or u.organization_id = c.organization_id and u.role <> 'RESTRICTED'))`;

export interface PersonRow {
  id: number;
  name: string;
  email: string;
  of: 'agency' | 'client';
  is_chosen: boolean;
}

const PEOPLE_SHOWN = 1000;

/** Those of the client after those of the agency. @param agencyId whose client it must be */
export async function listPeople({ db }: Tx, agencyId: number, id: number): Promise<PersonRow[]> {
  const rows = await sql<PersonRow>`select u.id, u.name, u.email::text as email, r.user_id is not null as is_chosen,
      case u.organization_id when c.client_id then 'client' else 'agency' end as of
    from agency_clients c join users u on u.organization_id in (c.organization_id, c.client_id) and ${mayRead}
      left join client_report_recipients r on r.client_id = c.client_id and r.user_id = u.id
    where c.organization_id = ${agencyId} and c.client_id = ${id}
    order by is_chosen desc, "of", u.created_at, u.id limit ${PEOPLE_SHOWN}`.execute(db);
  return rows.rows;
}

/**
 * Sets the recipients of the report; those who stay keep their state. False if one of them may not read it: the caller rolls
 * back.
 */
export async function replaceRecipients({ db }: Tx, id: number, users: readonly number[]): Promise<boolean> {
  await sql`delete from client_report_recipients where client_id = ${id} and user_id <> all (${[...users]}::bigint[])`.execute(
    db,
  );
  await sql`insert into client_report_recipients (organization_id, client_id, user_id)
    select c.organization_id, c.client_id, u.id from agency_clients c join users u on u.id = any (${[...users]}::bigint[]) and ${mayRead}
    where c.client_id = ${id} on conflict do nothing`.execute(db);
  const rows = await sql<{ total: number }>`select count(*)::int as total from client_report_recipients r
    join agency_clients c using (client_id) join users u on u.id = r.user_id and ${mayRead}
    where r.client_id = ${id}`.execute(db);
  return rows.rows[0]?.total === new Set(users).size;
}

/** One report for one person. */
export interface DueReport {
  agency_id: number;
  client_id: number;
  client_since: Date;
  time_zone: string;
  user_id: number;
  address: string;
  is_of_agency: boolean;
  /** Since when the person gets it. */
  since: Date;
}

export const BEFORE_ALL: Pick<DueReport, 'client_id' | 'user_id'> = { client_id: 0, user_id: 0 };
const READ_AT_ONCE = 5 * AGENCY_LIMITS.report_recipients;

/** A worker that claimed a report so long ago and did not begin to hand it over is dead; one that began and did not end knows nothing. */
const LEASE: RawBuilder<Date> = sql`(app_now() - interval '15 minutes')`;

/** The address of a person who may read the report; undefined for others. */
export async function findRecipient({ db }: Tx, agencyId: number, key: Key): Promise<string | undefined> {
  const rows = await sql<{ address: string }>`select u.email::text as address from agency_clients c
    join users u on u.id = ${key.user_id} and ${mayRead}
    where c.organization_id = ${agencyId} and c.client_id = ${key.client_id}`.execute(db);
  return rows.rows[0]?.address;
}

/**
 * The next monthly reports, by client and recipient, that are neither claimed nor done: of active clients with a plan, for
 * users who may read them.
 */
export async function listUnsent(
  { db }: Tx,
  month: string,
  after: Pick<DueReport, 'client_id' | 'user_id'>,
): Promise<DueReport[]> {
  const rows = await sql<DueReport>`select c.organization_id as agency_id, c.client_id, c.created_at as client_since,
      ${zoneOf(sql`c.client_id`)} as time_zone, r.user_id, u.email::text as address,
      u.organization_id = c.organization_id as is_of_agency, r.since
    from client_report_recipients r join agency_clients c using (client_id) join users u on u.id = r.user_id and ${mayRead}
      join organizations o on o.organization_id = c.client_id join organizations g on g.organization_id = c.organization_id
    where (r.client_id, r.user_id) > (${after.client_id}::bigint, ${after.user_id}::bigint) and c.cancelled_at is null
      and g.is_agency and ${endedPlan('o')} is null and ${endedPlan('g')} is null
      and not exists (select from client_report_mails m
        where m.client_id = r.client_id and m.month = ${monthBounds(month).first}::date and m.user_id = r.user_id
          and (m.begun_at is not null or m.refused is not null or m.claimed_at >= ${LEASE}))
    order by r.client_id, r.user_id limit ${READ_AT_ONCE}`.execute(db);
  return rows.rows;
}

type Key = Pick<DueReport, 'client_id' | 'user_id'>;

/**
 * The time of the claim, which identifies its holder; undefined if it is claimed or the mail was begun, or if the recipient was
 * removed or left, or the client was cancelled. A claim whose worker died before it began is taken over.
 */
export async function claimReport({ db }: Tx, month: string, { client_id, user_id }: Key): Promise<string | undefined> {
  const rows = await sql<{
    claim: string;
  }>`insert into client_report_mails as m (organization_id, client_id, month, user_id)
    select c.organization_id, c.client_id, ${monthBounds(month).first}::date, u.id
    from client_report_recipients r join agency_clients c using (client_id) join users u on u.id = r.user_id and ${mayRead}
    where r.client_id = ${client_id} and r.user_id = ${user_id} and c.cancelled_at is null
    on conflict (client_id, month, user_id) do update set claimed_at = app_now()
      where m.begun_at is null and m.refused is null and m.claimed_at < ${LEASE}
    returning claimed_at::text as claim`.execute(db);
  return rows.rows[0]?.claim;
}

const ofMail = (month: string, { client_id, user_id }: Key): RawBuilder<boolean> =>
  sql`client_id = ${client_id} and month = ${monthBounds(month).first}::date and user_id = ${user_id}`;

/** From here on the mail may have left. False if another worker holds the claim by now: then it must not be sent. */
export async function beginReport({ db }: Tx, month: string, key: Key, claim: string): Promise<boolean> {
  const begun = await sql`update client_report_mails set begun_at = app_now()
    where ${ofMail(month, key)} and claimed_at = ${claim}::timestamptz`.execute(db);
  return (begun.numAffectedRows ?? 0n) > 0n;
}

export async function markReportMailed({ db }: Tx, month: string, key: Key): Promise<void> {
  await sql`update client_report_mails set mailed_at = app_now() where ${ofMail(month, key)}`.execute(db);
}

/** Of a mail that did not leave for sure. */
export async function releaseReport({ db }: Tx, month: string, key: Key, claim: string): Promise<void> {
  await sql`delete from client_report_mails where ${ofMail(month, key)} and claimed_at = ${claim}::timestamptz
    and mailed_at is null`.execute(db);
}

const REASON_KEPT = 500;

/** Of a mail that did not leave for sure and will not. */
export async function refuseReport({ db }: Tx, month: string, key: Key, reason: string): Promise<void> {
  await sql`update client_report_mails set refused = ${cutText(reason, REASON_KEPT)}
    where ${ofMail(month, key)} and mailed_at is null`.execute(db);
}

/** A report whose delivery is unconfirmed, or that the mail server refused. */
export interface UnsettledRow {
  user_id: number;
  name: string;
  month: string;
  refused: string | null;
}

const UNSETTLED_SHOWN = 20;
/** An older one is no news. */
const isUnsettled: RawBuilder<boolean> = sql`(m.mailed_at is null and m.claimed_at > app_now() - interval '90 days'
  and (m.refused is not null or m.begun_at < ${LEASE}))`;

/** The newest first, of people who still get it. */
export async function listUnsettled({ db }: Tx, agencyId: number, id: number): Promise<UnsettledRow[]> {
  const rows = await sql<UnsettledRow>`select m.user_id, u.name, to_char(m.month, 'YYYY-MM') as month, m.refused
    from client_report_mails m join agency_clients c using (client_id) join users u on u.id = m.user_id and ${mayRead}
      join client_report_recipients r on r.client_id = m.client_id and r.user_id = m.user_id
    where c.organization_id = ${agencyId} and c.client_id = ${id} and ${isUnsettled}
    order by m.month desc, u.name, u.id limit ${UNSETTLED_SHOWN}`.execute(db);
  return rows.rows;
}

/**
 * Releases an unconfirmed report for another try: a user knows that it did not arrive. Returns the recipient; undefined if
 * nothing is unconfirmed.
 */
export async function reopenReport(
  { db }: Tx,
  agencyId: number,
  month: string,
  key: Key,
): Promise<Pick<DueReport, 'address' | 'is_of_agency'> | undefined> {
  const rows = await sql<Pick<DueReport, 'address' | 'is_of_agency'>>`with gone as (
      delete from client_report_mails m where ${ofMail(month, key)} and organization_id = ${agencyId} and ${isUnsettled} returning 1)
    select u.email::text as address, u.organization_id = ${agencyId} as is_of_agency from gone, users u where u.id = ${key.user_id}`.execute(
    db,
  );
  return rows.rows[0];
}
