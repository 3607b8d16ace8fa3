import { HEALTHY_STATUSES } from '@overture/domain/accounts';
import { AGENCY_LIMITS } from '@overture/domain/limits';
import { sql } from 'kysely';
import type { ReplicaReadContext } from '../../../kernel/context.ts';

export interface OverviewRow {
  client_id: number;
  name: string;
  sent: number;
  replies: number;
  positive: number;
  senders: number;
  senders_in_need: number;
  email_credits: number;
  last_active_at: Date | null;
}

/** @param days up to and with today, in UTC */
export async function listOverview({ db }: Pick<ReplicaReadContext, 'db'>, days: number): Promise<OverviewRow[]> {
  const rows = await sql<OverviewRow>`select * from agency_client_activity(
      (app_now() at time zone 'UTC')::date - ${days - 1}::int, ${[...HEALTHY_STATUSES]}::text[])
    order by name, client_id limit ${AGENCY_LIMITS.clients}`.execute(db);
  return rows.rows;
}
