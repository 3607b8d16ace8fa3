import { HEALTHY_STATUSES, SEAT_TYPES, type SeatType } from '@overture/domain/accounts';
import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { isNotParked } from '../../../kernel/rounds/rounds.ts';

export const POLL_LOOP = 'linkedin-poll';

export interface SenderPoll {
  account_id: number;
  organization_id: number;
  account_type: SeatType;
  provider_account_id: string;
  messages_since: Date;
  is_relations_due: boolean;
  is_messages_due: boolean;
}

/** Healthy accounts used by a running campaign that are due for a poll; claimed for ten minutes. New accounts are added here. */
export async function claimPolls({ db }: Pick<SystemTransactionContext, 'db'>, limit: number): Promise<SenderPoll[]> {
  await sql`insert into linkedin_looks (account_id, organization_id, relations_at)
    select a.id, a.organization_id, case when a.account_type = 'LINKEDIN' then app_now() else 'infinity' end
    from accounts a where a.account_type = any(${[...SEAT_TYPES]}::text[]) and a.deleted_at is null
      and a.provider_account_id is not null and not exists (select from linkedin_looks k where k.account_id = a.id)
    on conflict do nothing`.execute(db);
  const rows = await sql<SenderPoll>`
    with due as materialized (
      select k.account_id, k.relations_at <= app_now() as is_relations_due, k.messages_at <= app_now() as is_messages_due
      from linkedin_looks k join accounts a on a.id = k.account_id
      where least(k.relations_at, k.messages_at) <= app_now() and a.deleted_at is null
        and a.provider_account_id is not null and a.status = any(${[...HEALTHY_STATUSES]}::text[])
        and ${isNotParked(POLL_LOOP, sql.ref('k.organization_id'), sql`k.account_id::text`)}
      order by k.account_id limit ${limit} for no key update of k skip locked)
    update linkedin_looks k set
      relations_at = case when due.is_relations_due then app_now() + interval '10 minutes' else k.relations_at end,
      messages_at = case when due.is_messages_due then app_now() + interval '10 minutes' else k.messages_at end
    from due join accounts a on a.id = due.account_id where k.account_id = due.account_id
    returning k.account_id, k.organization_id, a.account_type, a.provider_account_id, k.messages_since, due.is_relations_due,
      due.is_messages_due`.execute(db);
  return rows.rows;
}

export async function scheduleRelationsPoll(
  { db }: Pick<TransactionContext, 'db'>,
  id: number,
  at: Date,
): Promise<void> {
  await sql`update linkedin_looks set relations_at = ${at} where account_id = ${id}`.execute(db);
}

export async function scheduleMessagesPoll(
  { db }: Pick<TransactionContext, 'db'>,
  id: number,
  at: Date,
  since: Date,
): Promise<void> {
  await sql`update linkedin_looks set messages_at = ${at}, messages_since = greatest(messages_since, ${since})
    where account_id = ${id}`.execute(db);
}

/** The next round lists the account's messages, which show their sender. An account without a row is new and due anyway. */
export async function pollMessagesNow({ db }: Pick<TransactionContext, 'db'>, id: number): Promise<void> {
  await sql`update linkedin_looks set messages_at = least(messages_at, app_now()) where account_id = ${id}`.execute(db);
}
