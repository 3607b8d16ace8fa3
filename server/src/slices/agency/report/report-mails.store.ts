import { AGENCY_LIMITS } from '@overture/domain/limits';
import { monthBounds } from '@overture/domain/money/agency-bills';
import { type RawBuilder, sql } from 'kysely';
import type { SystemTransactionContext } from '../../../kernel/context.ts';
import { endedPlan, zoneOf } from '../../organization/index.ts';

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

/** These get the report from now on, and nobody else; who got it before goes on. False where one of them may not read it: the caller takes all of it back. */
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

/** The next reports of a month, by client and person, that nobody has claimed: of clients in force and with a plan, for who may read them. */
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
        where m.client_id = r.client_id and m.month = ${monthBounds(month).first}::date and m.user_id = r.user_id)
    order by r.client_id, r.user_id limit ${READ_AT_ONCE}`.execute(db);
  return rows.rows;
}

type Key = Pick<DueReport, 'client_id' | 'user_id'>;

/** True for who comes first, of all workers and for ever; false too where the person was taken off or left, or the client cancelled meanwhile. */
export async function claimReport({ db }: Tx, month: string, { client_id, user_id }: Key): Promise<boolean> {
  const made = await sql`insert into client_report_mails (organization_id, client_id, month, user_id)
    select c.organization_id, c.client_id, ${monthBounds(month).first}::date, u.id
    from client_report_recipients r join agency_clients c using (client_id) join users u on u.id = r.user_id and ${mayRead}
    where r.client_id = ${client_id} and r.user_id = ${user_id} and c.cancelled_at is null
    on conflict do nothing`.execute(db);
  return (made.numAffectedRows ?? 0n) > 0n;
}

export async function markReportMailed({ db }: Tx, month: string, { client_id, user_id }: Key): Promise<void> {
  await sql`update client_report_mails set mailed_at = app_now() where client_id = ${client_id}
    and month = ${monthBounds(month).first}::date and user_id = ${user_id}`.execute(db);
}

/** Of a mail that did not leave for sure. */
export async function giveBackReport({ db }: Tx, month: string, { client_id, user_id }: Key): Promise<void> {
  await sql`delete from client_report_mails where client_id = ${client_id} and month = ${monthBounds(month).first}::date
    and user_id = ${user_id} and mailed_at is null`.execute(db);
}
