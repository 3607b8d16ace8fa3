import { type RawBuilder, sql } from 'kysely';
import type { ReadContext, SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { zoneOf } from '../organization/index.ts';
import { endedPlan } from '../plans/index.ts';

type SystemTx = Pick<SystemTransactionContext, 'db'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

const READ_AT_ONCE = 200;

/** Of a person `u` in a query: signs in. */
const isHere: RawBuilder<boolean> = sql`(u.active and u.verified_at is not null)`;

export async function isChosen({ db }: Pick<ReadContext, 'db'>, userId: number): Promise<boolean> {
  const rows = await sql`select from weekly_mails where user_id = ${userId}`.execute(db);
  return rows.rows.length > 0;
}

export async function choose({ db, organization }: Tx, userId: number, stopKey: string): Promise<void> {
  await sql`insert into weekly_mails (organization_id, user_id, stop_key) values (${organization.id}, ${userId}, ${stopKey})
    on conflict (user_id) do nothing`.execute(db);
}

export async function stop({ db }: Pick<TransactionContext, 'db'>, userId: number): Promise<void> {
  await sql`delete from weekly_mails where user_id = ${userId}`.execute(db);
}

/** By the address in the email. */
export async function isStopKey({ db }: Pick<ReadContext, 'db'>, stopKey: string): Promise<boolean> {
  const rows = await sql`select from weekly_mails where stop_key = ${stopKey}`.execute(db);
  return rows.rows.length > 0;
}

export async function stopByKey({ db }: SystemTx, stopKey: string): Promise<void> {
  await sql`delete from weekly_mails where stop_key = ${stopKey}`.execute(db);
}

export interface DueOrganization {
  organization_id: number;
  time_zone: string;
}

/** The next organizations, by id, with people who may be due: whose last email is of an earlier week in every zone. */
export async function listOrganizations({ db }: SystemTx, afterId: number): Promise<DueOrganization[]> {
  const rows = await sql<DueOrganization>`select o.organization_id, ${zoneOf(sql`o.organization_id`)} as time_zone
    from (select distinct w.organization_id from weekly_mails w
        where w.organization_id > ${afterId} and (w.mailed_week is null or w.mailed_week < (app_now() at time zone 'UTC')::date - 5)
        order by w.organization_id limit ${READ_AT_ONCE}) d
      join organizations o on o.organization_id = d.organization_id
    where ${endedPlan('o')} is null and o.suspended_at is null order by o.organization_id`.execute(db);
  return rows.rows;
}

/** Takes the email of a week for each person who did not get it. The rows stay locked: a second worker waits and finds nothing. */
export async function claimWeek(
  { db, organization }: Tx,
  { monday, since }: { monday: string; since: Date },
): Promise<{ user_id: number; stop_key: string }[]> {
  const rows = await sql<{ user_id: number; stop_key: string }>`update weekly_mails w set mailed_week = ${monday}::date
    from users u
    where w.organization_id = ${organization.id} and u.id = w.user_id and ${isHere} and w.since < ${since}
      and (w.mailed_week is null or w.mailed_week < ${monday}::date)
    returning w.user_id, w.stop_key`.execute(db);
  return rows.rows;
}
