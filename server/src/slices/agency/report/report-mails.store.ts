import { monthBounds } from '@overture/domain/money/agency-bills';
import { type RawBuilder, sql } from 'kysely';
import type { SystemTransactionContext } from '../../../kernel/context.ts';
import { endedPlan } from '../../organization/index.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** Of an organization, in a query: who manages it and was there first. */
const addressOf = (organization: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`(select u.email::text from users u where u.organization_id = ${organization} and u.active and u.role <> 'RESTRICTED'
    order by u.created_at, u.id limit 1)`;

export interface MailsRow {
  to_agency: boolean;
  to_client: boolean;
  agency_address: string | null;
  client_address: string | null;
}

/** @param agencyId whose client it must be */
export async function findReportMails({ db }: Tx, agencyId: number, id: number): Promise<MailsRow | undefined> {
  const rows = await sql<MailsRow>`select c.report_to_agency_since is not null as to_agency,
      c.report_to_client_since is not null as to_client, ${addressOf(sql`c.organization_id`)} as agency_address,
      ${addressOf(sql`c.client_id`)} as client_address
    from agency_clients c where c.organization_id = ${agencyId} and c.client_id = ${id}`.execute(db);
  return rows.rows[0];
}

/** What was on stays on since then. */
export async function updateReportMails(
  { db }: Tx,
  id: number,
  { to_agency, to_client }: Pick<MailsRow, 'to_agency' | 'to_client'>,
): Promise<void> {
  await sql`update agency_clients set
      report_to_agency_since = case when ${to_agency}::boolean then coalesce(report_to_agency_since, app_now()) end,
      report_to_client_since = case when ${to_client}::boolean then coalesce(report_to_client_since, app_now()) end
    where client_id = ${id}`.execute(db);
}

export interface DueReport {
  agency_id: number;
  client_id: number;
  recipient: 'agency' | 'client';
  address: string;
}

export const BEFORE_ALL: Pick<DueReport, 'client_id' | 'recipient'> = { client_id: 0, recipient: 'agency' };

/**
 * The next one by client and recipient that was not mailed: switched on before `since`, of a client in force, with a plan, that was there in the
 * month, to somebody who is there.
 */
export async function findDueReport(
  { db }: Tx,
  { month, since }: { month: string; since: Date },
  after: Pick<DueReport, 'client_id' | 'recipient'>,
): Promise<DueReport | undefined> {
  const { first, next } = monthBounds(month);
  const rows = await sql<DueReport>`select c.organization_id as agency_id, c.client_id, r.recipient, a.address
    from agency_clients c join organizations o on o.organization_id = c.client_id
      join organizations g on g.organization_id = c.organization_id
    cross join lateral (values ('agency', c.report_to_agency_since, c.organization_id), ('client', c.report_to_client_since, c.client_id))
      r (recipient, switched_on_at, organization_id)
    cross join lateral (select ${addressOf(sql`r.organization_id`)} as address) a
    where (c.client_id, r.recipient) > (${after.client_id}::bigint, ${after.recipient}) and r.switched_on_at < ${since}
      and c.cancelled_at is null and c.created_at < ${next}::date at time zone 'UTC' and a.address is not null
      and g.is_agency and ${endedPlan('o')} is null and ${endedPlan('g')} is null
      and not exists (select from client_report_mails m
        where m.client_id = c.client_id and m.month = ${first}::date and m.recipient = r.recipient)
    order by c.client_id, r.recipient limit 1`.execute(db);
  return rows.rows[0];
}

/** True for who comes first, of all workers and for ever; false too where it was switched off or the client cancelled meanwhile. */
export async function claimReport({ db }: Tx, month: string, { client_id, recipient }: DueReport): Promise<boolean> {
  const made = await sql`insert into client_report_mails (organization_id, client_id, month, recipient)
    select organization_id, client_id, ${monthBounds(month).first}::date, ${recipient}::text from agency_clients
    where client_id = ${client_id} and cancelled_at is null
      and case ${recipient}::text when 'agency' then report_to_agency_since else report_to_client_since end is not null
    on conflict do nothing`.execute(db);
  return (made.numAffectedRows ?? 0n) > 0n;
}

export async function markReportMailed({ db }: Tx, month: string, { client_id, recipient }: DueReport): Promise<void> {
  await sql`update client_report_mails set mailed_at = app_now() where client_id = ${client_id}
    and month = ${monthBounds(month).first}::date and recipient = ${recipient}`.execute(db);
}

/** Of a mail that did not leave for sure. */
export async function giveBackReport({ db }: Tx, month: string, { client_id, recipient }: DueReport): Promise<void> {
  await sql`delete from client_report_mails where client_id = ${client_id} and month = ${monthBounds(month).first}::date
    and recipient = ${recipient} and mailed_at is null`.execute(db);
}
