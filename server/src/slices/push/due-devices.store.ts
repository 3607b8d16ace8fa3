import { sql } from 'kysely';
import type { ReadContext } from '../../kernel/context.ts';
import { isNotParked } from '../../kernel/rounds/rounds.ts';

export const PUSH_LOOP = 'push';

const READ_AT_ONCE = 100;

/** Devices that are due, organizations in turns, the longest waiting first. */
export async function listDueDevices({
  db,
}: Pick<ReadContext, 'db'>): Promise<{ id: number; organization_id: number }[]> {
  // All that are due are placed: the oldest thousand may be of one organization.
  const rows = await sql<{ id: number; organization_id: number }>`select id, organization_id from (
      select id, organization_id, due_at, row_number() over (partition by organization_id order by due_at) as turn from push_devices d
      where due_at <= app_now() and (leased_until is null or leased_until <= app_now())
        and exists (select from organizations o where o.organization_id = d.organization_id and o.suspended_at is null)
        and ${isNotParked(PUSH_LOOP, sql.ref('d.organization_id'), sql`d.id::text`)}) placed
    order by turn, due_at limit ${READ_AT_ONCE}`.execute(db);
  return rows.rows;
}
